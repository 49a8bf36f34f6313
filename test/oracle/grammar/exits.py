"""Loops with a second exit. A variable of any type moves by any step, and its
condition may be met at once, late, after a wrap-around or never; the other exit
counts iterations, so that the loop ends all the same."""
from dataclasses import dataclass, field
import typing

from blocks import check_all, inside, lines, pad
from expressions import (COMPARISONS, Binary, Name, check_condition,
                         type_text)
from integers import TYPES, Invalid, Value, limits
from statements import Barrier

FORMS = {
    "while": ["while ({stays} && {count} < {most}) {{", "BODY", "  {steps};",
              "  {count}++;", "}}"],
    "early while": ["while ({count} < {most} && {stays}) {{", "  {steps};",
                    "  {count}++;", "BODY", "}}"],
    "for": ["for (; {stays}; {steps}) {{", "  if ({count} == {most})",
            "    break;", "  {count}++;", "BODY", "}}"],
    "do": ["do {{", "  {steps};", "BODY", "  if (++{count} > {most})",
           "    break;", "}} while ({stays});"],
    "either": ["for (;; {steps}) {{", "  if ({count} >= {most} || !({stays}))",
               "    break;", "  {count}++;", "BODY", "}}"],
    "always": ["do {{", "  {steps};", "  if (!({stays}))", "    break;", "BODY",
               "}} while (++{count} < {most});"],
    "endless": ["do {{", "  {steps};", "  if (++{count} > {most})",
                "    break;", "BODY", "}} while (1);"],
    "positive": ["do {{", "  {steps};", "  if (++{count} > {most} || !({stays}))",
                 "    break;", "BODY", "}} while (n > 0);"]}


@dataclass
class Exits:
    form: str
    kind: str
    name: str    # of the variable; its count has a c behind
    start: typing.Any
    op: str
    bound: typing.Any
    sign: str    # of the step: + - * / << >>
    step: typing.Any
    most: typing.Any
    negated: bool = False  # the condition is written as !(...)
    body: list = field(default_factory=list)

    def bodies(self):
        return [self.body]

    def continues(self):
        return False

    def hurries(self):
        return []

    def lines(self, face, depth):
        kind = type_text(self.kind, face)
        stays = f"{self.name} {self.op} ({kind})({self.bound.text(face)})"
        words = {"count": self.name + "c", "most": self.most.text(face),
                 "stays": f"!({stays})" if self.negated else stays,
                 "steps": f"{self.name} {self.sign}= {self.step.text(face)}"}
        out = [pad(depth, f"{kind} {self.name} = ({kind})"
                          f"({self.start.text(face)});"),
               pad(depth, f"int {self.name}c = 0;")]
        for line in FORMS[self.form]:
            if line == "BODY":
                out += lines(self.body, face, depth + 1)
            else:
                out.append(pad(depth, line.format(**words)))
        return out

    def ranges(self, scope):
        """(most iterations, lowest and highest value of the variable)"""
        start, bound, step, most = (tree.check(scope) for tree in (
            self.start, self.bound, self.step, self.most))
        if any(v.real for v in (start, bound, step, most)) or \
                most.low < 0 or most.high > 40 or most.type != "int":
            raise Invalid("a loop that might not end")
        if self.op not in COMPARISONS:
            raise Invalid("no comparison")
        trips, (low, high) = most.high + 2, limits(self.kind)
        if self.sign in ("*", "<<", ">>", "/") and step.low != step.high:
            raise Invalid("a step of another kind")
        if self.sign in ("/", "<<", ">>") and not 1 <= step.low <= 7:
            raise Invalid("a shift too far")
        if self.kind not in ("int", "long"):
            if self.sign == "<<" and TYPES[self.kind].signed or \
                    max(abs(step.low), abs(step.high)) > 2**31 - 2**16:
                raise Invalid("overflow")
            return trips, low, high
        if start.low < low or start.high > high or step.type not in (
                "int", "short", "char", "long", "uchar", "ushort"):
            raise Invalid("overflow")
        ends = [start.low, start.high]
        if self.sign in "+-":
            ways = [trips * v * (1 if self.sign == "+" else -1)
                    for v in (step.low, step.high, 0)]
            ends = [e + way for e in ends for way in ways]
        elif self.sign == "*":
            ends += [e * step.low**trips for e in ends] + [-e for e in ends]
        elif self.sign == "<<":
            raise Invalid("left shift of a negative number")
        if min(ends) < low + 8 or max(ends) > high - 8:
            raise Invalid("overflow")
        return trips, min(*ends, -1), max(*ends, 0)

    def check(self, scope):
        trips, low, high = self.ranges(scope)
        if self.form == "positive":
            scope.value("n")
        check_condition(Binary(self.op, Name(self.name), self.bound))
        if any(True for _ in inside(self.body, Barrier)):
            raise Invalid("a barrier that some threads may not reach")
        scope.work(2)
        value, count = Value(self.kind, low, high, False), \
            Value("int", 0, trips, False)
        inner = scope.inner()
        inner.trips = scope.trips * trips
        inner.uniform = False
        inner.loops = scope.loops + (self,)
        for where in (inner, scope):
            where.declare(self.name, value)
            where.declare(self.name + "c", count)
        inner.work(2)
        check_all(self.body, inner)
