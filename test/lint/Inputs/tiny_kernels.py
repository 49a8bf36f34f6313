"""Whether the gain of tiny_kernels.cu follows from the kernel's time on the
device: 100 launches of 5 us each, or of all together.

    tiny_kernels.py LINT.json PREDICT.json
"""
import json
import sys

LAUNCHES, OVERHEAD = 100, 5e-6
lint, predict = (json.load(open(name)) for name in sys.argv[1:])
(finding,) = lint["findings"]
(launch,) = (event for file in predict["files"]
             for timeline in file["application"]["timelines"]
             if timeline["entry"] == finding["kernel"]
             for event in timeline["events"] if event["kind"] == "launch")
on_device = launch["time_s"] / LAUNCHES
for name, key, derived in (
        ("time", "time_s", LAUNCHES * OVERHEAD + on_device),
        ("fixed time", "fixed_s", max(OVERHEAD / LAUNCHES + LAUNCHES * on_device,
                                  OVERHEAD + on_device))):
    given = finding["gain"][key]
    close = abs(given - derived) <= 1e-6 * derived
    print(name, "as derived" if close else f"{given}, derived {derived}")
