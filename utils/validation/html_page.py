"""The frame of the HTML reports, filled in: tool/report/html/HtmlPage.cpp does
the same for what the tool itself writes."""
import base64
import hashlib
import html
import json
import math
import os

PARTS = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__)))), "tool", "report", "html")


def part(name):
    with open(os.path.join(PARTS, name), encoding="utf-8") as file:
        return file.read()


def hash_of(text):
    """As a content security policy names a script or a style."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def finite(value):
    """The same with null where a number is none: JSON has no NaN, and a browser
    that meets one reads nothing."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: finite(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [finite(each) for each in value]
    return value


def page(title, scripts, data):
    """The page of these scripts (names) and data: {name: what JSON can say}."""
    texts = [part(name) for name in ("d3-subset.min.js", "common.js", *scripts)]
    style = part("page.css")
    policy = ("default-src 'none'; base-uri 'none'; form-action 'none'; "
              f"style-src {hash_of(style)}; script-src "
              + " ".join(hash_of(text) for text in texts))
    filled = {
        "@TITLE@": f"<title>{html.escape(title)}</title>",
        "@POLICY@": '<meta http-equiv="Content-Security-Policy" '
                    f'content="{policy}">',
        "@STYLE@": f"<style>{style}</style>",
        # A "<" can only be in a string of JSON, where an escape means the same.
        "@DATA@": "\n".join(
            f'<script type="application/json" id="{name}">'
            + json.dumps(finite(value), ensure_ascii=False, allow_nan=False)
            .replace("<", "\\u003c")
            + "</script>" for name, value in data.items()),
        "@SCRIPTS@": "\n".join(f"<script>{text}</script>" for text in texts)}
    return "\n".join(filled.get(line, line)
                     for line in part("page.html").split("\n"))
