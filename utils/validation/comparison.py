"""What got better and what worse since an earlier run, from its JSON report."""
from .descriptions import BadInput, read_json

# A figure, its direction (1: less is better) and the change that is told.
FIGURES = (("mape", 1, 0.02), ("mape_scaled", 1, 0.02), ("spearman", -1, 0.02),
           ("regret_5", 1, 0.02))


def earlier(path):
    old = read_json(path)
    if not isinstance(old, dict) or old.get("schema") != 1 or not all(
            isinstance(old.get(k), t) for k, t in (("sets", list),
                                                   ("medians", dict))):
        raise BadInput(f"{path}: not a report of utils/validate")
    return old


def places(results):
    """{(place, name): figures} of everything that has figures of times, from
    the most general on; and those of quantities."""
    found = {}
    for where in ("medians", "quantity_medians"):
        for name, figures in results.get(where, {}).items():
            found["all sets", name] = figures
    for entry in results["sets"]:
        for where in ("medians", "quantity_medians"):
            for part, named in entry.get(where, {}).items():
                for name, figures in named.items():
                    found[place(entry["name"], part), name] = figures
    for entry in results["sets"]:
        for group in entry.get("groups", []):
            name = f"{entry['name']}, {group['kernel']} on {group['gpu']}"
            for part, models in group["models"].items():
                for model, figures in models.items():
                    found[place(name, part), model] = figures
            for part, named in group["quantities"].items():
                for quantity, figures in named.items():
                    found[place(name, part), quantity] = figures
    return found


def place(name, part):
    return name if part == "all" else f"{name}, {part.replace('_', ' ')}"


def changes(old, new):
    """(gain, text) of every figure that moved by more than its threshold, and
    of a quantity whose typical error did."""
    before, after = places(old), places(new)
    for key, figures in after.items():
        if key not in before:
            continue
        for name, sign, least in (*FIGURES, ("error_p50", 1, 0.02)):
            a, b = before[key].get(name), figures.get(name)
            if a is None and b is None:
                continue
            if a is None or b is None:
                yield (1 if a is None else -1,
                       f"{key[0]}: {key[1]}: {name} {said(a)} -> {said(b)}")
                continue
            gain = sign * (a - b)
            if abs(gain) > max(least, 0.05 * abs(a) if sign > 0 else 0):
                yield (gain,
                       f"{key[0]}: {key[1]}: {name} {said(a)} -> {said(b)}")


def said(value):
    return "none" if value is None else f"{value:.3g}"


def report(old, new):
    moved = list(changes(old, new))
    lines = []
    if (old.get("sample"), old.get("seed")) != (new["sample"], new["seed"]):
        lines += ["the samples differ: "
                  f"{old.get('sample') or 'all'} rows a group then, "
                  f"{new['sample'] or 'all'} now"]
    if old.get("recorded_clocks", False) != new["recorded_clocks"]:
        lines += ["the clocks differ: recorded "
                  + ("now" if new["recorded_clocks"] else "then")]
    then, now = ({s["name"] for s in results["sets"] if s.get("groups")}
                 for results in (old, new))
    lines += [f"only then: {name}" for name in sorted(then - now)]
    lines += [f"only now: {name}" for name in sorted(now - then)]
    for title, chosen in (("better", [t for g, t in moved if g > 0]),
                          ("worse", [t for g, t in moved if g < 0])):
        lines += [f"{title}: {len(chosen)}", *("  " + t for t in chosen)]
    return "\n".join(lines) + "\n"
