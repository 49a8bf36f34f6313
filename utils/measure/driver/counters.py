"""Hardware counters through NVIDIA's Nsight Compute, where it is and works.

Each finished kernel row runs once more, unchecked in time, under `ncu`; the
program launches each job's kernel exactly once, so that the profiler's rows
come in the order of the jobs. The counters go to counters.csv, a row a kernel
row, joined by its id. The profiler runs on a few jobs at a time: what a killed
run, a job that fails or the end of the time costs is one such batch.
"""
import csv
import io
import os
import re
import shutil
import subprocess
import sys
import time

from driver.results import Table, plain

# How many jobs one run of the profiler takes.
BATCH = 24

# What a warp waits for when it cannot issue: the mean number of warps that
# wait so, over the cycles in which one issues.
STALLS = ["barrier", "branch_resolving", "dispatch_stall", "drain", "imc_miss",
          "lg_throttle", "long_scoreboard", "math_pipe_throttle", "membar",
          "mio_throttle", "no_instruction", "not_selected", "selected",
          "short_scoreboard", "sleeping", "tex_throttle", "wait"]
# Thread instructions by kind, as the assembler names them.
KINDS = ["fp16", "fp32", "fp64", "integer", "bit", "control", "conversion",
         "inter_thread_communication", "memory", "misc"]
# Warp instructions by the pipe that executes them.
PIPES = ["adu", "alu", "cbu", "fma", "fmaheavy", "fp16", "fp64", "lsu", "tex",
         "uniform", "xu"]

# Column in counters.csv -> the profiler's metric.
METRICS = {
    "inst_executed": "smsp__inst_executed.sum",
    "thread_inst_executed": "smsp__thread_inst_executed.sum",
    "global_load_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "global_load_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "global_load_hit_sectors":
        "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum",
    "global_store_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "global_store_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "global_atomic_requests":
        "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
    "global_atomic_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum",
    "global_reduction_requests":
        "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum",
    "global_reduction_sectors":
        "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum",
    "local_load_sectors": "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum",
    "local_store_sectors": "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum",
    "shared_load_wavefronts":
        "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "shared_store_wavefronts":
        "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "l1_wavefronts": "l1tex__data_pipe_lsu_wavefronts.sum",
    "l2_read_sectors": "lts__t_sectors_op_read.sum",
    "l2_write_sectors": "lts__t_sectors_op_write.sum",
    "l2_atomic_sectors": "lts__t_sectors_op_atom.sum",
    "l2_reduction_sectors": "lts__t_sectors_op_red.sum",
    "l2_read_hit_sectors": "lts__t_sectors_op_read_lookup_hit.sum",
    "dram_read_sectors": "dram__sectors_read.sum",
    "dram_write_sectors": "dram__sectors_write.sum",
    "branch_instructions": "smsp__inst_executed_op_branch.sum",
    "branch_targets_diverged": "smsp__sass_branch_targets_threads_divergent.sum",
    "warps_active_pct": "sm__warps_active.avg.pct_of_peak_sustained_active",
    "sm_cycles_elapsed": "sm__cycles_elapsed.max",
    "sm_cycles_active": "sm__cycles_active.avg",
    "issue_active_pct": "smsp__issue_active.avg.pct_of_peak_sustained_active",
    "duration_ns": "gpu__time_duration.sum",
    **{f"thread_{kind}": f"smsp__sass_thread_inst_executed_op_{kind}_pred_on.sum"
       for kind in KINDS},
    **{f"pipe_{pipe}": f"smsp__inst_executed_pipe_{pipe}.sum"
       for pipe in PIPES},
    **{f"stall_{why}": f"smsp__average_warps_issue_stalled_{why}"
       "_per_issue_active.ratio" for why in STALLS},
}


def raw_rows(text):
    """The rows of the profiler's raw CSV page, in launch order: {column: text}.
    Lines before the header, other lines and that of the units are skipped."""
    lines = text.splitlines()
    start = next((i for i, line in enumerate(lines)
                  if line.startswith('"ID"')), None)
    if start is None:
        return []
    return [row for row in csv.DictReader(io.StringIO("\n".join(lines[start:])))
            if (row.get("ID") or "").strip().isdigit()]


def number(text):
    """A number of that page, or None."""
    try:
        return float((text or "").replace(",", ""))
    except ValueError:
        return None


def parse(text):
    """The profiler's raw CSV page -> a list of {column: number} in launch
    order."""
    return [{column: number(row.get(metric))
             for column, metric in METRICS.items()} for row in raw_rows(text)]


def unknown_metrics(metrics, said):
    """Those that this device or this version does not know, as it says."""
    return sorted(m for m in metrics if re.search(
        r"(?i)failed to find metric[^\n]*\b" + re.escape(m.split(".")[0])
        + r"\b", said))


class Profiler:
    """`ncu` over a measuring program. Metrics that this device or this version
    does not know are left out from the first batch on: `unknown`."""

    def __init__(self, tool, program):
        self.tool, self.program, self.unknown = tool, program, []

    def profile(self, jobs, compiled, seconds):
        """A list of {column: number}, one a job, and "", or [] and the reason
        why there is none."""
        feed = "".join(f"{j['id']}\t{compiled[j['id']].path}\n" for j in jobs)
        while True:
            metrics = [m for m in METRICS.values() if m not in self.unknown]
            # The units are the base ones: nanoseconds, not what reads best.
            command = [self.tool, "--csv", "--page", "raw", "--print-units",
                       "base", "--clock-control", "none", "--metrics",
                       ",".join(metrics), self.program.path, "serve", "--check",
                       "--device", str(self.program.index)]
            try:
                done = subprocess.run(
                    command, input=feed, stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE, text=True, errors="replace",
                    timeout=seconds)
            except subprocess.TimeoutExpired:
                return [], f"not done within {seconds:.0f} s"
            said = done.stdout + done.stderr
            unknown = unknown_metrics(metrics, said)
            if unknown:
                self.unknown += unknown
                continue
            launches = parse(done.stdout)
            if len(launches) != len(jobs):
                return [], (f"{len(launches)} launches profiled for {len(jobs)} "
                            f"jobs: {said[-300:]}")
            return launches, ""


def collect(program, store, modules_of, jobs, minutes):
    """Runs `jobs` under the profiler, for at most `minutes` (a batch that is
    under way may take as long again); prints why there are no counters where
    there are none. Returns how many rows were added."""
    tool = shutil.which("ncu")
    if not tool or program.kind != "cuda":
        print("no counters: " + ("ncu is not on the path" if not tool else
                                 "they need a CUDA device"), file=sys.stderr)
        return 0
    deadline = time.monotonic() + minutes * 60
    table = Table(os.path.join(store.folder, "counters.csv"), ["id", *METRICS])
    known = {row["id"] for row in table.rows}
    good = {row["id"] for row in store.measurements.rows
            if row["status"] == "ok"}
    jobs = [j for j in jobs if j["id"] in good and j["id"] not in known]
    profiler, added, reason = Profiler(tool, program), 0, ""
    for begin in range(0, len(jobs), BATCH):
        left = deadline - time.monotonic()
        if left <= 0:
            break
        some = jobs[begin:begin + BATCH]
        launches, failure = profiler.profile(some, modules_of(some), left * 2)
        reason = reason or failure
        for job, values in zip(some, launches):
            table.add({"id": job["id"],
                       **{name: plain(value) for name, value in values.items()}})
            added += 1
    if reason:
        print(f"no counters for some rows: {reason}", file=sys.stderr)
    if profiler.unknown:
        print("metrics that this device does not have: "
              + ", ".join(profiler.unknown), file=sys.stderr)
    print(f"counters of {added} rows, {len(jobs) - added} rows left",
          file=sys.stderr)
    return added
