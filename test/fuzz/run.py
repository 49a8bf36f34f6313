#!/usr/bin/env python3
"""Runs fuzz targets over their seeds and then on, and counts what they find.

  run.py --build BUILD [--seconds N] [--seed N] [-j N] [TARGET...]

Each target fuzzes for so many seconds; in the tests for a number of runs of its
own, however busy the machine is.
One line a target says how far it came. A finding is a crash, a sanitizer's
report, 25 s of processor time (150 s of the clock) or more than 4 GiB for one
input; it is kept under BUILD/fuzz/TARGET, with the command that repeats it. Exit
status 1 if there is one. What a target learns is kept there too, for the next run.
"""
import argparse
import concurrent.futures
import glob
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
# Where the seeds lie: our own files, each where it is used.
SEEDS = {
    "cuda": ["docs/examples/*.cu", "test/*/*.cu"],
    "opencl": ["docs/examples/*.cl", "test/*/*.cl",
               "test/oracle/regressions/*.cl"],
    "gpu-file": ["cost_models/gpus/*.yaml"],
    "compile-commands": ["test/fuzz/seeds/compile-commands/*"],
    "flags": ["test/fuzz/seeds/flags/*"],
    "options": ["test/fuzz/seeds/options/*"],
    "compiler-log": ["test/fuzz/seeds/compiler-log/*"],
    "sass-listing": ["test/fuzz/seeds/sass-listing/*"],
    "configuration": ["test/fuzz/seeds/configuration/*"],
    "contract": ["test/fuzz/seeds/contract/*"],
    "earlier-run": ["test/fuzz/seeds/earlier-run/*"],
}
# Of some seeds every k-th in the tests: those of CUDA take minutes, and the
# tests with sanitizers go over the same files.
IN_TESTS = {"cuda": 4}
# How many runs a target has in the tests after those of its seeds.
RUNS = {
    "cuda": 20,
    "opencl": 60,
    "gpu-file": 6000,
    "compile-commands": 20000,
    "flags": 20000,
    "options": 6000,
    "compiler-log": 40000,
    "sass-listing": 50000,
    "configuration": 1500,
    "contract": 50000,
    "earlier-run": 15000,
}
LIMITS = ["-timeout=150", "-rss_limit_mb=4096", "-max_len=8192",
          "-len_control=0", "-print_final_stats=1"]
# A crash of Clang's that the guard contains leaks all that Clang held.
LEAKING = ("cuda", "opencl")
# How sanitized programs run, here and in the tests. Each parse has a thread
# with a signal stack of its own (CrashGuard.h), and LLVM's allocators are half
# in its library, which does not poison.
SANITIZERS = {"ASAN_OPTIONS": "use_sigaltstack=0:allow_user_poisoning=0:"
                              "detect_stack_use_after_return=0",
              "UBSAN_OPTIONS": "print_stacktrace=1"}


class Target:
    def __init__(self, name, build, seed):
        self.name, self.seed = name, seed
        self.program = os.path.join(build, "bin", "fuzz", "fuzz-" + name)
        self.folder = os.path.join(build, "fuzz", name)
        self.log = os.path.join(self.folder, "log.txt")
        self.environment = dict(SANITIZERS)
        if name in LEAKING:
            self.environment["ASAN_OPTIONS"] += ":detect_leaks=0"

    def prepare(self, every):
        """Puts every k-th of the seeds, which lie all over the tree, into one
        folder."""
        seeds = os.path.join(self.folder, "seeds")
        shutil.rmtree(seeds, ignore_errors=True)
        for folder in ("seeds", "corpus", "findings"):
            os.makedirs(os.path.join(self.folder, folder), exist_ok=True)
        files = [f for pattern in SEEDS[self.name]
                 for f in sorted(glob.glob(os.path.join(ROOT, pattern)))]
        files = files[::every]
        for number, path in enumerate(files):
            shutil.copy(path, os.path.join(
                seeds, f"{number:03}-{os.path.basename(path)}"))
        return len(files)

    def command(self, seconds, seeds):
        runs = -1 if seconds else seeds + RUNS[self.name]
        return [self.program, *LIMITS, f"-seed={self.seed}", f"-runs={runs}",
                "-dict=" + os.path.join(HERE, "dictionaries",
                                        self.name + ".txt"),
                "-artifact_prefix=" + os.path.join(self.folder, "findings", ""),
                os.path.join(self.folder, "corpus"),
                os.path.join(self.folder, "seeds")]

    def run(self, seconds):
        """Runs all seeds, then fuzzes for so long, or as often as in the tests
        without a time. True: nothing was found."""
        seeds = self.prepare(1 if seconds else IN_TESTS.get(self.name, 1))
        process = subprocess.Popen(
            self.command(seconds, seeds), stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL, text=True, errors="replace",
            env={**os.environ, **self.environment})
        stop = threading.Timer(seconds or 0, process.send_signal,
                               [signal.SIGINT])
        with open(self.log, "w") as log:
            for line in process.stderr:
                log.write(line)
                if seconds and "\tINITED" in line:
                    stop.start()
        stop.cancel()
        return self.summary(seeds, process.wait())

    @staticmethod
    def report(text):
        """What the sanitizer or the fuzzer said, without its legend."""
        at = re.search(r"^.*(runtime error|ERROR: |Assertion).*$", text, re.M)
        lines = text[at.start() if at else 0:].splitlines()
        return "  " + "\n  ".join(lines[:40] if at else lines[-40:])

    def summary(self, seeds, status):
        with open(self.log, errors="replace") as log:
            text = log.read()
        coverage = [int(n) for n in re.findall(r"\bcov: (\d+)", text)]
        inited = re.search(r"\tINITED +cov: (\d+)", text)
        runs = re.search(r"stat::number_of_executed_units: *(\d+)", text)
        # 72: stopped by us.
        found = status not in (0, 72) or not inited or not runs
        contained = text.count("contained: a crash of Clang")
        print(f"fuzz-{self.name}: {seeds} seeds, "
              f"{runs[1] if runs else 0} runs, coverage "
              f"{inited[1] if inited else 0} to {max(coverage, default=0)}, "
              + (f"{contained} crashes of Clang contained, "
                 if contained else "") + f"{int(found)} findings", flush=True)
        if found:
            print(self.report(text))
            for path in re.findall(r"Test unit written to (\S+)", text):
                settings = " ".join(f"{name}={value}" for name, value
                                    in self.environment.items())
                print(f"  repeat: {settings} {self.program} {path}",
                      flush=True)
        return not found


def run_targets(build, seconds, names=(), seed=1, jobs=2):
    """Runs the targets named, or all, for so many seconds each or, without, as
    often as in the tests; returns how many found nothing and how many
    something."""
    print(f"fuzzing: seed {seed}, "
          + (f"{seconds:g} s a target" if seconds
             else "a fixed number of runs a target"), flush=True)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        results = list(pool.map(
            lambda name: Target(name, build, seed).run(seconds),
            names or SEEDS))
    print(f"fuzz: {results.count(True)} passed, {results.count(False)} failed")
    return results.count(True), results.count(False)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--build", required=True)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int,
                        default=random.SystemRandom().randrange(1, 2**31),
                        help="default: another every time")
    parser.add_argument("-j", dest="jobs", type=int, default=2)
    parser.add_argument("targets", nargs="*", metavar="TARGET",
                        help=", ".join(SEEDS) + "; default: all")
    options = parser.parse_args()
    unknown = set(options.targets) - set(SEEDS)
    if unknown:
        parser.error(f"no target '{min(unknown)}'; there are "
                     + ", ".join(SEEDS))
    _, failed = run_targets(options.build, options.seconds, options.targets,
                            options.seed, options.jobs)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
