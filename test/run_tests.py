#!/usr/bin/env python3
"""Runs the unit tests and the lit tests, with --sanitized also those of the
instrumented build and its fuzz targets, and closes with one line that counts
all: "N passed, N failed". Exit status 1 if any failed or none ran."""
import argparse
import json
import os
import subprocess
import sys
import tempfile

import fuzz.run

LIT = "/usr/lib/llvm-19/build/utils/lit/lit.py"
# Not repeated with sanitizers: what runs other programs than kernelcast, and
# what is long and of one kind or measures time.
NOT_SANITIZED = "measure/|style/|corpus/|bad-input/(large|bombs)|oracle/(collection|random|formulas)"


def unit_tests(build, only):
    """Runs every unit-* program; yields (passed, failed) of each."""
    folder = os.path.join(build, "bin", "tests")
    programs = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    for name in programs:
        if not name.startswith("unit-") or (only and only not in name):
            continue
        with tempfile.NamedTemporaryFile(suffix=".json") as out:
            run = subprocess.run(
                [os.path.join(folder, name), "--gtest_output=json:" + out.name,
                 "--gtest_brief=1"], stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, text=True, errors="replace")
            try:
                result = json.load(open(out.name))
                failed = result["failures"] + result.get("errors", 0)
                passed = result["tests"] - result.get("disabled", 0) - failed
            except (ValueError, KeyError):
                passed, failed = 0, 1
        if run.returncode != 0:
            failed = max(failed, 1)
            print(run.stdout[-20000:])
        print(f"{name}: {passed} passed, {failed} failed")
        yield passed, failed


def lit_tests(root, build, only, without=""):
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        command = [sys.executable, LIT, "-s", "-v", "--no-progress-bar", "-j2",
                   "--output", out.name,
                   "--param", "build=" + build, os.path.join(root, "test")]
        if only:
            command += ["--filter", only]
        if without:
            command += ["--filter-out", without]
        subprocess.run(command)
        try:
            tests = json.load(open(out.name))["tests"]
        except (ValueError, KeyError):
            return 0, 1
    passed = sum(t["code"] in ("PASS", "XFAIL") for t in tests)
    failed = sum(t["code"] in ("FAIL", "XPASS", "UNRESOLVED", "TIMEOUT")
                 for t in tests)
    print(f"lit: {passed} passed, {failed} failed")
    return passed, failed


def sanitized_tests(root, build):
    """The tests with sanitizers, then a short run of every fuzz target."""
    print("with sanitizers:", flush=True)
    os.environ.update(fuzz.run.SANITIZERS)
    yield from unit_tests(build, "")
    yield lit_tests(root, build, "", NOT_SANITIZED)
    yield fuzz.run.run_targets(build, seconds=10)


def all_tests(root, options):
    if options.build:
        yield from unit_tests(options.build, options.filter)
        yield lit_tests(root, options.build, options.filter)
    if options.sanitized:
        yield from sanitized_tests(root, options.sanitized)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build")
    parser.add_argument("--sanitized", metavar="BUILD")
    parser.add_argument("filter", nargs="?", default="",
                        help="only tests whose path matches, in BUILD")
    options = parser.parse_args()
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    passed = failed = 0
    for p, f in all_tests(root, options):
        passed, failed = passed + p, failed + f
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
