"""Writes the README.md of a results folder."""
import os

from driver.results import LAUNCH_BOUND_MS

TEXT = """# Measured on {name}

{points} points of {kernels} validation kernels and {readings} readings of
{benchmarks} microbenchmarks, {face} face, driver {driver}, {compiler}.
{runs} run(s), the first on {first}, the last on {last}. Clocks were not
changed; what they were before and after each run stands in device.json.

`measurements.csv`: one row a kernel, size and block shape. Every row with
status `ok` was compared with a reference on the processor, on random data,
before it was timed; `wrong`, `failed`, `crashed` and `timed out` say in
`message` what happened, `unsupported` that the device is too small for it.

| column | meaning |
|---|---|
| kernel, source | the function, and its file below utils/measure |
| defines, parameters | what it was compiled with; the case's point |
| space | the tuning space that the row belongs to, else empty |
| grid_x..block_z | blocks of the grid, threads of the block |
| dynamic_smem_bytes, static_smem_bytes | shared memory of a block |
| regs, local_bytes_per_thread | from the compiler; empty where it does not say |
| arguments | every scalar argument; OpenCL: the bytes of __local pointers too |
| buffer_bytes | the bytes behind every pointer argument |
| time_ms, min_ms, max_ms, n_runs | a launch between two device events, caches as the launch before left them: median, extremes, runs |
| cold_ms, n_cold_runs | the same after the last-level cache was overwritten |
| batch_ms | a launch's share of many back to back |
| useful_bytes, useful_operations | each input and output once; floating-point operations |
| flags | `launch_bound`: below {bound} ms |

`microbenchmarks.csv`: one row a reading: its setting, median and extremes of
the samples, unit, and `check`, which is `ok` or says what casts doubt on it.

From a row to a prediction:

    utils/measure/predict {folder}/measurements.csv --row 1 --gpu NAME
"""


def write(store):
    device, runs = store.record["device"], store.record["runs"]
    rows, readings = store.measurements.rows, store.benchmarks.rows
    text = TEXT.format(
        name=device["name"], face=store.face, driver=device["driver"],
        compiler=runs[-1].get("compiler") or "the device's own compiler",
        points=len(rows), kernels=len({r["kernel"] for r in rows}),
        readings=len(readings),
        benchmarks=len({r["benchmark"] for r in readings}), runs=len(runs),
        first=runs[0]["started"], last=runs[-1]["started"],
        bound=LAUNCH_BOUND_MS, folder="FOLDER")
    with open(os.path.join(store.folder, "README.md"), "w",
              encoding="utf-8") as target:
        target.write(text)
