"""Plays the user of a page of utils/validate: validate.py PAGE JSON"""
import json
import sys

from user import Browser, check, column, data, equal, quiet

path, expected = sys.argv[1:]
with Browser() as browser:
    page = browser.open(path)
    report, rows = data(page), data(page, "rows")
    with open(expected, encoding="utf-8") as file:
        equal(report, json.load(file), "the JSON of the page")
    models = report["models"]
    model = "kernelcast" if "kernelcast" in models else models[0]
    shown = [r for r in rows if r["scored"] and r["times_ms"].get(model, 0) > 0]
    check(shown, "rows that are scored")
    equal(int(page.evaluate("document.getElementById('shown').dataset.points")),
          len(shown), "points")

    # A point lies where its times say, and its name is under the pointer: the
    # axes are logarithms from 1.3 times below to 1.3 times above all times.
    times = [t for r in shown for t in (r["measured_ms"], r["times_ms"][model])]
    row = shown[0]
    said = page.evaluate(
        "(() => { const low = %r, high = %r, box = document.querySelector('canvas')"
        ".parentElement; box.scrollIntoView({block: 'center'});"
        "const part = v => Math.log(v / low) / Math.log(high / low), r = "
        "box.getBoundingClientRect(); return [r.x + 70 + 810 * part(%r), "
        "r.y + 24 + 550 * (1 - part(%r))]; })()"
        % (min(times) / 1.3, max(times) * 1.3, row["measured_ms"],
           row["times_ms"][model]))
    page.mouse("mouseMoved", said[0] - 1, said[1])
    page.mouse("mouseMoved", *said)
    tip = page.evaluate("document.getElementById('tip').textContent")
    names = [f"{r['kernel']} on {r['gpu']}, row {r['row']} of {r['set']}"
             for r in shown if r["measured_ms"] == row["measured_ms"]]
    check(tip.split("\n")[0] in names, f"{tip!r}, expected one of {names}")

    # A group alone.
    group = f"{row['set']}/{row['gpu']}/{row['kernel']}"
    page.evaluate("(() => { const s = document.querySelector('select'); s.value = "
                  f"{json.dumps(group)}; s.dispatchEvent(new Event('change')); }})()")
    equal(int(page.evaluate("document.getElementById('shown').dataset.points")),
          sum(f"{r['set']}/{r['gpu']}/{r['kernel']}" == group for r in shown),
          "points of the group")
    check(model in column(page, "model"), "figures of the model")
    quiet(page, path)
