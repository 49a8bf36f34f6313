"""A headless Chromium, driven over a pipe by the DevTools protocol.

    with Browser() as browser:
        page = browser.open("report.html")
        page.evaluate("document.title")

It is for tests of the HTML reports and for pictures of them. Messages are JSON
with a zero byte behind each: the browser reads them from descriptor 3 and
writes its own to descriptor 4. https://chromedevtools.github.io/devtools-protocol/
describes them.
"""
import base64
import fcntl
import json
import os
import pathlib
import select
import shutil
import subprocess
import tempfile
import time


class BrowserError(Exception):
    """The browser is not there, does not answer, or a script has thrown."""


def program():
    """The path of the browser; None if it is not installed."""
    return shutil.which("chromium")


class Page:
    """One open page. Errors are what the console or the page's policy
    complained about; requests all that it asked for, itself included."""

    def __init__(self, browser, session):
        self.browser, self.session = browser, session
        self.errors, self.requests = [], []

    def call(self, method, **parameters):
        return self.browser.call(method, parameters, self)

    def evaluate(self, script):
        """The value of a script, as JSON has it; its promise is awaited."""
        result = self.call("Runtime.evaluate", expression=script,
                           returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise BrowserError(json.dumps(result["exceptionDetails"])[:2000])
        return result["result"].get("value")

    def wait_for(self, script, limit=30):
        """Until the script's value is true; seconds that it took."""
        start = time.monotonic()
        while not self.evaluate(script):
            if time.monotonic() - start > limit:
                raise BrowserError(f"not true after {limit} s: {script}; "
                                   f"errors: {self.errors}")
            time.sleep(0.02)
        return time.monotonic() - start

    def mouse(self, kind, x, y):
        """mouseMoved, mousePressed or mouseReleased at a point of the window."""
        button = {} if kind == "mouseMoved" else {"button": "left",
                                                  "clickCount": 1}
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y,
                  buttons=1 if kind == "mousePressed" else 0, **button)

    def drag(self, start, end):
        self.call("Input.dispatchMouseEvent", type="mousePressed", x=start[0],
                  y=start[1], button="left", buttons=1, clickCount=1)
        for part in range(1, 6):
            self.call("Input.dispatchMouseEvent", type="mouseMoved",
                      x=start[0] + (end[0] - start[0]) * part / 5,
                      y=start[1] + (end[1] - start[1]) * part / 5,
                      button="left", buttons=1)
        self.call("Input.dispatchMouseEvent", type="mouseReleased", x=end[0],
                  y=end[1], button="left", buttons=0, clickCount=1)

    def picture(self, path, box=None):
        """A PNG of the window, or of box = (x, y, width, height) of the page."""
        clip = {}
        if box:
            clip = {"clip": dict(zip(("x", "y", "width", "height"), box),
                                 scale=1), "captureBeyondViewport": True}
        data = self.call("Page.captureScreenshot", format="png", **clip)["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))


class Browser:
    def __init__(self, width=1280, height=900):
        if not program():
            raise BrowserError("chromium is not installed")
        self.profile = tempfile.TemporaryDirectory(prefix="browser-",
                                                   ignore_cleanup_errors=True)
        read_end, to_browser = os.pipe()
        from_browser, write_end = os.pipe()
        # High numbers first, so that neither end is overwritten on its way.
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 64) for end in (read_end, write_end)]
        os.close(read_end)
        os.close(write_end)

        def place_pipe():
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)
        command = [program(), "--headless", "--no-sandbox", "--disable-gpu",
                   "--hide-scrollbars", "--no-first-run", "--disable-extensions",
                   "--disable-dev-shm-usage", "--disable-background-networking",
                   f"--window-size={width},{height}",
                   f"--user-data-dir={self.profile.name}",
                   "--remote-debugging-pipe", "about:blank"]
        self.process = subprocess.Popen(
            command, preexec_fn=place_pipe, pass_fds=(3, 4),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        for end in ends:
            os.close(end)
        self.output, self.input = to_browser, from_browser
        self.number, self.pending, self.pages = 0, b"", {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.output)
        os.close(self.input)
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.profile.cleanup()

    def message(self, limit):
        """The next message, which must come within so many seconds."""
        end = time.monotonic() + limit
        while b"\0" not in self.pending:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.input], [], [], left)[0]:
                raise BrowserError("the browser does not answer")
            data = os.read(self.input, 1 << 20)
            if not data:
                raise BrowserError("the browser has ended")
            self.pending += data
        first, self.pending = self.pending.split(b"\0", 1)
        return json.loads(first)

    def call(self, method, parameters, page=None, limit=60):
        self.number += 1
        request = {"id": self.number, "method": method, "params": parameters}
        if page:
            request["sessionId"] = page.session
        data = json.dumps(request).encode() + b"\0"
        while data:
            data = data[os.write(self.output, data):]
        while True:
            answer = self.message(limit)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise BrowserError(f"{method}: {answer['error']}")
                return answer["result"]
            self.note(answer)

    def note(self, event):
        page = self.pages.get(event.get("sessionId"))
        if not page:
            return
        what, told = event.get("method"), event.get("params", {})
        if what == "Runtime.exceptionThrown":
            page.errors.append(json.dumps(told["exceptionDetails"])[:1000])
        elif what == "Runtime.consoleAPICalled" and told["type"] in (
                "error", "warning", "assert"):
            page.errors.append(json.dumps(told["args"])[:1000])
        elif what == "Log.entryAdded" and told["entry"]["level"] in (
                "error", "warning"):
            page.errors.append(told["entry"]["text"])
        elif what == "Network.requestWillBeSent":
            page.requests.append(told["request"]["url"])

    def open(self, path, query=""):
        """The page of a file, once it says that it is ready."""
        target = self.call("Target.createTarget", {"url": "about:blank"})
        session = self.call("Target.attachToTarget", {
            "targetId": target["targetId"], "flatten": True})["sessionId"]
        page = self.pages[session] = Page(self, session)
        for domain in ("Runtime", "Log", "Network", "Page"):
            page.call(domain + ".enable")
        page.call("Page.navigate", url=pathlib.Path(path).resolve().as_uri() + query)
        page.wait_for("document.documentElement?.dataset.ready === 'yes'")
        return page
