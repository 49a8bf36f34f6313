"""The line of each finding, its function, and what a remedy would save.

    saved_times.py LINT.json
"""
import json
import sys

for finding in json.load(open(sys.argv[1]))["findings"]:
    gain = finding["gain"]
    print(finding["location"]["line"], finding["kernel"],
          f"{(gain['time_s'] - gain['fixed_s']) * 1e3:.3f} ms")
