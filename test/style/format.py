"""Every C++ file, the preludes included, is as clang-format leaves it."""
import subprocess
import sys

import tree

names = tree.files(".cpp", ".h", ".cuh")
run = subprocess.run([sys.argv[1], "--dry-run", "-Werror", "--ferror-limit=1",
                      *names], cwd=tree.ROOT, stderr=subprocess.PIPE,
                     text=True)
problems = [line for line in run.stderr.splitlines() if ": error: " in line]
if run.returncode and not problems:
    problems = [run.stderr]
tree.finish(len(names), problems)
