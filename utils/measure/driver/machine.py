"""What is recorded beside the numbers: clocks, compiler, date. Reads only; the
device's clocks and modes are never changed."""
import datetime
import platform
import re
import shutil
import subprocess

CLOCK_FIELDS = [
    "clocks.sm", "clocks.mem", "clocks.max.sm", "clocks.max.mem",
    "clocks.applications.graphics", "temperature.gpu", "power.draw",
    "power.limit", "pstate", "ecc.mode.current", "persistence_mode",
    "compute_mode", "mig.mode.current", "driver_version", "pci.bus_id",
    "pcie.link.gen.current", "pcie.link.width.current"]


def clocks(index):
    """What nvidia-smi says now, {} where there is none."""
    tool = shutil.which("nvidia-smi")
    if not tool:
        return {}
    facts = {}
    try:
        done = subprocess.run(
            [tool, f"--id={index}", "--format=csv,noheader",
             "--query-gpu=" + ",".join(CLOCK_FIELDS)],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            timeout=30)
        values = [v.strip() for v in done.stdout.strip().split(",")]
        if done.returncode == 0 and len(values) == len(CLOCK_FIELDS):
            facts = dict(zip(CLOCK_FIELDS, values))
    except (OSError, subprocess.TimeoutExpired):
        pass
    return facts


def first_line(command):
    """The last line that a version command prints, or ""."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True, timeout=30)
        return (done.stdout.strip().splitlines() or [""])[-1]
    except (OSError, subprocess.TimeoutExpired):
        return ""


def now():
    return datetime.datetime.now(datetime.timezone.utc).isoformat(
        timespec="seconds")


def host():
    """The processor and the system, without anything that names the machine."""
    model = ""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as source:
            model = next((line.split(":", 1)[1].strip() for line in source
                          if line.startswith("model name")), "")
    except OSError:
        pass
    # What follows the number names who built the system.
    release = re.match(r"[\d.]*", platform.release())[0]
    return {"processor": model, "system": platform.system(),
            "release": release}
