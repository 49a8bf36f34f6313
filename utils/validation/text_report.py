"""The results as text to read: medians over all sets, then each set with its
groups."""

COLUMNS = (("MAPE", "mape", "percent"), ("scaled", "mape_scaled", "percent"),
           ("Spearman", "spearman", "plain"), ("p10", "p10", "ratio"),
           ("p50", "p50", "ratio"), ("p90", "p90", "ratio"),
           ("best at", "rank_share", "percent"),
           ("regret 1 %", "regret_1", "percent"),
           ("5 %", "regret_5", "percent"), ("10 %", "regret_10", "percent"))
PART_NAMES = {"all": "all rows", "no_local_memory": "rows without local memory",
              "local_memory": "rows with local memory (spills, arrays)",
              "guessed": "rows whose arguments or trip counts are guessed",
              "resolved": "rows whose launch, arguments, loops and branches are "
                          "resolved"}


def shown(value, kind):
    if value is None:
        return "-"
    if kind == "percent":
        return f"{100 * value:.0f} %" if value < 100 else f"{value:.0f}x"
    if kind == "ratio":
        return f"{value:.3g}"
    return f"{value:.2f}"


def model_table(models, count, heading):
    """Lines of a table, a line a model; count names the column of how many
    rows or groups there are."""
    width = max(map(len, models), default=0)
    lines = [f"  {'model':{width}} {heading:>6} " +
             " ".join(f"{name:>10}" for name, _, _ in COLUMNS)]
    for model, figures in models.items():
        lines.append(f"  {model:{width}} {figures.get(count, 0):6} " + " ".join(
            f"{shown(figures.get(field), kind):>10}"
            for _, field, kind in COLUMNS))
        if figures.get("why_not"):
            lines[-1] += "   " + figures["why_not"][:90]
    return lines


def quantity_table(quantities, count, heading):
    width = max(map(len, quantities))
    lines = [f"  {'quantity':{width}} {heading:>6}  error p50       p90 "
             "within 5%  ratio p10       p50       p90  Spearman"]
    for name, q in quantities.items():
        if not q[count] and not q.get("of_them_predicted"):
            continue
        cells = [shown(q.get(f), k) for f, k in (
            ("error_p50", "percent"), ("error_p90", "percent"),
            ("within_5", "percent"),
            ("p10", "ratio"), ("p50", "ratio"), ("p90", "ratio"),
            ("spearman", "plain"))]
        line = f"  {name:{width}} {q[count]:6}  " + " ".join(
            f"{cell:>9}" for cell in cells)
        if q.get("of_them_predicted"):
            line += (f"   predicted in {q['of_them_predicted']} of "
                     f"{q['nothing_measured']} rows that have none")
        lines.append(line)
    return lines


def failure_lines(failures):
    for reason, f in failures.items():
        name = "rows that cannot run" if reason == "all" else "  " + reason
        yield (f"  {name}: {f['failed']} of {f['rows']}, {f['predicted']} "
               f"predicted, precision {shown(f['precision'], 'percent')}, "
               f"recall {shown(f['recall'], 'percent')}")


def group_lines(group):
    yield ""
    yield (f"  {group['kernel']} on {group['gpu']} ({group['gpu_file']}): "
           f"{group['rows']} rows scored, {group['rows_in_set']} in the set" +
           (f", {group['guessed']} with guessed arguments or trip counts"
            if group["guessed"] else ""))
    for part, models in group["models"].items():
        if len(group["models"]) > 1:
            yield f"  {PART_NAMES[part]}"
        yield from model_table(models, "pairs", "rows")
        if group["quantities"].get(part):
            yield from quantity_table(group["quantities"][part], "pairs",
                                      "rows")
    yield from failure_lines(group.get("failures", {}))
    for reason, count in sorted(group["not_predicted"].items(),
                                key=lambda pair: -pair[1])[:5]:
        yield f"  {count} rows without a prediction: {reason[:200]}"


def report(results, brief):
    lines = [f"program {results['tool'][:12]}, "
             + (f"{results['sample']} rows a group at most, seed "
                f"{results['seed']}" if results["sample"] else "all rows")
             + (", at the clocks that were recorded"
                if results["recorded_clocks"] else ""), ""]
    if results["medians"]:
        lines += ["Medians over the sets of the medians over their groups"]
        lines += model_table(results["medians"], "of", "sets")
    if results["quantity_medians"]:
        lines += quantity_table(results["quantity_medians"], "of", "sets")
    for entry in results["sets"]:
        groups = entry.get("groups", [])
        lines += ["", f"{entry['name']}: " + entry.get(
            "reason", f"{len(groups)} group{'s' * (len(groups) != 1)}")]
        lines += [f"  left out: {count} rows: {reason}"
                  for reason, count in entry.get("left_out", {}).items()]
        for part, models in entry.get("medians", {}).items():
            if part == "all" or not brief:
                if len(entry["medians"]) > 1:
                    lines += [f"  {PART_NAMES[part]}"]
                lines += model_table(models, "of", "groups")
                counted = entry["quantity_medians"].get(part)
                if counted:
                    lines += quantity_table(counted, "of", "groups")
        if not brief:
            for group in groups:
                lines += group_lines(group)
    return "\n".join(lines) + "\n"
