"""The files of a benchmark collection, and one run of kernelcast on each.

What utils/corpus and utils/check-predictions share. A file's compiler flags are
those of the collection's own build: `make -n` in the nearest folder with a
Makefile prints the compile commands, of which -D, -I, -include, -std,
-maxrregcount and -use_fast_math matter here.
"""
import concurrent.futures
import json
import os
import re
import shlex
import subprocess
import sys
import time

# What the programs' host code passes to clBuildProgram, and how each program
# is laid out. Key: a part of the path. The host source named is where it says.
OPENCL_FLAGS = {
    "opencl/nw/": ["-DBLOCK_SIZE=16"],  # nw.c: BLOCK_SIZE
    "opencl/lud/": ["-DBLOCK_SIZE=16"],  # ocl/lud.cpp: BLOCK_SIZE
    "opencl/hotspot/": ["-DBLOCK_SIZE=16"],  # hotspot.h: BLOCK_SIZE
    # common.h; kernel/kernel_gpu_opencl_wrapper.c and _wrapper_2.c
    "opencl/b+tree/": ["-DDEFAULT_ORDER=256", "-DDEFAULT_ORDER_2=256", "-I.."],
    # kernel/kernel_gpu_opencl_wrapper.c: -I. from the program's folder
    "opencl/heartwall/": ["-I.."],
    "opencl/srad/": ["-I.."],
    "opencl/lavaMD/": ["-I.."],
}

# Folders of a collection that its .cu files do not build from.
LEFT_OUT = {
    "hecbench": lambda path: not re.search(r"/src/[^/]*-cuda/", path),
}

TAKES_VALUE = ("-D", "-I", "-U", "-include", "-isystem")
WANTED = re.compile(r"^(-D.|-I.|-U.|-isystem.|--?std=|-maxrregcount|"
                    r"--?use_fast_math|--expt-)")


def useful_flags(command):
    """The flags of one compile command that a parser needs."""
    try:
        words = shlex.split(command)
    except ValueError:
        words = command.split()
    flags, i = [], 0
    while i < len(words):
        word = words[i]
        if word in TAKES_VALUE and i + 1 < len(words):
            flags += [word, words[i + 1]]
            i += 1
        elif WANTED.match(word):
            flags.append(word)
        i += 1
    return flags


class MakeFlags:
    """Compiler flags by asking make what it would do; one answer a folder."""

    def __init__(self, root):
        self.root = os.path.abspath(root)
        self.commands = {}

    def makefile_folder(self, folder):
        """The nearest folder with a Makefile from \\p folder upwards."""
        while folder.startswith(self.root + os.sep):
            if any(os.path.exists(os.path.join(folder, name))
                   for name in ("Makefile", "makefile", "GNUmakefile")):
                return folder
            folder = os.path.dirname(folder)
        return None

    def commands_of(self, folder):
        if folder in self.commands:
            return self.commands[folder]
        try:
            run = subprocess.run(
                ["make", "-n", "-B", "-k"], cwd=folder, text=True, timeout=30,
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                stdin=subprocess.DEVNULL, errors="replace")
            lines = run.stdout.replace("\\\n", " ").splitlines()
        except (OSError, subprocess.TimeoutExpired):
            lines = []
        found = [line for line in lines
                 if "nvcc" in line or re.search(r"\.cu\b|\.c[cp]*\b", line)]
        self.commands[folder] = found
        return found

    def flags(self, path):
        """(folder in which the flags hold, flags) of the file at \\p path."""
        own = os.path.dirname(path)
        folder = self.makefile_folder(own)
        if not folder:
            return own, []
        commands = self.commands_of(folder)
        name = os.path.basename(path)
        mine = [c for c in commands
                if re.search(r"(^|[\s/'\"])" + re.escape(name) + r"($|[\s'\"])", c)]
        # A fragment has no command of its own; those of its folder stand in.
        for command in mine[:1] or [c for c in commands if "nvcc" in c][:1]:
            return folder, useful_flags(command)
        return folder, []


def flags_of(path, options, make):
    """(working folder, flags after --) for one file."""
    folder = os.path.dirname(path)
    if options.opencl:
        for part, flags in OPENCL_FLAGS.items():
            if part in path:
                return folder, flags
        return folder, []
    where, flags = make.flags(path) if options.makefiles else (folder, [])
    extra = [folder, os.path.dirname(folder)]
    if options.kind == "cuda-samples":
        extra.append(os.path.join(options.root, "Common"))
    return where, flags + ["-I" + f for f in extra]


def source_files(options):
    ending = ".cl" if options.opencl else ".cu"
    skip = LEFT_OUT.get(options.kind, lambda path: False)
    found = []
    for folder, _, names in os.walk(options.root):
        for name in names:
            path = os.path.join(folder, name)
            if name.endswith(ending) and not skip(path):
                found.append(path)
    return sorted(f for f in found if not options.only or options.only in f)


def analyse(path, options, make):
    """One process: the file's outcome with the JSON report, if any."""
    where, flags = flags_of(path, options, make)
    # The other cores have files of their own, and the seconds are compared.
    command = [options.tool, "predict", path, "--format", "json", "--timing",
               "-j1", *options.option, "--", *flags]
    start = time.monotonic()
    outcome = {"path": path, "command": command, "folder": where}
    try:
        run = subprocess.run(command, cwd=where, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             timeout=options.timeout)
    except subprocess.TimeoutExpired:
        return outcome | {"end": "hang", "seconds": time.monotonic() - start}
    outcome |= {"seconds": time.monotonic() - start, "status": run.returncode,
                "messages": run.stderr.decode(errors="replace")[-4000:]}
    if run.returncode < 0 or re.search(
            "internal error|Clang crashed|Assertion .* failed",
            outcome["messages"]):
        return outcome | {"end": "crash"}
    try:
        outcome["report"] = json.loads(run.stdout)
    except ValueError:
        return outcome | {"end": "no report"}
    return outcome | {"end": "done"}


def in_parallel(function, files, options, make):
    """(results in the order of files, wall seconds)."""
    start = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        futures = [pool.submit(function, f, options, make) for f in files]
        results = []
        for done, future in enumerate(futures, 1):
            results.append(future.result())
            if sys.stderr.isatty():
                print(f"\r[{done}/{len(files)}]", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    return results, time.monotonic() - start


def add_options(parser):
    """Which collection, which of its files, and how to run the tool."""
    parser.add_argument("--tool", required=True, help="the kernelcast program")
    parser.add_argument("--kind", required=True,
                        choices=["hecbench", "rodinia", "polybench",
                                 "cuda-samples", "plain"])
    parser.add_argument("--root", required=True, help="folder of the collection")
    parser.add_argument("--opencl", action="store_true", help=".cl, not .cu")
    parser.add_argument("-j", type=int, default=2, help="processes at a time")
    parser.add_argument("--timeout", type=float, default=60, metavar="SECONDS")
    parser.add_argument("--only", metavar="TEXT", help="paths with this text")
    parser.add_argument("--option", action="append", default=[],
                        help="more options of predict (repeatable)")
    parser.add_argument("--no-makefiles", dest="makefiles",
                        action="store_false", help="without the Makefiles' -D")


def files_and_flags(options):
    """(files, MakeFlags that has already asked make for all of them)."""
    options.root = os.path.abspath(options.root)
    options.tool = os.path.abspath(options.tool)
    files = source_files(options)
    if not files:
        sys.exit(f"{os.path.basename(sys.argv[0])}: no files under {options.root}")
    make = MakeFlags(options.root)
    if not options.opencl and options.makefiles:
        for path in files:  # asked once, before the clock starts
            make.flags(path)
    return files, make
