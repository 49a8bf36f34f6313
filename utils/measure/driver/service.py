"""Runs jobs in a measuring program, one at a time, and survives its crashes.

The program reads a job a line and answers with JSON lines, the last of which
says "done". A program that dies or does not answer in time is replaced by a
fresh one, and the job is reported as crashed or timed out: one bad kernel
costs its own result and nothing else.
"""
import json
import queue
import subprocess
import threading


class Service:
    """A measuring program that serves. `flags` go to its command line."""

    def __init__(self, program, flags):
        self.command = [program.path, "serve", "--device",
                        str(program.index)] + flags
        self.process = None

    def _start(self):
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, errors="replace", bufsize=1)
        self.lines = queue.Queue()
        self.errors = []

        def read(process, lines):
            for line in process.stdout:
                lines.put(line)
            lines.put(None)

        def read_errors(process, errors):
            for line in process.stderr:
                errors.append(line.rstrip())
                del errors[:-20]

        for target, store in ((read, self.lines), (read_errors, self.errors)):
            threading.Thread(target=target, args=(self.process, store),
                             daemon=True).start()

    def run(self, job_id, module, seconds):
        """Yields the answers to one job; the last one has "done"."""
        if self.process is None or self.process.poll() is not None:
            self._start()
        try:
            self.process.stdin.write(f"{job_id}\t{module}\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass
        while True:
            try:
                line = self.lines.get(timeout=seconds)
            except queue.Empty:
                self.stop()
                yield {"id": job_id, "done": True, "status": "timed out",
                       "message": f"no answer within {seconds:g} s"}
                return
            if line is None:
                code = self.process.wait()
                last = self.errors[-1] if self.errors else f"exit status {code}"
                self.process = None
                yield {"id": job_id, "done": True, "status": "crashed",
                       "message": last}
                return
            try:
                answer = json.loads(line)
            except ValueError:
                continue  # something a driver printed
            if answer.get("id") != job_id:
                continue
            if answer.get("status") == "failed":
                # A kernel's fault costs a CUDA context, and every job after it.
                self.stop()
            yield answer
            if answer.get("done"):
                return

    def stop(self):
        """Ends the program, at once."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None
