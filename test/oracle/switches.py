"""A switch as the chain of tests that kernelcast makes of it.

The simulator knows of each warp execution of a switch the set of values that
its lanes switched on. kernelcast tests label after label, x == 1, x == 2, ...,
in the order of its branches: a lane comes to a test if no earlier label was
its own."""
import re

import matching


def label(source, branch):
    """The label's value if the branch is one of a switch."""
    place = branch["location"]
    at = source.offset(place["line"], place["column"])
    if not re.search(r"\bcase\s+$", source.text[:at]):
        return None
    match = re.match(r"(-?\w+)\s*:", source.text[at:])
    return int(match[1], 0) if match else None


def statement(source, at):
    """Offset of the innermost switch that has the offset \\p at in its braces."""
    depth, closed = 0, 0
    for match in reversed(list(re.finditer(r"[{}]", source.text[:at]))):
        closed += 1 if match[0] == "}" else -1
        if closed < depth:
            depth = closed
            switch = re.search(r"\bswitch\s*\([^;{}]*\)\s*$",
                               source.text[:match.start()])
            if switch:
                return switch.start()
    return None


def tests(source, said, seen):
    """The simulator's switches as branches at the places of the labels."""
    made = []
    for fact in seen:
        begin = min(source.offset(*place) for place in fact["places"])
        earlier = set()
        for branch in said:
            value = label(source, branch)
            place = branch["location"]
            at = source.offset(place["line"], place["column"])
            if value is None or statement(source, at) != begin or \
                    matching.calls(branch) != fact["calls"]:
                continue
            test = {"places": [[place["line"], place["column"]]],
                    "calls": fact["calls"], "warp_executions": 0,
                    "all_true": 0, "all_false": 0, "diverged": 0}
            for outcome in fact["outcomes"]:
                values = set(outcome["values"]) - earlier
                if values:
                    test["warp_executions"] += outcome["warps"]
                    side = ("all_false" if value not in values else
                            "all_true" if values == {value} else "diverged")
                    test[side] += outcome["warps"]
            earlier.add(value)
            if test["warp_executions"]:
                made.append(test)
    return made
