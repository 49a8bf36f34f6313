"""times.py JSON JSON: cycles and time of the first prediction of the first,
divided by those of the second."""
import json
import sys


def prediction(path):
    kernel = json.load(open(path))['files'][0]['kernels'][0]
    return kernel['launches'][0]['predictions'][0]


a, b = (prediction(path) for path in sys.argv[1:3])
print('cycles %.9g time %.9g' % (a['cycles'] / b['cycles'],
                                 a['time_s'] / b['time_s']))
