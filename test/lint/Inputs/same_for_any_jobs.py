"""Lints every CUDA file of a folder in several ways and compares the outputs:
same_for_any_jobs.py FOLDER-OF-TESTS WORKING-FOLDER TOOL"""
import glob
import os
import subprocess
import sys

tests, work, tool = sys.argv[1:]
files = sorted(glob.glob(os.path.join(tests, "*.cu")))


def start(form, *options):
    return subprocess.Popen([tool, "lint", *files, "--format", form, *options],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)


for form in ("text", "json", "sarif"):
    alone = start(form, "-j1").communicate()
    good = bool(alone[0])
    for jobs in ("-j4", "-j16"):
        good &= start(form, jobs).communicate() == alone
    together = [start(form, "-j2", "--cache", os.path.join(work, form))
                for _ in range(4)]
    good &= all(run.communicate() == alone for run in together)
    print(f"{form}: {'the same' if good else 'NOT the same'} for 1, 4 and 16 "
          "jobs, and in 4 processes with one cache")
