"""Holds the traffic of the one launch in a report against its bounds."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as report:
    launch = json.load(report)["files"][0]["kernels"][0]["launches"][0]
traffic = launch["traffic"]
print("l1 between the bounds:",
      1447034880 <= traffic["l1_bytes"] < 4004 * 1048576)
print("beyond the compulsory:", traffic["dram_bytes"] > 1.2 * 843055104)
