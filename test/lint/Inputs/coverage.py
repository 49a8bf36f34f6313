"""The table of tests in docs/lint/tests.md is true: each check of `kernelcast lint
--list-checks` (on standard input) has a row, and each file that a cell names has
the check's name and what its column is about.

    coverage.py TABLE TESTS
"""
import os
import re
import sys

OPENCL = r"__kernel|#include <CL/cl.h>"
# What a file has in it where it tests this.
COLUMNS = [("found", r"warning: |error: "),
           ("left out", r"-NOT: |\d (warning|error)s? in"),
           ("suppressed", r"NOLINT[\s\S]*more suppressed|"
                          r"more suppressed[\s\S]*NOLINT"),
           ("template", r"template <"), ("macro", r"#define \w+"),
           ("OpenCL", OPENCL), ("OpenCL, left out", OPENCL)]


def wrong(tests, check, pattern, cell):
    """Why the cell is not true; a dash is where a check cannot be."""
    names = re.findall(r"`([^`]+)`", cell)
    if not names and cell.strip() != "–":
        yield "names no file"
    for name in names:
        path = os.path.join(tests, name)
        if not os.path.exists(path):
            yield f"{name} does not exist"
            continue
        with open(path) as file:
            text = file.read()
        own = name.rsplit(".", 1)[0].replace("_", "-") == check
        if not own and check not in text:
            yield f"{name} has no {check}"
        if not re.search(pattern, text):
            yield f"{name} has nothing of it"


def main():
    table, tests = sys.argv[1:]
    checks = {line.split()[0].removeprefix("kernelcast-")
              for line in sys.stdin}
    with open(table) as file:
        rows = [line.strip().strip("|").split("|") for line in file
                if line.startswith("| [")]
    named = set()
    for row in rows:
        check = re.match(r" \[(.*?)\]", row[0])[1]
        named.add(check)
        if len(row) != 1 + len(COLUMNS):
            print(f"wrong: {check}: {len(row)} cells")
        for (column, pattern), cell in zip(COLUMNS, row[1:]):
            for why in wrong(tests, check, pattern, cell):
                print(f"wrong: {check}, {column}: {why}")
    for check in sorted(checks ^ named):
        print(f"wrong: {check} is in one list only")
    print(len(named), "checks")


main()
