"""Plays the user of a page of prune: prune.py PAGE JSON-LINES"""
import json
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
