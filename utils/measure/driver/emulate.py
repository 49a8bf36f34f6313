#!/usr/bin/env python3
"""Compiles a CUDA source for the processor, to check its results there:

    driver/emulate.py [--compiler C++] [-D...] [-I...] -o MODULE.so SOURCE.cu

The source is preprocessed with host/cuda_on_cpu.h before it; then the three
words that are no macros are replaced (see that header), and a table of the
kernels is put behind. Line numbers stay those of the source.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
HEADER = os.path.join(HERE, "host", "cuda_on_cpu.h")
TABLE = os.path.join(HERE, "host", "cuda_on_cpu", "table.h")

# `extern __shared__ [qualifiers and type] name[] [further dimensions];`
DYNAMIC = re.compile(
    r"\bextern\s+(volatile\s+)?__shared__\s+([^;(){}=\[\]]*?"
    r"(?:__attribute__\s*\(\(.*?\)\)[^;(){}=\[\]]*?)?)"
    r"\b(\w+)\s*\[\s*\]((?:\s*\[[^\]]*\])*)\s*;")
# The module's static shared memory lies together, so that the runner can
# spoil it between blocks.
STATIC = 'static __attribute__((section("measure_shared")))'


class Failure(Exception):
    """The compiler's complaint."""


def host_compiler():
    """The compiler for emulated modules: clang reads CUDA's habits best."""
    for name in ("clang++-19", "clang++", "g++"):
        if shutil.which(name):
            return name
    raise Failure("no C++ compiler for the emulated kernels")


def sources():
    """The files of ours that a module depends on."""
    folder = os.path.join(HERE, "host", "cuda_on_cpu")
    return [os.path.abspath(__file__), HEADER] + sorted(
        os.path.join(folder, name) for name in os.listdir(folder))


def closing(text, begin):
    """The place behind the parenthesis that closes the one at `begin`."""
    depth = 0
    for place in range(begin, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if depth == 0:
            return place + 1
    raise Failure("a parenthesis is not closed")


def kernels(text):
    """{name: launch bound or "0"} of the kernels in preprocessed text."""
    found = {}
    for start in re.finditer(r"\b__global__\b", text):
        place, bound = start.end(), "0"
        while word := re.compile(r"\s*(\w+)\s*").match(text, place):
            place = word.end()
            if text[place:place + 1] != "(":
                continue
            end = closing(text, place)
            if word[1] == "__launch_bounds__":
                # The first of its arguments is the most threads of a block.
                inside = text[place + 1:end - 1]
                depth = comma = 0
                for comma, letter in enumerate(inside):
                    depth += {"(": 1, ")": -1}.get(letter, 0)
                    if letter == "," and depth == 0:
                        break
                else:
                    comma = len(inside)
                bound = inside[:comma]
            elif word[1] != "__attribute__":
                if found.get(word[1], "0") == "0":
                    found[word[1]] = bound
                break
            place = end
    return found


def translate(text):
    """C++ from a preprocessed CUDA source."""
    table = "".join(f"MEASURE_KERNEL({name}, ({bound}))\n"
                    for name, bound in sorted(kernels(text).items()))

    def pointer(found):
        qualifier, kind, name, rest = found.groups()
        kind = (qualifier or "") + kind
        return (f"static {kind} (*&{name}){rest} = reinterpret_cast<"
                f"{kind} (*&){rest}>(measure_dynamic_shared);")

    text = DYNAMIC.sub(pointer, text)
    text = re.sub(r"\b(static\s+)?__shared__\b", STATIC, text)
    text = re.sub(r"\b__global__\b", "", text)
    while bounds := re.search(r"\b__launch_bounds__\s*(?=\()", text):
        # Lines are kept: the arguments may span some.
        end = closing(text, bounds.end())
        text = (text[:bounds.start()] +
                "\n" * text.count("\n", bounds.start(), end) + text[end:])
    return (f"{text}\nMEASURE_MODULE_BEGIN\n{table}MEASURE_MODULE_END\n")


def compile_module(path, flags, output, compiler=None):
    """Writes the module of a source; Failure if it does not compile."""
    compiler = compiler or host_compiler()

    def call(arguments, text=None):
        done = subprocess.run([compiler] + arguments, input=text, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode != 0:
            raise Failure(done.stderr)
        return done.stdout

    common = ["-x", "c++", "-std=gnu++17", "-w"]
    # A source that includes cuda_runtime.h and the like has it already.
    text = call(common + ["-E", "-include", HEADER] + flags + [path])
    text = translate(text)
    # The line markers of the first pass keep every message at its place.
    call(common + ["-O1", "-fPIC", "-shared", "-fvisibility=hidden",
                   "-fno-strict-aliasing", "-ffp-contract=off",
                   "-include", TABLE, "-o", output, "-"], text)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", metavar="C++")
    parser.add_argument("-o", required=True, dest="output", metavar="MODULE.so")
    parser.add_argument("source")
    options, flags = parser.parse_known_args()
    try:
        compile_module(options.source, flags, options.output, options.compiler)
    except Failure as reason:
        sys.stderr.write(str(reason))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
