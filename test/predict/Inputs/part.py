"""Microseconds of a part of the breakdown of each kernel's first prediction."""
import json
import sys

for kernel in json.load(sys.stdin)["files"][0]["kernels"]:
    prediction = kernel["launches"][0]["predictions"][0]
    part = next(p["cycles"] for p in prediction["breakdown"]
                if p["name"] == sys.argv[1])
    seconds = part / prediction["cycles"] * prediction["time_s"]
    print(f"{kernel['name']}: {seconds * 1e6:.2f} us")
