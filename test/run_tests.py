#!/usr/bin/env python3
"""Builds and runs every test, and closes with the time of each part and one
line that counts all: "N passed, N failed". Exit status 1 if any failed or none
ran.

  run_tests.py             once as users build it, once with sanitizers
  run_tests.py FILTER      the first only, and what matches FILTER
  run_tests.py --sanitize  the second only, and the fuzz targets

utils/test installs what that needs first.
"""
import argparse
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile
import time

import fuzz.run

LIT = "/usr/lib/llvm-19/build/utils/lit/lit.py"
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CORES = os.cpu_count() or 2
# Not repeated with sanitizers: what runs other programs than kernelcast, or
# links them with it, and what is long and of one kind or measures time.
NOT_SANITIZED = ("measure/|validation/|style/|corpus/|library/|c-interface/|"
                 "predict/timing|bad-input/(large|bombs)|"
                 "lint/jobs|oracle/(collection|compiled|random|formulas)")


def build(option):
    subprocess.run([os.path.join(ROOT, "utils", "build"), option], check=True)
    return 0, 0


def unit_test(program):
    """(passed, failed, what to print) of one unit-* program."""
    name = os.path.basename(program)
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        run = subprocess.run(
            [program, "--gtest_output=json:" + out.name, "--gtest_brief=1"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            errors="replace")
        try:
            result = json.load(open(out.name))
            failed = result["failures"] + result.get("errors", 0)
            passed = result["tests"] - result.get("disabled", 0) - failed
        except (ValueError, KeyError):
            passed, failed = 0, 1
    text = ""
    if run.returncode != 0:
        failed = max(failed, 1)
        text = run.stdout[-20000:] + "\n"
    return passed, failed, text + f"{name}: {passed} passed, {failed} failed"


def unit_tests(folder, only=""):
    """Every unit-* program whose name contains \\p only, on all cores."""
    folder = os.path.join(folder, "bin", "tests")
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    programs = [os.path.join(folder, name) for name in names
                if name.startswith("unit-") and only in name]
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(CORES) as pool:
        for p, f, text in pool.map(unit_test, programs):
            passed, failed = passed + p, failed + f
            print(text, flush=True)
    return passed, failed


def lit_tests(folder, only="", without=""):
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        command = [sys.executable, LIT, "-s", "-v", "--no-progress-bar",
                   f"-j{CORES}", "--output", out.name,
                   "--param", "build=" + folder, os.path.join(ROOT, "test")]
        if only:
            command += ["--filter", only, "--allow-empty-runs"]
        if without:
            command += ["--filter-out", without]
        subprocess.run(command)
        try:
            tests = json.load(open(out.name))["tests"]
        except (ValueError, KeyError):
            return 0, 1
    passed = sum(t["code"] in ("PASS", "XFAIL") for t in tests)
    failed = sum(t["code"] in ("FAIL", "XPASS", "UNRESOLVED", "TIMEOUT")
                 for t in tests)
    print(f"lit: {passed} passed, {failed} failed", flush=True)
    return passed, failed


def parts(options):
    """(name, function that returns how many passed and failed) of each part."""
    release = os.path.abspath(
        os.environ.get("KERNELCAST_BUILD") or os.path.join(ROOT, "build"))
    sanitized = release + "-sanitize"
    if not options.sanitize:
        only = options.filter
        yield "build", lambda: build("--tests")
        yield "unit tests", lambda: unit_tests(release, only)
        yield "lit tests", lambda: lit_tests(release, only)
    if not options.filter:
        yield "build with sanitizers", lambda: build("--sanitize")
        os.environ.update(fuzz.run.SANITIZERS)
        yield "sanitized unit tests", lambda: unit_tests(sanitized)
        yield "sanitized lit tests", lambda: lit_tests(sanitized, "",
                                                       NOT_SANITIZED)
        yield "fuzz targets", lambda: fuzz.run.run_targets(
            sanitized, seconds=None, jobs=CORES)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sanitize", action="store_true")
    parser.add_argument("filter", nargs="?", default="")
    options = parser.parse_args()
    passed = failed = 0
    times = []
    for name, run in parts(options):
        print(f"{name}:", flush=True)
        start = time.monotonic()
        try:
            p, f = run()
        except subprocess.CalledProcessError:
            sys.exit(f"{name}: failed")
        passed, failed = passed + p, failed + f
        times.append((name, time.monotonic() - start))
    for name, seconds in [*times, ("all", sum(s for _, s in times))]:
        print(f"{name:<24}{int(seconds) // 60:3}:{int(seconds) % 60:02}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
