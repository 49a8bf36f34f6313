"""Compiles both faces of every kernel without a device, to see that they do:

  ptx     CUDA to PTX by clang and kernelcast's own prelude, without an SDK
  cubin   CUDA by nvcc, where there is one, for the oldest GPU it still knows
  opencl  OpenCL C 1.2 to LLVM code by clang
"""
import glob
import json
import os
import re
import shutil
import subprocess
import tempfile

from driver.programs import HERE, Failure, find_nvcc

PRELUDE = os.path.join(os.path.dirname(os.path.dirname(HERE)), "analysis",
                       "frontend", "prelude")

# What compiled device code may call and not define: the mathematical library
# that comes with the SDK, and what the driver provides.
EXPECTED = re.compile(r"__nv_\w+|vprintf|malloc|free|__assertfail")


class Compiled:
    """One face compiled: `error` is empty or why it was not, `calls` the
    functions that the code calls and does not define."""

    def __init__(self, kind, source, options, error="", calls=()):
        self.kind, self.source, self.options = kind, source, options
        self.error, self.calls = error, sorted(calls)


def find_clang():
    """The clang with which the faces are compiled."""
    for name in ("clang-19", "clang"):
        if shutil.which(name):
            return name
    raise Failure("no clang to compile the kernels with")


def sources(program, levels):
    """What there is to compile for some levels of a plan: {"source",
    "options", "cuda", "opencl"}, distinct; the last two hold the names of the
    kernels that each face must have, or None without that face. Needs no
    device."""
    found = {}
    for level in levels:
        done = subprocess.run([program, "plan", level], check=True,
                              stdout=subprocess.PIPE, text=True)
        for line in done.stdout.splitlines():
            job = json.loads(line)
            if not job["source"]:
                continue
            one = found.setdefault(
                (job["source"], job["options"]),
                {"source": job["source"], "options": job["options"],
                 "cuda": None, "opencl": None})
            for face in ("cuda", "opencl"):
                if job[face]:
                    names = one[face] = one[face] or set()
                    if job["id"].startswith("case:"):
                        names.add(job["id"].split(":")[1])
    return [one for _, one in sorted(found.items())]


def run(command):
    """(standard output, error text or "")"""
    done = subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, errors="replace")
    if done.returncode == 0:
        return done.stdout, ""
    lines = [l for l in done.stderr.splitlines() if l.strip()]
    return "", "\n".join(lines[:4]) or f"exit status {done.returncode}"


class Faces:
    """Compiles faces; use as a context, which holds the files it needs."""

    def __init__(self, clang, with_nvcc):
        self.clang = clang
        self.nvcc = find_nvcc() if with_nvcc else None
        self.architecture = self.nvcc and oldest_architecture(self.nvcc)

    def __enter__(self):
        # pylint: disable=consider-using-with
        self.folder = tempfile.TemporaryDirectory()
        # Headers that the prelude lists: empty, or `name = what it includes`.
        with open(os.path.join(PRELUDE, "other_headers.txt"),
                  encoding="utf-8") as lines:
            for line in lines.read().splitlines():
                name, _, included = line.partition(" = ")
                path = os.path.join(self.folder.name, "empty", name)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "w", encoding="utf-8") as header:
                    if included:
                        header.write(f"#include <{included}>\n")
        return self

    def __exit__(self, *_):
        self.folder.cleanup()

    def kinds(self, job):
        """What a job's source is compiled to here."""
        faces = []
        if job["cuda"] is not None:
            faces += ["ptx"] + (["cubin"] if self.nvcc else [])
        return faces + (["opencl"] if job["opencl"] is not None else [])

    def compile(self, kind, job):
        """One face of one source with one set of definitions."""
        source, options = job["source"], job["options"]
        flags = options.split()
        path = os.path.join(HERE, source)
        if kind == "cubin":
            _, error = run([self.nvcc, "-cubin", "-arch=" + self.architecture,
                            *flags, "-o", os.devnull, path + ".cu"])
            return Compiled(kind, source, options, error)
        if kind == "opencl":
            code, error = run([
                self.clang, "-x", "cl", "-cl-std=CL1.2", "-target", "spir64",
                "-Xclang", "-fdeclare-opencl-builtins", "-Xclang",
                "-finclude-default-header", "-Werror=implicit", "-O1",
                "-emit-llvm", "-S", *flags, "-o", "-", path + ".cl"])
            error = error or missing(
                job["opencl"], re.findall(r"^define .*spir_kernel void @(\w+)\(", code,
                                re.MULTILINE))
            return Compiled(kind, source, options, error)
        ptx, error = run([
            self.clang, "-x", "cuda", "--cuda-path=/nonexistent", "-nocudainc",
            "-nocudalib", "--cuda-device-only", "--cuda-gpu-arch=sm_70",
            "-Xclang", "-target-feature", "-Xclang", "+ptx80", "-std=c++17",
            "-O2", "-S", "-w", *flags, "-o", "-",
            "-I", os.path.join(PRELUDE, "core"),
            "-I", os.path.join(self.folder.name, "empty"),
            "-include", os.path.join(PRELUDE, "cuda_prelude.h"),
            "-idirafter", os.path.join(PRELUDE, "last"), path + ".cu"])
        error = error or missing(
            job["cuda"], re.findall(r"^\.visible \.entry (\w+)\(", ptx, re.MULTILINE))
        calls = set(external_functions(ptx))
        strange = {c for c in calls if not EXPECTED.fullmatch(c)}
        if strange:
            error = "calls what nobody defines: " + ", ".join(sorted(strange))
        return Compiled(kind, source, options, error, calls)


def missing(kernels, compiled):
    """An empty string if the compiled code has all these kernels, and one."""
    absent = kernels - set(compiled)
    if not compiled or absent:
        return "no kernel " + ", ".join(sorted(absent))
    return ""


def external_functions(ptx):
    """The functions that PTX declares and does not define."""
    return re.findall(r"^\s*\.extern\s+\.func\s+(?:\([^)]*\)\s*)?([\w$]+)", ptx,
                      re.MULTILINE)


def oldest_architecture(nvcc):
    """The first architecture from 7.0 on that an nvcc compiles for."""
    done = subprocess.run([nvcc, "--list-gpu-code"], stdout=subprocess.PIPE,
                          text=True)
    known = [int(n) for n in re.findall(r"sm_(\d+)", done.stdout)]
    return f"sm_{min([n for n in known if n >= 70], default=70)}"


def stray_faces(known):
    """Kernel files of which no job makes use."""
    return sorted(
        name for ending in (".cu", ".cl")
        for name in (os.path.relpath(p, HERE)
                     for p in glob.glob(os.path.join(HERE, "*", "*" + ending)))
        if name[:-3] not in known)
