"""Each launch of a report by its block, with where the argument n comes from."""
import json
import sys

with open(sys.argv[1]) as file:
    report = json.load(file)
launches = [launch for f in report["files"] for kernel in f["kernels"]
            for launch in kernel["launches"]]
for launch in sorted(launches, key=lambda launch: launch["block"]):
    print(f"block {launch['block'][0]}:",
          *(f"{a['name']} {a['source']}" for a in launch["arguments"]
            if a["name"] == "n"))
