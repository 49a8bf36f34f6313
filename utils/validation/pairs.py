"""How far predicted numbers are from measured ones.

Everything here is of pairs (predicted, measured), measured above 0. None stands
for what so few pairs do not have. docs/validation.md defines each figure.
"""
import math


def percentile(values, share):
    """The value below which this share (0 to 1) lies, between two neighbours in
    proportion; None of nothing."""
    if not values:
        return None
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def median(values):
    return percentile(values, 0.5)


def mean_error(pairs, scale=1.0):
    """Mean of |scale * predicted - measured| / measured, as a fraction."""
    if not pairs:
        return None
    return sum(abs(scale * p - m) / m for p, m in pairs) / len(pairs)


def best_scale(pairs):
    """The median of measured over predicted."""
    return median([m / p for p, m in pairs if p > 0])


def ranks(values):
    """Positions from 0 in ascending order; equal values have their mean."""
    order = sorted(range(len(values)), key=values.__getitem__)
    result = [0.0] * len(values)
    start = 0
    while start < len(order):
        end = start
        while (end + 1 < len(order) and
               values[order[end + 1]] == values[order[start]]):
            end += 1
        for position in range(start, end + 1):
            result[order[position]] = (start + end) / 2
        start = end + 1
    return result


def spearman(pairs):
    """Rank correlation; None for fewer than three pairs. A prediction that is
    the same for all rows orders nothing, which counts as 0; equal measured
    times have no order to find."""
    if len(pairs) < 3:
        return None
    x, y = (ranks(list(column)) for column in zip(*pairs))
    mean = (len(pairs) - 1) / 2
    spread_x = sum((r - mean) ** 2 for r in x)
    spread_y = sum((r - mean) ** 2 for r in y)
    if not spread_y:
        return None
    if not spread_x:
        return 0.0
    covariance = sum((a - mean) * (b - mean) for a, b in zip(x, y))
    return covariance / math.sqrt(spread_x * spread_y)


def rank_of_best(pairs, best):
    """Where the model puts the pair `best` among these and itself, from 1:
    behind those predicted faster, in the middle of those predicted equal."""
    others = [p for p, m in pairs]
    faster = sum(p < best[0] for p in others)
    equal = sum(p == best[0] for p in others)
    return 1 + faster + equal / 2


def regret(pairs, share):
    """How much longer than the fastest of all takes the fastest of those that
    are run, if it is the share with the shortest predictions, one at least: 0
    is perfect, 1 twice as long. Of rows predicted equal the slower are run
    first, since a model deserves nothing for what it does not tell apart."""
    if not pairs:
        return None
    count = max(1, math.ceil(share * len(pairs) - 1e-9))
    order = sorted(pairs, key=lambda pair: (pair[0], -pair[1]))
    return min(m for _, m in order[:count]) / min(m for _, m in pairs) - 1


def times(pairs, best=None):
    """All figures of a model's times in one group. `best` is the pair of the
    fastest configuration of the whole space, where that is known."""
    positive = [(p, m) for p, m in pairs if m > 0]
    ratios = [p / m for p, m in positive]
    scale = best_scale(positive)
    result = {
        "pairs": len(positive),
        "mape": mean_error(positive),
        "scale": scale,
        "mape_scaled": mean_error(positive, scale) if scale else None,
        "spearman": spearman(positive),
        "p10": percentile(ratios, 0.1),
        "p50": percentile(ratios, 0.5),
        "p90": percentile(ratios, 0.9),
    }
    if positive:
        known = best or min(positive, key=lambda pair: pair[1])
        others = list(positive)
        if known in others:
            others.remove(known)
        result["rank_of_best"] = rank_of_best(others, known)
        result["ranked"] = len(others) + 1
    for percent in (1, 5, 10):
        result[f"regret_{percent}"] = regret(positive, percent / 100)
    return result


def quantity(pairs):
    """All figures of an intermediate quantity. Errors and ratios need something
    measured; what was predicted where nothing is, is counted apart."""
    there = [(p, m) for p, m in pairs if m > 0]
    errors = [abs(p - m) / m for p, m in there]
    ratios = [p / m for p, m in there]
    absent = [p for p, m in pairs if m == 0]
    return {
        "pairs": len(there),
        "error_p50": median(errors),
        "error_p90": percentile(errors, 0.9),
        "within_5": (sum(e <= 0.05 for e in errors) / len(errors)
                     if errors else None),
        "p10": percentile(ratios, 0.1),
        "p50": percentile(ratios, 0.5),
        "p90": percentile(ratios, 0.9),
        "spearman": spearman(there),
        "nothing_measured": len(absent),
        "of_them_predicted": sum(p > 0 for p in absent),
    }


def failures(pairs):
    """Precision and recall of (predicted to fail, failed) truth values; None
    where nothing was predicted to fail, or nothing failed."""
    both = sum(p and f for p, f in pairs)
    predicted = sum(bool(p) for p, _ in pairs)
    failed = sum(bool(f) for _, f in pairs)
    return {"rows": len(pairs), "failed": failed, "predicted": predicted,
            "precision": both / predicted if predicted else None,
            "recall": both / failed if failed else None}
