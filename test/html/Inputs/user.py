"""What the tests of pages do alike: open one, check that it is quiet and keeps
to itself, and play its user."""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "..", "..", "..", "utils"))
from browser import Browser  # noqa: E402


def check(holds, what):
    if not holds:
        sys.exit(f"wrong: {what}")


def equal(found, expected, what):
    check(found == expected, f"{what}: {found!r}, expected {expected!r}")


def data(page, name="report"):
    """The JSON that the page carries."""
    return json.loads(page.evaluate(
        f"document.getElementById({json.dumps(name)}).textContent"))


def texts(page, selector):
    return page.evaluate(f"[...document.querySelectorAll({json.dumps(selector)})]"
                         ".map(e => e.textContent)")


def click(page, selector):
    check(page.evaluate(f"(() => {{ const e = document.querySelector("
                        f"{json.dumps(selector)}); if (e) {{ e.scrollIntoView("
                        "{block: 'center'}); e.click(); } return !!e; })()"),
          f"there is no {selector}")


def point_at(page, selector):
    """Moves the pointer onto an element, as a hand would; what the tip says."""
    box = page.evaluate(
        f"(() => {{ const e = document.querySelector({json.dumps(selector)});"
        "e.scrollIntoView({block: 'center'}); const b = e.getBoundingClientRect();"
        "return [b.x + Math.min(b.width / 2, 60), b.y + b.height / 2]; })()")
    page.mouse("mouseMoved", 1, 1)
    page.mouse("mouseMoved", *box)
    page.mouse("mouseMoved", box[0] + 1, box[1])
    return page.evaluate("document.getElementById('tip').hidden ? '' : "
                         "document.getElementById('tip').textContent")


def column(page, title, table="main table"):
    """The texts of one column of a table, from the top."""
    return page.evaluate(
        f"(() => {{ const t = document.querySelector({json.dumps(table)});"
        f"const i = [...t.tHead.rows[0].cells].findIndex(c => c.textContent === {json.dumps(title)});"
        "return [...t.tBodies[0].rows].map(r => r.cells[i].textContent); })()")


def sort_by(page, title, table="main table"):
    check(page.evaluate(
        f"(() => {{ const t = document.querySelector({json.dumps(table)});"
        f"const b = [...t.querySelectorAll('th button')].find(b => b.textContent === {json.dumps(title)});"
        "if (b) b.click(); return !!b; })()"), f"no column {title}")


def quiet(page, path):
    """Nothing on the console, and no request but for the page itself."""
    equal(page.errors, [], "errors of the page")
    check(len(page.requests) == 1 and page.requests[0].startswith("file://"),
          f"requests: {page.requests}")
    size = os.path.getsize(path)
    carried = page.evaluate("[...document.querySelectorAll("
                            "'script[type=\"application/json\"]')].reduce((n, s) =>"
                            " n + new TextEncoder().encode(s.textContent).length, 0)")
    check(size - carried < 400_000, f"{size - carried} bytes without data")


def json_of(*command):
    return json.loads(subprocess.run(command, check=True,
                                     stdout=subprocess.PIPE).stdout)
