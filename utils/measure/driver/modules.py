"""From (source, definitions) to what a device loads.

  cuda      nvcc -cubin for the card's architecture; the log of ptxas gives
            registers, static shared memory and spills
  emulated  a shared library of the CUDA face, compiled for the processor
  opencl    nothing: the device compiles the source itself

Compiled modules are kept in the cache, named by a hash of everything that went
into them, so that a second run compiles nothing.
"""
import concurrent.futures
import hashlib
import os
import re
import shutil
import subprocess
import sys

from driver import emulate, machine
from driver.programs import HERE, Failure, cache_folder, find_nvcc


class Module:
    """A compiled source. `path` is what Device::load takes; `facts` are the
    compiler's, by kernel; `error` is empty or says why there is none."""

    def __init__(self, path, facts=None, error=""):
        self.path, self.by_kernel, self.error = path, facts or {}, error
        self.facts = {}


def compiler(program):
    """The compiler of a program's modules, for the record."""
    if program.kind == "cuda":
        return machine.first_line([find_nvcc(), "--version"])
    if program.kind == "emulated":
        name = _host_compiler()
        return name + " " + machine.first_line([name, "-dumpversion"])
    return ""


def _host_compiler():
    try:
        return emulate.host_compiler()
    except emulate.Failure as reason:
        raise Failure(str(reason)) from reason


def prepare(program, jobs):
    """Compiles what the jobs need, on all cores; returns {job id: Module}."""
    wanted = {(job["source"], job["options"]) for job in jobs}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        keys = sorted(wanted)
        ready = dict(zip(keys, pool.map(
            lambda key: _compile(program, *key), keys)))
    compiled = {}
    for job in jobs:
        shared = ready[(job["source"], job["options"])]
        module = Module(shared.path, shared.by_kernel, shared.error)
        module.facts = shared.by_kernel.get(job["id"].split(":")[1], {})
        compiled[job["id"]] = module
    return compiled


def _compile(program, source, options):
    if not source:
        return Module("-")
    if program.kind == "opencl":
        return Module(os.path.join(HERE, source + ".cl"))
    path = os.path.join(HERE, source + ".cu")
    content = _content(path)
    if program.kind == "cuda":
        command = [find_nvcc(), "-cubin", "-O3", "-Xptxas", "-v",
                   "-arch=" + program.device["architecture"],
                   *options.split(), path]
        return _cached(command, content, compiler(program), ".cubin")
    command = [sys.executable, emulate.__file__, "--compiler",
               _host_compiler(), *options.split(), path]
    for name in emulate.sources():
        content += _content(name)
    return _cached(command, content, compiler(program), ".so")


def _content(path):
    """The bytes of a source and of what it includes from beside it."""
    with open(path, "rb") as text:
        content = text.read()
    for name in re.findall(rb'^[ \t]*#[ \t]*include[ \t]*"(.*?)"', content,
                           re.MULTILINE):
        beside = os.path.join(os.path.dirname(path), name.decode())
        if os.path.exists(beside):
            content += _content(beside)
    return content


def _cached(command, content, version, ending):
    """The module that `command -o PATH` makes; kept under a hash of the
    command, the source and the compiler's version."""
    name = hashlib.sha256("\0".join(command + [version]).encode() +
                          content).hexdigest()[:32]
    folder = os.path.join(cache_folder(), "modules")
    os.makedirs(folder, exist_ok=True)
    path, log_path = (os.path.join(folder, name + e) for e in (ending, ".log"))
    if not os.path.exists(path) or not os.path.exists(log_path):
        new = f"{path}.{os.getpid()}"
        done = subprocess.run(command + ["-o", new], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode != 0:
            return Module("", error="does not compile: " + done.stdout[:600])
        with open(log_path, "w", encoding="utf-8") as log:
            log.write(done.stdout)
        os.replace(new, path)
    with open(log_path, encoding="utf-8") as log:
        return Module(path, compiler_facts(log.read()))


def compiler_facts(log):
    """What `ptxas -v` says, by kernel: registers a thread, static shared bytes
    a block, bytes of local memory a thread (its stack frame, spills within)."""
    facts = {}
    kernel = None
    for line in log.splitlines():
        if found := re.search(r"Compiling entry function '(\w+)'", line):
            kernel = facts.setdefault(found[1], {"static_shared_bytes": 0})
        elif kernel is None:
            continue
        elif found := re.search(r"(\d+) bytes stack frame", line):
            kernel["local_bytes"] = int(found[1])
        elif found := re.search(r"Used (\d+) registers", line):
            kernel["registers"] = int(found[1])
            if shared := re.search(r"(\d+) bytes smem", line):
                kernel["static_shared_bytes"] = int(shared[1])
    return facts


def check_code(module, job, answers):
    """Doubts every reading of a microbenchmark whose compiled code lacks what
    it says it must hold: the compiler optimised the measured thing away. Needs
    cuobjdump; without it the program's own check of the times must do."""
    wanted = job.get("in_sass")
    tool = shutil.which("cuobjdump")
    if not wanted or not tool or not module.path.endswith(".cubin"):
        return
    code = subprocess.run([tool, "--dump-sass", module.path],
                          stdout=subprocess.PIPE, text=True).stdout
    for item in wanted.split(";"):
        mnemonic, count = item.split("=")
        any_of = "|".join(map(re.escape, mnemonic.split("|")))
        found = len(re.findall(rf"\b(?:{any_of})\b", code))
        if found < int(count):
            for answer in answers:
                if "check" in answer:
                    answer["check"] = (f"only {found} of {count} {mnemonic} "
                                       "in the compiled code")
