"""What `lint --format json` knows of changes of the source.

  changes.py REPORT.json KIND          a line for each: place, proved or why not
  changes.py REPORT.json KIND SOURCE   SOURCE with all that are proved
"""
import json
import sys

with open(sys.argv[1]) as file:
    report = json.load(file)
changes = {}
for source in report["files"]:
    for kernel in source["kernels"]:
        for change in kernel["changes"]:
            if change["kind"] == sys.argv[2]:
                at = change["location"]
                changes.setdefault((at["line"], at["column"]), change)
if len(sys.argv) == 3:
    for (line, column), change in sorted(changes.items()):
        print(f"{line}:{column}: " + ("proved" if change["proved"]
                                      else change["reason"]))
    sys.exit()
with open(sys.argv[3]) as file:
    lines = file.read().split("\n")
edits = {(r["begin_line"], r["begin_column"], r["end_line"], r["end_column"],
          r["text"])
         for change in changes.values() if change["proved"]
         for r in change["replacements"]}
for line, column, end_line, end_column, text in sorted(edits, reverse=True):
    assert line == end_line, "an edit of one line"
    old = lines[line - 1]
    lines[line - 1] = old[:column - 1] + text + old[end_column - 1:]
print("\n".join(lines), end="")
