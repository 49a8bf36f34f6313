"""Builds the measuring programs and picks the one that finds a device."""
import fcntl
import json
import os
import shutil
import subprocess

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Failure(Exception):
    """Something the user must know; the message says it all."""


def cache_folder():
    """Where the programs and compiled kernels are kept between runs."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.environ.get("MEASURE_CACHE",
                          os.path.join(base, "kernelcast-measure"))


def build(folder=None):
    """Builds all programs that can be built here; returns their folder."""
    folder = folder or os.path.join(cache_folder(), "build")
    os.makedirs(folder, exist_ok=True)
    if not shutil.which("cmake"):
        raise Failure("cmake is needed to build the measuring programs")
    steps = []
    if not os.path.exists(os.path.join(folder, "build.ninja")) and \
            not os.path.exists(os.path.join(folder, "Makefile")):
        generator = ["-G", "Ninja"] if shutil.which("ninja") else []
        steps.append(["cmake", "-S", HERE, "-B", folder] + generator)
    steps.append(["cmake", "--build", folder, "-j", str(os.cpu_count() or 1)])
    # One build at a time: two runs may start together.
    with open(os.path.join(folder, "lock"), "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for step in steps:
            done = subprocess.run(step, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True)
            if done.returncode != 0:
                raise Failure("the measuring programs do not build:\n" +
                              done.stdout[-4000:])
    return folder


class Program:
    """One measuring program and the device that it found."""

    def __init__(self, kind, path, index, device):
        self.kind, self.path, self.index, self.device = kind, path, index, device

    @property
    def face(self):
        """"cuda" or "opencl": which face of the kernels it runs."""
        return self.device["face"]

    def kernels(self):
        """What is known of each kernel: its source, faces, idea, points."""
        done = subprocess.run([self.path, "list"], check=True,
                              stdout=subprocess.PIPE, text=True)
        rows = [json.loads(line) for line in done.stdout.splitlines()]
        return [row for row in rows if "kernel" in row]

    def plan(self, level):
        """The jobs of a level that this program's face can run."""
        done = subprocess.run([self.path, "plan", level], check=True,
                              stdout=subprocess.PIPE, text=True)
        jobs = [json.loads(line) for line in done.stdout.splitlines()]
        return [job for job in jobs if job[self.face]]


def describe(folder, kind, index):
    """The program of one kind with its device; Failure says why not."""
    path = os.path.join(folder, "measure-" + kind)
    if not os.path.exists(path):
        raise Failure({
            "opencl": "no OpenCL headers and loader to build against",
        }.get(kind, f"measure-{kind} was not built"))
    done = subprocess.run([path, "describe", "--device", str(index)],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True)
    if done.returncode != 0:
        reason = done.stderr.strip().replace("measure: error: ", "")
        raise Failure(reason or f"measure-{kind} ended with {done.returncode}")
    return Program(kind, path, index, json.loads(done.stdout))


def open_device(folder, kind=None, index=0):
    """The program to measure with: a CUDA device if there is one, else an
    OpenCL device, unless `kind` asks for one. Failure lists what was tried."""
    reasons = []
    for one in [kind] if kind else ["cuda", "opencl"]:
        try:
            program = describe(folder, one, index)
            if one == "cuda" and not find_nvcc():
                raise Failure("a CUDA device, but no nvcc to compile for it")
            return program
        except Failure as reason:
            reasons.append(str(reason))
    raise Failure("no device to measure: " + "; ".join(reasons))


def find_nvcc():
    """nvcc's path: from the PATH, or where the toolkit installs it."""
    places = [os.environ.get("CUDA_HOME", ""), os.environ.get("CUDA_PATH", ""),
              "/usr/local/cuda"]
    return shutil.which("nvcc") or next(
        (p for p in (os.path.join(q, "bin", "nvcc") for q in places if q)
         if os.access(p, os.X_OK)), None)
