"""sensitivity.py FILE GPU [options]: what a prediction depends on is explained.

Each number of the GPU file is set to something else, one at a time. A model
whose time changes must list that number among its inputs, or all models must.
"""
import json
import re
import subprocess
import sys

source, gpu, *options = sys.argv[1:]


def run(*more):
    done = subprocess.run(
        ['kernelcast', 'predict', source, '--gpu', gpu, '--model', 'all',
         '--explain', '--format', 'json', *options, *more],
        capture_output=True, text=True)
    if done.returncode:
        return None
    return json.loads(done.stdout)['files'][0]['kernels'][0]['launches'][0]


def keys(entries):
    return {key for entry in entries for key in re.findall(
        r'(?:GPU file|--set|no) ([a-z0-9_]+)', entry['origin'])}


def times(launch):
    return {p['model']: p['time_s'] for p in launch['predictions']}


shown = subprocess.run(['kernelcast', 'gpus', 'show', gpu], check=True,
                       capture_output=True, text=True).stdout
table = shown[shown.index('\nnumber'):shown.index('\nnot given')]
numbers = [line.split()[0] for line in table.strip().split('\n')[1:]]
units = {'Hz', 'MHz', 'GB/s', 'B', 'KB', 'MB', 'us', 'cycles', 'lanes', 'count',
         'ratio'}

base = run()
common = keys(base['inputs'])
listed = {p['model']: common | keys(p['explanation'])
          for p in base['predictions']}
sensitive = 0
for name in numbers:
    value = None
    for prediction in base['predictions']:
        for entry in prediction['explanation'] + base['inputs']:
            if keys([entry]) == {name}:
                value = entry['value']
    # A number that no model lists: anything in its range.
    candidates = [2, 64, 1000, 100000, 1e9, 1e11] if not value else \
        [value * 2, value / 2, value + 1]
    changed = next((launch for launch in (
        run('--set', '%s=%s' % (name, ('%.17g' % c))) for c in candidates)
        if launch), None)
    if changed is None:
        continue  # no other value fits the rest of the file
    for model, time in times(changed).items():
        if abs(time / times(base)[model] - 1) > 1e-9:
            sensitive += 1
            assert name in listed[model], '%s depends on %s' % (model, name)
assert sensitive > 20, sensitive
print('every number that a time depends on is listed')
