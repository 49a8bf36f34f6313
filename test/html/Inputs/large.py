"""Opens large pages of prune and of utils/validate: large.py PREFIX"""
import sys

from user import Browser, check, equal
from validation.html_page import page as page_of

COUNT = 150_000
prefix = sys.argv[1]


def configuration(rank):
    """Parameters time, 1 to 4, and SHAPE; as slow as it comes late."""
    time = 1e-3 * (1 + rank / COUNT)
    return {"rank": rank, "time_s": time, "interval_s": [time, time],
            "configuration": {"time": 1 + rank % 4, "SHAPE": "a\u202eb"},
            "bottleneck": "dram", "same_as": None, "can_run": True}


ranking = {"tool": {"name": "kernelcast", "version": "0"}, "kernel": "k\u200bk",
           "gpu": "g", "parameters": ["time", "SHAPE"], "without_effect": [],
           "excluded": {},
           "effects": [{"parameter": "SHAPE", "values": 1, "explains": 0.5}],
           "configurations": [configuration(i + 1) for i in range(COUNT)]}
rows = [{"set": "s", "gpu": "g", "kernel": "k", "row": i, "scored": True,
         "measured_ms": 1 + i, "times_ms": {"m": 2 + i}} for i in range(COUNT)]
pages = {
    "prune": page_of("large", ["prune.js"], {"report": ranking}),
    "validate": page_of("large", ["validate.js"], {
        "report": {"models": ["m"], "sets": [{"name": "s"}]}, "rows": rows})}
with Browser(width=1400) as browser:
    for name, text in pages.items():
        with open(f"{prefix}.{name}.html", "w", encoding="utf-8") as file:
            file.write(text)
        page = browser.open(f"{prefix}.{name}.html")
        equal(page.errors, [], "errors of the page")
        if name == "validate":
            equal(page.evaluate("document.getElementById('shown').dataset.points"),
                  str(COUNT), "points")
            continue
        # The parameter's axis has its four values, the other one has times.
        ticks = page.evaluate(
            "[...document.querySelectorAll('[data-parameter=time], [data-axis=time]')]"
            ".map(b => [...b.parentNode.querySelectorAll('.tick text')]"
            ".map(t => t.textContent).filter(t => t))")
        equal(ticks[0], ["1", "2", "3", "4"], "values of the parameter")
        check(len(ticks) == 2 and all(t.endswith("ms") for t in ticks[1]), ticks)
        shown = page.evaluate("document.body.innerText + document.querySelector("
                              "'.brushes svg').textContent")
        check("a<U+202E>b" in shown and "k<U+200B>k" in shown, "names made visible")
        check("\u202e" not in shown and "\u200b" not in shown, "names as they are")
