"""What kernelcast says about a launch."""
import json
import re
import subprocess

WIDE_GPU = "mi250x-gcd"  # 64 lanes to a warp


def calls(fact):
    """[[line, column], ...] of inlined calls, innermost first."""
    return [[int(line), int(column)] for line, column in
            re.findall(r" at (\d+):(\d+)", fact.get("inlined", ""))]


def text_order(fact):
    """Sorts facts as they stand in the source: CUDA's languages and OpenCL
    evaluate the two sides of an assignment in another order."""
    at = fact["location"]
    return at["line"], at["column"], calls(fact)


def predict(tool, launch, path):
    gpu = ["--gpu", WIDE_GPU] if launch.warp == 64 else []
    command = [tool, "predict", path, "--format", "json", *gpu,
               *launch.options(path.endswith(".cu")), "--", *launch.build]
    run = subprocess.run(command, capture_output=True, text=True,
                         errors="replace", timeout=600)
    if run.returncode:
        raise RuntimeError(f"kernelcast ends with {run.returncode}: "
                           f"{run.stderr[:2000]}")
    kernels = json.loads(run.stdout)["files"][0]["kernels"]
    kernel = next(k for k in kernels if k["name"] == launch.kernel)
    if kernel["status"] != "modelled":
        raise RuntimeError(f"{kernel['status']}: {kernel['reasons']}")
    launch = kernel["launches"][0]
    for what in ("accesses", "branches", "loops"):
        launch[what].sort(key=text_order)
    return launch
