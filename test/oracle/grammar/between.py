"""Local memory of which one pointer reaches several arrays: each lane of a warp
in one or the other."""
from dataclasses import dataclass
import typing

from blocks import pad
from expressions import COMPARISONS, check_condition
from integers import Invalid

BYTES = {"int": 4, "float": 4, "double": 8}


def whole_rows(array):
    """Do the arrays behind it begin at the first bank?"""
    size = BYTES[array.type]
    for count in array.sizes:
        size *= count
    return size % 128 == 0


@dataclass
class Between:
    name: str
    arrays: list
    condition: typing.Any
    index: typing.Any
    value: typing.Any = None  # stored; else what is there is added to sum
    sum: str = "s"

    def lines(self, face, depth):
        point = f"{'local ' if face == 'cl' else ''}{self.type} *{self.name}"
        one, other = self.arrays
        element = f"{self.name}[{self.index.text(face)}]"
        return [pad(depth, f"{point} = {self.condition.text(face)} ? {one} : "
                           f"{other};"),
                pad(depth, f"{element} = {self.value.text(face)};"
                    if self.value else f"{self.sum} += {element};")]

    def check(self, scope):
        one, other = (scope.array(name) for name in self.arrays)
        if one is other or one.type != other.type or any(
                a.space != "shared" or a.moving or len(a.sizes) > 1
                for a in (one, other)) or not all(
                    whole_rows(a) for a in scope.arrays.values()
                    if a.space == "shared") or scope.totals.get("function"):
            raise Invalid("another place for each")
        check_condition(self.condition)
        if getattr(self.condition, "op", "") not in COMPARISONS:
            raise Invalid("not a comparison")
        self.condition.check(scope)
        index = self.index.check(scope)
        if index.real or index.low < 0 or \
                index.high >= min(one.sizes[0], other.sizes[0]):
            raise Invalid("out of range")
        if self.value:
            value = self.value.check(scope)
            if value.type not in (*BYTES, "long", "short", "uint", "char",
                                  "uchar", "ushort", "ulong") or \
                    one.type == "int" and value.real:
                raise Invalid("real to integer")
        elif not scope.value(self.sum).real:
            raise Invalid("a sum that might overflow")
        self.type = one.type
        scope.work(2)
