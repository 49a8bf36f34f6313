#!/usr/bin/env python3
"""Runs the unit tests and the lit tests and closes with one line that counts
both: "N passed, N failed". Exit status 1 if any failed or none ran."""
import argparse
import json
import os
import subprocess
import sys
import tempfile

LIT = "/usr/lib/llvm-19/build/utils/lit/lit.py"


def unit_tests(build, only):
    """Runs every unit-* program; yields (passed, failed) of each."""
    folder = os.path.join(build, "bin", "tests")
    programs = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    for name in programs:
        if not name.startswith("unit-") or (only and only not in name):
            continue
        with tempfile.NamedTemporaryFile(suffix=".json") as out:
            run = subprocess.run(
                [os.path.join(folder, name), "--gtest_output=json:" + out.name,
                 "--gtest_brief=1"], stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, text=True, errors="replace")
            try:
                result = json.load(open(out.name))
                failed = result["failures"] + result.get("errors", 0)
                passed = result["tests"] - result.get("disabled", 0) - failed
            except (ValueError, KeyError):
                passed, failed = 0, 1
        if run.returncode != 0:
            failed = max(failed, 1)
            print(run.stdout[-20000:])
        print(f"{name}: {passed} passed, {failed} failed")
        yield passed, failed


def lit_tests(root, build, only):
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        command = [sys.executable, LIT, "-s", "-v", "--no-progress-bar", "-j2",
                   "--output", out.name,
                   "--param", "build=" + build, os.path.join(root, "test")]
        if only:
            command += ["--filter", only]
        subprocess.run(command)
        try:
            tests = json.load(open(out.name))["tests"]
        except (ValueError, KeyError):
            return 0, 1
    passed = sum(t["code"] in ("PASS", "XFAIL") for t in tests)
    failed = sum(t["code"] in ("FAIL", "XPASS", "UNRESOLVED", "TIMEOUT")
                 for t in tests)
    print(f"lit: {passed} passed, {failed} failed")
    return passed, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True)
    parser.add_argument("filter", nargs="?", default="")
    options = parser.parse_args()
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    passed = failed = 0
    for p, f in unit_tests(options.build, options.filter):
        passed, failed = passed + p, failed + f
    p, f = lit_tests(root, options.build, options.filter)
    passed, failed = passed + p, failed + f
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
