"""Opens pages whose kernels are beyond the lines that they hold:
long_source.py LINT PREDICT"""
import sys

from user import Browser, check, data, equal, quiet, texts

lint, predict = sys.argv[1:]
with Browser() as browser:
    for path in (lint, predict):
        page = browser.open(path)
        equal([len(lines) for lines in data(page, "sources").values()], [20000],
              "lines of the source")
        said = [t for t in texts(page, "#detail p") if "There is no source" in t]
        check(len(said) == 1 and said[0].endswith(
            "is not among the 20000 lines of it that the page holds."), said)
        quiet(page, path)
