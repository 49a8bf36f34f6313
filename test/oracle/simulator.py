"""Runs a launch in Oclgrind with the plug-in that counts by warps."""
import json
import os
import re
import subprocess
import tempfile


def plugin_beside(tool):
    """Where the build puts the plug-in that belongs to this kernelcast."""
    return os.path.join(os.path.dirname(os.path.realpath(tool)), "tests",
                        "warp-oracle.so")


def report(launch, path, plugin, **settings):
    """What the plug-in writes (plugin/Report.h, plugin/WarpOracle.cpp)."""
    with tempfile.TemporaryDirectory() as folder:
        simulation = os.path.join(folder, "launch.sim")
        output = os.path.join(folder, "report.json")
        with open(simulation, "w") as out:
            out.write(launch.simulation(os.path.abspath(path)))
        # Unoptimised, each access of the source is one access.
        run = subprocess.run(
            ["oclgrind-kernel", "--build-options",
             " ".join(["-cl-opt-disable"] + launch.build), simulation],
            cwd=folder, capture_output=True, text=True, errors="replace",
            timeout=600, env=dict(os.environ, OCLGRIND_PLUGINS=plugin,
                                  ORACLE_OUTPUT=output,
                                  ORACLE_WARP=str(launch.warp),
                                  **settings))
        said = re.sub(r"\d+ warnings? generated\.", "",
                      run.stdout + run.stderr).strip()
        if run.returncode or said or not os.path.exists(output):
            raise RuntimeError(f"the simulator: {said[:400]}")
        with open(output) as file:
            return file.read()


def simulate(launch, path, plugin, **settings):
    result = json.loads(report(launch, path, plugin, **settings))
    if result["problems"]:
        raise RuntimeError("the simulator: " + ", ".join(result["problems"]))
    return result
