"""Bit-fields, and objects whose end writes to a variable."""
from dataclasses import dataclass
import typing

from blocks import check_all, inside, lines, pad
from expressions import type_text
from integers import Invalid, Value
from statements import Leave

# Type and width of each field. The widths add up to whole ints, for the
# simulator's sake: it allots as many bytes as there are and accesses more.
FIELDS = {
    "struct fields": {"a": ("int", 5), "b": ("uint", 3), "c": ("int", 11),
                      "d": ("uint", 13)},
    "struct crossing": {"a": ("uint", 10), "b": ("int", 12), "c": ("uint", 10),
                        "d": ("int", 31), "e": ("uint", 1)}}
KEEPER = ["struct keeper {", "  int &at;", "  int value;",
          "  __device__ keeper(int &a, int v) : at(a), value(v) {}",
          "  __device__ ~keeper() { at = value; }", "};", ""]
PRAGMA = "#pragma OPENCL EXTENSION __cl_clang_bitfields : enable"


def definition(name, face):
    return [name + " {", *[f"  {type_text(kind, face)} {field} : {width};"
                           for field, (kind, width) in FIELDS[name].items()],
            "};", ""]


@dataclass
class Set:
    """A field is assigned to."""
    field: str
    op: str
    value: typing.Any

    def check(self, scope, whole):
        value = self.value.check(scope)
        if value.real or self.field not in FIELDS[whole]:
            raise Invalid("no such field")
        if self.op == "+=" and max(abs(value.low), abs(value.high)) > 2**29 or \
                FIELDS[whole][self.field][1] > 30:
            raise Invalid("overflow")


@dataclass
class Bits:
    name: str
    whole: str
    pokes: list   # of Set
    read: str
    mask: int

    def lines(self, face, depth):
        values = ", ".join(str(i % 2) for i in range(len(FIELDS[self.whole])))
        out = [f"{self.whole} {self.name} = {{{values}}};"]
        out += [f"{self.name}.{p.field} {p.op} {p.value.text(face)};"
                for p in self.pokes]
        out.append(f"int {self.name}r = {self.name}.{self.read} & {self.mask};")
        return [pad(depth, line) for line in out]

    def check(self, scope):
        for poke in self.pokes:
            poke.check(scope, self.whole)
        if self.read not in FIELDS[self.whole]:
            raise Invalid("no such field")
        scope.work(1 + len(self.pokes))
        scope.declare(self.name + "r", Value("int", 0, self.mask, False))


@dataclass
class Keeper:
    """A body at whose end a variable gets a value from its beginning: a
    destructor's work, written out where there is none."""
    name: str
    variable: str
    value: typing.Any
    body: list

    def bodies(self):
        return [self.body]

    def lines(self, face, depth):
        n, value = self.name, self.value.text(face)
        first = f"int {n} = {value};" if face == "cl" else \
            f"keeper {n}({self.variable}, {value});"
        last = f"{self.variable} = {n};" if face == "cl" else ""
        return [pad(depth, "{"), pad(depth + 1, first),
                *lines(self.body, face, depth + 1), pad(depth + 1, last),
                pad(depth, "}")]

    def check(self, scope):
        value = self.value.check(scope)
        target = scope.value(self.variable)
        if not scope.mutable(self.variable) or target.type != "int" or {
                "step of " + self.variable,
                "counter " + self.variable} & set(scope.visible()):
            raise Invalid("assignment to a constant or to a counter")
        if value.real or value.low < target.low or value.high > target.high:
            raise Invalid("outside the declared range")
        if any(True for _ in inside(self.body, Leave)):
            raise Invalid("another end")
        scope.work(2)
        check_all(self.body, scope.inner())
