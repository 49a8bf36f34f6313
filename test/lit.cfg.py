# Configuration of the lit tests: tests are kernels and text files with RUN
# lines; kernelcast and FileCheck are on the path as `kernelcast`, `FileCheck`.
import os
import shutil
import subprocess

import lit.formats

config.name = "kernelcast"
config.test_format = lit.formats.ShTest(execute_external=True)
config.suffixes = [".cu", ".cl", ".hip", ".test"]
config.excludes = ["Inputs", "unit", "kernels", "regressions"]
config.test_source_root = os.path.dirname(__file__)
build = lit_config.params["build"]
config.test_exec_root = os.path.join(build, "test-output")

config.substitutions.append(
    ("%kernelcast", os.path.join(build, "bin", "kernelcast")))
config.substitutions.append(
    ("%benchmarks", os.path.join(build, "bin", "tests", "benchmarks")))
config.substitutions.append(("%build", build))
module = os.path.join(build, "libkernelcast-tidy.so")
config.substitutions.append(("%module", module))
config.substitutions.append(
    ("%utils", os.path.join(config.test_source_root, "..", "utils")))
config.substitutions.append(("%llvm", "/usr/lib/llvm-19"))
config.substitutions.append(
    ("%examples", os.path.join(config.test_source_root, "..", "docs", "examples")))
config.substitutions.append(
    ("%header", os.path.join(config.test_source_root, "..", "tool", "c",
                             "kernelcast.h")))
config.substitutions.append(
    ("%gpus", os.path.join(config.test_source_root, "..", "cost_models", "gpus")))
tools = os.path.join(config.test_exec_root, "tools")
os.makedirs(tools, exist_ok=True)
for name, target in (("FileCheck", "/usr/lib/llvm-19/bin/FileCheck"),
                     ("not", "/usr/lib/llvm-19/bin/not"),
                     ("split-file", "/usr/lib/llvm-19/bin/split-file"),
                     ("facts", os.path.join(config.test_source_root,
                                            "Inputs", "facts")),
                     ("status", os.path.join(config.test_source_root,
                                             "Inputs", "status")),
                     ("kernelcast", os.path.join(build, "bin", "kernelcast"))):
    link = os.path.join(tools, name)
    if os.path.islink(link):
        os.unlink(link)
    os.symlink(target, link)
config.environment["PATH"] = tools + os.pathsep + os.environ["PATH"]
config.environment["NO_COLOR"] = "1"
config.environment["LC_ALL"] = "C.UTF-8"
for name in ("HOME", "XDG_CACHE_HOME", "ASAN_OPTIONS", "UBSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
if shutil.which("oclgrind-kernel"):
    config.available_features.add("oclgrind")
# The simulator that exact facts are held against.
if shutil.which("oclgrind-kernel") and os.path.exists(
        os.path.join(build, "bin", "tests", "warp-oracle.so")):
    config.available_features.add("oracle")
if shutil.which("clang-apply-replacements-19"):
    config.available_features.add("apply-replacements")
if shutil.which("llc-19"):
    config.available_features.add("llc")
if shutil.which("cc"):
    config.available_features.add("cc")
if shutil.which("c++"):
    config.available_features.add("cxx")
if shutil.which("clang-tidy-19") and os.path.exists(module):
    config.available_features.add("clang-tidy")
if shutil.which("chromium"):
    config.available_features.add("chromium")
if shutil.which("dot"):
    config.available_features.add("graphviz")
# The style tests look at what git tracks; an unpacked release has no such list.
if shutil.which("git") and subprocess.run(
        ["git", "-C", config.test_source_root, "ls-files", "lit.cfg.py"],
        capture_output=True, check=False).stdout:
    config.available_features.add("tracked")
