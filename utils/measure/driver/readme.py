"""Writes the README.md of a results folder."""
import os

from driver.results import LAUNCH_BOUND_MS, read_rows

TEXT = """# Measured on {name}

{points} points of {kernels} validation kernels and {readings} readings of
{benchmarks} microbenchmarks, {face} face, driver {driver}, {compiler}.
{runs} run(s), the first on {first}, the last on {last}. {clocks} were not
changed; what they were before and after each run stands in
device.json.

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
{counters}
From a row to a prediction:

    utils/measure/predict {folder}/measurements.csv --row 1 --gpu NAME
"""

COUNTERS = """
`counters.csv`: hardware counters of {rows} of the points, by NVIDIA Nsight
Compute, joined to measurements.csv by `id`. One launch of each, the caches
flushed before it and no clock locked, so that its time is not comparable with
`time_ms`. Sums are over the whole GPU; an empty field is a metric that this
device does not have. A sector is 32 bytes. utils/measure/driver/counters.py has
the profiler's name of each.

| column | meaning |
|---|---|
| inst_executed, thread_inst_executed | warp instructions; the same times the threads that took part |
| global_load_requests, .._store_.., .._atomic_.., .._reduction_.. | warp instructions that access global memory; a reduction is an atomic without a result |
| global_load_sectors, .._store_.., .._atomic_.., .._reduction_.. | sectors that they touch in the L1 |
| global_load_hit_sectors | sectors of loads found in the L1; the others are asked of the L2 |
| local_load_sectors, local_store_sectors | the same of local memory: spills, arrays without constant indexes |
| shared_load_wavefronts, shared_store_wavefronts | passes over the banks of the shared memory |
| l1_wavefronts | passes over the L1's data, shared memory with it |
| l2_read_sectors, l2_write_sectors, l2_atomic_sectors, l2_reduction_sectors | sectors looked up in the L2; where it has two partitions (A100, H100, H200), an access that crosses to the other one is looked up, and counted, in both |
| l2_read_hit_sectors | of those read, the ones found |
| dram_read_sectors, dram_write_sectors | sectors between the L2 and the device memory |
| branch_instructions, branch_targets_diverged | branches; how often threads of a warp went different ways |
| warps_active_pct | resident warps in % of the most, over the cycles in which a multiprocessor has any |
| sm_cycles_elapsed, sm_cycles_active | cycles of the launch; cycles in which a multiprocessor has work, the mean |
| issue_active_pct | cycles in which a scheduler issues, in % |
| duration_ns | of the profiled launch |
| thread_KIND | thread instructions of that kind whose predicate holds; `integer` has comparisons and address arithmetic in it, `memory` all loads, stores and atomics, loads of arguments too, `control` branches, barriers and exits |
| pipe_UNIT | warp instructions by the unit that executes them: `alu` integers, logic, comparisons; `fma` single precision and integer multiplications, of which the heavy half is `fmaheavy`; `lsu` loads and stores; `xu` special functions and conversions; `adu` constant loads with an index, barriers; `cbu` branches; `uniform` once for the warp |
| stall_REASON | mean number of warps that wait so, for each cycle in which one issues; `selected` is the one that issues |
"""


def counted_rows(folder):
    """How many rows counters.csv has, packed or not; 0 without one."""
    try:
        return len(read_rows(os.path.join(folder, "counters.csv")))
    except FileNotFoundError:
        return 0


def clocks_of(runs):
    """"Clocks (multiprocessors at 1980 MHz, memory at 2619 MHz)": what was seen
    before and after the runs, the least and the most where that differs."""
    parts = []
    for name, field in (("multiprocessors", "clocks.sm"),
                        ("memory", "clocks.mem")):
        seen = [when[field].split()[0] for run in runs
                for when in (run.get("clocks_before") or {},
                             run.get("clocks_after") or {}) if field in when]
        if seen:
            both = sorted(set(seen), key=float)
            parts.append(f"{name} at "
                         + " to ".join(dict.fromkeys((both[0], both[-1])))
                         + " MHz")
    return "Clocks" + (f" ({', '.join(parts)})" if parts else "")


def write(store):
    device, runs = store.record["device"], store.record["runs"]
    rows, readings = store.measurements.rows, store.benchmarks.rows
    counted = counted_rows(store.folder)
    text = TEXT.format(
        name=device["name"], face=store.face, driver=device["driver"],
        compiler=runs[-1].get("compiler") or "the device's own compiler",
        points=len(rows), kernels=len({r["kernel"] for r in rows}),
        readings=len(readings),
        benchmarks=len({r["benchmark"] for r in readings}), runs=len(runs),
        first=runs[0]["started"], last=runs[-1]["started"],
        bound=LAUNCH_BOUND_MS, folder="FOLDER",
        clocks=clocks_of(runs),
        counters=COUNTERS.format(rows=counted) if counted else "")
    with open(os.path.join(store.folder, "README.md"), "w",
              encoding="utf-8") as target:
        target.write(text)
