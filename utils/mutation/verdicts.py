"""Which changes the tests notice.

First every test runs once without a change and records which functions with
changes it runs. Then each change meets the tests that reach it, those that
reach few changes first: they look at what was changed. The first that fails
ends it. A test that does not end counts as failed.
"""
import concurrent.futures
import hashlib
import json
import os
import resource
import signal
import subprocess
import sys
import time

LIT = "/usr/lib/llvm-19/build/utils/lit/lit.py"
# These run no kernelcast of this build, or look at the sources' form.
LEFT_OUT = ("measure/", "style/", "library/", "validation/")
# Long ones of one kind: asked only of what nothing else has noticed.
LATE = ("oracle/collection", "oracle/random", "oracle/formulas", "corpus/",
        "bad-input/large", "predict/timing", "random/")
MEMORY = 8 << 30
CHUNKS = (12, 60, 10000)


def _limit():
    os.setsid()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def run(command, environment, seconds):
    """(exit status, output), or (None, "") if it did not end in time."""
    process = subprocess.Popen(
        command, env={**os.environ, **environment}, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, errors="replace",
        preexec_fn=_limit)
    try:
        output, _ = process.communicate(timeout=seconds)
        return process.returncode, output
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return None, ""


class Tests:
    """The tests of a Program: names of unit programs and lit files."""

    def __init__(self, program, folder, say):
        self.program, self.folder, self.say = program, folder, say
        self.reach, self.seconds = {}, {}

    def names(self):
        units = os.path.join(self.program.build_folder, "bin", "tests")
        found = [os.path.join(units, n) for n in sorted(os.listdir(units))
                 if n.startswith("unit-")]
        listed = subprocess.run(
            [sys.executable, LIT, "--show-tests", "--param",
             "build=" + self.program.build_folder,
             os.path.join(self.program.tree, "test")],
            stdout=subprocess.PIPE, text=True).stdout
        for line in listed.splitlines():
            if " :: " in line:
                name = line.split(" :: ")[1].strip()
                if not name.startswith(LEFT_OUT):
                    found.append(os.path.join(self.program.tree, "test", name))
        return found

    def _command(self, names):
        if len(names) == 1 and os.path.basename(names[0]).startswith("unit-"):
            return [names[0], "--gtest_brief=1", "--gtest_fail_fast"]
        return [sys.executable, LIT, "-q", "-j1", "--max-failures=1", "--param",
                "build=" + self.program.build_folder, *names]

    def _ask(self, names, environment, seconds, worker):
        output = os.path.join(self.folder, f"output-{worker}")
        os.makedirs(output, exist_ok=True)
        return run(self._command(names),
                   {**environment, "MUTATION_OUTPUT": output}, seconds)

    def record(self, jobs):
        """Runs every test without a change; one that fails so is left out."""
        path = os.path.join(self.folder, "reach.json")
        if os.path.exists(path):
            with open(path, encoding="utf-8") as source:
                self.reach, self.seconds = json.load(source)
            return
        names = self.names()

        def one(item):
            index, name = item
            log = os.path.join(self.folder, "reached-" + hashlib.sha256(
                name.encode()).hexdigest()[:16])
            open(log, "w").close()
            start = time.monotonic()
            status, output = self._ask([name], {"KERNELCAST_REACHED": log}, 900,
                                       index % 1000)
            with open(log) as source:
                reached = sorted({int(n) for n in source.read().split()})
            os.unlink(log)
            return name, status, output, time.monotonic() - start, reached

        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            for name, status, output, took, reached in pool.map(
                    one, enumerate(names)):
                if status != 0:
                    self.say(f"{name} fails without a change: left out\n"
                             + output[-500:])
                    continue
                self.reach[name], self.seconds[name] = reached, took
        with open(path, "w", encoding="utf-8") as target:
            json.dump([self.reach, self.seconds], target)

    def notice(self, number, worker, late):
        """(who noticed the change or "", how many tests reach it)."""
        names = sorted((n for n, r in self.reach.items() if number in r),
                       key=lambda n: (len(self.reach[n]), self.seconds[n]))
        is_late = [any("/test/" + w in n for w in LATE) for n in names]
        early = [n for n, slow in zip(names, is_late) if not slow]
        last = [n for n, slow in zip(names, is_late) if slow]
        units = [n for n in early if os.path.basename(n).startswith("unit-")]
        rest = [n for n in early if n not in units]
        groups = [[n] for n in units]
        for size in CHUNKS:
            if rest[:size]:
                groups.append(rest[:size])
            rest = rest[size:]
        if late:
            groups += [[n] for n in last]
        environment = {"KERNELCAST_MUTANT": str(number)}
        for group in groups:
            usual = sum(self.seconds[n] for n in group)
            status, output = self._ask(group, environment, usual * 5 + 60, worker)
            if status is None:
                return "does not end: " + _short(group[0]), len(names)
            if status != 0:
                failed = [line.split(" :: ")[1].split()[0]
                          for line in output.splitlines()
                          if line.startswith(("FAIL:", "UNRESOLVED:", "TIMEOUT:"))]
                return failed[0] if failed else _short(group[0]), len(names)
        return "", len(names)


def _short(name):
    return name.split("/test/")[-1] if "/test/" in name else os.path.basename(name)
