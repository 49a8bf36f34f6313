"""Pointers and integers that walk along with a loop: Steps in its body move
them on, perhaps not in every iteration, and Takes read and move at once. How far
they come at most follows from the loop's largest number of iterations."""
from dataclasses import dataclass
import typing

from blocks import inside, pad
from expressions import NUMBERS, type_text
from integers import Invalid, Value, limits
from loops import Loop, inner_bodies
from scope import Array


@dataclass
class Walk:
    """An integer or a pointer that Steps inside a loop move on."""
    name: str
    base: str  # array of a pointer, "" for an integer
    start: typing.Any
    amount: int
    loop: typing.Any

    def bodies(self):
        return [self.loop.body]

    def lines(self, face, depth):
        return [pad(depth, f"{self.kind(face)}{self.name} = "
                    f"{self.base + ' + ' if self.base else ''}"
                    f"{self.start.text(face)};"),
                *self.loop.lines(face, depth)]

    def kind(self, face):
        if not self.base:
            return "int "
        where, constant, element = self.element
        space = {"shared": "local ", "global": "global "}[where] \
            if face == "cl" else ""
        return f"{space}{constant}{type_text(element, face)} *"

    def range(self, scope):
        start = self.start.check(scope)
        steps = [s for s in inside(self.loop.body, (Step, Take))
                 if s.name == self.name]
        if any(s for body in inner_bodies(self.loop.body)
               for s in inside(body, (Step, Take)) if s.name == self.name):
            raise Invalid("a step in an inner loop")
        for step in steps:
            step.amount = self.amount
        way = self.loop.most(scope.silent()) * self.amount * len(steps)
        return start.low + min(0, way), start.high + max(0, way)

    def opened(self, scope):
        """The scope around the loop."""
        low, high = self.range(scope)
        inner = scope.inner()
        if self.base:
            array = scope.array(self.base)
            if array.moving or len(array.sizes) > 1 or low < 0 or \
                    high > array.sizes[0]:
                raise Invalid("a pointer out of its array")
            self.element = (array.space, "" if array.written else "const ",
                            array.type)
            inner.arrays[self.name] = Array(
                array.type, array.sizes, array.space, array.written,
                array.contents, low, high, False, True)
        else:
            least, most = limits("int")
            if low < least or high > most:
                raise Invalid("overflow")
            value = Value("int", low, high, False), True
            inner.names[self.name] = inner.names["step of " + self.name] = value
        return inner

    def check(self, scope):
        if not isinstance(self.loop, Loop):
            raise Invalid("a walk without a loop")
        self.loop.check(self.opened(scope))


@dataclass
class Step:
    name: str
    amount: int = 1

    def lines(self, face, depth):
        text = {1: f"{self.name}++;", -1: f"--{self.name};"}.get(
            self.amount, f"{self.name} += {self.amount};")
        return [pad(depth, text)]

    def check(self, scope):
        if self.name not in scope.arrays:
            scope.value("step of " + self.name)
        scope.work()


@dataclass
class Take:
    """A sum of what a walking pointer points to, which moves on at once."""
    sum: str
    name: str
    amount: int = 1

    def lines(self, face, depth):
        way = "++" if self.amount > 0 else "--"
        return [pad(depth, f"{self.sum} += *{self.name}{way};")]

    def check(self, scope):
        if abs(self.amount) != 1 or not scope.value(self.sum).real or \
                scope.array(self.name).type not in NUMBERS:
            raise Invalid("not the next element")
        array = scope.array(self.name)
        if array.high >= array.sizes[0] or not array.moving:
            raise Invalid("out of range")
        scope.work()
