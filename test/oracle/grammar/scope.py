"""What an expression may refer to at its place in a kernel, and what is known
about it: the ranges of variables, the sizes of arrays, how often the place is
reached at most.

Guards narrow the ranges: behind `if (i < n)` the largest i is n - 1. That holds
for variables that keep their value while it is visible; the others have one
declared range that all their assignments keep to."""
from dataclasses import dataclass, field

from integers import Invalid, Value

TURNED = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}


@dataclass
class Array:
    """Or a pointer, low to high elements behind the start of its array."""
    type: str
    sizes: list
    space: str = "global"     # or shared, own (of each thread)
    written: bool = False
    contents: tuple = None    # range of the integers in it
    low: int = 0
    high: int = 0
    parameter: bool = True
    moving: bool = False      # a pointer that is moved on

    def same(self, other):
        return (self.type, self.sizes, self.space, self.low, self.high) == (
            other.type, other.sizes, other.space, other.low, other.high) \
            and self.contents == other.contents and self.written == other.written


class Scope:
    """Scopes nest; the counters are common to all of one function."""

    def __init__(self, launch, arrays, functions, parent=None, **changes):
        self.launch, self.arrays, self.functions = launch, arrays, functions
        self.parent = parent
        self.names = {}
        self.trips, self.uniform, self.loops = 1, True, ()
        self.totals = parent.totals if parent else {
            "work": 0, "limit": None, "returned": False}
        if parent:
            self.trips, self.uniform = parent.trips, parent.uniform
            self.loops = parent.loops
        for name, value in changes.items():
            setattr(self, name, value)

    def inner(self, **changes):
        return Scope(self.launch, dict(self.arrays), self.functions, self,
                     **changes)

    def look(self, name):
        scope = self
        while scope:
            if name in scope.names:
                return scope.names[name]
            scope = scope.parent
        raise Invalid(f"no {name}")

    def value(self, name):
        return self.look(name)[0]

    def mutable(self, name):
        return self.look(name)[1]

    def visible(self):
        """{name: (value, mutable)}, innermost first."""
        found, scope = {}, self
        while scope:
            for name, what in scope.names.items():
                found.setdefault(name, what)
            scope = scope.parent
        return found

    def declare(self, name, value, mutable=False):
        self.names[name] = (value, mutable)

    def array(self, name):
        if name not in self.arrays:
            raise Invalid(f"no {name}")
        return self.arrays[name]

    def function(self, name):
        if name not in self.functions:
            raise Invalid(f"no {name}")
        return self.functions[name]

    def work(self, amount=1):
        """Something is done wherever this scope is reached."""
        self.totals["work"] += amount * self.trips
        limit = self.totals["limit"]
        if limit and self.totals["work"] > limit:
            raise Invalid("too much work")

    def refined(self, condition, holds):
        """The scope behind a condition that holds, or does not."""
        inner = self.inner()
        inner.narrow(condition, holds)
        return inner

    def narrow(self, condition, holds):
        op = getattr(condition, "op", "")
        if op == "!":
            self.narrow(condition.a, not holds)
        elif op == ("&&" if holds else "||"):
            self.narrow(condition.a, holds)
            self.narrow(condition.b, holds)
        elif op in TURNED:
            op = op if holds else TURNED[op]
            self.bound(condition.a, op, condition.b)
            self.bound(condition.b, MIRRORED[op], condition.a)

    def bound(self, side, op, other):
        name = getattr(side, "name", None)
        if not isinstance(name, str) or hasattr(side, "operands"):
            return
        value, mutable = self.look(name)
        limit = other.check(self.silent())
        # Comparisons of unsigned values would turn negative ones around.
        if mutable or value.real or limit.real or \
                "int" != value.type or limit.type not in ("int", "short", "char"):
            return
        low, high = value.low, value.high
        if op in ("<", "<=", "=="):
            high = min(high, limit.high - (op == "<"))
        if op in (">", ">=", "=="):
            low = max(low, limit.low + (op == ">"))
        if low > high:  # never reached
            low = high = value.low
        self.declare(name, Value(value.type, low, high, value.uniform))

    def silent(self):
        """The same for a look at a range, without counting work."""
        scope = self.inner()
        scope.trips = 0
        return scope
