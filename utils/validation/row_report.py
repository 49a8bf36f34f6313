"""Every row with its prediction by every model, its quantities as predicted and
as measured, and the command that gives them: for looking into what a figure is
made of."""
import csv
import io
import shlex

from .scoring import quantity_pair

KEYS = ["set", "gpu", "kernel", "row", "scored", "status", "measured_ms"]


def columns_of(quantity):
    return quantity, f"measured_{quantity}"


def quantities_of(row, found, counters):
    for name, expression in counters.items():
        pair = quantity_pair(row, found, name, expression)
        yield from zip(columns_of(name), pair or ("", ""))


def lines_of(measured, predictor, models):
    for group in measured.groups:
        for row in group.rows:
            found = measured.found.get(row.number)
            if found is None:
                continue
            command, gpu = measured.tasks[row.number]
            yield {"set": measured.name, "gpu": row.gpu, "kernel":
                   row.columns.get("kernel", ""), "row": row.number + 2,
                   "scored": int(row.scored), "status": row.status,
                   "measured_ms": row.time_ms,
                   **{m: found["times_ms"].get(m) for m in models},
                   **dict(quantities_of(row, found,
                                        measured.description.counters)),
                   "guessed": "; ".join(found.get("guessed", [])),
                   "unresolved": "; ".join(found.get("unresolved", [])),
                   "known": found.get("known") or "",
                   "reason": found.get("reason") or "",
                   "folder": command.folder,
                   "command": shlex.join(predictor.line(
                       command, gpu, found.get("host", [])))}


def as_csv(sets, predictor, models):
    out = io.StringIO()
    counters = dict.fromkeys(
        column for measured in sets for name in measured.description.counters
        for column in columns_of(name))
    writer = csv.DictWriter(out, [*KEYS, *models, *counters, "guessed",
                                  "unresolved", "known", "reason", "folder", "command"],
                            lineterminator="\n")
    writer.writeheader()
    for measured in sets:
        writer.writerows(lines_of(measured, predictor, models))
    return out.getvalue()
