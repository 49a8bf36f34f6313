"""Delta debugging on a kernel's tree.

A kernel that shows a difference is made smaller by one change at a time, and a
change stays if the smaller kernel is still defined (its check passes) and still
shows a difference of the same kind. Changes, the largest first:

  leave out a run of statements     n, n/2, n/4, ... of a body, then single ones
  replace a statement by its body
  replace an expression by 0, 1 or one of its operands
  use smaller grids and blocks

until none of them is possible."""
import copy
import re

from expressions import Name, Number
from integers import Invalid
from kernels import Kernel, Setting
from scope import Array

LEAVES = (str, int, float, bool, tuple, type(None), Array, Setting)


def places(node):
    """(owner, field, index or None) of all parts of a tree, outermost first."""
    if isinstance(node, LEAVES):
        return
    for name, value in list(vars(node).items()):
        if isinstance(value, list):
            for i, part in enumerate(value):
                if not isinstance(part, LEAVES):
                    yield node, name, i
                    yield from places(part)
        elif not isinstance(value, (*LEAVES, dict)):
            yield node, name, None
            yield from places(value)


def part(place):
    owner, name, i = place
    value = getattr(owner, name)
    return value if i is None else value[i]


def put(place, new):
    owner, name, i = place
    if i is None:
        setattr(owner, name, new)
    else:
        getattr(owner, name)[i] = new


def lists(node):
    """(owner, field) of all lists of parts, the longest bodies first."""
    found = [(node, "body")] if isinstance(node, Kernel) else []
    for owner, name, i in places(node):
        child = part((owner, name, i))
        found += [(child, n) for n, v in vars(child).items()
                  if isinstance(v, list) and n in ("body", "then", "otherwise",
                                                   "cases", "pokes")]
    return found + [(node, "functions")]


def without_runs(kernel):
    """Copies of the kernel that lack some neighbouring statements."""
    for number in range(len(lists(kernel))):
        owner, name = lists(kernel)[number]
        length = len(getattr(owner, name))
        size = length
        while size:
            for begin in range(0, length, size):
                smaller = copy.deepcopy(kernel)
                owner, name = lists(smaller)[number]
                del getattr(owner, name)[begin:begin + size]
                yield smaller
            size //= 2


def with_bodies(kernel):
    for number, (owner, name, i) in enumerate(list(places(kernel))):
        statement = part((owner, name, i))
        for inner in getattr(statement, "bodies", lambda: [])():
            if i is not None and name != "cases" and name != "functions":
                smaller = copy.deepcopy(kernel)
                owner, name, i = list(places(smaller))[number]
                getattr(owner, name)[i:i + 1] = copy.deepcopy(inner)
                yield smaller
        if hasattr(statement, "loop") and i is not None:
            smaller = copy.deepcopy(kernel)
            owner, name, i = list(places(smaller))[number]
            getattr(owner, name)[i] = part((owner, name, i)).loop
            yield smaller


def is_expression(node):
    return hasattr(node, "text") and not hasattr(node, "bodies")


def with_simpler(kernel):
    for number, place in enumerate(list(places(kernel))):
        node = part(place)
        # What is stored to or copied stays an element of an array.
        if not is_expression(node) or isinstance(node, Number) or \
                place[1] in ("target", "source"):
            continue
        simpler = [Number(0), Number(1), Number(1, "float")]
        if not isinstance(node, Name):
            simpler.append(Name("t"))
            simpler += [part(p) for p in places(node)
                        if is_expression(part(p)) and p[0] is node]
        for new in simpler:
            smaller = copy.deepcopy(kernel)
            put(list(places(smaller))[number], copy.deepcopy(new))
            yield smaller


def with_less(kernel):
    for field in ("grid", "block"):
        for axis in range(3):
            for size in (1, 2, 32):
                if size < getattr(kernel.setting, field)[axis]:
                    smaller = copy.deepcopy(kernel)
                    getattr(smaller.setting, field)[axis] = size
                    yield smaller
    for table in ("arrays", "shared"):
        for name in getattr(kernel, table):
            smaller = copy.deepcopy(kernel)
            del getattr(smaller, table)[name]
            yield smaller


def kind(problems):
    """What a difference is about, without its place and numbers."""
    if not problems:
        return ""
    return re.sub(r"[\d:]+|(load|store|branch|loop) [^:]*", "", problems[0])[:40]


def smallest(kernel, wrong):
    """wrong(kernel) lists its differences."""
    before = {kind([p]) for p in wrong(kernel)}
    moved = True
    while moved:
        moved = False
        for changes in (without_runs, with_bodies, with_simpler, with_less):
            again = True
            while again:
                again = False
                for smaller in changes(kernel):
                    try:
                        smaller.check()
                    except Invalid:
                        continue
                    if before & {kind([p]) for p in wrong(smaller)}:
                        kernel, moved, again = smaller, True, True
                        break
    return kernel
