"""The rows of a measurement folder, and which of them are scored.

A row is a dictionary of the CSV file's columns. Those that ran are scored by
time; those that did not are what a prediction of "cannot launch" is held to.
"""
import csv
import gzip
import hashlib
import os
import zlib

from . import templates
from .descriptions import BadInput


def read_table(folder, name):
    """(path, rows) of a CSV file of the folder, packed or not; None if it is
    not there."""
    for ending, opened in (("", open), (".gz", gzip.open)):
        path = os.path.join(folder, name + ending)
        if not os.path.exists(path):
            continue
        try:
            with opened(path, "rt", newline="", encoding="utf-8") as source:
                reader = csv.DictReader(source, strict=True)
                rows, columns = list(reader), reader.fieldnames or []
        except (OSError, EOFError, UnicodeDecodeError, csv.Error,
                zlib.error) as reason:
            raise BadInput(f"{path}: {reason}") from None
        for column in columns:
            if columns.count(column) > 1:
                raise BadInput(f"{path}: there are two columns {column}")
        for number, row in enumerate(rows, 2):
            if None in row or None in row.values():
                raise BadInput(f"{path}: row {number} has not the header's "
                               "number of fields")
        return path, rows
    return None


def read_rows(folder):
    """The rows of measurements.csv, with the columns of counters.csv where the
    folder has one."""
    found = read_table(folder, "measurements.csv")
    if not found:
        raise BadInput(f"{folder}: no measurements.csv, packed or not")
    path, rows = found
    if not rows:
        raise BadInput(f"{path}: no rows")
    counted = read_table(folder, "counters.csv")
    if counted:
        by_id = {row.get("id"): row for row in counted[1]}
        rows = [{**by_id.get(row.get("id"), {}), **row} for row in rows]
    return rows


class Row:
    """One measured configuration."""

    def __init__(self, number, columns, description):
        self.number, self.columns = number, columns
        self.gpu, self.gpu_file = description.gpu_of(columns)
        try:
            self.kernel = templates.filled(description.group, columns).strip()
        except ValueError as reason:
            raise BadInput(f"{description.path}: group: {reason}") from None
        self.status = columns.get("status", "ok")
        self.ran = self.status == "ok"
        self.flags = set(filter(None, columns.get("flags", "").split(";")))
        self.random = columns.get("in_random_sample", "1") == "1"
        # Where every row of the space is here, the best is found among them.
        self.best = ("in_random_sample" in columns and
                     columns.get("is_best") == "1")
        self.local_bytes = self.time_ms = None
        if columns.get("local_bytes_per_thread"):
            self.local_bytes = self._number("local_bytes_per_thread",
                                            description)
        if self.ran:
            self.time_ms = self._number(description.time, description)
        self.scored = (self.ran and self.random and
                       self.time_ms > description.least_ms and
                       not self.flags & description.skip_flags)
        self.failed = self.random and self.status.startswith("fail")

    def _number(self, column, description):
        if column not in self.columns:
            raise BadInput(f"{description.path}: there is no column {column}")
        try:
            return float(self.columns[column])
        except ValueError:
            raise BadInput(
                f"{description.name}: row {self.number + 2}: {column} "
                f"{self.columns[column]!r} is no number") from None

    def order(self, seed):
        """A place in an order that depends on the row and the seed alone, so
        that a sample is the same on every machine and grows with its size."""
        text = "\0".join(f"{k}={v}" for k, v in self.columns.items())
        return hashlib.sha256(f"{seed}\0{text}".encode()).digest()


class Group:
    """The rows of one kernel on one GPU, as far as they are looked at."""

    def __init__(self, gpu, gpu_file, kernel):
        self.gpu, self.gpu_file, self.kernel = gpu, gpu_file, kernel
        self.rows = []
        self.measured_rows = 0

    def draw(self, size, seed):
        """Keeps `size` of the rows that are scored, those that cannot run in
        the proportion that the set has them, and the fastest of the space."""
        ran = [row for row in self.rows if row.scored]
        failed = [row for row in self.rows if row.failed]
        self.measured_rows = len(ran)
        if size and len(ran) > size:
            failed = drawn(failed, -(-len(failed) * size // len(ran)), seed)
            ran = drawn(ran, size, seed)
        chosen = {row.number for row in ran + failed}
        for row in self.rows:
            row.scored = row.scored and row.number in chosen
        self.rows = [row for row in self.rows
                     if row.number in chosen or row.best and row.ran]


def drawn(rows, size, seed):
    return sorted(rows, key=lambda row: row.order(seed))[:size]


def whole_groups(rows, description, wanted):
    """All rows of the groups, in the order of the file; `wanted` chooses among
    them by (gpu, kernel)."""
    groups = {}
    for number, columns in enumerate(rows):
        description.translate(columns)
        if not description.kept(columns):
            continue
        row = Row(number, columns, description)
        key = (row.gpu, row.kernel)
        if not wanted(*key):
            continue
        if key not in groups:
            groups[key] = Group(row.gpu, row.gpu_file, row.kernel)
        groups[key].rows.append(row)
    return list(groups.values())


def groups_of(rows, description, sample, seed, wanted):
    """The groups, drawn from."""
    groups = whole_groups(rows, description, wanted)
    for group in groups:
        group.draw((sample or 0) * description.sample_factor, seed)
    return [group for group in groups if group.rows]
