"""What a finding of lint says, held against what the simulator saw.

A finding says in its sentence, its notes and its witness what the lanes of the
launch do. judge() takes the sentence apart, looks at the same place in the
simulator's records (plugin/Executions.h) and returns what is not so. Numbers of
a sentence have three digits, and are asked only of findings that are exact; that
there is anything to find is asked of all.

NotJudged is raised where the records cannot tell: what the GPU and the compiler
do with the code, and what no thread of this launch comes to."""
import collections
import math
import re

import matching

Lane = collections.namedtuple("Lane", "number array begin end again")
# One warp in one iteration of the loops around; site tells apart what stands
# in one place of the source.
Execution = collections.namedtuple("Execution", "site block warp around lanes")

SECTOR, WORD, BANKS = 32, 4, 32


class NotJudged(Exception):
    pass


class NotUnderstood(Exception):
    """The sentence is another than this file expects."""


class Seen:
    """What the simulator saw, by places of the source."""

    def __init__(self, launch, said, groups, records, is_counterpart):
        self.launch, self.said = launch, said
        self.groups, self.records = groups, records
        self.is_counterpart = is_counterpart  # the CUDA face
        # There all __local arguments are parts of one array.
        self.arrays_differ = is_counterpart and any(
            value.startswith("local[") for value in launch.values.values())

    def facts(self, kind, location, fits=lambda fact: True):
        """Of the simulator, on what kernelcast lists at a place. Raises
        NotJudged if the simulator's have not been told apart, or are none."""
        listed = {i for i, fact in enumerate(self.said[kind])
                  if (fact["location"]["line"], fact["location"]["column"]) ==
                  (location["line"], location["column"]) and fits(fact)}
        if not listed:
            raise NotJudged("not in the list of predict")
        found = []
        for indices, facts in self.groups[kind]:
            if listed.intersection(indices):
                if not listed.issuperset(indices):
                    raise NotJudged("several of one text in one place")
                found += facts
        if not found:
            raise NotJudged("not run in this launch")
        return found

    def accesses(self, location, subject=None, kinds=None):
        """\\p subject begins with "load of x[i]", "store to x[i]"."""
        def fits(access):
            link = "of" if access["kind"] == "load" else "to"
            name = f"{access['kind']} {link} {access['expression']}"
            return ((subject is None or subject.startswith(name + " ")) and
                    (kinds is None or access["kind"] in kinds))

        return self.facts("accesses", location, fits)


def executions(facts):
    for site, fact in enumerate(facts):
        for block, warp, around, lanes in fact["executions"]:
            yield Execution(
                site, tuple(block), warp, tuple(around),
                [Lane(number, array, at, at + fact["bytes"], again)
                 for number, array, at, again in sorted(lanes)])


def total(facts, field):
    return sum(fact[field] for fact in facts)


def warps(facts):
    return total(facts, "warp_executions")


def differs(name, text, truth):
    """What is wrong with a number of three digits."""
    text = text.strip()
    digit = 10 ** (math.floor(math.log10(abs(truth))) - 2) if truth else 0
    # Whole numbers below 1000 have all their digits.
    if abs(float(text) - truth) > 0.5 * digit * (1 + 1e-9):
        yield f"{name} is {truth:g}, called {text}"


def parts(pattern, message):
    """The groups of a sentence that must look like this."""
    found = re.fullmatch(pattern, message, re.DOTALL)
    if not found:
        raise NotUnderstood("the sentence is not understood")
    return found.groupdict()


def exact(finding):
    return finding["known"] == "exact"


def neighbours(execution):
    """The lanes that lie side by side."""
    return [(a, b) for a, b in zip(execution.lanes, execution.lanes[1:])
            if b.number == a.number + 1]


def lie_apart(facts, distance):
    """Where lanes side by side do not lie \\p distance bytes apart."""
    for execution in executions(facts):
        for a, b in neighbours(execution):
            if a.array != b.array or b.begin - a.begin != distance:
                yield (f"lanes {a.number} and {b.number} of warp "
                       f"{execution.warp} of block {execution.block} lie "
                       f"{b.begin - a.begin} bytes apart, called {distance}")
                return


def fewest_sectors(facts):
    """That the data of each execution fill, in all."""
    count = 0
    for execution in executions(facts):
        touched = {(lane.array, byte) for lane in execution.lanes
                   for byte in range(lane.begin, lane.end)}
        count += math.ceil(len(touched) / SECTOR)
    return count


SECTORS = (r"(?P<subject>.*) touches (?P<sectors>\S+) sectors a warp, "
           r"(?P<ideal>\S+) would do")
IDLE = r"(; (?P<active>\S+) of (?P<warp>\d+) lanes take part)?"


def sectors(finding, seen, claim, facts):
    touched, least = total(facts, "sectors"), fewest_sectors(facts)
    if touched <= least:
        yield f"{touched} sectors, and the data fill {least}"
    if exact(finding):
        yield from differs("sectors a warp", claim["sectors"],
                           touched / warps(facts))
        if float(claim["ideal"]) < least / warps(facts) * 0.995:
            yield (f"the data fill {least / warps(facts):g} sectors a warp, "
                   f"{claim['ideal']} are said to do")
    kind = finding["message"].split()[0]
    for note in finding["notes"]:
        if not note["message"].startswith("the gain is that of this"):
            continue
        others = seen.accesses(note["location"], kinds=[kind])
        if total(others, "sectors") <= fewest_sectors(others):
            yield f"nothing is wasted at {note['location']['line']}"


def active(claim, seen, facts):
    if claim["active"]:
        yield from differs("lanes that take part", claim["active"],
                           total(facts, "lane_executions") / warps(facts))
        if int(claim["warp"]) != seen.launch.warp:
            yield f"warps of {claim['warp']} lanes"


def uncoalesced(finding, seen):
    claim = parts(SECTORS + r"(: (lanes 0, 1, 2 \.\.\. \w+ (?P<apart>\d+) bytes "
                  r"apart(?P<down>, downwards)?|(?P<scattered>the lanes of a "
                  r"warp \w+ places that are not neighbours))" + IDLE + ")?",
                  finding["message"])
    facts = seen.accesses(finding["location"], finding["message"])
    yield from sectors(finding, seen, claim, facts)
    if claim["apart"]:
        yield from lie_apart(facts, int(claim["apart"]) *
                             (-1 if claim["down"] else 1))
    if claim["scattered"] and not any(
            a.array != b.array or b.begin != a.end
            for execution in executions(facts)
            for a, b in zip(execution.lanes, execution.lanes[1:])):
        yield "all places are neighbours"
    yield from active(claim, seen, facts)


def misaligned(finding, seen):
    claim = parts(SECTORS + r"(: lanes \w+ consecutive elements(, but not from "
                  r"the start of a sector)?" + IDLE + ")?", finding["message"])
    facts = seen.accesses(finding["location"], finding["message"])
    yield from sectors(finding, seen, claim, facts)
    yield from lie_apart(facts, facts[0]["bytes"])
    yield from active(claim, seen, facts)


def records(finding, seen):
    claim = parts(SECTORS + r": lanes go to one part of each of .*'s elements "
                  r"of (?P<size>\d+) bytes; .*", finding["message"])
    facts = seen.accesses(finding["location"], finding["message"])
    yield from sectors(finding, seen, claim, facts)
    size = int(claim["size"])
    if any(fact["bytes"] >= size for fact in facts):
        yield "an access is as large as an element"
    if all(list(lie_apart(facts, step)) for step in (size, -size)):
        yield f"lanes do not lie {size} bytes apart"


def bank_conflict(finding, seen):
    claim = parts(r".* has up to (?P<ways>\d+)-way bank conflicts: "
                  r"(?P<cycles>\S+) cycles a warp(, lanes lie (?P<apart>-?\d+) "
                  r"bytes apart)?", finding["message"])
    facts = seen.accesses(finding["location"], finding["message"])
    # What the lanes' words take even if all banks are busy in each cycle.
    least = max(1, seen.launch.warp * facts[0]["bytes"] // (BANKS * WORD))
    degree = max(fact["max_bank_degree"] for fact in facts)
    if degree <= least:
        yield f"no bank delivers more than {degree} words"
    if exact(finding):
        if int(claim["ways"]) != degree // least:
            yield f"a {degree // least}-way conflict, called {claim['ways']}"
        yield from differs("cycles a warp", claim["cycles"],
                           total(facts, "bank_cycles") / warps(facts))
    if claim["apart"]:
        yield from lie_apart(facts, int(claim["apart"]))


def divergent_branch(finding, seen):
    claim = parts(r"(lanes leave the loop at different iterations: )?"
                  r"(?P<share>\S+) % of the warps that test '(?P<test>.*)' "
                  r"(go on with some of their lanes|have lanes on both sides "
                  r"of the branch)", finding["message"])
    facts = seen.facts("branches", finding["location"])
    share = 100 * total(facts, "diverged") / warps(facts)
    if not share:
        yield "no warp diverges"
    elif claim["share"] == "<1":
        if exact(finding) and share >= 0.5 + 1e-6:
            yield f"{share:g} % diverge, called below 1 %"
    elif exact(finding) and abs(share - float(claim["share"])) > 0.5 + 1e-6:
        yield f"{share:g} % diverge, called {claim['share']}"


THREAD = (r"thread \((?P<%s>\d+, \d+, \d+)\)( of block \((?P<%s_block>\d+, \d+, "
          r"\d+)\))?( in iteration (?P<%s_iteration>\d+))?")
RACE = (THREAD % (("one",) * 3) + r" (?P<verb>reads|writes) byte (?P<byte>\d+) "
        r"of .*, which " + THREAD % (("other",) * 3) + r" writes, and .*")


def comes_to(facts, claim, who, launch):
    """Whether the thread touches the byte there."""
    x, y, z = map(int, claim[who].split(", "))
    number = x + launch.block[0] * (y + launch.block[1] * z)
    block, iteration = claim[who + "_block"], claim[who + "_iteration"]
    if block is not None:
        block = tuple(map(int, block.split(", ")))
    byte = int(claim["byte"])
    return any(lane.begin <= byte < lane.end
               for at in executions(facts) for lane in at.lanes
               if at.warp * launch.warp + lane.number == number and
               block in (None, at.block) and
               (iteration is None or not at.around or
                at.around[-1] == int(iteration)))


def race(finding, seen):
    """That the two threads touch the byte; races judges the order."""
    claim = parts(RACE, finding["message"])
    if seen.arrays_differ:
        raise NotJudged("bytes of __local arguments are counted from each")
    kinds = ["load"] if claim["verb"] == "reads" else ["store"]
    ways = (("one", finding["location"], [*kinds, "atomic"]),
            ("other", finding["notes"][0]["location"], ["store", "atomic"]))
    for who, location, kinds in ways:
        facts = seen.accesses(location, kinds=kinds)
        if not comes_to(facts, claim, who, seen.launch):
            yield f"thread ({claim[who]}) does not touch byte {claim['byte']}"
    if claim["one"] == claim["other"] and \
            claim["one_block"] == claim["other_block"]:
        yield "it is one thread"


def same_address(finding, seen):
    claim = parts(r"all (?P<lanes>\S+) lanes of a warp go to one address, one "
                  r"after the other", finding["message"])
    facts = seen.accesses(finding["location"], kinds=["atomic"])
    if any(len({(lane.array, lane.begin) for lane in at.lanes}) > 1
           for at in executions(facts)):
        yield "lanes of a warp go to several addresses"
    if exact(finding):
        yield from differs("lanes a warp", claim["lanes"],
                           total(facts, "lane_executions") / warps(facts))


def written(seen, facts):
    """Does the kernel write one of the arrays that are read there?"""
    arrays = {lane.array for at in executions(facts) for lane in at.lanes}
    return any(lane.array in arrays
               for at in executions(fact for fact in seen.records["accesses"]
                                    if fact["kind"] != "load" and
                                    fact["space"] == facts[0]["space"])
               for lane in at.lanes)


def uniform_load(finding, seen):
    claim = parts(r".* is one address for all threads, of an array that the "
                  r"kernel only reads; (it lies|such loads lie) within "
                  r"(?P<bytes>\d+) (?P<unit>\S+) of it, which constant memory "
                  r"has room for",
                  finding["message"])
    facts = seen.accesses(finding["location"], finding["message"])
    addresses = collections.defaultdict(set)
    for at in executions(facts):
        addresses[at.site, at.around] |= {(lane.array, lane.begin)
                                          for lane in at.lanes}
    if any(len(some) > 1 for some in addresses.values()):
        yield "threads go to several addresses at a time"
    if written(seen, facts):
        yield "the kernel writes the array"
    reached = [lane for at in executions(facts) for lane in at.lanes]
    extent = (max(lane.end for lane in reached) -
              min(lane.begin for lane in reached))
    size = int(claim["bytes"]) * {"B": 1, "KiB": 1024}[claim["unit"]]
    if extent > size:
        yield f"{extent} bytes are touched, called {size}"


def scattered_constant(finding, seen):
    claim = parts(r".* reads (?P<words>\S+) words of constant memory a warp, one "
                  r"after the other", finding["message"])
    facts = seen.accesses(finding["location"], finding["message"])
    words = sum(len({byte // WORD for lane in at.lanes
                     for byte in range(lane.begin, lane.end)})
                for at in executions(facts))
    if words <= warps(facts):
        yield "every warp reads one word"
    if exact(finding):
        yield from differs("words a warp", claim["words"], words / warps(facts))


def vectorizable(finding, seen):
    claim = parts(r".* and (?P<more>\d+) more lie side by side: one (?P<kind>\S+) "
                  r"of (?P<bytes>\d+) bytes would do instead of (?P<count>\d+)",
                  finding["message"])
    places = [finding["location"]] + [note["location"]
                                      for note in finding["notes"]]
    size, count = int(claim["bytes"]), int(claim["count"])
    if int(claim["more"]) + 1 != count:
        yield f"{claim['more']} more are not {count}"
    facts = {id(fact): fact for location in places
             for fact in seen.accesses(location, kinds=[claim["kind"]])}
    # In one place may be several, as members of a structure that is copied.
    single = [fact for fact in facts.values()
              if fact["calls"] == next(iter(facts.values()))["calls"]]
    rounds = max(1, count // len(single))  # iterations of an unrolled loop
    touched = collections.defaultdict(set)
    for fact in facts.values():
        for at in executions([fact]):
            around = at.around
            if rounds > 1:
                around = (*around[:-1], around[-1] // rounds)
            for lane in at.lanes:
                touched[str(fact["calls"]), at.block, at.warp, around,
                        lane.number].update(range(lane.begin, lane.end))
    for (_, block, warp, _, number), filled in touched.items():
        if not any(begin % size == 0 and
                   filled.issuperset(range(begin, begin + size))
                   for begin in filled):
            yield (f"lane {number} of warp {warp} of block {block} does not "
                   f"fill {size} bytes from {min(filled)} on")
            return


def least_wrong(check, facts):
    """What is wrong with the best of several accesses in one place, such as the
    members of a structure that is copied."""
    return min((list(check([fact])) for fact in facts), key=len)


def made_again(facts):
    """Where a thread does not load again what it has loaded."""
    for at in executions(facts):
        for lane in at.lanes:
            if not lane.again:
                yield (f"lane {lane.number} of warp {at.warp} of block "
                       f"{at.block} has not loaded byte {lane.begin} before")
                return


def same_in_loop(facts):
    """Where iterations of a loop do not load the same."""
    first = {}
    for at in executions(facts):
        if not at.around:
            yield "there is no loop"
            return
        for lane in at.lanes:
            key = at.site, at.block, at.warp, at.around[:-1], lane.number
            earlier = first.setdefault(key, lane)
            if (earlier.array, earlier.begin) != (lane.array, lane.begin) or \
                    earlier is not lane and not lane.again:
                yield (f"lane {lane.number} of warp {at.warp} of block "
                       f"{at.block} loads byte {lane.begin} anew in iteration "
                       f"{at.around[-1]}")
                return


def invariant_load(finding, seen):
    parts(r".* is the same in all iterations of the loop, and is made in each, "
          r"since .* may change it", finding["message"])
    yield from same_in_loop(seen.accesses(finding["location"],
                                          finding["message"]))


def repeated_load(finding, seen):
    parts(r".* repeats an earlier one, since .* may change it",
          finding["message"])
    yield from made_again(seen.accesses(finding["location"],
                                        finding["message"]))


def missing_restrict(finding, seen):
    parts(r".* is only read, but without const \S+ (a load of it is|\d+ loads of "
          r"it are) made again, since .* may change it", finding["message"])
    for note in finding["notes"][:-1]:
        facts = seen.accesses(note["location"], kinds=["load"])
        if written(seen, facts):
            yield "the kernel writes the array"
        again = "all iterations" in note["message"]
        yield from least_wrong(same_in_loop if again else made_again, facts)


def partial_warp(finding, seen):
    claim = parts(r"blocks of (?P<threads>\d+) threads? are no whole number of "
                  r"warps: (?P<idle>\d+) of (?P<all>\d+) lanes idle",
                  finding["message"])
    lanes, warp_numbers = set(), set()
    for at in executions(seen.records["accesses"]):
        warp_numbers.add(at.warp)
        lanes |= {(at.warp, lane.number) for lane in at.lanes}
    if len(lanes) < math.prod(seen.launch.block):
        raise NotJudged("not all threads access memory")
    if len(lanes) != int(claim["threads"]):
        yield f"blocks have {len(lanes)} threads"
    places = len(warp_numbers) * seen.launch.warp
    if (places - len(lanes), places) != (int(claim["idle"]),
                                         int(claim["all"])):
        yield f"{places - len(lanes)} of {places} lanes idle"


def local_array(finding, seen):
    claim = parts(r".* \((?P<bytes>\d+) (?P<unit>\S+) a thread\) lies in local "
                  r"memory, since .* has an index that is no constant",
                  finding["message"])
    facts = [fact for fact in seen.accesses(finding["notes"][0]["location"])
             if fact["space"] == "local"]
    reached = [lane for at in executions(facts) for lane in at.lanes]
    if len({lane.begin for lane in reached}) < 2:
        raise NotJudged("one element in this launch")
    size = int(claim["bytes"]) * {"B": 1, "KiB": 1024}[claim["unit"]]
    if max((lane.end for lane in reached), default=0) > size:
        yield f"byte {size} of the array is touched"


def slow_division(finding, seen):
    claim = parts(r".*?(?P<calls>( in|,) \w+\(\) at .*)? takes some \d+ "
                  r"instructions( if .*, else some \d+)?; its divisor is the "
                  r"same in all threads( and (?P<value>\d+), a power of two: .*|"
                  r": .*)",
                  finding["message"])
    at = finding["location"]
    begin = [at["begin_line"], at["begin_column"]]
    calls = matching.calls({"inlined": claim["calls"] or ""})
    if seen.is_counterpart:
        raise NotJudged("the simulator's places are those of the OpenCL face")
    # a / b and a / b % c begin at one place.
    some = [division["divisors"] for division in seen.records["divisions"]
            if division["calls"] == calls and
            (begin in division["places"] or
             [at["line"], at["column"]] in division["places"])]
    if not some:
        raise NotJudged("not run in this launch")
    if any(len(divisors) > 1 for divisors in some):
        yield f"it divides by {sorted(max(some, key=len))[:4]}"
    elif claim["value"] and [int(claim["value"])] not in some:
        yield f"it divides by {some}, called {claim['value']}"


JUDGES = {"uncoalesced-access": uncoalesced, "misaligned-access": misaligned,
          "array-of-structs": records, "bank-conflict": bank_conflict,
          "divergent-branch": divergent_branch, "shared-race": race,
          "global-race": race, "same-address-atomic": same_address,
          "uniform-load": uniform_load,
          "scattered-constant": scattered_constant,
          "vectorizable-access": vectorizable,
          "invariant-load": invariant_load, "repeated-load": repeated_load,
          "missing-restrict": missing_restrict, "partial-warp": partial_warp,
          "local-array": local_array, "slow-division": slow_division}


def witness(finding, seen):
    """Whether the lanes shown are those of an execution that was seen."""
    if not finding["witness"]:
        return
    shown = {lane["lane"]: lane["address"] for lane in finding["witness"]}
    block, warp = tuple(finding["witness_block"]), finding["witness_warp"]
    facts = seen.accesses(finding["location"], finding["message"]) \
        if "same-address" not in finding["check"] else \
        seen.accesses(finding["location"], kinds=["atomic"])
    banks = finding["check"] == "kernelcast-bank-conflict"
    for at in executions(facts):
        if (at.block, at.warp) != (block, warp) or \
                at.around and at.around[-1] != finding["witness_iteration"]:
            continue
        lanes = {lane.number: lane.begin for lane in at.lanes}
        if seen.arrays_differ and shown.keys() <= lanes.keys():
            # The simulator counts bytes of __local arguments from each.
            first = min(shown)
            apart = shown[first] - lanes[first]
            lanes = {lane: byte + apart for lane, byte in lanes.items()}
        if shown == lanes or banks and shown.items() <= lanes.items():
            break
    else:
        yield (f"warp {warp} of block {block} has no execution with lanes "
               f"{dict(list(shown.items())[:4])}")
    words = {address // WORD for address in shown.values()}
    if banks and (len(words) != len(shown) or
                  len({word % BANKS for word in words}) != 1):
        yield "the lanes shown do not want different words of one bank"


def judge(finding, seen):
    """What is wrong with a finding."""
    judging = JUDGES.get(finding["check"].removeprefix("kernelcast-"))
    if not judging:
        raise NotJudged("nothing that the simulator records")
    return [*judging(finding, seen), *witness(finding, seen)]
