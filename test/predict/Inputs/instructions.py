"""instructions.py FILE.json [--accesses]: instructions of each kernel's first
launch, a line a kernel; or its accesses, as they are."""
import json
import sys

SHOWN = ("fp32", "load_global", "store_global", "branch")
for file in json.load(open(sys.argv[1]))["files"]:
    for kernel in file["kernels"]:
        launch = kernel["launches"][0]
        if "--accesses" in sys.argv:
            print(kernel["name"], json.dumps(launch["accesses"], indent=1))
            continue
        counts = launch["instructions"]["per_warp"]
        print(f"{kernel['name']}: {launch['instructions']['source']}, " +
              ", ".join(f"{name} {counts[name]:g}" for name in SHOWN))
