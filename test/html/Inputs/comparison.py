"""Plays the user of a page of predict with several GPUs and all models, by the
keyboard alone: comparison.py PAGE"""
import sys

from user import Browser, check, data, equal, quiet, texts

CARD = ("[...document.querySelectorAll('#detail .card')].find(c => "
        "c.firstChild.textContent === '%s')")


def rows(page, card):
    return page.evaluate(
        f"[...{CARD % card}.querySelector('table').tBodies[0].rows].map(r => "
        "[...r.cells].map(c => c.textContent))")


def press(page, key):
    for kind in ("keyDown", "keyUp"):
        page.call("Input.dispatchKeyEvent", type=kind, key=key, code=key,
                  windowsVirtualKeyCode={"Enter": 13, "ArrowDown": 40}[key])


with Browser() as browser:
    page = browser.open(sys.argv[1])
    report = data(page)
    launches = [(k, l) for f in report["files"] for k in f["kernels"]
                for l in k["launches"]]
    equal(len(texts(page, "main > .scroll tbody tr")), len(launches), "rows")

    # Down from the first row and Enter: the second slowest launch.
    def time(launch):
        return next(p["time_s"] for p in launch["predictions"] if p["default"])

    kernel, launch = sorted(launches, key=lambda kl: -time(kl[1]))[1]
    page.evaluate("document.querySelector('tbody tr.pick').focus()")
    press(page, "ArrowDown")
    press(page, "Enter")
    equal(texts(page, "#detail h2"), [kernel["name"]], "the launch by keyboard")
    check(f"{launch['gpu']}: grid" in texts(
        page, "[aria-label=launch] [aria-pressed=true]")[0], "its GPU")

    # Every model, the fastest first; those that refuse have their reason.
    fastest = sorted(launch["predictions"], key=lambda p: p["time_s"])
    equal([r[0] for r in rows(page, "Every model\\'s answer")],
          [p["model"] for p in fastest], "models")
    for refusal in launch["refusals"]:
        check(refusal["reason"] in texts(page, "#detail")[0], refusal["reason"])
    equal([r[0] for r in rows(page, "The same launch on every GPU")],
          ["rtx-2080-ti", "a100-pcie-40gb"], "GPUs")

    # The factors of --what-if, and an equation for each quantity of --explain.
    equal([r[0] for r in rows(page, "What a perfect remedy would save")],
          [f["factor"] for f in launch["if_perfect"]], "factors")
    equations = page.evaluate(
        f"[...{CARD % 'Every equation with its numbers'}.querySelectorAll("
        "'details')].map(d => d.querySelector('table').tBodies[0].rows.length)")
    equal(equations, [len(launch["inputs"]),
                      *(len(p["explanation"]) for p in launch["predictions"])],
          "equations")
    quiet(page, sys.argv[1])
