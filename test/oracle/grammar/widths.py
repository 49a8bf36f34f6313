"""Vectors and halves: loads and stores of 2 to 16 elements at any element, which
OpenCL alone has, halves in memory, components by their names, and numbers
rounded to integers in the four ways."""
from dataclasses import dataclass
import typing

from blocks import pad
from expressions import check_length, type_text
from integers import TYPES, Invalid, Value, limits

NARROW = "x y z w".split()
ROUND = {"rte": "rn", "rtz": "rz", "rtp": "ru", "rtn": "rd"}


def component(count, i):
    return NARROW[i] if count <= 4 else f"s{i:x}"


def position(trees, scope):
    values = [tree.check(scope) for tree in trees]
    for tree in trees:
        check_length(tree)
    if any(v.real or v.low < 0 for v in values):
        raise Invalid("out of range")
    return [v.high for v in values]


@dataclass
class WideLoad:
    """vload of some elements behind a place in an array."""
    name: str
    array: str
    count: int
    index: typing.Any   # in vectors of this width
    offset: typing.Any  # in elements

    def lines(self, face, depth):
        return [pad(depth, f"{self.type}{self.count} {self.name} = vload"
                           f"{self.count}({self.index.text(face)}, "
                           f"{self.array} + {self.offset.text(face)});")]

    def check(self, scope):
        array = scope.array(self.array)
        if len(array.sizes) != 1 or array.moving or array.space == "own" or \
                array.type not in (*TYPES, "float", "double"):
            raise Invalid("no vectors of these")
        index, offset = position((self.index, self.offset), scope)
        if (index + 1) * self.count + offset > array.sizes[0]:
            raise Invalid("out of range")
        self.type = array.type
        scope.work()
        for i in range(self.count):
            # Of integers the value would be data; the simulator has another
            # order of the lanes that write it.
            if array.type not in TYPES or scope.totals.get("data") and \
                    not array.written:
                low, high = (array.contents or limits(array.type)) \
                    if array.type in TYPES else (None, None)
                scope.declare(f"{self.name}.{component(self.count, i)}",
                              Value(array.type, low, high, False))


@dataclass
class WideStore:
    name: str   # of what is stored
    array: str
    count: int
    index: typing.Any
    offset: typing.Any
    value: typing.Any  # of all elements

    def lines(self, face, depth):
        kind = f"{self.type}{self.count}"
        return [pad(depth, f"{kind} {self.name} = ({kind})(({self.type})("
                           f"{self.value.text(face)}));"),
                pad(depth, f"vstore{self.count}({self.name}, "
                           f"{self.index.text(face)}, {self.array} + "
                           f"{self.offset.text(face)});")]

    def check(self, scope):
        array = scope.array(self.array)
        if not array.written:
            raise Invalid("a store to an input")
        if len(array.sizes) != 1 or array.moving or array.space == "own" or \
                array.type not in (*TYPES, "float", "double"):
            raise Invalid("no vectors of these")
        index, offset = position((self.index, self.offset), scope)
        if (index + 1) * self.count + offset > array.sizes[0]:
            raise Invalid("out of range")
        value = self.value.check(scope)
        if array.type in TYPES and value.real or value.type not in (
                *TYPES, "float", "double"):
            raise Invalid("real to integer")
        self.type = array.type
        scope.work()


def half_span(count, aligned):
    """Halves from one vector to the next."""
    return 4 if aligned and count == 3 else count


def check_halves(access, scope):
    """Raises Invalid unless the access stays within its array of halves."""
    size = scope.totals.get("halves", {}).get(access.array)
    [index] = position([access.index], scope)
    span = half_span(access.count, access.aligned)
    if not size or index * span + access.count > size or \
            access.aligned and access.count == 1:
        raise Invalid("out of range")


@dataclass
class HalfLoad:
    name: str
    array: str
    count: int
    aligned: bool
    index: typing.Any

    def lines(self, face, depth):
        count = "" if self.count == 1 else self.count
        return [pad(depth, f"float{count} {self.name} = vload"
                           f"{'a' * self.aligned}_half{count}("
                           f"{self.index.text(face)}, {self.array});")]

    def check(self, scope):
        check_halves(self, scope)
        scope.work()
        value = Value("float", None, None, False)
        if self.count == 1:
            scope.declare(self.name, value)
        for i in range(self.count if self.count > 1 else 0):
            scope.declare(f"{self.name}.{component(self.count, i)}", value)


@dataclass
class HalfStore:
    name: str   # of what is stored
    array: str
    count: int
    aligned: bool
    mode: str   # of rounding
    index: typing.Any
    value: typing.Any

    def lines(self, face, depth):
        count = "" if self.count == 1 else self.count
        return [pad(depth, f"float{count} {self.name} = (float{count})((float)("
                           f"{self.value.text(face)}));"),
                pad(depth, f"vstore{'a' * self.aligned}_half{count}{self.mode}("
                           f"{self.name}, {self.index.text(face)}, {self.array});")]

    def check(self, scope):
        check_halves(self, scope)
        if self.value.check(scope).type not in (*TYPES, "float", "double"):
            raise Invalid("a vector")
        scope.work()


@dataclass
class Rounded:
    """An integer times a fraction, made an integer again."""
    name: str
    mode: str
    value: typing.Any
    eighths: int  # the factor

    def lines(self, face, depth):
        product = f"(float)({self.value.text(face)}) * {self.eighths / 8}f"
        function = f"convert_int_{self.mode}" if face == "cl" else \
            f"__float2int_{ROUND[self.mode]}"
        return [pad(depth, f"int {self.name} = {function}({product});")]

    def check(self, scope):
        value = self.value.check(scope)
        if value.real or max(abs(value.low), abs(value.high)) > 2**16:
            raise Invalid("not exact as a float")
        if value.low == value.high:
            raise Invalid("calculated beforehand in one language alone")
        ends = [value.low * self.eighths, value.high * self.eighths]
        if self.mode in ("rtp", "rtn") and min(ends) < 0:
            # The simulator rounds negative numbers up where down is meant.
            raise Invalid("a rounding that the simulator gets wrong")
        scope.work()
        scope.declare(self.name, Value("int", min(ends) // 8,
                                       -(-max(ends) // 8), value.uniform))


@dataclass
class Swizzle:
    """Components of a vector change places."""
    name: str
    kind: str     # int or short
    values: list  # of the four components
    to: str       # x, wz, lo, even, s13
    source: str
    read: int
    mask: int

    def lines(self, face, depth):
        n = self.name
        values = ", ".join(f"({self.kind})({v.text(face)})" for v in self.values)
        return [pad(depth, line) for line in (
            f"{self.kind}4 {n} = ({self.kind}4)({values});",
            f"{n}.{self.to} = {n}.{self.source};",
            f"{n}.{NARROW[self.read]} ^= 5;",
            f"int {n}r = {n}.s{(self.read + 1) % 4} & {self.mask};",
            f"int {n}s = {n}.{NARROW[self.read]} & {self.mask};")]

    def check(self, scope):
        if len(self.values) != 4 or any(v.check(scope).real
                                        for v in self.values):
            raise Invalid("not four integers")
        scope.work(3)
        for letter in "rs":
            scope.declare(self.name + letter, Value("int", 0, self.mask, False))
