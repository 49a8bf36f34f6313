"""Holds facts of kernelcast against those of the simulator.

Every function takes the facts that kernelcast gives for one place and those
that the simulator counted there, and yields what is wrong. An exact fact must
be equal, a bounded one must contain; of the others nothing is asked."""

COUNTS = ("warp_executions", "lane_executions", "sectors", "lines",
          "bank_cycles")


def close(a, b):
    return abs(a - b) <= 1e-9 * max(abs(a), abs(b))


def place(fact, text):
    at = fact["location"]
    return f"{at['line']}:{at['column']} {text}"


def check_count(access, field, truth):
    if access["known"] == "exact" or (access["known"] == "bounded" and
                                      field not in access["bounds"]):
        if not close(access[field], truth):
            yield f"{field} is {truth}, called exactly {access[field]:g}"
    elif access["known"] == "bounded":
        low, high = access["bounds"][field]
        if truth < low or (high is not None and truth > high):
            yield f"{field} is {truth}, bounded by {low:g} and {high}"


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
        total = dict(some[0])
        if len(some) > 1:
            weak = [a for a in some if a["known"] != "exact"]
            if weak:
                continue
            for field in COUNTS:
                total[field] = sum(a[field] for a in some)
        # The units of shared memory are words, those of the others sectors.
        shared = total["space"] == "shared"
        fields = [f for f in COUNTS if f == "bank_cycles" and shared or
                  f in ("sectors", "lines") and not shared or "exec" in f]
        name = place(total, f"{total['kind']} {total['expression']}")
        for field in fields:
            truth = sum(fact[field] for fact in others)
            for problem in check_count(total, field, truth):
                yield f"{name}: {problem}"
        degree = max((fact["max_bank_degree"] for fact in others), default=0)
        if shared and total["known"] == "exact" and \
                max(a["max_bank_degree"] for a in some) != degree:
            yield (f"{name}: max_bank_degree is {degree}, called exactly "
                   f"{total['max_bank_degree']}")


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


def check_branches(said, seen):
    yield from check_tuples(
        [outcomes(b) if b["known"] == "exact" else None for b in said],
        [truths(fact) for fact in seen],
        place(said[0], f"branch {said[0]['condition']}"),
        "warps, true, false, diverged")


def check_loops(said, seen):
    name = place(said[0], f"loop {said[0]['condition']}")

    def numbers(loop):
        if loop["known"] != "exact":
            return None
        trips = loop["trip_count"]
        return [trips["mean"], loop["warp_mean"], trips["min"], trips["max"]]

    yield from check_tuples(
        [numbers(loop) for loop in said],
        [[f["iterations"] / f["lanes"], f["longest"] / f["warps"], f["min"],
          f["max"]] for f in seen if f["iterations"]],
        name, "mean, warp mean, min, max")
    for loop in said:
        trips = loop["trip_count"]
        if loop["known"] == "bounded" and len(seen) == 1 and not (
                trips["min"] <= seen[0]["min"] and
                seen[0]["max"] <= trips["max"]):
            yield (f"{name}: trips are {seen[0]['min']} to {seen[0]['max']}, "
                   f"bounded by {trips['min']} and {trips['max']}")
