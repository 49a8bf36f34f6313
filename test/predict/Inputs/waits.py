"""Prints for how many loads from memory the path of a warp waits, by kernel, of
a report with --explain."""
import re
import sys

with open(sys.argv[1], encoding="utf-8") as source:
    text = source.read()
for part in re.split(r"^(?=\w+ +\S+:\d+ +on )", text, flags=re.M)[1:]:
    number = {what: float(re.search(what + r" +([\d.]+) cycles", part)[1])
              for what in ("critical_path", "latency DRAM")}
    loads = number["critical_path"] / number["latency DRAM"]
    assert loads % 1 < 0.5, f"{part.split()[0]}: {number}"
    print(f"{part.split()[0]} waits for {int(loads)} load" + "s" * (loads >= 2))
