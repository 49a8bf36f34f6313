"""if_perfect.py JSON KERNEL:FACTOR:TWIN...: the time of each kernel with the
factor perfect as a multiple of its twin's; then of every kernel in JSON the
factors by which it gains something."""
import json
import sys

launches = {kernel["name"]: kernel["launches"][0]
            for file in json.load(open(sys.argv[1]))["files"]
            for kernel in file["kernels"]}


def time(name):
    return launches[name]["predictions"][0]["time_s"]


for question in sys.argv[2:]:
    kernel, factor, twin = question.split(":")
    perfect, = (entry["time_s"] for entry in launches[kernel]["if_perfect"]
                if entry["factor"] == factor)
    print("%s %s / %s = %.2f" % (kernel, factor, twin, perfect / time(twin)))
for name, launch in launches.items():
    gains = [entry["factor"] for entry in launch["if_perfect"]
             if entry["time_s"] != time(name)]
    print(name, "gains by", ", ".join(gains) or "nothing")
