"""Holds facts of kernelcast against those of the simulator.

Every function takes the facts that kernelcast gives for one place and those
that the simulator counted there, and yields what is wrong. An exact fact must
be equal, a bounded one must contain; of the others nothing is asked."""

COUNTS = ("warp_executions", "lane_executions", "sectors", "lines",
          "l1_passes", "bank_cycles")


def close(a, b):
    return abs(a - b) <= 1e-9 * max(abs(a), abs(b))


def place(fact, text):
    at = fact["location"]
    return f"{at['line']}:{at['column']} {text}"


def interval(fact, field, value=None):
    """What the field may be, given exactly or with bounds; None if it is
    sampled or assumed."""
    if fact["known"] not in ("exact", "bounded"):
        return None
    value = fact[field] if value is None else value
    low, high = fact["bounds"].get(field, (value, value))
    return low, float("inf") if high is None else high


def total(intervals):
    """The interval of a sum, None if one of them is not known."""
    if None in intervals:
        return None
    return tuple(map(sum, zip(*intervals)))


def outside(limits, truth, field):
    """What is wrong if the truth is not within the limits."""
    if not limits:
        return
    low, high = limits
    if close(low, high):
        if not close(low, truth):
            yield f"{field} is {truth}, called exactly {low:g}"
    elif truth < low - 1e-9 * abs(low) or truth > high + 1e-9 * abs(high):
        yield f"{field} is {truth}, bounded by {low:g} and {high:g}"


def comparable(what, said, seen):
    """Are the exact ones among these held against the simulator? Where several
    have one place, they can be told apart only if there are as many accesses
    on both sides; else they are compared as a whole, if all are exact."""
    return (all(fact["known"] == "exact" for fact in said) or
            what == "accesses" and len(said) == len(seen))


def check_accesses(said, seen):
    """Accesses of one expression; several where a macro has several."""
    if len(said) == len(seen):
        pairs = [([a], [b]) for a, b in zip(said, seen)]
    else:
        pairs = [(said, seen)]
    for some, others in pairs:
        # The units of shared memory are words, those of the others sectors.
        shared = some[0]["space"] == "shared"
        # A GPU whose L1 has no banks has no passes, either.
        banked = any(fact["l1_passes"] for fact in some)
        fields = [f for f in COUNTS if f == "bank_cycles" and shared or
                  f in ("sectors", "lines") and not shared or "exec" in f or
                  f == "l1_passes" and not shared and banked]
        name = place(some[0], f"{some[0]['kind']} {some[0]['expression']}")
        for field in fields:
            truth = sum(fact[field] for fact in others)
            for problem in outside(total([interval(a, field) for a in some]),
                                   truth, field):
                yield f"{name}: {problem}"
        degree = max((fact["max_bank_degree"] for fact in others), default=0)
        called = max(a["max_bank_degree"] for a in some)
        if shared and called != degree and all(a["known"] == "exact"
                                               for a in some):
            yield (f"{name}: max_bank_degree is {degree}, called exactly "
                   f"{called}")


def negated(condition):
    """Is this !x, of which the compiler tests x?"""
    turns = False
    while condition.startswith("!"):
        turns = not turns
        condition = condition[1:].strip()
        depth = 0
        for i, c in enumerate(condition):
            depth += (c in "([") - (c in ")]")
            if depth == 0 and not (c.isalnum() or c in "_.)]") and \
                    not (i == 0 and c == "!"):
                return False
        while condition.startswith("(") and condition.endswith(")"):
            condition = condition[1:-1].strip()
    return turns


def outcomes(branch):
    warps = branch["warp_executions"]
    sides = [branch["warps_true"] * warps, branch["warps_false"] * warps]
    if negated(branch["condition"]):
        sides.reverse()
    return [warps, *sides, branch["warps_diverged"] * warps]


def truths(fact):
    both = fact["diverged"]
    return [fact["warp_executions"], fact["all_true"] + both,
            fact["all_false"] + both, both]


def check_tuples(said, seen, name, fields):
    """Both sides in some order; those that kernelcast is not sure of come
    without numbers (None)."""
    if any(a is None for a in said):
        return
    said = sorted([round(x, 6) for x in a] for a in said if a[0])
    seen = sorted([round(x, 6) for x in b] for b in seen)
    if len(said) != len(seen):
        total = [[sum(column) for column in zip(*side)] for side in (said, seen)]
        said, seen = [total[0]], [total[1]]
    for a, b in zip(said, seen):
        if len(a) != len(b):
            yield f"{name}: {fields} is {b}, called exactly {a}"
        elif not all(close(x, y) for x, y in zip(a, b)):
            yield f"{name}: {fields} is {b}, called exactly {a}"


def sides(branch):
    """What may come of the branch: warps, true, false, diverged."""
    warps = interval(branch, "warp_executions")
    if not warps:
        return None
    shares = [interval(branch, "warps_" + side)
              for side in ("true", "false", "diverged")]
    if negated(branch["condition"]):
        shares[:2] = shares[1::-1]
    return [warps] + [(low * warps[0], high * warps[1])
                      for low, high in shares]


def check_branches(said, seen):
    name = place(said[0], f"branch {said[0]['condition']}")
    fields = ("warps", "true", "false", "diverged")
    yield from check_tuples(
        [outcomes(b) if b["known"] == "exact" else None for b in said],
        [truths(fact) for fact in seen], name, ", ".join(fields))
    if all(b["known"] == "exact" for b in said):
        return
    ways = [sides(b) for b in said]
    truth = [sum(column) for column in zip(*map(truths, seen))] or [0] * 4
    for i, field in enumerate(fields):
        limits = total([way and way[i] for way in ways])
        for problem in outside(limits, truth[i], field):
            yield f"{name}: {problem}"
    if len(said) == len(seen) == 1 and ways[0]:
        turned = negated(said[0]["condition"])
        shares = ("false", "true") if turned else ("true", "false")
        for share, count in zip((*shares, "diverged"), truth[1:]):
            field = "warps_" + share
            for problem in outside(interval(said[0], field), count / truth[0],
                                   field):
                yield f"{name}: {problem}"


def trips(loop):
    """What an exact loop's numbers must be equal to; None if it is not."""
    if loop["known"] != "exact":
        return None
    count = loop["trip_count"]
    return [count["mean"], loop["warp_mean"], count["min"], count["max"]]


def rounds(fact):
    """The same numbers of the simulator."""
    return [fact["iterations"] / fact["lanes"], fact["longest"] / fact["warps"],
            fact["min"], fact["max"]]


def equal_trips(loop, fact):
    called = trips(loop)
    return called is not None and all(map(close, called, rounds(fact)))


def check_loops(said, seen):
    name = place(said[0], f"loop {said[0]['condition']}")
    yield from check_tuples(
        [trips(loop) for loop in said],
        [rounds(f) for f in seen if f["iterations"]],
        name, "mean, warp mean, min, max")
    bounded = [loop for loop in said if loop["known"] == "bounded"]
    if len(bounded) != len(said):
        return
    for fact in seen:
        def fits(loop):
            count = loop["trip_count"]
            if fact["min"] < count["min"] or fact["max"] > count["max"]:
                yield (f"trips are {fact['min']} to {fact['max']}, bounded by "
                       f"{count['min']} and {count['max']}")
            yield from outside(interval(loop, "mean", count["mean"]),
                               fact["iterations"] / fact["lanes"], "mean")
            yield from outside(interval(loop, "warp_mean"),
                               fact["longest"] / fact["warps"], "warp mean")

        # Which of several it is cannot be told.
        problems = [list(fits(loop)) for loop in bounded]
        if all(problems):
            for problem in problems[0]:
                yield f"{name}: {problem}"
