"""Plays the user of a page of lint: lint.py PAGE JSON"""
import json
import sys

from user import Browser, check, column, data, equal, quiet, sort_by, texts

path, expected = sys.argv[1:]
with Browser() as browser:
    page = browser.open(path)
    report = data(page)
    with open(expected, encoding="utf-8") as file:
        equal(report, json.load(file), "the JSON of the page")
    findings = report["findings"]

    def gain(finding):
        gain = finding["gain"]
        return (gain["time_s"] - gain["fixed_s"]) / gain["time_s"] if gain else -1

    by_gain = sorted(findings, key=gain, reverse=True)
    short = [f["check"].removeprefix("kernelcast-") for f in by_gain]
    equal(column(page, "check"), short, "by gain")
    sort_by(page, "check")
    equal(column(page, "check"), sorted(short), "by name")

    # The bank conflict: all lanes go to one bank, and one column more helps.
    page.evaluate("[...document.querySelectorAll('tbody tr.pick')].find(r => "
                  "r.cells[0].textContent === 'bank-conflict').click()")
    equal(texts(page, "#detail h2"), ["bank-conflict"], "the finding shown")
    found = next(f for f in findings if f["check"].endswith("bank-conflict"))
    check(found["message"] in texts(page, "#detail .card")[0], "its message")
    check(texts(page, "#detail .line.here")[0].endswith(
        "out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];"),
        texts(page, "#detail .line.here"))
    equal(len(found["witness"]), 32, "lanes of the witness")
    check("×32" in texts(page, "#detail svg text"), "32 words of one bank")
    equal([" ".join(t.split()) for t in texts(page, "#detail .diff .del")],
          ["- __shared__ float tile[32][32];"], "the line before")
    equal([" ".join(t.split()) for t in texts(page, "#detail .diff .add")],
          ["+ __shared__ float tile[32][32 + 1];"], "the line after")
    quiet(page, path)
