"""Reads the table of a page of predict, and its kernels: shares.py PAGE"""
import sys

from user import Browser, check, column, data, equal, quiet, texts

path = sys.argv[1]
with Browser() as browser:
    page = browser.open(path)
    launches = {k["name"]: k["launches"][0]
                for k in data(page)["files"][0]["kernels"]}
    equal(launches["far"]["guesses"]["withheld"], True, "far is withheld")
    equal(len(launches["often"]["also_at"]), 1, "other places of often")
    rows = {name: {title: column(page, title)[i] for title in
                   ("launch", "time", "share", "bound by", "busy")}
            for i, name in enumerate(column(page, "kernel"))}
    equal(rows["often"]["share"], "66.7 %", "two of three launches")
    equal(rows["once"]["share"], "33.3 %", "one of three launches")
    equal(rows["often"]["launch"], "4096 of 256, at 2 places", "how often")
    equal(rows["once"]["launch"], "4096 of 256", "how often")
    far = rows["far"]
    equal([far[t] for t in ("time", "share", "bound by", "busy")],
          ["withheld", "", "", "withheld"], "what comes of a withheld time")
    check(not any(t.startswith("interval") for t in texts(page, "main th")),
          "a column of intervals that nothing has")

    def cards(name):
        page.evaluate("[...document.querySelectorAll('tbody tr.pick')].find("
                      f"r => r.cells[0].textContent === '{name}').click()")
        equal(texts(page, "#detail h2"), [name], "the kernel that is shown")
        return texts(page, "#detail .card h3")

    of_time = {"Roofline", "How busy each unit is",
               "What another launch would take"}
    check(of_time <= set(cards("often")), cards("often"))
    equal(len(texts(page, "#detail .stack")), 1, "breakdowns of often")
    check(not of_time & set(cards("far")), cards("far"))
    equal(texts(page, "#detail .stack"), [], "breakdowns of far")
    equal(texts(page, "#detail .big"), ["withheld"], "time of far")
    # Nor what its lines cost, and the equations that the time comes from.
    equal(texts(page, "#detail [aria-label='colour lines by']"), [], "heats of far")
    equal([t for t in texts(page, "#detail .line .much") if t], [], "costs of lines")
    equal(page.evaluate("[...document.querySelectorAll('#detail .line')].filter("
                        "l => l.style.background).length"), 0, "lines in colour")
    check("What each line costs is withheld" in texts(page, "#detail")[0],
          "why there is no heat")
    equal([t for t in texts(page, "#detail .card")
           if t.startswith("Every equation")],
          ["Every equation with its numbersThey are withheld, as the time that "
           "they come to is: too much of the launch is guessed."], "equations")
    quiet(page, path)
