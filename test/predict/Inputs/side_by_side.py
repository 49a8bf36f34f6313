"""side_by_side.py TITLE KEY REFERENCE TEXT JSON...

The table under TITLE in TEXT against single runs, one JSON each: the row that
KEY ("gpu" or "model") of a run names has its time, and as ratio the quotient by
REFERENCE's time ("first" or "fastest"); no more and no fewer rows.
"""
import json
import sys

UNITS = {'s': 1, 'ms': 1e-3, 'us': 1e-6, 'ns': 1e-9}
title, key, reference, text, *runs = sys.argv[1:]

times = {}
for run in runs:
    kernel = json.load(open(run))['files'][0]['kernels'][0]
    prediction = kernel['launches'][0]['predictions'][0]
    times[prediction[key]] = prediction['time_s']
base = list(times.values())[0] if reference == 'first' else min(times.values())

lines = open(text).read().split('\n')
rows = {}
for line in lines[lines.index('  ' + title) + 2:]:
    words = line.split()
    if not line.startswith('    ') or len(words) < 4 or words[2] not in UNITS:
        break
    rows[words[0]] = float(words[1]) * UNITS[words[2]], float(words[3])
assert list(rows) == list(times), (list(rows), list(times))
for name, (seconds, ratio) in rows.items():
    # Three digits: half a unit of the last one is at most half a percent.
    assert abs(seconds / times[name] - 1) <= 0.005, (name, seconds, times)
    assert abs(ratio / (times[name] / base) - 1) <= 0.005, (name, ratio, times)
print(len(rows), 'rows agree with single runs')
