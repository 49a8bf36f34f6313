"""Builds the project beside this file with the generator GENERATOR in FOLDER:
once, again, after a header has changed. Prints what each build linted.

    build_twice.py GENERATOR FOLDER MODULE
"""
import os
import shutil
import subprocess
import sys
import time

generator, folder, module = sys.argv[1:]
source = os.path.join(folder, "source")
build = os.path.join(folder, "build")
shutil.rmtree(folder, ignore_errors=True)
shutil.copytree(os.path.join(os.path.dirname(os.path.abspath(__file__)), "cmake"),
                source)
os.rename(os.path.join(source, "folder"), os.path.join(source, "a folder"))


def run(*command):
    return subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)


def configure(fail_on):
    done = run("cmake", "-G", generator, "-S", source, "-B", build,
               "-DMODULE=" + module, "-DFAIL_ON=" + fail_on)
    if done.returncode:
        sys.exit(done.stdout)


def built(what):
    done = run("cmake", "--build", build)
    print(f"{what}: {'failed' if done.returncode else 'done'}")
    for line in done.stdout.split("\n"):
        if "Linting" in line:
            print("  linted", os.path.basename(line))
        if "warning:" in line and "[kernelcast" in line:
            print("  found", line[line.index("warning:"):])


def edit(name, text):
    path = os.path.join(source, name)
    with open(path, "w") as file:
        file.write(text)


configure("never")
built("first")
built("again")
time.sleep(0.1)  # longer than a step of the clock of files
edit("include/stride.h", "#define OFFSET 8\n")
built("header edited")
configure("warning")
built("judged strictly")
