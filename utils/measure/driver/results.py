"""The results folder: what is in it, how it grows, how a second run resumes.

  device.json           the device, and every run: when, clocks, settings
  measurements.csv      one row a validation kernel, size and shape
  microbenchmarks.csv   one row a reading
  README.md             what the columns mean, and how to predict a row

Rows are written and flushed as they come, so that a killed run keeps them. A
row whose writing was cut off is dropped when the folder is opened again.
"""
import csv
import gzip
import io
import json
import os
import statistics

MEASUREMENT_COLUMNS = [
    "gpu", "face", "kernel", "source", "defines", "parameters", "space",
    "grid_x", "grid_y", "grid_z", "block_x", "block_y", "block_z",
    "dynamic_smem_bytes", "static_smem_bytes", "regs", "local_bytes_per_thread",
    "arguments", "buffer_bytes", "time_ms", "min_ms", "max_ms", "n_runs",
    "cold_ms", "n_cold_runs", "batch_ms", "useful_bytes", "useful_operations",
    "status", "flags", "message", "id"]
BENCHMARK_COLUMNS = [
    "gpu", "face", "benchmark", "quantity", "setting", "median", "min", "max",
    "unit", "n_samples", "check"]

# Below this a launch's own cost is most of what is measured.
LAUNCH_BOUND_MS = 0.01


def plain(number):
    """A number as short as it can be without loss; nothing for None."""
    if number is None or number == "":
        return ""
    if isinstance(number, float) and not number.is_integer():
        return repr(round(number, 9))
    return str(int(number))


def read_rows(path):
    """The rows of a CSV file, or of the packed one beside it."""
    if not os.path.exists(path) and os.path.exists(path + ".gz"):
        path += ".gz"
    opened = gzip.open if path.endswith(".gz") else open
    with opened(path, "rt", newline="", encoding="utf-8") as source:
        return list(csv.DictReader(source))


class Table:
    """A CSV file that only grows."""

    def __init__(self, path, columns):
        self.path, self.columns = path, columns
        packed = path + ".gz"
        if os.path.exists(packed) and not os.path.exists(path):
            with gzip.open(packed, "rb") as source, open(path, "wb") as target:
                target.write(source.read())
            os.unlink(packed)
        self.rows = []
        if os.path.exists(path):
            self.rows = self._keep_whole_rows()
        fresh = not os.path.exists(path)
        self.file = open(path, "a", newline="", encoding="utf-8")
        self.writer = csv.DictWriter(self.file, columns, lineterminator="\n")
        if fresh:
            self.writer.writeheader()
            self.file.flush()

    def _keep_whole_rows(self):
        with open(self.path, "rb") as source:
            content = source.read()
        whole = content[:content.rfind(b"\n") + 1]
        if len(whole) != len(content):
            with open(self.path, "wb") as target:
                target.write(whole)
        if not whole:
            os.unlink(self.path)
            return []
        return list(csv.DictReader(io.StringIO(whole.decode("utf-8"))))

    def add(self, row):
        row = {k: row.get(k, "") for k in self.columns}
        self.writer.writerow(row)
        self.file.flush()
        self.rows.append({k: str(v) for k, v in row.items()})


def save_whole(path, record):
    """Writes the record as JSON, whole or not at all."""
    temporary = path + ".new"
    with open(temporary, "w", encoding="utf-8") as target:
        json.dump(record, target, indent=1)
        target.write("\n")
    os.replace(temporary, path)


def save_record(path, run):
    """Adds a run to the runs of device.json."""
    record = {"runs": []}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as source:
            record = json.load(source)
    record["runs"].append(run)
    save_whole(path, record)


class Results:
    """The results of one device in one folder. Opening a folder with another
    device's results raises ValueError."""

    def __init__(self, folder, device):
        os.makedirs(folder, exist_ok=True)
        self.folder = folder
        self.device_path = os.path.join(folder, "device.json")
        self.record = {"device": device, "runs": []}
        if os.path.exists(self.device_path):
            with open(self.device_path, encoding="utf-8") as source:
                self.record = json.load(source)
            for key in ("name", "face"):
                if self.record["device"][key] != device[key]:
                    raise ValueError(
                        f"{folder} holds results of "
                        f"{self.record['device']['name']} "
                        f"({self.record['device']['face']}), not of "
                        f"{device['name']} ({device['face']})")
        self.measurements = Table(os.path.join(folder, "measurements.csv"),
                                  MEASUREMENT_COLUMNS)
        self.benchmarks = Table(os.path.join(folder, "microbenchmarks.csv"),
                                BENCHMARK_COLUMNS)
        self.gpu, self.face = device["name"], device["face"]

    def done(self):
        """The jobs that have their rows, whatever came of them."""
        return ({row["id"] for row in self.measurements.rows} |
                {"benchmark:" + row["benchmark"]
                 for row in self.benchmarks.rows})

    def begin_run(self, facts):
        self.record["runs"].append(facts)
        self.save_device()

    def save_device(self):
        save_whole(self.device_path, self.record)

    def add_measurement(self, job, module, answer):
        """One row from the last answer to a job."""
        def of(name, index=None):
            value = answer.get(name)
            return plain(value[index] if index is not None and value else value)

        def compiler(name, reported):
            value = module.facts.get(name) if module else None
            if value is None and answer.get(reported, -1) >= 0:
                value = answer[reported]
            return plain(value)

        warm, cold = answer.get("warm_ms") or [], answer.get("cold_ms") or []
        median = statistics.median(warm) if warm else None
        row = {
            "gpu": self.gpu, "face": self.face,
            "kernel": answer.get("kernel", job["id"].split(":")[1]),
            "source": job["source"] + (".cu" if self.face == "cuda" else ".cl"),
            "defines": answer.get("defines", ""),
            "parameters": answer.get("parameters", job["id"].split(":", 2)[2]),
            "space": job.get("space", ""),
            "dynamic_smem_bytes": of("dynamic_shared_bytes"),
            "static_smem_bytes": compiler("static_shared_bytes",
                                          "static_shared_bytes"),
            "regs": compiler("registers", "registers"),
            "local_bytes_per_thread": compiler("local_bytes", "local_bytes"),
            "arguments": answer.get("arguments", ""),
            "buffer_bytes": answer.get("buffer_bytes", ""),
            "time_ms": plain(median),
            "min_ms": plain(min(warm, default=None)),
            "max_ms": plain(max(warm, default=None)),
            "n_runs": len(warm) or "",
            "cold_ms": plain(statistics.median(cold)) if cold else "",
            "n_cold_runs": len(cold) or "",
            "batch_ms": plain(answer.get("batch_ms") or None),
            "useful_bytes": of("bytes"), "useful_operations": of("operations"),
            "status": answer["status"], "message": answer.get("message", ""),
            "flags": "launch_bound"
                     if median is not None and median < LAUNCH_BOUND_MS else "",
            "id": job["id"],
        }
        for name in ("grid", "block"):
            for index, axis in enumerate("xyz"):
                row[f"{name}_{axis}"] = of(name, index)
        self.measurements.add(row)

    def add_benchmark(self, job, answers):
        """The rows of one microbenchmark, all at once: its readings, or one
        row that says why there are none."""
        *readings, last = answers
        for answer in readings:
            samples = [s for s in answer["samples"] if s is not None]
            self._add_reading(
                answer["benchmark"], answer["check"],
                quantity=answer["quantity"], setting=answer["setting"],
                unit=answer["unit"], n_samples=len(samples),
                **({"median": f"{statistics.median(samples):.6g}",
                    "min": f"{min(samples):.6g}",
                    "max": f"{max(samples):.6g}"} if samples else {}))
        if last["status"] != "ok" or not readings:
            self._add_reading(job["id"].split(":", 1)[1],
                              f"{last['status']}: {last['message']}")

    def _add_reading(self, benchmark, check, **columns):
        self.benchmarks.add({"gpu": self.gpu, "face": self.face,
                             "benchmark": benchmark, "check": check, **columns})
