"""threads.py FILE.json: what the threads of each kernel's first launch execute,
a line a kernel."""
import json
import sys

SHOWN = ("fp32", "load_global", "store_global", "branch", "atomic")
for file in json.load(open(sys.argv[1]))["files"]:
    for kernel in file["kernels"]:
        counts = kernel["launches"][0]["instructions"]["threads"]
        print(f"{kernel['name']}: " +
              ", ".join(f"{name} {counts[name]:g}" for name in SHOWN))
