"""Every row with its prediction by every model, and the command that gives it:
for looking into what a figure is made of."""
import csv
import io
import shlex

KEYS = ["set", "gpu", "kernel", "row", "scored", "status", "measured_ms"]


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
                   "guessed": "; ".join(found.get("guessed", [])),
                   "reason": found.get("reason") or "",
                   "folder": command.folder,
                   "command": shlex.join(predictor.line(
                       command, gpu, found.get("host", [])))}


def as_csv(sets, predictor, models):
    out = io.StringIO()
    writer = csv.DictWriter(out, [*KEYS, *models, "guessed", "reason", "folder",
                                  "command"], lineterminator="\n")
    writer.writeheader()
    for measured in sets:
        writer.writerows(lines_of(measured, predictor, models))
    return out.getvalue()
