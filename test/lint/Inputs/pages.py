"""Every check of `kernelcast lint --list-checks` (on standard input) has a page
in docs/lint, a row in its index and a test here, and there are no others.

    pages.py DOCS TESTS
"""
import os
import re
import sys

docs, tests = sys.argv[1:]
# Of lint as a whole.
GENERAL = {"index.md", "configuration.md", "contracts.md", "diff.md"}
checks = {line.split()[0] for line in sys.stdin}
pages = {"kernelcast-" + name[:-3] for name in os.listdir(docs)
         if name not in GENERAL}
with open(os.path.join(docs, "index.md")) as file:
    rows = set(re.findall(r"^\| \[(kernelcast-[a-z-]+)\]\(", file.read(), re.M))
tested = {"kernelcast-" + name.rsplit(".", 1)[0].replace("_", "-")
          for name in os.listdir(tests)}
for kind, found in (("page", pages), ("row", rows)):
    for name in sorted(checks ^ found):
        print(name, "has no", kind if name in checks else "check")
for name in sorted(checks - tested):
    print(name, "has no test")
print(len(checks), "checks")
