"""What a comparison has to say of itself: how many facts were held against the
simulator's, how many of them are called exact, and which are not although
nothing in the kernel depends on data.

What depends on data is said by hand, in the kernel: lines that end in `// data`
have an address, a condition or a way to them that follows loaded values (those
of atomic operations included). All other lines are structural: who knows the
source, the launch and the scalar arguments can tell all that happens there. So
the share of structural facts that are called exact is not up to the tool."""
import os
import re

KINDS = ("accesses", "branches", "loops")


def data_lines(text):
    """Numbers of the lines that are declared to depend on data."""
    return {number for number, line in enumerate(text.splitlines(), 1)
            if re.search(r"// data$", line)}


class Result:
    """Of one launch in one language."""

    def __init__(self):
        self.counts = {}      # {(kind, known): n}
        self.structural = {}  # the same, of what depends on no data
        self.unheld = 0       # exact, but among others that are not
        self.weak, self.problems = [], []
        self.missed = []      # structural, but not exact
        self.accesses = [], []  # kernelcast's, and which belong to which

    def count(self, kind, known, structural=False):
        for counts in [self.counts] + [self.structural] * structural:
            counts[kind, known] = counts.get((kind, known), 0) + 1


def total(results, kind=None, known=None, counts="counts"):
    return sum(n for result in results
               for (k, how), n in getattr(result, counts).items()
               if k in KINDS and how != "of the simulator alone" and
               kind in (None, k) and known in (None, how))


def percent(part, whole):
    return f"{100 * part / whole if whole else 100:.2f} %"


def share(results):
    """Of the structural facts, those that are exact."""
    whole = total(results, counts="structural")
    return total(results, known="exact", counts="structural") / (whole or 1)


def table(rows):
    """rows: {file: [Result, ...]}"""
    width = max(map(len, ["", *map(os.path.basename, rows)])) + 2
    print(" " * width + "".join(f"{k:>10} exact" for k in KINDS) +
          "  bounded  other  differences")

    def line(name, results):
        cells = "".join(f"{total(results, kind):10} "
                        f"{total(results, kind, 'exact'):5}" for kind in KINDS)
        other = total(results, known="sampled") + total(results, known="assumed")
        print(f"{name:{width}}{cells}{total(results, known='bounded'):9}{other:7}"
              f"{sum(len(r.problems) for r in results):13}")

    for name, results in rows.items():
        line(os.path.basename(name), results)
    line("total", [r for results in rows.values() for r in results])


def missed(rows):
    """What is structural and yet not exact, place by place."""
    for name, results in rows.items():
        places = {}
        for result in results:
            for note in dict.fromkeys(result.missed):
                places[note] = places.get(note, 0) + 1
        for note, launches in places.items():
            print(f"  {os.path.basename(name)}:{note} "
                  f"({launches} of {len(results)} launches)")


def summary(rows):
    results = [r for some in rows.values() for r in some]
    print(f"{'':12}compared  called exact      structural  called exact")
    for kind in (*KINDS, None):
        numbers = []
        for counts in ("counts", "structural"):
            whole = total(results, kind, counts=counts)
            exact = total(results, kind, "exact", counts)
            numbers.append(f"{whole:8}  {exact:6} {percent(exact, whole):>9}")
        print(f"{kind or 'all':12}" + "  ".join(numbers))
    unheld = sum(r.unheld for r in results)
    if unheld:
        print(f"{unheld} called exact could not be told from others of their "
              "place that are not, and were not held against the simulator")
    if any(r.missed for r in results):
        print("structural, but not exact:")
        missed(rows)
    else:
        print("structural, but not exact: none")
