"""Runs the commands of a compilation database and prints their exit status."""
import json
import subprocess
import sys

with open(sys.argv[1]) as file:
    commands = json.load(file)
for command in commands:
    run = subprocess.run(command["arguments"], cwd=command["directory"],
                         stderr=subprocess.STDOUT, stdout=subprocess.PIPE,
                         text=True, check=False)
    print(f"{run.stdout}exit status {run.returncode}")
