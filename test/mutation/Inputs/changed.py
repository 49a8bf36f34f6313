"""Prints the changes of a file and, with a number, its text with that one in it.

usage: changed.py UTILS FILE [NUMBER]
"""
import sys

sys.path.insert(0, sys.argv[1])
from mutation import changes, program  # noqa: E402

with open(sys.argv[2], encoding="utf-8") as source:
    text = source.read()
found = changes.changes_of("sample.cpp", text)
if len(sys.argv) > 3:
    number = int(sys.argv[3])
    print(program.bodies(text, [(number, found[number])]))
else:
    for number, change in enumerate(found):
        print(number, change.line, change.words())
