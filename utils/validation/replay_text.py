"""The figures of a replay as text to read."""
from .text_report import shown


def share(value):
    """To a tenth of a per cent, since the first one matters most."""
    return "-" if value is None else f"{100 * value:.1f} %"


def names(found):
    return " ".join(f"{k}={v}" for k, v in found["configuration"].items())


def join_lines(join):
    yield (f"joined       {join['joined']} rows by "
           + ", ".join(join["parameters"]))
    if join["only_in_the_ranking"]:
        yield ("             not measured: "
               + ", ".join(join["only_in_the_ranking"]))
    if join["measured_not_ranked"]:
        yield (f"             {join['measured_not_ranked']} measured rows are "
               "not in the ranking and in no figure")
    if join["ranked_not_measured"]:
        yield (f"             {join['ranked_not_measured']} ranked "
               "configurations are not measured")


def place_line(name, found):
    where = ("called impossible" if found["run"] is None else
             f"run {found['run']} of {found['of']} ({share(found['share'])})")
    return f"{name:12} {where}: {found['measured_ms']:.4g} ms, {names(found)}"


def cut_lines(cuts):
    yield ""
    yield ("run             runs    failed     regret   by chance   "
           "ms measured      saved")
    for cut in cuts:
        chance = cut["random_runs"]
        yield (f"best {cut['cut']:8} {cut['runs']:6} {cut['failed_runs']:9} "
               f"{share(cut['regret']):>10} "
               f"{'-' if chance is None else f'{chance:.1f}':>11} "
               f"{cut['measured_ms']:>13.4g} {share(cut['saved']):>10}")


def failure_lines(failures):
    yield ""
    for status, entry in failures["by_status"].items():
        yield (f"{status}: {entry['failed']} rows, "
               f"{entry['called_impossible']} called impossible")
        for reason, rows in entry["reasons"].items():
            yield f"  {rows}: {reason}"
    wrong = failures["ran_but_called_impossible"]
    yield f"ran, but called impossible: {wrong}"
    for reason, rows in failures["wrong_reasons"].items():
        yield f"  {rows}: {reason}"


def report(results):
    lines = [f"{results['set']}   {results['kernel']} on {results['gpu']}"]
    lines += join_lines(results["join"])
    counted = ", ".join(f"{n} by {name}"
                        for name, n in sorted(results["counts"].items()))
    lines.append(f"rows         {results['rows']}, of which {results['ran']} "
                 f"ran; predicted to run: {counted or 'none'}" +
                 (f", {results['without_a_time']} without a time"
                  if results["without_a_time"] else ""))
    lines.append(f"Spearman     {shown(results['spearman'], 'plain')}")
    if "best" in results:
        lines.append(place_line("best", results["best"]))
        lines.append(place_line("within 2 %",
                                results["first_within_2_percent"]))
        lines += cut_lines(results["cuts"])
    lines += failure_lines(results["failures"])
    return "\n".join(lines) + "\n"


def tenths(value):
    return "-" if value is None else f"{100 * value:.1f}"


def row(results):
    """A line of the table in docs/prune.md: space, counts, rows, those that
    failed and those called impossible, Spearman, where what is within 2 % of
    the best is found, regret after 1, 5, 10 % and after 50 runs, by chance."""
    counted = ", ".join(f"{n} {name}"
                        for name, n in sorted(results["counts"].items()))
    failures = results["failures"]
    impossible = sum(entry["called_impossible"]
                     for entry in failures["by_status"].values())
    cells = [f"{results['set']}, {results['gpu']}", counted or "none",
             f"{results['rows']}, {failures['failed']}, {impossible}",
             shown(results["spearman"], "plain")]
    if "best" not in results:
        cells += ["-"] * 4
    else:
        near, cuts = results["first_within_2_percent"], results["cuts"]
        cells += [f"{near['run']} of {near['of']} ({share(near['share'])})"
                  if near["run"] else "called impossible"]
        cells += [", ".join(tenths(c["regret"]) for c in cuts[:-1]),
                  tenths(cuts[-1]["regret"])]
        cells += [", ".join("-" if c["random_runs"] is None else
                            f"{c['random_runs']:.0f}" for c in cuts[:-1])
                  + " for " + ", ".join(str(c["runs"]) for c in cuts[:-1])]
    return "| " + " | ".join(cells) + " |\n"
