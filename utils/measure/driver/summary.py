"""The short table that a run prints last, from the results folder's rows."""
import collections



def number(text):
    try:
        return float(text)
    except ValueError:
        return None


def three_digits(value):
    """1234567 -> 1.23e+06, 12.345 -> 12.3"""
    return f"{value:.3g}"


def kernel_lines(rows):
    """A line a kernel: how many points are right, its best rates."""
    groups = collections.OrderedDict()
    for row in rows:
        name = row["kernel"] + (" (space)" if row["space"] else "")
        groups.setdefault(name, []).append(row)
    lines = [f"{'kernel':34} {'right':>9} {'slowest ms':>11} "
             f"{'best GB/s':>10} {'best GFLOP/s':>13}"]
    for name, group in groups.items():
        good = [r for r in group if r["status"] == "ok"]
        ran = [r for r in group if r["status"] != "unsupported"]
        times = [(number(r["time_ms"]), r) for r in good if r["time_ms"]]

        def best(column):
            rates = [number(r[column]) / t * 1e-6 for t, r in times
                     if t and number(r[column])]
            return three_digits(max(rates)) if rates else "-"

        slowest = three_digits(max(t for t, _ in times)) if times else "-"
        lines.append(f"{name:34} {len(good):4} of {len(ran):<2} {slowest:>10} "
                     f"{best('useful_bytes'):>10} "
                     f"{best('useful_operations'):>13}")
        lines += [f"  {r['status']}: {r['parameters']}: {r['message']}"[:160]
                  for r in group if r["status"] in ("wrong", "failed",
                                                    "crashed", "timed out")][:3]
    return lines


def benchmark_lines(rows):
    """A line a microbenchmark and quantity: its range over the settings."""
    groups = collections.OrderedDict()
    for row in rows:
        groups.setdefault((row["benchmark"], row["quantity"], row["unit"]),
                          []).append(row)
    lines = [f"{'microbenchmark':44} {'readings':>8} {'lowest':>10} "
             f"{'highest':>10}  unit"]
    for (name, quantity, unit), group in groups.items():
        if not quantity:
            lines.append(f"{name:44} {group[0]['check'][:70]}")
            continue
        values = [number(r["median"]) for r in group if r["median"]]
        doubtful = sum(r["check"] != "ok" for r in group)
        low, high = ((three_digits(min(values)), three_digits(max(values)))
                     if values else ("-", "-"))
        lines.append(f"{name + ' ' + quantity:44} {len(group):8} {low:>10} "
                     f"{high:>10}  {unit}" +
                     (f"  ({doubtful} in doubt)" if doubtful else ""))
    return lines
