"""Which facts of the simulator belong to which facts of kernelcast.

kernelcast names an access by the place and text of its expression, the
simulator by places of instructions: that of the variable at the root of the
address, or that of the instruction itself. So an access of the simulator
belongs to the innermost expression of the same kind, memory and calls that has
one of these places in its text; a store to a plain variable has the place of
the operator behind the variable. Branches go by their conditions' texts and
calls in the same way, those on a && b as a whole apart from those on a and on
b; a loop is the innermost loop statement around its condition, in that call,
unless the statement of that condition begins behind it.
"""
import re


class Source:
    def __init__(self, text):
        self.text = text
        self.starts = [0]
        for line in text.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def offset(self, line, column):
        return self.starts[line - 1] + column - 1

    def before(self, offset):
        """That of what stands before the blanks before the offset."""
        return len(self.text[:offset].rstrip()) - 1

    def span(self, location, text):
        """Offsets of the expression \\p text, which has its name at location
        but may begin before it, as a.b does."""
        at = self.offset(location["line"], location["column"])
        whole = text.removesuffix("...")
        cut = whole != text
        pattern = re.compile(r"\s+".join(map(re.escape, whole.split(" "))))
        for begin in range(at, max(-1, at - len(whole) - 80 - 1000 * cut), -1):
            match = pattern.match(self.text, begin)
            # A text that is cut off may end before the name.
            if match and (match.end() > at or
                          cut and ";" not in self.text[begin:at]):
                return begin, max(match.end(), at + 1)
        return at, at + 1


def calls(fact):
    """[[line, column], ...] of inlined calls, innermost first."""
    return [[int(line), int(column)] for line, column in
            re.findall(r" at (\d+):(\d+)", fact.get("inlined", ""))]


def text_order(facts):
    """The indices of the facts as these stand in the source, those of called
    functions where the kernel calls."""
    def way(index):
        at = facts[index]["location"]
        return [*reversed(calls(facts[index])), [at["line"], at["column"]]]

    return sorted(range(len(facts)), key=way)


def counterparts(said, other, among=lambda fact: True):
    """{index in said: index in other} of the facts of two faces of a kernel.
    CUDA's languages and OpenCL evaluate the two sides of an assignment in
    another order, so a counterpart is what stands in the same place."""
    ours, theirs = ([i for i in text_order(facts) if among(facts[i])]
                    for facts in (said, other))
    return dict(zip(ours, theirs))


def translated(groups, counterpart):
    """Groups with the counterparts' indices, without those that have none."""
    for indices, seen in groups:
        kept = [counterpart[i] for i in indices if i in counterpart]
        if kept or not indices:
            yield kept, seen


def innermost(spans, offsets, fits):
    """Index of the smallest span that holds one of the offsets, the first one
    that has any."""
    for offset in offsets:
        holding = [(end - begin, index)
                   for index, (begin, end) in enumerate(spans)
                   if begin <= offset < end and fits(index)]
        if holding:
            return min(holding)[1]
    return None


def match_accesses(source, said, seen):
    """[(indices in said, facts of seen), ...] and what is left of seen."""
    spans = [source.span(a["location"], a["expression"]) for a in said]
    groups, left = {}, []

    def key(index):
        a = said[index]
        return (spans[index], a["kind"], a["space"], a["bytes"],
                a.get("inlined", ""))

    for index in range(len(said)):
        groups.setdefault(key(index), ([], []))[0].append(index)
    for fact in seen:
        offsets = [source.offset(*place) for place in fact["places"]]

        def fits(index, any_size=False):
            a = said[index]
            space = a["space"].replace("texture", "global")
            return (a["kind"] == fact["kind"] and space == fact["space"] and
                    calls(a) == fact["calls"] and
                    (any_size or a["bytes"] == fact["bytes"]))

        index = innermost(spans, offsets, fits)
        if index is None:
            index = innermost(spans, offsets, lambda i: fits(i, True))
        if index is None and fact["kind"] == "store":
            index = innermost(spans, [source.before(offsets[-1])], fits)
        if index is None or is_unlisted(source, spans[index], fact, offsets):
            left.append(fact)
        else:
            groups[key(index)][1].append(fact)
    return list(groups.values()), left


def is_unlisted(source, span, fact, offsets):
    """Whether a subscript of private memory stands inside the expression that
    it seems to belong to: its index turned out to be a constant, which makes the
    element a variable."""
    subscript = re.compile(r"[A-Za-z_]\w*\s*\[")
    return (fact["space"] == "local" and span[0] < offsets[0] and
            subscript.match(source.text, offsets[0]) and
            subscript.match(source.text, span[0]))


def joins(condition):
    """Is this a && b or a || b, perhaps negated?"""
    while True:
        condition = condition.strip()
        depth = low = 0
        for i, c in enumerate(condition):
            depth += (c in "([") - (c in ")]")
            if depth == 0 and condition[i:i + 2] in ("&&", "||"):
                return True
            if depth == 0 and 0 < i < len(condition) - 1:
                low += 1
        if condition.startswith("!"):
            condition = condition[1:]
        elif condition.startswith("(") and not low:
            condition = condition[1:-1]
        else:
            return False


def behind(source, spans, offset, fits):
    """Index of the condition that the keyword or brace at offset is before."""
    following = [(begin, index) for index, (begin, _) in enumerate(spans)
                 if begin >= offset and fits(index) and
                 not re.search("[;{]", source.text[offset:begin])]
    return min(following)[1] if following else None


def match_branches(source, said, seen):
    spans = [source.span(b["location"], b["condition"]) for b in said]
    groups, left = {}, []

    def key(index):
        return spans[index], said[index].get("inlined", "")

    for index in range(len(said)):
        groups.setdefault(key(index), ([], []))[0].append(index)
    for fact in seen:
        offsets = [source.offset(*place) for place in fact["places"]]
        joined = bool(fact.get("joined"))

        def fits(index):
            return (calls(said[index]) == fact["calls"] and
                    joins(said[index]["condition"]) == joined)

        index = innermost(spans, offsets, fits)
        if index is None and joined:
            index = behind(source, spans, offsets[-1], fits)
        if index is None:
            left.append(fact)
        else:
            groups[key(index)][1].append(fact)
    return list(groups.values()), left


def begin_of_loop(source, at):
    """The offset of the loop statement whose condition is at \p at, as far as
    the text tells: 0 for a do, which begins somewhere before."""
    text = source.text
    head = text.rfind("for (", 0, at)
    if head >= 0 and text[head:at].count(";") == 1:
        return head
    head = text.rfind("while (", 0, at)
    if head < 0 or re.search("[;{}]", text[head:at]):
        return 0
    depth = 0
    for end in range(text.index("(", head), len(text)):
        depth += (text[end] == "(") - (text[end] == ")")
        if depth == 0:
            return head if text[end + 1:].lstrip().startswith("{") else 0
    return 0


def match_loops(source, said, seen):
    ranges = {}
    for fact in seen:
        (l1, c1), (l2, c2) = fact["range"]
        span = source.offset(l1, c1), source.offset(l2, c2) + 1
        way = tuple(map(tuple, fact["calls"]))
        ranges.setdefault((span, way), []).append(fact)
    loops = list(ranges)
    groups = {}
    for index, loop in enumerate(said):
        place = loop["location"]
        at = source.offset(place["line"], place["column"])
        way = tuple(map(tuple, calls(loop)))
        # One that the simulator never met stands inside others that it did.
        begin = begin_of_loop(source, at)
        found = innermost([span for span, _ in loops], [at],
                          lambda i: loops[i][1] == way and
                          loops[i][0][0] >= begin)
        groups.setdefault(found, []).append(index)
    return [(indices, ranges[loops[found]] if found is not None else [])
            for found, indices in groups.items()]
