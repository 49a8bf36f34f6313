"""Writes the README.md of a folder with the kernels of whole programs."""
import json
import os

from driver.readme import COUNTERS, clocks_of

TEXT = """# Programs profiled on {gpu}

{rows} launch shapes of {kernels} kernels of {programs} programs, by NVIDIA Nsight
Compute ({profiler}); compiled by nvcc ({compiler}); driver {driver}; {first}{last}.
{clocks} were not changed; what they were before and after each run stands in
device.json. The caches were emptied before each launch. The programs are other
people's, and none of their text is here.

| column | meaning |
|---|---|
| program, arguments | the program, and its command line |
| kernel, signature | the function's name alone, and as the compiler writes it |
| grid, block | blocks of the grid, threads of the block |
| static_smem_bytes, dynamic_smem_bytes | shared memory of a block, the driver's own 1 KiB left out |
| regs | registers of a thread |
| n_launches | how many launches of this shape were profiled; the figures are their medians |
| time_ms, min_ms, max_ms | time on the GPU |
{columns}"""


def write(folder, rows):
    with open(os.path.join(folder, "device.json"), encoding="utf-8") as source:
        runs = json.load(source)["runs"]
    first, last = runs[0]["started"][:10], runs[-1]["started"][:10]
    table = COUNTERS[COUNTERS.index("| inst_executed"):]
    columns = "".join(line + "\n" for line in table.splitlines()
                      if not line.startswith(("| pipe_", "| stall_")))
    text = TEXT.format(
        gpu=runs[-1]["gpu"], rows=len(rows), profiler=runs[-1]["profiler"],
        kernels=len({(r["program"], r["signature"]) for r in rows}),
        programs=len({r["program"] for r in rows}),
        compiler=runs[-1]["compiler"],
        driver=(runs[-1]["clocks_before"] or {}).get("driver_version", "unknown"),
        first=first, last="" if first == last else " to " + last,
        clocks=clocks_of(runs), columns=columns)
    with open(os.path.join(folder, "README.md"), "w",
              encoding="utf-8") as target:
        target.write(text)
