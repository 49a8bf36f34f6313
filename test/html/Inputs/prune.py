"""Plays the user of a page of prune: prune.py PAGE JSON-LINES"""
import json
import math
import sys

from user import Browser, check, column, data, equal, quiet, sort_by, texts

path, expected = sys.argv[1:]
with Browser(width=1400) as browser:
    page = browser.open(path)
    report = data(page)
    with open(expected, encoding="utf-8") as file:
        equal(report["configurations"], [json.loads(line) for line in file],
              "the configurations of the page")
    equal(report["excluded"], {"threads": 4, "shared memory": 4}, "excluded")
    equal(report["without_effect"], ["PADDING"], "without effect")
    run = [c for c in report["configurations"] if c["can_run"]]
    equal(column(page, "rank"), [str(c["rank"]) for c in run], "by rank")
    sort_by(page, "ROUNDS")
    equal(column(page, "ROUNDS"), ["1"] * 4 + ["100"] * 4, "by rounds")
    sort_by(page, "rank")

    # How much of the variation of log time each parameter explains: the sum of
    # squares of the means at its values over that of all, added up again here.
    logs = [math.log(c["time_s"]) for c in run]
    mean = sum(logs) / len(logs)
    whole = sum((x - mean) ** 2 for x in logs)
    expected = {}
    for name in report["parameters"]:
        groups = {}
        for c, x in zip(run, logs):
            groups.setdefault(c["configuration"][name], []).append(x)
        expected[name] = sum(len(g) * (sum(g) / len(g) - mean) ** 2
                             for g in groups.values()) / whole
    found = {e["parameter"]: e["explains"] for e in report["effects"]}
    equal(set(found), set(expected), "parameters with an effect")
    for name, part in expected.items():
        check(abs(found[name] - part) < 1e-9, f"{name} explains {found[name]}, "
              f"expected {part}")
    check(expected["ROUNDS"] > expected["STAGES"] > 0.01, expected)
    bars = page.evaluate("[...document.querySelectorAll('.explains > div')].map("
                         "d => parseFloat(d.style.width))")
    equal([round(b, 3) for b in bars],
          [round(100 * e["explains"], 3) for e in report["effects"]], "bars")

    # Something is drawn: a canvas without lines is one colour.
    check(page.evaluate("(() => { const c = document.querySelector('canvas'), "
                        "d = c.getContext('2d').getImageData(0, 0, c.width, "
                        "c.height).data; return d.some(x => x); })()"), "lines")

    # A brush on the lower half of STAGES keeps 32, its smallest value.
    box = page.evaluate("(() => { const b = document.querySelector("
                        "'[data-parameter=STAGES] .overlay'); b.scrollIntoView("
                        "{block: 'center'}); const r = b.getBoundingClientRect();"
                        "return [r.x + r.width / 2, r.y, r.height]; })()")
    x, top, height = box
    page.drag((x, top + height * 0.55), (x, top + height - 3))
    kept = [c for c in run if c["configuration"]["STAGES"] == 32]
    equal(int(page.evaluate("document.getElementById('kept').dataset.count")),
          len(kept), "configurations within the brush")
    equal(column(page, "rank"), [str(c["rank"]) for c in kept], "the list")
    check(texts(page, "#kept")[0].startswith("4 of 8 configurations"),
          texts(page, "#kept"))

    # A click beside the brush takes it away.
    for kind in ("mousePressed", "mouseReleased"):
        page.mouse(kind, x, top + height * 0.2)
    equal(int(page.evaluate("document.getElementById('kept').dataset.count")),
          len(run), "configurations without a brush")
    quiet(page, path)
