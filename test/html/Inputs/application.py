"""Plays the user of a page of predict --app: application.py PAGE"""
import sys

from user import Browser, check, data, equal, point_at, quiet, texts

with Browser() as browser:
    page = browser.open(sys.argv[1])
    timeline = data(page)["files"][0]["application"]["timelines"][0]
    events = [e for e in timeline["events"] if e["end_s"] > e["start_s"]]
    bars = page.evaluate("[...document.querySelectorAll('rect.event')].map(b => "
                         "[b.x.baseVal.value, b.width.baseVal.value])")
    equal(len(bars), len(events), "bars")
    check({"copy", "launch", "library-pass"} <= {e["kind"] for e in events},
          "kinds of events")
    # From the first start to the end of all lies the whole width, 936 units.
    longest = max(timeline["time_s"], *(e["end_s"] for e in events))
    expected = sorted(e["start_s"] / longest * 936 for e in events)
    for at, start in zip(sorted(b[0] for b in bars), expected):
        check(abs(at - start) < 1e-3, f"a bar at {at}, expected at {start}")
    rows = [t for t in texts(page, "svg text") if "default stream" in t]
    equal(rows, ["copies, default stream", "kernels, default stream"], "rows")
    check("host" not in texts(page, "svg text"), "nothing is the host's own")
    check(any(t.startswith("thrust:") for t in texts(page, "svg text")),
          "a pass has its name, or what there is room for")
    check("cudaMemcpy" in point_at(page, "rect.event"), "the tip of a bar")
    quiet(page, sys.argv[1])
