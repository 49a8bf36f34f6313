"""Checks that the breakdown of every prediction in a JSON report adds up."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as source:
    report = json.load(source)
predictions = [prediction
               for file in report["files"] for kernel in file["kernels"]
               for launch in kernel["launches"]
               for prediction in launch["predictions"]]
for prediction in predictions:
    parts = sum(part["cycles"] for part in prediction["breakdown"])
    if abs(parts - prediction["cycles"]) > 1e-9 * prediction["cycles"]:
        sys.exit(f"{parts} is not {prediction['cycles']}")
    if prediction["bottleneck"] not in (
            part["name"] for part in prediction["breakdown"]):
        sys.exit(f"{prediction['bottleneck']} is no part")
    low, high = prediction["interval_s"]
    if not low <= prediction["time_s"] <= high:
        sys.exit(f"{prediction['time_s']} lies outside of {low}, {high}")
print(len(predictions), "predictions, all sums right")
