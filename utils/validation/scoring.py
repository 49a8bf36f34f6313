"""From rows and their predictions to the figures of groups, sets and all."""
from . import pairs, templates

FIGURES = ("mape", "mape_scaled", "spearman", "p10", "p50", "p90",
           "rank_share", "regret_1", "regret_5", "regret_10")
PARTS = ("all", "no_local_memory", "local_memory", "guessed_arguments")


def part_of(row):
    """Whether the compiler put something of the row into local memory; None
    where the set does not say."""
    if row.local_bytes is None:
        return None
    return "local_memory" if float(row.local_bytes) > 0 else "no_local_memory"


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
    return result


def score_quantities(scored, counters):
    """{quantity: figures} of a set with counters: each is arithmetic over the
    columns that the description gives. Rows without a value do not count."""
    result = {}
    for name, expression in counters.items():
        made = []
        for row, found in scored:
            if name not in found["quantities"]:
                continue
            try:
                measured = templates.value(expression, row.columns)
            except ValueError:
                continue
            made.append((found["quantities"][name], measured))
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
        if part == "guessed_arguments" and description.guessed_apart:
            chosen = guessed
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


def medians(entries, models):
    """{model: {figure: median}} over entries that have {model: figures}; an
    entry without the figure has no vote."""
    result = {}
    for model in models:
        mine = [e[model] for e in entries if model in e and e[model]]
        figures = {}
        for name in FIGURES:
            values = [f[name] for f in mine if f.get(name) is not None]
            if values:
                figures[name] = pairs.median(values)
        figures["of"] = sum(f.get("mape") is not None for f in mine)
        result[model] = figures
    return result


def finish_set(result, models):
    result["medians"] = {
        part: medians([g["models"][part] for g in result["groups"]
                       if part in g["models"]], models)
        for part in PARTS
        if any(part in g["models"] for g in result["groups"])}
    return result


def overall(sets, models):
    return medians([s["medians"]["all"] for s in sets
                    if "all" in s.get("medians", {})], models)
