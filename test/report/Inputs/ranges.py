"""The ranges of the first launch's facts, a line each."""
import json
import sys

launch = json.load(sys.stdin)["files"][0]["kernels"][0]["launches"][0]


def text(kind, fact, what):
    r = fact["range"]
    print(kind, what, f"{r['line']}:{r['column']}-{r['end_line']}:{r['end_column']}"
          + (f" from {r['macro']}" if "macro" in r else ""))


for access in launch["accesses"]:
    text(access["kind"], access, access["expression"])
for loop in launch["loops"]:
    text("loop", loop, loop["condition"])
for branch in launch["branches"]:
    text("branch", branch, branch["condition"])
