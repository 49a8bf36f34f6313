"""Adds up the time of lines: time_by_line.py JSON"""
import json
import sys


def check(holds, what):
    if not holds:
        sys.exit(f"wrong: {what}")


def near(found, expected, what, within=1e-9):
    check(abs(found - expected) <= within, f"{what}: {found}, expected {expected}")


with open(sys.argv[1], encoding="utf-8") as file:
    report = json.load(file)
kernels = {k["name"]: k for f in report["files"] for k in f["kernels"]}
for name, kernel in kernels.items():
    for launch in kernel["launches"]:
        time = launch["curves"]["time_by_line"]
        near(sum(e["share"] for e in time["lines"] + time["elsewhere"]), 1,
             f"all of {name}")
        of = {}
        for line in time["lines"]:
            near(sum(line["parts"].values()), line["share"],
                 f"line {line['line']} of {name}")
            for what, share in line["parts"].items():
                of[what] = of.get(what, 0) + share
        for other in time["elsewhere"]:
            check(other["why"], f"a reason for {other['of']} of {name}")
            of[other["of"]] = of.get(other["of"], 0) + other["share"]
        prediction = next(p for p in launch["predictions"] if p["default"])
        for part in prediction["breakdown"]:
            near(of.get(part["name"], 0), part["cycles"] / prediction["cycles"],
                 f"{part['name']} of {name}")

with open(kernels["chain"]["location"]["file"], encoding="utf-8") as file:
    source = file.read().split("\n")


def part(kernel, what, comment):
    """Of the line with a comment, its part of one of the breakdown's parts."""
    number = next(i for i, t in enumerate(source, 1) if "// " + comment in t)
    time = kernels[kernel]["launches"][0]["curves"]["time_by_line"]
    lines = [line for line in time["lines"] if line["line"] == number]
    check(len(lines) == 1, f"entries of line {number}: {lines}")
    whole = sum(line["parts"].get(what, 0) for line in time["lines"])
    check(whole > 0, f"{kernel} has {what}: {time}")
    return lines[0]["parts"].get(what, 0) / whole


near(part("streams", "DRAM bandwidth", "two loads"), 2 / 3, "two loads")
near(part("streams", "DRAM bandwidth", "one store"), 1 / 3, "one store")
near(part("banks", "shared memory", "one bank"), 32 / 33, "one bank")
near(part("banks", "shared memory", "all banks"), 1 / 33, "all banks")
# Beside the loads there are only additions for addresses: a few cycles each.
first, second = (part("chain", "latency", f"the {which} wait")
                 for which in ("first", "second"))
near(first, second, "the two waits", within=0.05)
check(first + second > 0.9, f"what waits: {first} and {second}")
