"""Runs utils/measure/run (the first argument) with the words that follow, the
profiler on two jobs at a time."""
import os
import runpy
import sys

sys.argv = sys.argv[1:]
sys.path.insert(0, os.path.dirname(sys.argv[0]))
from driver import counters  # noqa: E402

counters.BATCH = 2
runpy.run_path(sys.argv[0], run_name="__main__")
