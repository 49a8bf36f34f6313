"""From rows and their predictions to the figures of groups, sets and all."""
from . import pairs, templates

FIGURES = ("mape", "mape_scaled", "spearman", "p10", "p50", "p90",
           "rank_share", "regret_1", "regret_5", "regret_10")
QUANTITY_FIGURES = ("error_p50", "error_p90", "within_5", "p10", "p50", "p90",
                    "spearman")
CONSTANT = "one constant"  # what a model must beat after scaling
PARTS = ("all", "no_local_memory", "local_memory", "guessed", "resolved")


def part_of(row):
    """Whether the compiler put something of the row into local memory; None
    where the set does not say."""
    if row.local_bytes is None:
        return None
    return "local_memory" if row.local_bytes > 0 else "no_local_memory"


def score_times(scored, best, models):
    """{model: figures}; scored and best are of (row, facts)."""
    result = {}
    for model in models:
        made = [(f["times_ms"][model], row.time_ms) for row, f in scored
                if model in f["times_ms"]]
        known = None
        if best and model in best[1]["times_ms"]:
            known = (best[1]["times_ms"][model], best[0].time_ms)
        figures = pairs.times(made, known)
        if "ranked" in figures:
            figures["rank_share"] = figures["rank_of_best"] / figures["ranked"]
        if not made:
            figures["why_not"] = next((
                f.get("refusals", {}).get(model) or f.get("reason")
                for _, f in scored), None)
        result[model] = figures
    flat = [(1.0, row.time_ms) for row, _ in scored]
    result[CONSTANT] = {"pairs": len(flat), "mape_scaled": pairs.mean_error(
        flat, pairs.best_scale(flat))}
    return result


def quantity_pair(row, found, name, expression):
    """(predicted, measured) of one row: arithmetic over the columns that the
    description gives. None where either is missing."""
    if name not in found["quantities"]:
        return None
    try:
        measured = templates.value(expression, row.columns)
    except ValueError:
        return None
    return found["quantities"][name], measured


def score_quantities(scored, counters):
    """{quantity: figures} of a set with counters. Rows without a value do not
    count."""
    result = {}
    for name, expression in counters.items():
        made = [pair for row, found in scored
                if (pair := quantity_pair(row, found, name, expression))]
        if made:
            result[name] = pairs.quantity(made)
    return result


def score_failures(judged):
    """How well it is predicted what cannot be launched: of all rows, and of
    each way to fail against the rows that ran."""
    known = [(row, f) for row, f in judged if f["fits"] is not None]
    result = {"all": pairs.failures([(not f["fits"], not row.ran)
                                     for row, f in known])}
    for status in sorted({row.status for row, _ in known if not row.ran}):
        result[status] = pairs.failures(
            [(not f["fits"], not row.ran) for row, f in known
             if row.ran or row.status == status])
    return result


def score_group(group, description, found, models):
    """Everything of one group. `found` maps row numbers to facts."""
    have = [(row, found[row.number]) for row in group.rows
            if row.number in found]
    scored = [(row, f) for row, f in have if row.scored]
    guessed = [pair for pair in scored if pair[1].get("guessed")]
    if description.guessed_apart:
        scored = [pair for pair in scored if not pair[1].get("guessed")]
    best = next(((row, f) for row, f in have if row.best and row.ran), None)
    result = {"gpu": group.gpu, "gpu_file": group.gpu_file,
              "kernel": group.kernel, "rows_in_set": group.measured_rows,
              "rows": len(scored),
              "not_predicted": problems(scored),
              "guessed": len(guessed),
              "models": {}, "quantities": {}}
    for part in PARTS:
        chosen = [pair for pair in scored
                  if part == "all" or part_of(pair[0]) == part]
        if part == "guessed" and description.guessed_apart:
            chosen = guessed
        elif part == "resolved" and description.guessed_apart:
            chosen = [pair for pair in scored
                      if not pair[1].get("unresolved", True)]
        # Of the parts only the whole has the best of the whole.
        if chosen:
            result["models"][part] = score_times(
                chosen, best if part == "all" else None, models)
            result["quantities"][part] = score_quantities(
                chosen, description.counters)
    if any(row.failed for row, _ in have):
        result["failures"] = score_failures(
            [(row, f) for row, f in have if row.scored or row.failed])
    return result


def problems(scored):
    """{reason: rows} of the rows without any prediction."""
    counts = {}
    for _, found in scored:
        if not found["times_ms"]:
            reason = found.get("reason") or found["status"]
            counts[reason] = counts.get(reason, 0) + 1
    return counts


def medians(entries, names, fields):
    """{name: {figure: median}} over entries that have {name: figures}; an entry
    without the figure has no vote. `of` is how many entries have any."""
    result = {}
    for name in names:
        mine = [e[name] for e in entries if name in e]
        figures = {"of": sum(any(f.get(field) is not None for field in fields)
                             for f in mine)}
        for field in fields:
            values = [f[field] for f in mine if f.get(field) is not None]
            if values:
                figures[field] = pairs.median(values)
        if figures["of"]:
            result[name] = figures
    return result


def all_names(entries):
    return list(dict.fromkeys(name for entry in entries for name in entry))


def by_part(groups, what, fields):
    """{part: medians over the groups} of the models or quantities."""
    result = {}
    for part in PARTS:
        entries = [g[what][part] for g in groups if g[what].get(part)]
        if entries:
            result[part] = medians(entries, all_names(entries), fields)
    return result


def finish_set(result):
    result["medians"] = by_part(result["groups"], "models", FIGURES)
    result["quantity_medians"] = by_part(result["groups"], "quantities",
                                         QUANTITY_FIGURES)
    return result


def overall(sets, what, fields):
    """Medians over the sets of what they have for all their rows."""
    entries = [s[what]["all"] for s in sets if s.get(what, {}).get("all")]
    return medians(entries, all_names(entries), fields)
