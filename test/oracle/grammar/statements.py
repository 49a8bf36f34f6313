"""Statements of generated kernels: lines of text, and checks (expressions.py)."""
from dataclasses import dataclass, field
import typing

from blocks import check_all, lines, pad
from expressions import (NUMBERS, VECTORS, Binary, Element, Name,
                         check_condition, parts, type_text)
from integers import TYPES, Invalid, Value, converted, limits


@dataclass
class Declare:
    """A name for a value; it may be assigned to if it has a range."""
    name: str
    type: str
    value: typing.Any
    range: tuple = None

    def lines(self, face, depth):
        return [pad(depth, f"{type_text(self.type, face)} {self.name} = "
                           f"{self.value.text(face)};")]

    def check(self, scope):
        value = self.value.check(scope)
        if value.type not in NUMBERS:
            raise Invalid("a vector")
        if self.type in TYPES:
            if value.real:
                raise Invalid("real to integer")
            value = converted(value, self.type)
            if self.range:
                low, high = self.range
                if value.low < low or value.high > high:
                    raise Invalid("outside the declared range")
                value = Value(self.type, low, high, False)
        else:
            value = Value(self.type, None, None, value.uniform)
        scope.work()
        scope.declare(self.name, value, bool(self.range) or value.real)


@dataclass
class Fetch:
    """A whole vector, of which components are used later."""
    name: str
    source: typing.Any

    def lines(self, face, depth):
        return [pad(depth, f"{self.type} {self.name} = "
                           f"{self.source.text(face)};")]

    def check(self, scope):
        self.type = self.source.check(scope).type
        if self.type not in VECTORS:
            raise Invalid("no vector")
        kind, count = VECTORS[self.type]
        low, high = limits(kind) if kind in TYPES else (None, None)
        for member in "xyzw"[:count]:
            scope.declare(f"{self.name}.{member}",
                          Value(kind, low, high, False))


@dataclass
class Ask:
    """A call of a function that gives its result through a parameter."""
    name: str
    call: typing.Any

    def lines(self, face, depth):
        arguments = [*self.call.arguments(face),
                     self.name if face == "cu" else "&" + self.name]
        return [pad(depth, f"{type_text(self.type, face)} {self.name};"),
                pad(depth, f"{self.call.function}({', '.join(arguments)});")]

    def check(self, scope):
        if not getattr(self.call, "asked", False):
            raise Invalid("no call")
        value = self.call.check(scope)
        self.type = value.type
        scope.declare(self.name, value)


@dataclass
class Assign:
    name: str
    op: str  # "=", "+=", ...
    value: typing.Any

    def lines(self, face, depth):
        return [pad(depth, f"{self.name} {self.op} {self.value.text(face)};")]

    def check(self, scope):
        value = self.value.check(scope)
        target = scope.value(self.name)
        if not scope.mutable(self.name) or {
                "step of " + self.name,
                "counter " + self.name} & set(scope.visible()):
            raise Invalid("assignment to a constant or to a counter")
        if value.type not in NUMBERS:
            raise Invalid("a vector")
        if target.real:
            if self.op not in ("=", "+=", "-="):
                raise Invalid("operator of reals")
        else:
            if value.real:
                raise Invalid("real to integer")
            if self.op != "=":
                value = Binary(self.op[:-1], Name(self.name),
                               self.value).check(scope)
            value = converted(value, target.type)
            if value.low < target.low or value.high > target.high:
                raise Invalid("outside the declared range")
        scope.work()


@dataclass
class Store:
    target: typing.Any  # Element
    op: str
    value: typing.Any

    def lines(self, face, depth):
        return [pad(depth, f"{self.target.text(face)} {self.op} "
                           f"{self.value.text(face)};")]

    def check(self, scope):
        if not scope.array(self.target.array).written:
            raise Invalid("a store to an input")
        target = self.target.check(scope)
        value = self.value.check(scope)
        if not {target.type, value.type} <= NUMBERS:
            raise Invalid("a vector")
        if not target.real and (value.real or self.op != "="):
            raise Invalid("real to integer, or a sum that might overflow")


@dataclass
class Copy:
    """One element to another, whole vectors too."""
    target: typing.Any
    source: typing.Any

    def lines(self, face, depth):
        return [pad(depth, f"{self.target.text(face)} = "
                           f"{self.source.text(face)};")]

    def check(self, scope):
        a, b = (scope.array(e.array) for e in (self.target, self.source))
        if not a.written or a.type != b.type:
            raise Invalid("copy")
        if any(isinstance(p, Element) for p in list(parts(self.target))[1:]):
            # C++ calls an operator, whose operands come in another order.
            raise Invalid("a place that is loaded")
        self.target.check(scope)
        self.source.check(scope)


@dataclass
class Atomic:
    name: str  # add, min, xor, ...
    target: typing.Any
    value: typing.Any
    old: str = ""  # a name for what was there before

    def lines(self, face, depth):
        function = f"atomic_{self.name}" if face == "cl" else \
            "atomic" + self.name.replace("xchg", "exch").capitalize()
        before = f"int {self.old} = " if self.old else ""
        return [pad(depth, f"{before}{function}(&{self.target.text(face)}, "
                           f"{self.value.text(face)});")]

    def check(self, scope):
        if not scope.array(self.target.array).written:
            raise Invalid("an atomic on an input")
        if self.target.check(scope).type != "int":
            raise Invalid("an atomic on something else")
        if self.value.check(scope).type != "int":
            raise Invalid("an atomic with something else")
        if self.old:
            scope.declare(self.old, Value("int", *limits("int"), False))


@dataclass
class If:
    condition: typing.Any
    then: list
    otherwise: list = field(default_factory=list)

    def bodies(self):
        return [self.then, self.otherwise]

    def lines(self, face, depth):
        out = [pad(depth, f"if ({self.condition.text(face)}) {{"),
               *lines(self.then, face, depth + 1)]
        if self.otherwise:
            out += [pad(depth, "} else {"),
                    *lines(self.otherwise, face, depth + 1)]
        return out + [pad(depth, "}")]

    def check(self, scope):
        check_condition(self.condition)
        uniform = scope.uniform & self.condition.check(scope).uniform
        scope.work()
        for body, holds in ((self.then, True), (self.otherwise, False)):
            inner = scope.refined(self.condition, holds)
            inner.uniform = uniform
            check_all(body, inner)


@dataclass
class Case:
    label: typing.Any  # None: default
    body: list
    leaves: bool       # closes with break

    def bodies(self):
        return [self.body]


@dataclass
class Switch:
    value: typing.Any
    cases: list

    def bodies(self):
        return [case.body for case in self.cases]

    def lines(self, face, depth):
        out = [pad(depth, f"switch ({self.value.text(face)}) {{")]
        for case in self.cases:
            label = "default" if case.label is None else f"case {case.label}"
            out += [pad(depth, label + ":"), pad(depth + 1, "{"),
                    *lines(case.body, face, depth + 2), pad(depth + 1, "}")]
            if case.leaves:
                out.append(pad(depth + 1, "break;"))
        return out + [pad(depth, "}")]

    def check(self, scope):
        value = self.value.check(scope)
        labels = [case.label for case in self.cases]
        if value.real or len(set(labels)) != len(labels):
            raise Invalid("switch")
        scope.work()
        for case in self.cases:
            inner = scope.inner()
            inner.uniform &= value.uniform
            # A break would mean the switch.
            inner.loops += ("switch",)
            check_all(case.body, inner)


def result(value, out, face, depth):
    """Lines that end a function with its result."""
    if not out:
        return [pad(depth, f"return {value.text(face)};")]
    name = "r" if face == "cu" else "*r"
    return [pad(depth, f"{name} = {value.text(face)};"), pad(depth, "return;")]


@dataclass
class Leave:
    """if (condition) { ...; break; }"""
    how: str  # break, continue, return
    condition: typing.Any
    body: list = field(default_factory=list)
    value: typing.Any = None
    out: bool = False  # the value goes into a parameter

    def bodies(self):
        return [self.body]

    def lines(self, face, depth):
        if self.value:
            last = result(self.value, self.out, face, depth + 1)
        else:
            last = [pad(depth + 1, self.how + ";")]
        return [pad(depth, f"if ({self.condition.text(face)}) {{"),
                *lines(self.body, face, depth + 1), *last, pad(depth, "}")]

    def check(self, scope):
        check_condition(self.condition)
        uniform = self.condition.check(scope).uniform and scope.uniform
        inner = scope.refined(self.condition, True)
        inner.uniform = uniform
        check_all(self.body, inner)
        scope.work()
        if self.how == "return":
            scope.totals["returned"] |= not uniform
            result = scope.totals.get("result")
            if (self.value is None) != (result is None):
                raise Invalid("return with or without a value")
            if result:
                result(self.value.check(inner))
            return
        loops = [loop for loop in scope.loops if loop != "switch"]
        if not loops or self.how == "break" and scope.loops[-1] == "switch":
            raise Invalid("nothing to leave")
        if self.how == "continue" and not loops[-1].continues():
            raise Invalid("the step would be left out")


@dataclass
class Barrier:
    def lines(self, face, depth):
        return [pad(depth, "barrier(CLK_LOCAL_MEM_FENCE);" if face == "cl"
                    else "__syncthreads();")]

    def check(self, scope):
        if not scope.uniform or scope.totals["returned"] or \
                scope.totals.get("function"):
            raise Invalid("a barrier that some threads may not reach")
        scope.work()
