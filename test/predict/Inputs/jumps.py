"""Jumps of a thread of each kernel, the mean over the launch."""
import json
import sys

for kernel in json.load(sys.stdin)["files"][0]["kernels"]:
    launch = kernel["launches"][0]
    threads = 1
    for size in launch["grid"] + launch["block"]:
        threads *= size
    jumps = launch["instructions"]["threads"]["branch"] / threads
    print(f"{kernel['name']}: {jumps:g} jumps")
