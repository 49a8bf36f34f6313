#!/usr/bin/env python3
"""Random kernels against an interpreter of their own.

Each seed gives a kernel of nested loops, guards, breaks, early returns and
integer arithmetic, once as CUDA source and once as Python that runs thread by
thread. Threads of a warp that reach a store in the same iteration of all loops
around it are one warp execution. Whatever kernelcast calls exact must equal the
interpreter's counts; bounded facts must contain them.

  differential.py KERNELCAST FIRST_SEED COUNT
"""
import json
import random
import subprocess
import sys
import tempfile
import os

BLOCKS, THREADS, N = 3, 48, 37


def wrap(x):
    return (x + 2**31) % 2**32 - 2**31


def quotient(a, b):
    return wrap(abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1))


def remainder(a, b):
    return a - quotient(a, b) * b


class Kernel:
    """Source lines in both languages, built side by side."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.c, self.python = [], []
        self.names = ["t", "b", "n"]
        self.mutable, self.loops, self.sites = [], 0, 0
        self.work = 1
        self.emit(0, "__global__ void k(int *out, int n) {", "def k(t, b, n, log):")
        self.emit(1, "int t = threadIdx.x, b = blockIdx.x;", "K = []")
        for name in ("v", "w"):
            c, p = self.expression(2)
            self.emit(1, f"int {name} = {c};", f"{name} = {p}")
            self.names.append(name)
            self.mutable.append(name)
        self.body(1, 6, [])
        self.emit(0, "}", "")

    def emit(self, depth, c, python):
        self.c.append("  " * depth + c)
        self.python.append("  " * depth + python)

    def expression(self, depth):
        r = self.random
        if depth == 0 or r.random() < 0.2:
            if r.random() < 0.6:
                name = r.choice(self.names)
                return name, name
            value = r.randint(0, 40)
            return str(value), str(value)
        a, pa = self.expression(depth - 1)
        kind = r.choice("+-*/%&|^<>?+*%")
        if kind in "/%":
            value = r.choice([2, 3, 4, 5, 8, 16, -3])
            name = "quotient" if kind == "/" else "remainder"
            return f"({a} {kind} {value})", f"{name}({pa}, {value})"
        if kind in "<>":
            value = r.randint(1, 5)
            return (f"({a} {kind * 2} {value})",
                    f"wrap({pa} {kind * 2} {value})")
        if kind == "*":
            value = r.randint(-3, 9)
            return f"({a} * {value})", f"wrap({pa} * {value})"
        b, pb = self.expression(depth - 1)
        if kind == "?":
            c, pc = self.condition()
            return f"({c} ? {a} : {b})", f"({pa} if {pc} else {pb})"
        return f"({a} {kind} {b})", f"wrap({pa} {kind} {pb})"

    def condition(self):
        r = self.random
        a, pa = self.expression(1)
        b, pb = self.expression(1)
        op = r.choice(["<", "<=", "==", "!=", ">", ">="])
        c, p = f"{a} {op} {b}", f"{pa} {op} {pb}"
        if r.random() < 0.25:
            d, q = self.condition()
            join = r.choice([("&&", "and"), ("||", "or")])
            return f"({c} {join[0]} {d})", f"(({p}) {join[1]} ({q}))"
        return f"({c})", f"({p})"

    def store(self, depth):
        c, p = self.expression(3)
        self.sites += 1
        self.emit(depth, f"out[({c}) & 1023] = {self.sites};",
                  f"log({len(self.c) + 1}, ({p}) & 1023, tuple(K))")

    def body(self, depth, size, loops):
        for _ in range(self.random.randint(1, size)):
            self.statement(depth, loops)

    def statement(self, depth, loops):
        r = self.random
        kind = r.choice(["store"] * 4 + ["assign"] * 2 + ["if"] * 2 +
                        ["loop"] * 3 + ["leave"])
        if depth > 5 or (kind == "loop" and (len(loops) > 2 or self.loops > 4)):
            kind = "store"
        if kind == "store":
            self.store(depth)
        elif kind == "assign":
            name = r.choice(self.mutable)
            c, p = self.expression(2)
            self.emit(depth, f"{name} = {c};", f"{name} = {p}")
        elif kind == "if":
            c, p = self.condition()
            self.emit(depth, f"if ({c}) {{", f"if {p}:")
            self.body(depth + 1, 2, loops)
            if r.random() < 0.5:
                self.emit(depth, "} else {", "else:")
                self.body(depth + 1, 2, loops)
            self.emit(depth, "}", "")
        elif kind == "leave":
            c, p = self.condition()
            how = r.choice(["break", "continue", "return"] if loops else
                           ["return"])
            if how == "continue" and not loops[-1]:
                how = "break"
            self.emit(depth, f"if ({c}) {{", f"if {p}:")
            if r.random() < 0.6:
                self.store(depth + 1)
            step = loops[-1] if how == "continue" else ""
            if step:
                self.emit(depth + 1, "", step)
            self.emit(depth + 1, how + ";", how)
            self.emit(depth, "}", "")
        else:
            self.loop(depth, loops)

    def loop(self, depth, loops):
        r = self.random
        self.loops += 1
        i = f"i{self.loops}"
        start = r.choice([("0", "0"), ("t", "t"), ("t % 4", "t % 4"),
                          ("b", "b")])
        shape = r.choice(["up", "up", "down", "double", "halve", "test at end"])
        end = r.choice([("n", "n"), ("8", "8"), ("t / 4 + 2", "t // 4 + 2"),
                        ("20", "20")])
        step = r.choice([1, 1, 2, 3, 16])
        if shape == "up":
            c = f"for (int {i} = {start[0]}; {i} < {end[0]}; {i} += {step}) {{"
            first, test, advance = start[1], f"{i} < {end[1]}", f"{i} += {step}"
        elif shape == "down":
            c = f"for (int {i} = {end[0]}; {i} >= {step}; {i} -= {step}) {{"
            first, test, advance = end[1], f"{i} >= {step}", f"{i} -= {step}"
        elif shape == "double":
            c = f"for (int {i} = 1; {i} < {end[0]}; {i} *= 2) {{"
            first, test, advance = "1", f"{i} < {end[1]}", f"{i} *= 2"
        elif shape == "halve":
            c = f"for (int {i} = {end[0]}; {i} > 0; {i} >>= 1) {{"
            first, test, advance = end[1], f"{i} > 0", f"{i} >>= 1"
        else:
            self.emit(depth, f"int {i} = {start[0]};", f"{i} = {start[1]}")
            self.emit(depth, "do {", "K.append(-1)")
            self.emit(depth, "", "while True:")
            self.emit(depth + 1, "", "K[-1] += 1")
            self.names.append(i)
            self.body(depth + 1, 3, loops + [""])
            self.names.remove(i)
            self.emit(depth + 1, f"{i} += {step};", f"{i} += {step}")
            self.emit(depth, f"}} while ({i} < {end[0]});",
                      f"  if not {i} < {end[1]}: break")
            self.emit(depth, "", "K.pop()")
            return
        self.emit(depth, "", f"{i} = {first}")
        self.emit(depth, "", "K.append(-1)")
        self.emit(depth, c, f"while {test}:")
        self.emit(depth + 1, "", "K[-1] += 1")
        self.names.append(i)
        self.body(depth + 1, 3, loops + [advance])
        self.names.remove(i)
        self.emit(depth + 1, "", advance)
        self.emit(depth, "}", "")
        self.emit(depth, "", "K.pop()")


def interpret(kernel):
    """Per source line: warp executions, lane executions, sectors."""
    scope = {"wrap": wrap, "quotient": quotient, "remainder": remainder}
    exec("\n".join(kernel.python), scope)
    executions = {}
    for b in range(BLOCKS):
        for t in range(THREADS):
            def log(line, index, key):
                executions.setdefault((line, b, t // 32, key), []).append(index)
            scope["k"](t, b, N, log)
    facts = {}
    for (line, *_), indices in executions.items():
        w, l, s = facts.get(line, (0, 0, 0))
        sectors = len({4 * i // 32 for i in indices})
        facts[line] = (w + 1, l + len(indices), s + sectors)
    return facts


def compare(tool, seed, counts):
    kernel = Kernel(seed)
    truth = interpret(kernel)
    with tempfile.NamedTemporaryFile("w", suffix=".cu", delete=False) as f:
        f.write("\n".join(kernel.c) + "\n")
    run = subprocess.run(
        [tool, "predict", f.name, "--grid", str(BLOCKS), "--block",
         str(THREADS), "--arg", f"n={N}", "--counts", "ast", "--format", "json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=120)
    os.unlink(f.name)
    if run.returncode != 0:
        return [f"exit status {run.returncode}: {run.stderr}"]
    report = json.loads(run.stdout)["files"][0]["kernels"][0]
    problems = []
    for access in report["launches"][0]["accesses"]:
        expected = truth.get(access["location"]["line"], (0, 0, 0))
        counts[access["known"]] = counts.get(access["known"], 0) + 1
        for fact, true in zip(("warp_executions", "lane_executions",
                               "sectors"), expected):
            said = access[fact]
            if access["known"] == "exact" and said != true:
                problems.append(f"line {access['location']['line']}: {fact} "
                                f"is {true}, called exactly {said}")
            bounds = access["bounds"].get(fact)
            if access["known"] == "bounded" and bounds and not (
                    bounds[0] <= true <= bounds[1]):
                problems.append(f"line {access['location']['line']}: {fact} "
                                f"is {true}, bounded by {bounds}")
    if problems:
        problems.append("\n".join(f"{i + 1:4} {line}"
                                  for i, line in enumerate(kernel.c)))
    return problems


def main():
    tool, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    counts, wrong = {}, 0
    for seed in range(first, first + count):
        problems = compare(tool, seed, counts)
        if problems:
            wrong += 1
            print(f"seed {seed}:", *problems, sep="\n  ")
    print(f"{count} kernels, {sum(counts.values())} accesses "
          f"({', '.join(f'{n} {k}' for k, n in sorted(counts.items()))}), "
          f"{wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
