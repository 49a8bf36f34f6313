"""What a ranking saves a random search, on recorded times.

    random_search.py SPACE TABLE [--keep PERCENT] [--budgets N,N,...]
                     [--seeds N] [--where COLUMN=VALUE] [-- OPTIONS OF PRUNE]

TABLE, a CSV file (.gz, too), has a row for each configuration that somebody has
measured: a column for each parameter of SPACE, and `time_ms`, empty for what
failed. It is the objective: to measure a configuration is to look it up. Two
searches try configurations in random order: one all of them, the other the best
PERCENT by the ranking and nothing that cannot run. Printed is, for each budget
of measurements, the median of the best times that they find, and of the time
that the measured kernels took.
"""
import argparse
import csv
import gzip
import json
import math
import random
import statistics
import sys

import kernelcast


def value_of(text):
    """A cell of the table as a value of JSON."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def read_table(path, where):
    """The rows in which every column of `where` has its value."""
    opened = gzip.open if path.endswith(".gz") else open
    with opened(path, "rt", newline="") as file:
        return [row for row in csv.DictReader(file)
                if all(row[column] == value for column, value in where)]


def search(times, budget, seeds):
    """The medians over all seeds of the best time and of the time spent, in ms,
    of a search that measures `budget` of these at random."""
    best, spent = [], []
    for seed in range(seeds):
        drawn = random.Random(seed).sample(times, min(budget, len(times)))
        best.append(min(drawn, default=math.inf))
        spent.append(sum(time for time in drawn if time != math.inf))
    return statistics.median(best), statistics.median(spent)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("space")
    parser.add_argument("table")
    parser.add_argument("--keep", type=float, default=10)
    parser.add_argument("--budgets", default="5,10,20,50",
                        type=lambda text: [int(n) for n in text.split(",")])
    parser.add_argument("--seeds", type=int, default=1001)
    parser.add_argument("--where", action="append", default=[],
                        type=lambda text: tuple(text.split("=", 1)))
    own = sys.argv[1:]
    cut = own.index("--") if "--" in own else len(own)
    given = parser.parse_args(own[:cut])
    space = kernelcast.Space(given.space, *own[cut + 1:])
    rows = read_table(given.table, given.where)
    if not rows:
        sys.exit(f"random_search: error: '{given.table}' has no such row")
    times = [float(row["time_ms"] or "inf") for row in rows]
    known = space.ask({name: value_of(row[name]) for name in space.parameters}
                      for row in rows)
    ranked = sorted((forecast.rank, time) for forecast, time
                    in zip(known, times) if forecast.can_run)
    if not ranked:
        sys.exit(f"random_search: error: none of the {len(rows)} "
                 f"configurations can run; the first one: {known[0].reason}")
    kept = [time for _, time
            in ranked[:max(1, math.ceil(len(ranked) * given.keep / 100))]]
    print(f"{len(rows)} configurations, best {min(times):.4g} ms; "
          f"{len(rows) - len(ranked)} cannot run, {len(kept)} are kept, of "
          f"which the best takes {min(kept):.4g} ms")
    print("| measured | of all: best, spent | of the kept: best, spent |")
    print("|---|---|---|")
    for budget in given.budgets:
        columns = (f"{best:.4g} ms, {spent:.4g} ms" for best, spent in
                   (search(times, budget, given.seeds),
                    search(kept, budget, given.seeds)))
        print(f"| {budget} |", " | ".join(columns), "|")


if __name__ == "__main__":
    main()
