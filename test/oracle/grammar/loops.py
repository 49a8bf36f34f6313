"""Loops of generated kernels.

A loop's variable moves from a start towards a bound, by

  up      i += step    as long as i < bound
  down    i -= step                i > bound
  double  i *= step                i < bound
  halve   i /= step                i > bound, which is not negative
  under   i -= step                i < bound, unsigned: ends at the wrap-around

and the text is a for, a while, a do, a loop without a condition that a break
leaves, or a while that counts in its condition, while (i++ < bound). Statements
of the body may Hurry the variable on. The largest number of iterations and the range of the variable follow
from the ranges of start, bound and step."""
from dataclasses import dataclass, field
import typing

from blocks import check_all, inside, lines, pad
from expressions import COMPARISONS, Binary, Name, check_condition, type_text
from integers import Invalid, Value, limits
from statements import Barrier, Leave


def inner_bodies(body):
    """Those of the loops in a body, with the loops of walks."""
    for statement in inside(body, object):
        loop = getattr(statement, "loop", statement)
        if isinstance(loop, Loop):
            yield loop.body


@dataclass
class Hurry:
    """A loop's variable moves on by more than the loop's step."""
    name: str
    amount: int
    down: bool = False

    def lines(self, face, depth):
        return [pad(depth, f"{self.name} {'-' if self.down else '+'}= "
                           f"{self.amount};")]

    def check(self, scope):
        if not scope.mutable(self.name) or self.amount < 1 or not any(
                loop != "switch" and loop.name == self.name and
                self.down == (loop.shape == "down") for loop in scope.loops):
            raise Invalid("not a loop's variable")
        scope.work()


@dataclass
class Loop:
    shape: str
    form: str  # for, while, do, forever, counting
    name: str
    start: typing.Any
    op: str    # <, <=, >, >=, !=
    bound: typing.Any
    step: typing.Any
    body: list = field(default_factory=list)
    first: bool = False  # the step opens the body instead of closing it
    kind: str = "int"
    also: typing.Any = None  # a second condition

    def bodies(self):
        return [self.body]

    def continues(self):
        """May continue be used? It must not leave out the step."""
        return self.form in ("for", "counting") or self.first

    def type(self):
        return "uint" if self.shape == "under" else self.kind

    def advance(self, face):
        step = self.step.text(face)
        sign = {"up": "+", "down": "-", "under": "-", "double": "*",
                "halve": "/"}[self.shape]
        if step == "1" and sign in "+-":
            return f"{self.name}{sign * 2}"
        if sign in "*/" and step in ("2", "4"):
            return f"{self.name} {'<<' if sign == '*' else '>>'}= " \
                   f"{int(step) // 2}"
        return f"{self.name} {sign}= {step}"

    def lines(self, face, depth):
        head = (f"{type_text(self.type(), face)} {self.name} = "
                f"{self.start.text(face)};")
        condition = f"{self.name} {self.op} {self.bound.text(face)}"
        if self.also:
            condition += f" && {self.also.text(face)}"
        advance = self.advance(face)
        body = lines(self.body, face, depth + 1)
        if self.form == "for":
            return [pad(depth, f"for ({head} {condition}; {advance}) {{"),
                    *body, pad(depth, "}")]
        if self.form == "counting":
            before = self.first
            counted = advance[-2:] + self.name if before else advance
            return [pad(depth, head), pad(depth, "while (" + condition.replace(
                self.name, counted, 1) + ") {"), *body, pad(depth, "}")]
        step = [pad(depth + 1, advance + ";")]
        body = step + body if self.first else body + step
        if self.form == "do":
            opening, closing = "do {", f"}} while ({condition});"
        elif self.form == "while":
            opening, closing = f"while ({condition}) {{", "}"
        else:
            opening, closing = "for (;;) {", "}"
            body = [pad(depth + 1, f"if (!({condition}))"),
                    pad(depth + 2, "break;")] + body
        return [pad(depth, head), pad(depth, opening), *body,
                pad(depth, closing)]

    def hurries(self):
        return [s for s in inside(self.body, Hurry) if s.name == self.name]

    def ranges(self, scope):
        """(largest number of iterations, lowest and highest value of the
        variable at the head of the body, uniform)"""
        start, bound, step = (e.check(scope) for e in
                              (self.start, self.bound, self.step))
        if any(v.type not in ("int", "short", "char", "uchar", "ushort")
               for v in (start, bound, step)) or self.kind not in (
                   "int", "long", "short", "uchar", "uint", "ulong"):
            raise Invalid("a loop over something else")
        if self.kind in ("uint", "ulong") and (start.low < 0 or bound.low < 0):
            raise Invalid("a comparison of unsigned numbers")
        check_condition(Binary(self.op, Name(self.name), self.bound))
        uniform = start.uniform and bound.uniform and step.uniform
        closed = self.op in ("<=", ">=")  # the bound itself is reached
        if self.form == "counting" and (
                self.shape not in ("up", "down") or step.high != 1 or
                self.op == "!=" or self.advance("cl")[-2:] not in ("++", "--")):
            raise Invalid("a step that is no increment")
        hurries = self.hurries()
        if hurries and (self.shape not in ("up", "down") or self.op == "!="):
            raise Invalid("a loop that might not end")
        if step.low < 1 or (self.op == "!=" and (
                step.high != 1 or self.shape not in ("up", "down") or
                self.form == "do")):
            raise Invalid("a loop that might not end")
        if self.op[0] not in {"down": ">!", "halve": ">"}.get(self.shape, "<!"):
            raise Invalid("a loop that might not end")
        once = self.form == "do"
        if self.shape == "up":
            if self.op == "!=" and (start.high > bound.low or
                                    not bound.uniform):
                raise Invalid("a loop that might not end")
            high = bound.high - (not closed)
            most = max(0, (high - start.low) // step.low + 1)
            low, high = start.low, max(high, start.high if once else high)
            beyond = high + step.high
        elif self.shape == "down":
            if self.op == "!=" and (start.low < bound.high or
                                    not bound.uniform):
                raise Invalid("a loop that might not end")
            low = bound.low + (not closed)
            most = max(0, (start.high - low) // step.low + 1)
            low, high = min(low, start.low if once else low), start.high
            beyond = low - step.high
        elif self.shape == "double":
            if start.low < 1 or step.low < 2:
                raise Invalid("a loop that might not end")
            high = bound.high - (not closed)
            most, i = 0, start.low
            while i <= high:
                most, i = most + 1, i * step.low
            low, high = start.low, max(high, start.high if once else high)
            beyond = high * step.high
        elif self.shape == "halve":
            low = bound.low + (not closed)
            if step.low < 2 or step.low != step.high or low < 1:
                raise Invalid("a loop that might not end")
            most, i = 0, start.high
            while i >= low:
                most, i = most + 1, i // step.low
            low, high = min(low, start.low if once else low), start.high
            beyond = low
            if low < 0:
                raise Invalid("a shift of a negative number")
        else:
            low, high = 0, bound.high - (not closed)
            if start.low < 0 or bound.low < 0 or once or \
                    bound.high >= 2**31 or self.op == "!=":
                raise Invalid("a loop that might not end")
            most = max(0, high // step.low + 1)
            beyond = 0
        far = sum(h.amount for h in hurries)
        least, most_of_type = limits(self.type())
        if self.shape == "up":
            high, beyond = high + far, beyond + far
        elif self.shape == "down":
            low, beyond = low - far, beyond - far
        if not least <= beyond <= most_of_type or high > most_of_type or \
                low < least:
            raise Invalid("overflow")
        if low > high:  # never entered
            low = high = start.low
        if once:
            most += 1
        return max(most, int(once)), low, high, uniform and not hurries

    def most(self, scope):
        return self.ranges(scope)[0]

    def opened(self, scope):
        """The scope of the body."""
        most, low, high, uniform = self.ranges(scope)
        leaves = any(True for _ in inside(self.body, Leave))
        if any(True for _ in inside(self.body, Barrier)) and \
                (leaves or not uniform or self.also):
            raise Invalid("a barrier that some threads may not reach")
        inner = scope.inner()
        inner.trips = scope.trips * most
        inner.uniform = scope.uniform and uniform
        inner.loops = scope.loops + (self,)
        moved = low, high
        if self.first and self.form != "for":
            step = self.step.check(scope.silent())
            moved = {"up": (low + step.low, high + step.high),
                     "down": (low - step.high, high - step.low),
                     "double": (low * step.low, high * step.high),
                     "halve": (low // step.high, high // step.low),
                     "under": (0, 2**32 - 1)}[self.shape]
        if self.form == "counting":
            # Between the test and the body comes the step, or before both.
            moved = (low + 1, high + (not self.first)) if self.shape == "up" \
                else (low - (not self.first), high - 1)
        inner.declare(self.name, Value(self.type(), *moved, uniform),
                      bool(self.hurries()))
        if self.hurries():
            inner.names["counter " + self.name] = inner.names[self.name]
        if self.also:
            if getattr(self.also, "op", "") not in COMPARISONS:
                raise Invalid("the simulator has no branch of its own for it")
            check_condition(self.also)
            inner.uniform &= self.also.check(inner).uniform
        if any(True for body in inner_bodies(self.body)
               for h in inside(body, Hurry) if h.name == self.name):
            raise Invalid("a step in an inner loop")
        return inner

    def check(self, scope):
        scope.work()
        inner = self.opened(scope)
        check_all(self.body, inner)
