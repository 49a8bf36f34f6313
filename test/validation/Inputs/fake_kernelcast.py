#!/usr/bin/env python3
"""Stands for kernelcast: the model `plain` predicts as many milliseconds as the
argument `size` says, times $FAKE_FACTOR, `strict` a tenth of size, and has no
answer below 2. With --without each there are `plain` and, at half its time,
`plain` without its part `whole`. Blocks over 1024 threads do not fit. Every run
adds a line to $FAKE_RUNS."""
import json
import os
import sys

words = sys.argv[1:]
given = dict(words[i + 1].split("=") for i, word in enumerate(words)
             if word == "--arg")
size = float(given["size"])
threads = int(words[words.index("--block") + 1].split(",")[0])
with open(os.environ["FAKE_RUNS"], "a", encoding="utf-8") as runs:
    runs.write(" ".join(words) + "\n")
fits = threads <= 1024
factor = float(os.environ.get("FAKE_FACTOR", 1))
predictions = [{"model": "plain", "time_s": factor * size / 1000,
                "bottleneck": "size"}]
refusals = [{"model": "strict", "reason": "too small"}]
if size >= 2:
    predictions.append({"model": "strict", "time_s": size / 1e4,
                        "bottleneck": "size"})
    refusals = []
if "--without" in words and words[words.index("--without") + 1] == "each":
    predictions = [predictions[0], dict(predictions[0], without=["whole"],
                                        time_s=predictions[0]["time_s"] / 2)]
    refusals = []
access = {"space": "global", "kind": "load", "warp_executions": 10 * size,
          "sectors": 40 * size, "bank_cycles": 0}
launch = {"predictions": predictions if fits else [], "refusals": refusals,
          "arguments": [], "problems": [] if fits else ["threads: too many"],
          "accesses": [access], "assumptions": [],
          "occupancy": {"blocks_per_sm": 1 if fits else 0, "fraction": 0.5,
                        "registers_per_thread": 32, "static_shared_bytes": 0}}
kernel = {"name": "scale", "status": "modelled", "reasons": [],
          "template_arguments": [], "launches": [launch]}
json.dump({"files": [{"kernels": [kernel], "diagnostics": []}],
           "diagnostics": []}, sys.stdout)
