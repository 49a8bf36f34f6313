"""Puts generated kernels through the simulator and kernelcast (../compare)."""
import importlib.machinery
import importlib.util
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))


def load(name):
    """A program without an ending, as a module."""
    path = os.path.join(os.path.dirname(__file__), "..", name)
    loader = importlib.machinery.SourceFileLoader(name, path)
    module = importlib.util.module_from_spec(
        importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


compare = load("compare")
import facts  # noqa: E402
import launches  # noqa: E402
import matching  # noqa: E402
import pairing  # noqa: E402
import prediction  # noqa: E402
import simulator  # noqa: E402


class Outcome:
    def __init__(self):
        self.counts = {}    # {("accesses", "exact"): n, ...}
        self.problems = []  # differences, crashes, time-outs
        self.weak = []      # what is not exact, and why
        self.partial = False  # not all of it could be modelled

    def add(self, face, result):
        for key, n in result.counts.items():
            self.counts[key] = self.counts.get(key, 0) + n
        self.problems += [f"{face}: {p}" for p in result.problems]
        self.weak += [f"{face}: {note}" for note in result.weak]


def decided(fact):
    return fact["all_true"] == fact["warp_executions"] or \
        fact["all_false"] == fact["warp_executions"]


def undecided(branches, said):
    """Groups of branches without those that kernelcast decides when it reads
    the source, and so does not list: they go one way in all warps."""
    for indices, seen in branches:
        listed = [facts.outcomes(said[i]) for i in indices
                  if said[i]["known"] == "exact"]
        reached = sum(said[i]["warp_executions"] > 0 for i in indices)
        kept, spare = [], len(seen) - reached
        for fact in seen:
            same = [l for l in listed if all(map(facts.close, l,
                                                 facts.truths(fact)))]
            if same:
                listed.remove(same[0])
            if same or not decided(fact) or spare <= 0:
                kept.append(fact)
            else:
                spare -= 1
        yield indices, kept


def entered(said, loops):
    """Groups without the loops that no warp came to, where data decided so: they
    have no trips to compare, though each that enters would have as many as
    called."""
    if all(b["known"] == "exact" for b in said["branches"]):
        return loops
    kept = []
    for indices, seen in loops:
        left, some = list(indices), []
        for fact in seen:
            same = [i for i in left
                    if facts.equal_trips(said["loops"][i], fact)]
            some += same[:1]
            left = [i for i in left if i not in same[:1]]
        if seen:
            kept.append((some if len(some) == len(seen) else indices, seen))
    return kept


def hold(said, groups, seen, result, whole):
    groups = dict(groups)
    groups["loops"] = entered(said, groups["loops"])
    if "branches" in groups:
        groups["branches"] = list(undecided(groups["branches"],
                                            said["branches"]))
    compare.hold(said, groups, seen, result, whole=whole)


def settled(access):
    """Is it listed in both languages? An element of a thread's own array is in
    a register or in memory, and code that never runs is there or not, by what
    the language calculates beforehand."""
    return access["space"] != "local" and (access["known"] != "exact" or
                                           access["warp_executions"] > 0)


def shared_by_all(access):
    return access["space"] != "local"


def kinds(said, among):
    accesses = said["accesses"]
    return [(accesses[i]["kind"], accesses[i]["space"], accesses[i]["bytes"])
            for i in matching.text_order(accesses) if among(accesses[i])]


def listed_in_both(said, other):
    """Tells the accesses that the faces have in common; None if they do not
    have the same ones."""
    for among in (lambda access: True, shared_by_all, settled):
        if kinds(said, among) == kinds(other, among):
            return among
    return None


def places(said):
    """The lines of the branches, from the first."""
    lines = sorted(b["location"]["line"] for b in said["branches"])
    return [line - lines[0] for line in lines]


def faces(kernel, folder, tool, plugin):
    """(face, result) of the OpenCL face, then of the CUDA face."""
    for face in kernel.faces:
        with open(os.path.join(folder, f"{kernel.name}.{face}"), "w") as out:
            out.write(kernel.text(face))
    path = os.path.join(folder, kernel.name + ".")
    text = kernel.text("cl")
    [launch] = launches.launches(text)
    result = compare.Result()
    try:
        seen = simulator.simulate(launch, path + "cl", plugin)
        said = compare.predict(tool, launch, path + "cl")
        groups, problems, _ = pairing.pair(matching.Source(text), said, seen)
        result.problems += problems
        hold(said, groups, seen, result, not launch.items)
    except prediction.NotModelled:
        raise
    except (RuntimeError, subprocess.TimeoutExpired) as error:
        result.problems.append(str(error))
        yield "cl", result
        return
    yield "cl", result
    if "cu" not in kernel.faces:
        return
    twin = compare.Result()
    try:
        other = compare.predict(tool, launch, path + "cu")
        among = listed_in_both(said, other)
        if not among or len(said["loops"]) != len(other["loops"]):
            twin.problems.append(f"has {pairing.shape(other)}, not "
                                 f"{pairing.shape(said)}")
        else:
            twins = pairing.counterparts(said, other, groups)
            twins["accesses"] = matching.counterparts(
                said["accesses"], other["accesses"], among)
            # Other types let kernelcast decide other branches beforehand.
            if places(said) != places(other):
                del twins["branches"]
            hold(other, pairing.translated({what: groups[what]
                                            for what in twins}, twins),
                 seen, twin, True)
    except prediction.NotModelled:
        raise
    except (RuntimeError, subprocess.TimeoutExpired) as error:
        twin.problems.append(str(error))
    yield "cu", twin


def attempt(kernel, tool, plugin):
    """Both faces of one kernel against the simulator."""
    outcome = Outcome()
    try:
        judge(outcome, kernel, tool, plugin)
    except prediction.NotModelled:
        outcome.partial = True
    return outcome


def judge(outcome, kernel, tool, plugin):
    with tempfile.TemporaryDirectory() as folder:
        for face, result in faces(kernel, folder, tool, plugin):
            outcome.add(face, result)
