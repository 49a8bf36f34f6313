"""Plays the user of a page of predict: predict.py PAGE SOURCE"""
import sys

from user import (Browser, check, click, column, data, equal, json_of,
                  point_at, quiet, sort_by, texts)

path, source = sys.argv[1:]
with Browser() as browser:
    page = browser.open(path)
    report = data(page)
    equal(report, json_of("kernelcast", "predict", source, "--format", "json",
                          "--curves"), "the JSON of the page")
    kernels = {k["name"]: k["launches"][0] for f in report["files"]
               for k in f["kernels"]}
    times = {name: launch["predictions"][0]["time_s"]
             for name, launch in kernels.items()}

    # The slowest first; a click sorts by name, another the other way round.
    equal(column(page, "kernel"), sorted(times, key=times.get, reverse=True),
          "by time")
    sort_by(page, "kernel")
    equal(column(page, "kernel"), sorted(times), "by name")
    sort_by(page, "kernel")
    equal(column(page, "kernel"), sorted(times, reverse=True), "by name, down")

    def choose(name):
        page.evaluate("[...document.querySelectorAll('tbody tr.pick')].find("
                      f"r => r.cells[0].textContent === '{name}').click()")
        equal(texts(page, "#detail h2"), [name], "the kernel that is shown")

    def line_with(name, text):
        lines = page.evaluate("[...document.querySelectorAll('#detail .line')]"
                              f".filter(l => l.textContent.includes('{text}'))"
                              ".map(l => l.dataset.line)")
        check(lines, f"{name} has no line with {text}")
        return f"#detail .line[data-line='{lines[0]}']"

    # The time, and how busy each unit is.
    for name, launch in kernels.items():
        choose(name)
        equal(float(page.evaluate("document.querySelector('.big').dataset.time")),
              times[name], f"time of {name}")
        shown = page.evaluate(
            "Object.fromEntries([...document.querySelectorAll('.meter')].map(m => "
            "[m.dataset.resource, parseFloat(m.querySelector('.fill').style.width)]))")
        for key, share in launch["utilisation"].items():
            check(share is None or abs(shown[key] - 100 * share) < 1e-4,
                  f"{key} of {name}: {shown[key]} for {share}")

    # The heat of a line is its part of the time, of the JSON.
    for name, launch in kernels.items():
        choose(name)
        shown = page.evaluate(
            "[...document.querySelectorAll('#detail .line')].filter(l => "
            "l.children[1].textContent).map(l => [+l.dataset.line, "
            "parseFloat(l.children[1].textContent), l.style.background])")
        lines = {l["line"]: l["share"]
                 for l in launch["curves"]["time_by_line"]["lines"]}
        check(shown and {s[0] for s in shown} <= set(lines), f"{shown}, {lines}")
        for number, share, _ in shown:
            check(abs(share - 100 * lines[number]) <= 0.006 * share + 0.01,
                  f"line {number} of {name}: {share} %, {lines[number]}")
        hottest = max(lines, key=lines.get)
        check("0.58" in next(s[2] for s in shown if s[0] == hottest),
              f"colour of line {hottest}: {shown}")
        said = point_at(page, f"#detail .line[data-line='{hottest}']")
        check("of the time: " in said, said)

    # Pointing at a line tells what is known; a click draws the lanes.
    choose("strided")
    line = line_with("strided", "out[i * 32")
    said = point_at(page, line)
    check("32 sectors a warp, 4 would do" in said and "exact" in said, said)
    click(page, line)
    check("32 sectors of out" in texts(page, ".lanes")[0], texts(page, ".lanes"))
    choose("plain")
    line = line_with("plain", "out[i] = 1")
    check("4 sectors a warp, 4 would do" in point_at(page, line),
          "sectors of plain")
    click(page, line)
    check("4 sectors of out" in texts(page, ".lanes")[0], texts(page, ".lanes"))
    choose("banks")
    click(page, line_with("banks", "tile[32 * threadIdx.x] ="))
    check("up to 32 different words of one bank" in texts(page, ".lanes")[0],
          texts(page, ".lanes"))

    # The slider's times are predict's at the same launch.
    choose("strided")
    equal(texts(page, "[aria-label='what changes'] button"),
          ["threads of a block", "problem size n", "argument n"], "curves")
    for which, curve in enumerate(kernels["strided"]["curves"]["times"]):
        page.evaluate("document.querySelectorAll(\"[aria-label='what changes'] "
                      f"button\")[{which}].click()")
        if which == 0: # a stop for every number of warps of a block
            equal([p["value"] for p in curve["points"]],
                  list(range(32, 1025, 32)), "stops of the slider")
            equal(page.evaluate("document.querySelector('#detail "
                                "input[type=range]').max"), "31", "the slider")
        for index in (0, 2, 4, len(curve["points"]) - 1):
            page.evaluate("(() => { const s = document.querySelector('#detail "
                          f"input[type=range]'); s.value = '{index}'; "
                          "s.dispatchEvent(new Event('input')); })()")
            shown = page.evaluate(
                "document.querySelector('.readout').dataset.time")
            options = curve["points"][index]["options"]
            check(options in texts(page, "#detail code"), f"options {options}")
            again = json_of("kernelcast", "predict", source, "--kernel",
                            "strided", "--format", "json", *options.split())
            time = again["files"][0]["kernels"][0]["launches"][0][
                "predictions"][0]["time_s"]
            check(abs(float(shown) / time - 1) < 1e-9,
                  f"{options}: {shown} on the page, {time} by predict")

    # Graphs are drawn when they are opened.
    for summary in texts(page, "#detail details summary"):
        check("graph" not in summary or page.evaluate(
            "[...document.querySelectorAll('details')].filter(d => /graph/.test("
            "d.firstChild.textContent)).every(d => { d.open = true; return true; })"),
            summary)
    page.wait_for("[...document.querySelectorAll('#detail details')].filter(d => "
                  "/graph/.test(d.firstChild.textContent)).every(d => "
                  "d.querySelector('svg'))", 10)

    # Nothing in names, paths or the source acts.
    check(page.evaluate("typeof hacked === 'undefined' && !document.querySelector("
                        "'img') && document.scripts.length === "
                        "document.querySelectorAll('body > script').length"),
          "a text of the source became part of the page")
    check("onerror" in page.evaluate("document.body.innerText"),
          "the hostile text is shown as text")
    quiet(page, path)
