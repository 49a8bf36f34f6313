"""Runs kernelcast once for each different command, several at a time, and keeps
what it said under a name made of everything that it depends on: the program and
its library, the source's commit or content, the command."""
import concurrent.futures
import hashlib
import json
import os
import subprocess
import sys
import time

from . import facts
from .descriptions import BadInput

MAIN = "main::"


def digest_of(path):
    with open(path, "rb") as source:
        return hashlib.sha256(source.read()).hexdigest()


def libraries(tool):
    """kernelcast's own libraries that the program loads."""
    told = subprocess.run(["ldd", tool], stdout=subprocess.PIPE, text=True,
                          stderr=subprocess.DEVNULL, check=False).stdout
    return [words[2] for words in map(str.split, told.splitlines())
            if len(words) > 2 and words[0].startswith("libkernelcast")
            and os.path.exists(words[2])]


class Progress:
    """A line on stderr: redrawn on a terminal, else one in ten seconds."""

    def __init__(self, total):
        self.total, self.done, self.ran = total, 0, 0
        self.start = self.last = time.monotonic()
        self.terminal = sys.stderr.isatty()

    def step(self, ran):
        self.done += 1
        self.ran += ran
        now = time.monotonic()
        last = self.done == self.total
        if not last and now - self.last < (0.2 if self.terminal else 10):
            return
        self.last = now
        spent = now - self.start
        left = spent / self.done * (self.total - self.done)
        text = (f"predicted {self.done} of {self.total} rows, "
                f"{self.done - self.ran} of them from the cache, "
                f"{spent:.0f} s" + ("" if last else f", {left:.0f} s left"))
        if self.terminal:
            print("\r\x1b[K" + text, end="\n" if last else "", file=sys.stderr)
        else:
            print(text, file=sys.stderr)
        sys.stderr.flush()


class Predictor:
    def __init__(self, tool, cache, jobs, timeout, counts=None,
                 ablation=False):
        self.tool, self.jobs, self.timeout = os.path.abspath(tool), jobs, timeout
        self.counts = ["--counts", counts] if counts else []
        self.models = (["--without", "each"] if ablation
                       else ["--model", "all"])
        self.cache = os.path.join(cache, "predictions")
        if not (os.path.isfile(tool) and os.access(tool, os.X_OK)):
            raise BadInput(f"no kernelcast at {tool}: build it with "
                           "utils/build, or name it with --tool")
        parts = [digest_of(path) for path in [tool, *libraries(tool)]]
        self.identity = hashlib.sha256("".join(parts).encode()).hexdigest()
        self.reader = digest_of(facts.__file__) + digest_of(__file__)

    def predict_all(self, tasks):
        """{key: facts} of (command, GPU file) pairs; equal ones run once."""
        unique = {self.key(*task): task for task in tasks}
        progress = Progress(len(unique))
        results = {}
        pool = concurrent.futures.ThreadPoolExecutor(self.jobs)
        futures = {pool.submit(self._predict, key, *task): key
                   for key, task in unique.items()}
        try:
            for future in concurrent.futures.as_completed(futures):
                results[futures[future]], ran = future.result()
                progress.step(ran)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
        return results

    def key(self, command, gpu):
        text = json.dumps([self.identity, self.reader, self.counts, self.models,
                           command.identity,
                           command.words, command.shape, command.host_shape,
                           command.host, command.signature, gpu])
        return hashlib.sha256(text.encode()).hexdigest()

    def _predict(self, key, command, gpu):
        """(facts, whether the program ran for them)."""
        path = os.path.join(self.cache, key[:2], key + ".json")
        try:
            with open(path, encoding="utf-8") as source:
                return json.load(source), 0
        except (OSError, ValueError):
            pass
        found, lasting = self._run(command, gpu)
        if lasting:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            temporary = f"{path}.{os.getpid()}.new"
            with open(temporary, "w", encoding="utf-8") as out:
                json.dump(found, out)
            os.replace(temporary, path)
        return found, 1

    def line(self, command, gpu, host, shape=True):
        """The whole command line, with these host variables."""
        return [self.tool, *command.words[:2], "--gpu", gpu, *self.models,
                "--format", "json", *self.counts, *(command.shape if shape else []),
                *[word for text in host for word in ("--arg", text)],
                *command.words[2:]]

    def _run(self, command, gpu):
        """(facts, whether they would be the same another time)."""
        host = self._host_variables(command, gpu)
        found, lasting = self._run_with(command, gpu, host)
        # A name is main::NAME in one launch and NAME in another.
        guessed = found.get("guessed", [])
        plain = [text[len(MAIN):] if text.startswith(MAIN) and "argument " +
                 text[len(MAIN):].split("=")[0] in guessed else text
                 for text in host]
        if plain != host:
            taken = [f"argument {new.split('=')[0]}, by its name alone"
                     for old, new in zip(host, plain) if old != new]
            host = plain
            found, lasting = self._run_with(command, gpu, host)
            found["unresolved"] = found.get("unresolved", []) + taken
        return {**found, "host": host}, lasting

    def _host_variables(self, command, gpu):
        """The command's, as kernelcast names them: a variable of main that
        bears the name of another parameter of the kernel is main::NAME, and no
        other is. So that is tried, and names that nobody has lose main."""
        if not command.host:
            return []
        report = self._report(command, gpu, [MAIN + h for h in command.host],
                              False)
        told = " ".join(d["message"] for d in report.get("diagnostics", []))
        return [text if not told or f"--arg {MAIN}{text.split('=')[0]}: " in told
                else MAIN + text for text in command.host]

    def _run_with(self, command, gpu, host):
        if command.host_shape:
            found, lasting = self._run_once(command, gpu, host,
                                            command.host_shape)
            if found and found["times_ms"]:
                return found, lasting
        return self._run_once(command, gpu, host, None)

    def _run_once(self, command, gpu, host, host_shape):
        report = self._report(command, gpu, host, not host_shape)
        if "files" not in report:
            return report, report["status"] == "unreadable"
        return facts.facts(report, command.signature, host_shape), True

    def _report(self, command, gpu, host, shape):
        """The report, or the facts of there being none."""
        try:
            done = subprocess.run(
                self.line(command, gpu, host, shape), cwd=command.folder,
                check=False, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, timeout=self.timeout)
        except subprocess.TimeoutExpired:
            return facts.nothing("timeout", f"longer than {self.timeout} s")
        try:
            return json.loads(done.stdout)
        except ValueError:
            told = done.stderr.decode(errors="replace").strip().splitlines()
            what = "unreadable" if done.returncode == 2 else "crash"
            return facts.nothing(what, told[-1] if told else
                                 f"exit status {done.returncode}")
