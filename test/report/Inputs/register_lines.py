"""register_lines.py FILE.json: the registers at each line, and which has most."""
import json
import sys

launch = json.load(open(sys.argv[1]))["files"][0]["kernels"][0]["launches"][0]
held = {line["line"]: line["registers"]
        for line in launch["instructions"]["lines"] if "registers" in line}
for line, registers in sorted(held.items()):
    print("line", line, "registers", registers)
if held:
    print("most", max(held.values()), "of",
          launch["occupancy"]["registers_per_thread"])
