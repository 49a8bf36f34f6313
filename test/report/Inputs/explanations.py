"""explanations.py JSON: every prediction's explanation explains its time.

Of each quantity: it is an input with an origin, or an equation with its number
or name. A formula is arithmetic that gives the value, and each number in it is
the value of an input or of another equation, or a small constant. The last two
equations give the prediction's cycles and time.
"""
import json
import math
import re
import sys

NUMBER = re.compile(r'(?<![\w.])\d+\.?\d*(?:e[+-]?\d+)?')
CONSTANTS = {0.0, 1.0, 2.0, 0.9}  # 0.9: the share of a bandwidth that is reached


def near(a, b, slack):
    return abs(a - b) <= slack * max(abs(a), abs(b))


def check(prediction):
    entries = prediction['explanation']
    values = [entry['value'] for entry in entries]
    for entry in entries:
        where = prediction['model'], prediction['mode'], entry
        assert bool(entry['origin']) != bool(entry['equation']), where
        if not entry['formula']:
            continue
        for text in NUMBER.findall(entry['formula']):
            # Six digits are printed.
            assert float(text) in CONSTANTS or any(
                near(float(text), value, 1e-5) for value in values), (text, where)
        functions = {'min': min, 'max': max, 'ceil': math.ceil,
                     'floor': math.floor,
                     '__builtins__': {}}
        result = eval(entry['formula'], functions)
        # Differences of large numbers lose some of the six digits.
        largest = max(abs(float(t)) for t in NUMBER.findall(entry['formula']))
        assert abs(result - entry['value']) <= 1e-4 * abs(entry['value']) + \
            (1e-5 * largest if '-' in entry['formula'] else 0), (result, where)
    assert [entry['name'] for entry in entries[-2:]] == ['cycles', 'time'], entries
    assert near(entries[-2]['value'], prediction['cycles'], 1e-12), entries
    assert near(entries[-1]['value'], prediction['time_s'], 1e-12), entries
    return len(entries)


report = json.load(open(sys.argv[1]))
predictions = equations = 0
for file in report['files']:
    for kernel in file['kernels']:
        for launch in kernel['launches']:
            for prediction in launch['predictions']:
                equations += check(prediction)
                predictions += 1
print(predictions, 'predictions explained by', equations, 'quantities')
