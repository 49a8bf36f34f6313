"""Predicted against measured as a page that opens offline: the results as JSON
has them, and every row with its times."""
from .html_page import page


def rows_of(sets, models):
    for measured in sets:
        for group in measured.groups:
            for row in group.rows:
                times = measured.found.get(row.number, {}).get("times_ms", {})
                yield {"set": measured.name, "gpu": group.gpu,
                       "kernel": group.kernel, "row": row.number + 2,
                       "scored": bool(row.scored), "measured_ms": row.time_ms,
                       "times_ms": {m: times[m] for m in models if m in times}}


def as_html(results, sets):
    return page("kernelcast: predicted against measured", ["validate.js"],
                {"report": results,
                 "rows": list(rows_of(sets, results["models"]))})
