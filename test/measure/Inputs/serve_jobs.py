"""Runs the jobs of a file, as utils/measure/run does: serve_jobs.py PROGRAM JOBS"""
import sys

from driver.programs import Program
from driver.service import Service

service = Service(Program("cuda", sys.argv[1], 0, {}), ["--check"])
with open(sys.argv[2], encoding="utf-8") as jobs:
    for line in jobs:
        job, module = line.rstrip("\n").split("\t")
        *_, answer = service.run(job, module, 60)
        print(f"{answer['status']}: {answer['message']}", flush=True)
service.stop()
