"""The results as tables in a page of Markdown.

The page says where: what stands between the lines

    <!-- validate: sets -->
    <!-- end -->

is made anew, the rest stays. Tables: medians, sets, gpus, kinds, counters,
failures. A set's description says what kind of kernels it has (`kind`).
"""
import re

from . import scoring
from .descriptions import BadInput
from .text_report import COLUMNS

BEGIN = re.compile(r"<!-- validate: ([\w-]+) -->")
END = "<!-- end -->"
DEFAULT = "kernelcast"  # the model of the tables that have one alone
OF_ONE = [c for c in COLUMNS if c[1] in
          ("mape", "mape_scaled", "spearman", "p10", "p50", "p90")]


def cell(value, kind):
    if value is None:
        return "–"
    if kind == "percent":
        return f"{100 * value:.0f}"
    return f"{value:.3g}" if kind == "ratio" else f"{value:.2f}"


def heading(name, kind):
    return f"{name.removesuffix(' %')}, %" if kind == "percent" else name


def table(names, lines):
    """A table with these headings; its first column is text."""
    yield "| " + " | ".join(names) + " |"
    yield "|" + "---|" * len(names)
    for line in lines:
        yield "| " + " | ".join(line) + " |"


def default_first(models):
    return sorted(models, key=lambda name: name != DEFAULT)


def medians_table(results):
    found = results["medians"]
    return table(
        ["model", "sets"] + [heading(n, k) for n, _, k in COLUMNS],
        ([model, str(found[model]["of"])] +
         [cell(found[model].get(f), k) for _, f, k in COLUMNS]
         for model in default_first(found)))


def in_short(figures):
    """MAPE / scaled / Spearman / p50."""
    return " / ".join(cell(figures.get(f), k) for f, k in (
        ("mape", "percent"), ("mape_scaled", "percent"), ("spearman", "plain"),
        ("p50", "ratio")))


def sets_table(results):
    """A set a line, a model a column; of one constant the scaled error."""
    sets = [s for s in results["sets"] if s.get("medians", {}).get("all")]
    models = [m for m in default_first(results["medians"])
              if m != scoring.CONSTANT]
    return table(
        ["set (groups)", *models, scoring.CONSTANT],
        ([f"{s['name']} ({len(s['groups'])})"] +
         [in_short(s["medians"]["all"].get(m, {})) for m in models] +
         [cell(s["medians"]["all"].get(scoring.CONSTANT, {})
               .get("mape_scaled"), "percent")] for s in sets))


def of_default(heads, groups_of_name):
    """A line for each name: the default model's medians over its groups."""
    lines = []
    for name, groups in sorted(groups_of_name.items()):
        entries = [g["models"]["all"] for g in groups if "all" in g["models"]]
        if not entries:
            continue
        found = scoring.medians(entries, [DEFAULT], scoring.FIGURES)
        figures = found.get(DEFAULT, {})
        lines.append([name, str(len(entries)),
                      str(sum(g["rows"] for g in groups))] +
                     [cell(figures.get(f), k) for _, f, k in OF_ONE])
    return table([heads, "groups", "rows"] +
                 [heading(n, k) for n, _, k in OF_ONE], lines)


def gathered(results, name_of):
    found = {}
    for entry in results["sets"]:
        for group in entry.get("groups", []):
            found.setdefault(name_of(entry, group), []).append(group)
    return found


def gpus_table(results):
    return of_default("GPU", gathered(results, lambda _, g: g["gpu_file"]))


def kinds_table(results):
    return of_default("kernels", gathered(
        results, lambda entry, _: entry.get("kind") or "not said"))


def counters_table(results):
    """Rows without local memory where a set tells them apart."""
    def of(entry, name):
        parts = entry.get("quantity_medians", {})
        part = parts.get("no_local_memory") or parts.get("all", {})
        return part.get(name)
    named = results["quantity_medians"]
    sets = [s for s in results["sets"]
            if any(of(s, name) for name in named)]

    def text(figures):
        if not figures:
            return "–"
        return (f"{cell(figures.get('error_p50'), 'percent')} / "
                f"{cell(figures.get('error_p90'), 'percent')}, "
                f"{cell(figures.get('p50'), 'ratio')}")
    return table(["quantity", *(s["name"] for s in sets), "all rows (sets)"],
                 ([f"`{name}`", *(text(of(s, name)) for s in sets),
                   f"{text(figures)} ({figures['of']})"]
                  for name, figures in named.items()))


def failures_table(results):
    """Rows that could not run, by set and status."""
    totals = {}
    for entry in results["sets"]:
        for group in entry.get("groups", []):
            for status, f in group.get("failures", {}).items():
                if status != "all":
                    sums = totals.setdefault((entry["name"], status), [0, 0])
                    sums[0] += f["failed"]
                    sums[1] += round(f["failed"] * (f["recall"] or 0))
    return table(["set", "status", "rows", "predicted to fail"],
                 ([name, status, str(failed), str(found)]
                  for (name, status), (failed, found) in totals.items()))


TABLES = {"medians": medians_table, "sets": sets_table, "gpus": gpus_table,
          "kinds": kinds_table, "counters": counters_table,
          "failures": failures_table}


def places(path, lines):
    """(table, its first line, the line of its end), from 0; or what is wrong."""
    opened = None
    for number, line in enumerate(lines):
        begin = BEGIN.fullmatch(line.strip())
        if begin and begin[1] not in TABLES:
            raise BadInput(f"{path}:{number + 1}: no table {begin[1]}; there "
                           "are " + ", ".join(TABLES))
        if begin and opened:
            break
        if begin:
            opened = begin[1], number
        elif opened and line.strip() == END:
            yield *opened, number
            opened = None
    if opened:
        raise BadInput(f"{path}:{opened[1] + 1}: no {END} behind it")


class Page:
    """A page whose tables are made anew; what is wrong with it is found when it
    is read."""

    def __init__(self, path):
        try:
            with open(path, encoding="utf-8") as page:
                self.lines = page.read().split("\n")
        except (OSError, UnicodeDecodeError) as reason:
            raise BadInput(f"{path}: {reason}") from None
        self.places = list(places(path, self.lines))
        if not self.places:
            raise BadInput(f"{path}: no <!-- validate: TABLE -->, where TABLE is "
                           "one of " + ", ".join(TABLES))

    def filled(self, results):
        result, done = [], 0
        for name, begin, end in self.places:
            result += self.lines[done:begin + 1]
            result += ["", *TABLES[name](results), ""]
            done = end
        return "\n".join(result + self.lines[done:])
