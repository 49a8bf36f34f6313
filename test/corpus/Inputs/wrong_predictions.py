#!/usr/bin/env python3
"""Prints a report with one fault in each prediction but the last two."""
import json


def prediction(model, cycles=100.0, parts=(60.0, 40.0), interval=(1.0, 1.0),
               q=1.0, seconds=1.0):
    return {"model": model, "mode": "modern", "gpu": "a", "cycles": cycles,
            "time_s": seconds, "bottleneck": "DRAM bandwidth",
            "breakdown": [{"name": "part", "cycles": p} for p in parts],
            "interval_s": list(interval), "quantities": {"q": q}}


PREDICTIONS = [
    prediction("infinite", cycles=None),
    prediction("negative", parts=(110.0, -10.0)),
    prediction("sum", parts=(60.0, 40.001)),
    prediction("interval", interval=(1.5, 2.0)),
    prediction("quantity", q=None),
    prediction("zero", cycles=0, parts=(0.0,), seconds=0, interval=(0, 0)),
    prediction("roofline"),
    prediction("right", seconds=0.5, interval=(0.5, 0.5)),
]
LAUNCH = {"problems": ["occupancy: a block needs 70000 bytes"],
          "predictions": PREDICTIONS}
KERNEL = {"qualified_name": "scale", "launches": [LAUNCH]}
print(json.dumps({"files": [{"path": "scale.cu", "kernels": [KERNEL]}]}))
