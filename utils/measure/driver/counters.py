"""Hardware counters through NVIDIA's Nsight Compute, where it is and works.

Each finished kernel row runs once more, unchecked in time, under `ncu`; the
program launches each job's kernel exactly once, so that the profiler's rows
come in the order of the jobs. The counters go to counters.csv, a row a kernel
row, joined by its id.
"""
import csv
import io
import os
import shutil
import subprocess
import sys

# Column in counters.csv -> the profiler's metric.
METRICS = {
    "inst_executed": "smsp__inst_executed.sum",
    "thread_inst_executed": "smsp__thread_inst_executed.sum",
    "global_load_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "global_load_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "global_store_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "global_store_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "local_load_sectors": "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum",
    "local_store_sectors": "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum",
    "shared_load_wavefronts":
        "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "shared_store_wavefronts":
        "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "l2_read_sectors": "lts__t_sectors_op_read.sum",
    "l2_write_sectors": "lts__t_sectors_op_write.sum",
    "dram_read_sectors": "dram__sectors_read.sum",
    "dram_write_sectors": "dram__sectors_write.sum",
    "branch_targets_diverged": "smsp__sass_branch_targets_threads_divergent.sum",
    "warps_active_pct": "sm__warps_active.avg.pct_of_peak_sustained_active",
    "sm_cycles_elapsed": "sm__cycles_elapsed.max",
}


def parse(text):
    """The profiler's raw CSV page -> a list of {metric: number} in launch
    order. Lines before the header and the line of units are skipped."""
    lines = text.splitlines()
    start = next((i for i, line in enumerate(lines)
                  if line.startswith('"ID"')), None)
    if start is None:
        return []
    rows = list(csv.DictReader(io.StringIO("\n".join(lines[start:]))))
    launches = []
    for row in rows:
        if not (row.get("ID") or "").strip():
            continue  # the units
        values = {}
        for column, metric in METRICS.items():
            try:
                values[column] = float((row.get(metric) or "").replace(",", ""))
            except ValueError:
                values[column] = None
        launches.append(values)
    return launches


def collect(program, store, modules_of, jobs):
    """Runs `jobs` under the profiler; returns how many rows were added, or
    prints why there are none."""
    tool = shutil.which("ncu")
    if not tool or program.kind != "cuda":
        print("no counters: " + ("ncu is not on the path" if not tool else
                                 "they need a CUDA device"), file=sys.stderr)
        return 0
    path = os.path.join(store.folder, "counters.csv")
    known = set()
    if os.path.exists(path):
        with open(path, newline="", encoding="utf-8") as source:
            known = {row["id"] for row in csv.DictReader(source)}
    good = {row["id"] for row in store.measurements.rows
            if row["status"] == "ok"}
    jobs = [j for j in jobs if j["id"] in good and j["id"] not in known]
    if not jobs:
        return 0
    compiled = modules_of(jobs)
    feed = "".join(f"{j['id']}\t{compiled[j['id']].path}\n" for j in jobs)
    command = [tool, "--csv", "--page", "raw", "--clock-control", "none",
               "--metrics", ",".join(METRICS.values()), program.path, "serve",
               "--check", "--device", str(program.index)]
    done = subprocess.run(command, input=feed, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, errors="replace")
    launches = parse(done.stdout)
    if len(launches) != len(jobs):
        print(f"no counters: {len(launches)} launches profiled for "
              f"{len(jobs)} jobs: {(done.stderr or done.stdout)[-300:]}",
              file=sys.stderr)
        return 0
    fresh = not known
    with open(path, "a", newline="", encoding="utf-8") as target:
        writer = csv.DictWriter(target, ["id", *METRICS], lineterminator="\n")
        if fresh:
            writer.writeheader()
        for job, values in zip(jobs, launches):
            writer.writerow({"id": job["id"], **values})
    return len(jobs)
