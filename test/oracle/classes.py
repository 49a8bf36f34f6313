"""Holds access classes (docs/json.md) against the simulator's addresses.

A class is what the source says for all launches, so a launch's addresses can
contradict "constant", "continuous", "interval" and "identical", but not
"complex". What is called interval or complex and is constant, or continuous, at
all launches is worth a look: it comes out as a note, as the class goes by how
the address is computed, and not by what comes of it."""
import facts

FITTING = ("constant", "continuous", "interval")


def pairs(groups):
    """(index of kernelcast's access, the simulator's access); those of which
    a place has several on one side only are left out."""
    for indices, seen in groups:
        if len(indices) == len(seen):
            yield from zip(indices, seen)


def check(said, seen, groups):
    """What is wrong at this launch."""
    numbers = {id(fact): number for number, fact in enumerate(seen)}
    found = dict(pairs(groups))

    def agree(one, other):
        first, second = sorted((numbers[id(one)], numbers[id(other)]))
        return seen[second]["agrees"][first]

    for index, fact in found.items():
        access = said[index]
        name = facts.place(access, f"{access['kind']} {access['expression']}")
        if access["class"] in FITTING:
            if not fact[access["class"]]:
                yield f"{name}: is not {access['class']}"
        elif access["class"] == "identical":
            earlier = [j for j in range(index) if all(
                said[j][key] == access[key]
                for key in ("kind", "space", "bytes", "array"))]
            if not any(j not in found or agree(fact, found[j])
                       for j in earlier):
                yield f"{name}: is not identical to an earlier one"


class Seen:
    """Over the launches of one file: {access: [class, those that always fit]}.
    Launches without neighbours that both make the access show nothing, and data
    may make anything fit."""

    def __init__(self):
        self.fitting = {}

    def add(self, said, groups):
        for index, fact in pairs(groups):
            if not fact["neighbours"]:
                continue
            better = {"constant", "continuous"}
            entry = self.fitting.setdefault(index, [said[index], better])
            entry[1] &= {name for name in better if fact[name]}
            if said[index]["known"] != "exact":
                entry[1].clear()

    def notes(self):
        for access, fitting in self.fitting.values():
            if access["class"] in ("interval", "complex") and fitting:
                name = facts.place(access,
                                   f"{access['kind']} {access['expression']}")
                yield (f"{name}: called {access['class']}, is {min(fitting)} at "
                       "all launches")
