#!/usr/bin/env python3
"""Holds that every key of golden.json occurs in a unit test, or in
not-tested.txt (KEY or pattern, then the reason); that every key which a unit
test names exists; and that nothing is both. A string in a test may be a pattern
with *, as goldenCases() takes it; comments name keys in full."""
import fnmatch
import json
import os
import re
import sys

here = os.path.dirname(os.path.abspath(__file__))
keys = set(json.load(open(os.path.join(here, "golden.json"))))
groups = "|".join(sorted({key.split(".")[0] for key in keys}))
literal = re.compile(rf'"((?:{groups})\.[^"]+)"')
named = re.compile(rf"\b(?:{groups})\.[^\s\"',;:()*]+\*?")

errors = []


def matches(pattern):
    return {key for key in keys if fnmatch.fnmatchcase(key, pattern)}


def tested():
    """Every key that a unit test names."""
    found = set()
    unit = os.path.join(here, "..", "unit")
    for folder, _, files in os.walk(unit):
        for name in sorted(files):
            if not name.endswith(".cpp"):
                continue
            text = open(os.path.join(folder, name), encoding="utf-8").read()
            for pattern in literal.findall(text):
                hit = matches(pattern)
                if not hit:
                    errors.append(f"{name}: no case is called {pattern}")
                found |= hit
            for key in named.findall(literal.sub("", text)):
                key = key.rstrip(".")
                if key in keys:
                    found.add(key)
                elif not key.endswith("*"):
                    errors.append(f"{name}: no case is called {key}")
    return found


def not_tested():
    """Every key of not-tested.txt."""
    listed = set()
    for line in open(os.path.join(here, "not-tested.txt"), encoding="utf-8"):
        words = line.split()
        if not words or words[0] == "#":
            continue
        hit = matches(words[0])
        if not hit:
            errors.append(f"not-tested.txt: no case is called {words[0]}")
        if len(words) < 2:
            errors.append(f"not-tested.txt: {words[0]} has no reason")
        listed |= hit
    return listed


found, listed = tested(), not_tested()
for key in sorted(keys - found - listed):
    errors.append(f"{key}: neither tested nor listed in not-tested.txt")
for key in sorted(found & listed):
    errors.append(f"{key}: tested, so it must leave not-tested.txt")
print(f"{len(keys)} cases, {len(found)} tested, {len(listed - found)} not")
for error in errors:
    print(error)
sys.exit(1 if errors else 0)
