"""The findings of a JSON report in a few lines each, or one field of each."""
import json
import os
import sys

with open(sys.argv[1]) as file:
    findings = json.load(file)["findings"]
for f in findings:
    if len(sys.argv) > 2:
        print(f[sys.argv[2]])
        continue
    at, launch, gain = f["location"], f["launch"], f["gain"]
    print(f["check"], f["severity"],
          f"{os.path.basename(at['file'])}:{at['line']}:{at['column']}",
          f"{at['begin_line']}:{at['begin_column']}-"
          f"{at['end_line']}:{at['end_column']}")
    print(f["kernel"], "on", f["gpu"], "grid", launch["grid"], "block",
          launch["block"], launch["source"], f["other_launches"], "other")
    print(f["known"] + ",",
          "gain above one" if gain["time_s"] > gain["fixed_s"] > 0 else gain)
    lanes = [f"{w['lane']}@{w['address']}" for w in f["witness"]]
    print(f"{f['array']}, warp {f['witness_warp']} of {f['witness_block']}:",
          *lanes[:4], "...", len(lanes), "lanes")
