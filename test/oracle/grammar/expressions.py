"""Expressions of generated kernels: their text in both languages, and the
check that they are defined, which gives their values' ranges.

Each class has text(face), with face "cl" or "cu", and check(scope), which
returns a Value or raises Invalid. Trees are plain data, so that shrinking can
take them apart (shrinking.py)."""
from dataclasses import dataclass, field
import typing

from integers import (Invalid, TYPES, Value, calculated, common, converted,
                      limits)

REALS = ("float", "double")
NUMBERS = {*REALS, *TYPES}
# Members of structures and elements of vectors, as both languages lay them out;
# the tight structures are packed.
STRUCTURES = {"struct pair": {"a": "float", "b": "int", "c": "double"},
              "struct odd": {"a": "char", "b": "short", "c": "float"},
              "struct triple": {"a": "float", "b": "float", "c": "float"},
              "struct wide": {"a": "uchar", "b": "long", "c": "float"},
              "struct tight": {"a": "char", "b": "int", "c": "float"},
              "struct tight8": {"a": "uchar", "b": "short", "c": "double"}}
VECTORS = {"float2": ("float", 2), "float4": ("float", 4),
           "double2": ("double", 2), "int4": ("int", 4), "short2": ("short", 2),
           "uchar4": ("uchar", 4)}
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")


def type_text(name, face):
    return TYPES[name].cuda if face == "cu" and name in TYPES else name


def parts(tree):
    """A tree and all that is in it."""
    yield tree
    for value in vars(tree).values():
        for child in value if isinstance(value, list) else [value]:
            if hasattr(child, "check"):
                yield from parts(child)


def fixed(tree):
    return not any(isinstance(p, (Name, Id, Element, Call))
                   for p in parts(tree))


def check_condition(tree):
    """What decides a branch. The compiler must not know it beforehand, and may
    choose inside it in no other way than by && and ||: else a branch of the
    simulator would be missing, or stand in the place of another."""
    op = getattr(tree, "op", "")
    if op in ("&&", "||", "!"):
        check_condition(tree.a)
        if op != "!":
            check_condition(tree.b)
        return
    if tree.text("cl").startswith("(!"):
        # The comparison would take it for a negation of the whole.
        raise Invalid("a condition that begins with !")
    if fixed(tree):
        raise Invalid("a condition that the compiler decides")
    if len(tree.text("cl")) > 80:
        raise Invalid("a text that will be cut off")
    if any(isinstance(p, Choice) or getattr(p, "op", "") in ("&&", "||")
           for p in parts(tree)):
        raise Invalid("a choice inside a condition")


def check_length(index):
    """An access whose text is cut off cannot be told from those in its index."""
    if any(isinstance(p, (Element, Call)) for p in parts(index)) and \
            len(index.text("cu")) > 100:
        raise Invalid("a text that will be cut off")


@dataclass
class Number:
    value: int
    type: str = "int"

    def text(self, face):
        suffix = {"uint": "u", "long": "L", "ulong": "UL", "float": ".5f",
                  "double": ".5"}.get(self.type, "")
        text = f"{self.value}{suffix}"
        return f"({text})" if self.value < 0 else text

    def check(self, scope):
        if self.type in REALS:
            return Value(self.type, None, None, True)
        return Value(self.type, self.value, self.value, True)


@dataclass
class Name:
    name: str

    def text(self, face):
        return self.name

    def check(self, scope):
        return scope.value(self.name)


@dataclass
class Id:
    """A thread's or block's place, or a size, asked for where it is used."""
    what: str
    axis: int

    def text(self, face):
        if face == "cl":
            return f"(int)get_{self.what}({self.axis})"
        word = {"local_id": "threadIdx", "group_id": "blockIdx",
                "local_size": "blockDim", "num_groups": "gridDim"}
        if self.what == "global_id":
            a = "xyz"[self.axis]
            return f"(int)(blockIdx.{a} * blockDim.{a} + threadIdx.{a})"
        return f"(int){word[self.what]}.{'xyz'[self.axis]}"

    def check(self, scope):
        block, grid = scope.launch.block[self.axis], scope.launch.grid[self.axis]
        items = (scope.launch.items or [grid * block] * 3)[self.axis]
        least = items - (grid - 1) * block if items < grid * block else block
        low, high = {"local_id": (0, block - 1), "group_id": (0, grid - 1),
                     "local_size": (least, block), "num_groups": (grid, grid),
                     "global_id": (0, items - 1)}[self.what]
        uniform = "l_id" not in self.what or block == 1
        return Value("int", low, high, uniform)


@dataclass
class Binary:
    op: str
    a: typing.Any
    b: typing.Any

    def text(self, face):
        return f"({self.a.text(face)} {self.op} {self.b.text(face)})"

    def check(self, scope):
        a = self.a.check(scope)
        if self.op in ("&&", "||"):
            check_condition(self)
            inner = scope.refined(self.a, self.op == "&&")
            b = self.b.check(inner)
            return Value("int", 0, 1, a.uniform and b.uniform)
        b = self.b.check(scope)
        if self.op in COMPARISONS and {a.type, b.type} <= NUMBERS:
            return Value("int", 0, 1, a.uniform and b.uniform)
        if a.real or b.real:
            if self.op not in "+-*" or not {a.type, b.type} <= NUMBERS:
                raise Invalid("operator of reals")
            name = "double" if "double" in (a.type, b.type) else "float"
            return Value(name, None, None, a.uniform and b.uniform)
        return calculated(self.op, a, b)


@dataclass
class Unary:
    op: str
    a: typing.Any

    def text(self, face):
        return f"{self.op}({self.a.text(face)})"

    def check(self, scope):
        a = self.a.check(scope)
        if a.real:
            raise Invalid("operator of reals")
        if self.op == "!":
            return Value("int", 0, 1, a.uniform)
        if self.op == "-":
            return calculated("-", Value("int", 0, 0, True), a)
        return calculated("^", a, Value("int", -1, -1, True))


@dataclass
class Cast:
    type: str
    a: typing.Any

    def text(self, face):
        return f"({type_text(self.type, face)})({self.a.text(face)})"

    def check(self, scope):
        a = self.a.check(scope)
        if self.type in REALS:
            return Value(self.type, None, None, a.uniform)
        if a.real:
            raise Invalid("real to integer")
        return converted(a, self.type)


@dataclass
class Choice:
    condition: typing.Any
    a: typing.Any
    b: typing.Any

    def text(self, face):
        return (f"({self.condition.text(face)} ? {self.a.text(face)} : "
                f"{self.b.text(face)})")

    def check(self, scope):
        check_condition(self.condition)
        if self.a == self.b:
            raise Invalid("no choice")
        if getattr(self.condition, "op", "") not in COMPARISONS and all(
                isinstance(arm, (Name, Number)) or fixed(arm)
                for arm in (self.a, self.b)):
            # The compiler selects, by a value that it calculates before.
            raise Invalid("a choice without branches")
        c = self.condition.check(scope)
        a = self.a.check(scope.refined(self.condition, True))
        b = self.b.check(scope.refined(self.condition, False))
        uniform = a.uniform and b.uniform and c.uniform
        if a.real or b.real:
            if not {a.type, b.type} <= NUMBERS:
                raise Invalid("a choice of vectors")
            return Value("double" if "double" in (a.type, b.type) else "float",
                         None, None, uniform)
        name = common(a.type, b.type)
        a, b = converted(a, name), converted(b, name)
        return Value(name, min(a.low, b.low), max(a.high, b.high), uniform)


@dataclass
class Builtin:
    """min, max, abs of int; select(a, b, c) is c ? b : a without a branch."""
    name: str
    operands: list

    def text(self, face):
        words = [o.text(face) for o in self.operands]
        if self.name == "select":
            a, b, c = words
            if face == "cl":
                return f"select({a}, {b}, {c})"
            return f"choose({a}, {b}, {c})"  # kernels.py
        if self.name == "abs":
            return f"(int)abs({words[0]})"
        return f"{self.name}({', '.join(words)})"

    def check(self, scope):
        values = [o.check(scope) for o in self.operands]
        if any(v.type != "int" for v in values):
            raise Invalid("a function of int")
        uniform = all(v.uniform for v in values)
        if self.name == "abs":
            low, high = values[0].low, values[0].high
            if low == limits("int")[0]:
                raise Invalid("overflow")
            least = 0 if low <= 0 <= high else min(abs(low), abs(high))
            return Value("int", least, max(abs(low), abs(high)), uniform)
        a, b = values[:2]
        if self.name == "min":
            return Value("int", min(a.low, b.low), min(a.high, b.high), uniform)
        if self.name == "max":
            return Value("int", max(a.low, b.low), max(a.high, b.high), uniform)
        if values[2].low < 0 or values[2].high > 1:
            raise Invalid("select by what is no truth value")
        calculated("-", b, a)
        return Value("int", min(a.low, b.low), max(a.high, b.high), uniform)


@dataclass
class Element:
    """array[i], array[i][j], pointer[i] or structures[i].member"""
    array: str
    indices: list
    member: str = ""

    def text(self, face):
        return (self.array +
                "".join(f"[{i.text(face)}]" for i in self.indices) +
                (f".{self.member}" if self.member else ""))

    def check(self, scope):
        array = scope.array(self.array)
        if len(self.indices) != len(array.sizes):
            raise Invalid("dimensions")
        for index, size in zip(self.indices, array.sizes):
            i = index.check(scope)
            if array.space == "shared" and fixed(index) and not array.moving:
                # The simulator does not know the place of a fixed address.
                raise Invalid("the same element for ever")
            check_length(index)
            if i.real or i.low + array.low < 0 or i.high + array.high >= size:
                raise Invalid("out of range")
        scope.work()
        if array.type in STRUCTURES:
            kind = STRUCTURES[array.type].get(self.member, array.type)
        elif self.member:
            # OpenCL loads the whole vector for one component, CUDA does not.
            raise Invalid("member of what has none")
        else:
            kind = array.type
        if kind not in TYPES:
            return Value(kind, None, None, False)
        low, high = array.contents or limits(kind)
        if self.member:
            low, high = limits(kind)
        return Value(kind, low, high, False)


@dataclass
class Call:
    function: str
    pointers: list
    operands: list = field(default_factory=list)
    asked: bool = False  # the result comes through a parameter

    def arguments(self, face):
        return self.pointers + [o.text(face) for o in self.operands]

    def text(self, face):
        return f"{self.function}({', '.join(self.arguments(face))})"

    def check(self, scope):
        function = scope.function(self.function)
        if function.out != self.asked:
            raise Invalid("a function of the other kind")
        for formal, name in zip(function.pointers, self.pointers):
            if not scope.array(name).same(formal):
                raise Invalid("pointer of another type")
        uniform = not function.pointers
        for formal, operand in zip(function.parameters, self.operands):
            value = operand.check(scope)
            uniform &= value.uniform
            if value.real or value.low < formal.low or value.high > formal.high:
                raise Invalid("parameter out of range")
        scope.work(function.work)
        result = function.result
        return Value(result.type, result.low, result.high, uniform)
