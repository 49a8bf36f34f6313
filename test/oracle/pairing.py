"""Which facts of the simulator belong to which facts of a whole launch, for the
kernel's OpenCL face and, by what stands in the same place, for its CUDA face."""
import matching
import switches


def pair(source, said, seen):
    """{kind of fact: [(indices in said, facts of seen), ...]}; what is wrong, as
    kernelcast's list lacks an access of seen; and the branches of seen that it
    has not."""
    accesses, unlisted = matching.match_accesses(source, said["accesses"],
                                                 seen["accesses"])
    problems = [f"not in kernelcast's list: {a}" for a in unlisted
                if a["space"] != "local"]
    tests = seen["branches"] + switches.tests(source, said["branches"],
                                              seen["switches"])
    branches, alone = matching.match_branches(source, said["branches"], tests)
    return {"accesses": accesses, "branches": branches,
            "loops": matching.match_loops(source, said["loops"],
                                          seen["loops"])}, problems, alone


def counterparts(said, other, kinds):
    """{kind of fact: {index in said: index in other}} of two faces."""
    return {what: matching.counterparts(said[what], other[what])
            for what in kinds}


def translated(pairing, twins):
    """The pairing of the face whose counterparts are \\p twins."""
    return {what: list(matching.translated(groups, twins[what]))
            for what, groups in pairing.items()}


def shape(said):
    """What both faces of a kernel must have in common, as it stands in the
    source."""
    accesses = [said["accesses"][i]
                for i in matching.text_order(said["accesses"])]
    return [[(a["kind"], a["space"], a["bytes"]) for a in accesses],
            len(said["branches"]), len(said["loops"])]
