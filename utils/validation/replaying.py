"""What an autotuner would have found, had it run a ranking from the top.

The rows are run in the order of the ranking. Of neighbours with equal predicted
times the slower are run first, and those that fail before them, since a ranking
deserves nothing for what it does not tell apart. What is called impossible is
never run.

Random search is told by a formula instead of by experiment: of n configurations
in random order, the first of the k that are good enough is expected to be
number (n + 1) / (k + 1).
"""
import math
import re

from . import pairs
from .joining import Join

SHARES = (1, 5, 10)  # per cent of what is not called impossible
RUNS = (50,)
NEAR = 0.02          # what is as good as the best


def order_of(pair):
    row, forecast = pair
    return forecast.place, -(row.time_ms if row.ran else math.inf)


class Replay:
    """The join's rows that are run: those of the random sample, which ran
    without a remark or failed. `candidates` also has the fastest of the space,
    which a set keeps whether or not they were drawn."""

    def __init__(self, join: Join):
        self.join = join
        tried = [(row, f) for row, f in join.pairs if row.scored or row.failed]
        self.ran = [(row, f) for row, f in tried if row.scored]
        self.failed = [(row, f) for row, f in tried if row.failed]
        self.tried = len(tried)
        self.list = sorted(((row, f) for row, f in tried if f.can_run),
                           key=order_of)
        self.candidates = self.ran + [
            (row, f) for row, f in join.pairs
            if row.ran and not row.random and not row.flags
            and row.time_ms > 0]
        self.fastest_ms = min((row.time_ms for row, _ in self.ran),
                              default=None)

    def place(self, pair):
        """Which run this is, from 1, and as a share of the list. A row that
        was not drawn stands where it would in the list of those that were."""
        if not pair[1].can_run:
            return {"run": None, "of": len(self.list), "share": None}
        before = sum(order_of(other) < order_of(pair) for other in self.list)
        size = len(self.list) + (not pair[0].random)
        return {"run": before + 1, "of": size, "share": (before + 1) / size}

    def found(self, pair):
        row, forecast = pair
        return {"measured_ms": row.time_ms, **self.place(pair),
                "configuration": forecast.configuration}

    def best(self):
        return self.found(min(self.candidates, key=lambda p: p[0].time_ms))

    def first_near(self):
        """The first of those that take at most 2 % longer than the best."""
        limit = (1 + NEAR) * min(row.time_ms for row, _ in self.candidates)
        near = [p for p in self.candidates if p[0].time_ms <= limit]
        possible = [p for p in near if p[1].can_run] or near
        return {"such": len(near), **self.found(min(possible, key=order_of))}

    def cut(self, name, runs):
        """After so many runs: how much longer than the fastest takes the
        fastest that was run, and the time that the others would have taken."""
        made = [row for row, _ in self.list[:runs] if row.ran]
        spent = sum(row.time_ms for row in made)
        everything = sum(row.time_ms for row, _ in self.ran)
        result = {"cut": name, "runs": min(runs, len(self.list)),
                  "failed_runs": min(runs, len(self.list)) - len(made),
                  "regret": None, "random_runs": None,
                  "measured_ms": spent, "saved": 1 - spent / everything}
        if made:
            fastest = min(row.time_ms for row in made)
            as_good = sum(row.time_ms <= fastest for row, _ in self.ran)
            result["regret"] = fastest / self.fastest_ms - 1
            result["random_runs"] = (self.tried + 1) / (as_good + 1)
        return result

    def cuts(self):
        made = [self.cut(f"{share} %", max(1, math.ceil(
            share / 100 * len(self.list) - 1e-9))) for share in SHARES]
        return made + [self.cut(f"{runs} runs", runs) for runs in RUNS]

    def failures(self):
        """Of what failed, how many were called impossible, by what was measured
        and by what the ranking says; and of all that ran, sampled or not."""
        wrong = [(row, f) for row, f in self.join.pairs
                 if row.ran and not f.can_run]
        statuses = {}
        for row, forecast in self.failed:
            entry = statuses.setdefault(row.status, {
                "failed": 0, "called_impossible": 0, "reasons": {}})
            entry["failed"] += 1
            if not forecast.can_run:
                entry["called_impossible"] += 1
                count(entry["reasons"], forecast.reason)
        reasons = {}
        for _, forecast in wrong:
            count(reasons, forecast.reason)
        return {"failed": len(self.failed), "by_status": statuses,
                "ran_but_called_impossible": len(wrong),
                "wrong_reasons": reasons,
                "first_wrong": wrong[0][1].configuration if wrong else None}

    def results(self):
        known = [(f.time_s, row.time_ms) for row, f in self.ran
                 if f.time_s is not None]
        counts = {}
        for _, forecast in self.list:
            counts[forecast.counts] = counts.get(forecast.counts, 0) + 1
        entry = {"join": self.join.as_json(), "rows": self.tried,
                 "ran": len(self.ran), "without_a_time": sum(
                     f.time_s is None for _, f in self.list),
                 "counts": counts, "spearman": pairs.spearman(known)}
        if self.ran:
            entry.update(best=self.best(), first_within_2_percent=
                         self.first_near(), cuts=self.cuts())
        return {**entry, "failures": self.failures()}


def count(reasons, text):
    """Reasons that differ in numbers alone are one."""
    kind = re.sub(r"\d+", "N", text)
    reasons[kind] = reasons.get(kind, 0) + 1
