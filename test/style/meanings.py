"""A meaning is a type. Code that asks what something is asks an enumerator or a
field; text is made where it is printed, and nothing reads it again. So no file
compares text with a literal, or looks for one in it, but those that read what
others have written: sources, options, files, messages of other programs. Those
are listed in reads-text.txt, each with what it reads.

  meanings.py           checks the tree
  meanings.py FILE...   checks these files as if none were listed
"""
import fnmatch
import os
import re
import sys

import tree

HOUSE = ("analysis/", "cost_models/", "tool/")
TEXT = r'"(?:[^"\\\n]|\\.)*"'
LITERAL = "\x01\\d+\x01" # stands for one
ASKS = re.compile(
    r"\b(?:starts_with|ends_with|contains|consume_front|consume_back|"
    rf"equals(?:_insensitive)?|r?find|compare)\(\s*{LITERAL}"
    rf"|[=!]=\s*{LITERAL}|{LITERAL}\s*[=!]=")


def questions(name):
    """(line, text) of every question that is put to text."""
    texts = []

    def number(found):
        if found[0].startswith("/"):
            return "\n" * found[0].count("\n")
        if found[0].startswith("'"):
            return "' '"
        texts.append(found[0])
        return f"\x01{len(texts) - 1}\x01"

    # Numbers in place of texts, so that none is taken for code.
    code = re.sub(rf"{TEXT}|'(?:[^'\\\n]|\\.)'|//[^\n]*|/\*.*?\*/", number,
                  tree.text(name), flags=re.S)
    for found in ASKS.finditer(code):
        line = code.count("\n", 0, found.start()) + 1
        asked = re.sub("\x01(\\d+)\x01", lambda n: texts[int(n[1])], found[0])
        yield line, " ".join(asked.split())


def listed():
    """pattern -> what such files read."""
    reasons, problems = {}, []
    for line in tree.text("test/style/reads-text.txt").split("\n"):
        words = line.split(None, 1)
        if not words or words[0] == "#":
            continue
        if len(words) < 2:
            problems.append(f"reads-text.txt: {words[0]} has no reason")
        reasons[words[0]] = words[1:]
    return reasons, problems


def main():
    reasons, problems = listed()
    given = [os.path.relpath(os.path.abspath(f), tree.ROOT)
             for f in sys.argv[1:]]
    used, names = set(), given
    if not given:
        names = [n for n in tree.files(".cpp", ".h")
                 if n.startswith(HOUSE) and "/prelude" not in n]
    for name in names:
        found = list(questions(name))
        patterns = [p for p in reasons if fnmatch.fnmatchcase(name, p)]
        if found:
            used.update(patterns)
        if given or not patterns:
            problems += [f"{name}:{line}: asks text: {text}"
                         for line, text in found]
    if not given:
        problems += [f"reads-text.txt: {p} asks no text (any more)"
                     for p in sorted(set(reasons) - used)]
    tree.finish(len(names), problems)


main()
