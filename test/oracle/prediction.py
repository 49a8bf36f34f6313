"""What kernelcast says about a launch."""
import json
import subprocess

WIDE_GPU = "mi250x-gcd"  # 64 lanes to a warp


class NotModelled(RuntimeError):
    """kernelcast says that it does not know all that the kernel does."""


def ask(tool, launch, path, *options):
    """The JSON of a subcommand with options."""
    gpu = ["--gpu", WIDE_GPU] if launch.warp == 64 else []
    command = [tool, options[0], path, "--format", "json", *options[1:], *gpu,
               *launch.options(path.endswith(".cu")), "--", *launch.build]
    run = subprocess.run(command, capture_output=True, text=True,
                         errors="replace", timeout=600)
    if run.returncode:
        raise RuntimeError(f"kernelcast ends with {run.returncode}: "
                           f"{run.stderr[:2000]}")
    return json.loads(run.stdout)


def lint(tool, launch, path, *options):
    """The findings in a launch."""
    return ask(tool, launch, path, "lint", "--no-cache", "--fail-on", "never",
               *options)["findings"]


def predict(tool, launch, path):
    # What is judged here are the facts of the source.
    report = ask(tool, launch, path, "predict", "--counts", "ast")
    kernels = report["files"][0]["kernels"]
    kernel = next(k for k in kernels if k["name"] == launch.kernel)
    if kernel["status"] != "modelled":
        raise NotModelled(f"{kernel['status']}: {kernel['reasons']}")
    return kernel["launches"][0]
