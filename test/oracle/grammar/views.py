"""Private memory that is read and written in other pieces than it was declared
in: bytes of a number, numbers over bytes, members of unions and structures,
vectors. Each of these statements ends with a name for what was read."""
from dataclasses import dataclass
import typing

from blocks import pad
from expressions import check_condition, type_text
from integers import TYPES, Invalid, Value, limits

BYTES = {name: t.bits // 8 for name, t in TYPES.items()}
# Type and number of the elements, or the types of the members.
SCALARS = {"int": ("int", 1), "uint": ("uint", 1), "long": ("long", 1),
           "short": ("short", 1)}
ARRAYS = {"char[8]": ("char", 8), "uchar[8]": ("uchar", 8),
          "char[4]": ("char", 4), "short[4]": ("short", 4),
          "ushort[2]": ("ushort", 2), "int[4]": ("int", 4),
          "int[8]": ("int", 8), "uint[2]": ("uint", 2)}
VECTORS = {"char4": ("char", 4), "uchar4": ("uchar", 4), "short2": ("short", 2),
           "short4": ("short", 4), "int2": ("int", 2), "int4": ("int", 4)}
# Members with (type, count); those with a dot are of an inner structure. The
# first is the one that is written first, and has all bytes.
UNIONS = {
    "union word": {"i": ("int", 1), "h": ("short", 2), "c": ("uchar", 4),
                   "s.low": ("short", 1), "s.high": ("ushort", 1)},
    "union words": {"l": ("long", 1), "i": ("int", 2), "h": ("ushort", 4),
                    "c": ("char", 8), "s.a": ("int", 1), "s.b": ("short", 2)}}
RECORDS = {
    "struct mixed": {"a": ("char", 1), "b": ("uchar", 1), "c": ("short", 1),
                     "d": ("int", 1)},
    "struct rows": {"m": ("short", 4), "n": ("int", 2)}}
OBJECTS = [*SCALARS, *ARRAYS, *VECTORS, *UNIONS, *RECORDS]


def size(name):
    """In bytes."""
    for table in (SCALARS, ARRAYS, VECTORS):
        if name in table:
            kind, count = table[name]
            return BYTES[kind] * count
    if name in UNIONS:
        kind, count = next(iter(UNIONS[name].values()))
        return BYTES[kind] * count
    return sum(BYTES[kind] * count for kind, count in RECORDS[name].values())


def members(name):
    return UNIONS.get(name, RECORDS.get(name, {}))


def definition(name, face):
    """The lines of a union's or structure's type."""
    plain, inner = [], {}
    for member, (kind, count) in members(name).items():
        text = (f"{type_text(kind, face)} {member.split('.')[-1]}" +
                (f"[{count}]" if count > 1 else "") + ";")
        if "." in member:
            inner.setdefault(member.split(".")[0], []).append(text)
        else:
            plain.append(text)
    return [name + " {", *["  " + text for text in plain],
            *[f"  struct {{ {' '.join(texts)} }} {outer};"
              for outer, texts in inner.items()], "};", ""]


def helpers(face):
    """Functions that write or read through a pointer that they are given."""
    device, private = ("__device__ ", "") if face == "cu" else ("", "private ")
    out = []
    for name in ("char", "uchar", "short", "int"):
        kind = type_text(name, face)
        out += [f"{device}void poke_{name}({private}{kind} *p, int k, int v) {{",
                "  p[k] = v;", "}",
                f"{device}int peek_{name}({private}const {kind} *p, int k) {{",
                "  return p[k];", "}"]
    return out + [""]


def pointer(kind, face):
    return ("private " if face == "cl" else "") + type_text(kind, face) + " *"


def components(texts, kind, count, face):
    """A vector of these elements."""
    texts = [f"({type_text(kind, face)})({t})" for t in texts]
    if face == "cl":
        return f"({kind}{count})({', '.join(texts)})"
    return f"make_{kind}{count}({', '.join(texts)})"


def integer(tree, scope):
    value = tree.check(scope)
    if value.real:
        raise Invalid("real to integer")
    return value


@dataclass
class Piece:
    """A view of a private object: elements of a type, of which one is meant."""
    kind: str
    way: str   # cast, pointer, function, member, vector
    index: typing.Any
    member: str = ""

    def check(self, scope, whole):
        if self.way == "member":
            if self.member not in members(whole):
                raise Invalid("no such member")
            self.kind, count = members(whole)[self.member]
        else:
            count = size(whole) // BYTES[self.kind]
        if self.way == "vector":
            count //= 4 if self.kind in ("int", "short") and count >= 4 else 2
            self.lanes = size(whole) // BYTES[self.kind] // max(1, count)
            self.lanes = 4 if self.lanes >= 4 else 2
            if self.kind not in ("char", "short", "int") or count < 1:
                raise Invalid("no vector of these")
        if self.way == "function" and self.kind not in ("char", "uchar", "short",
                                                        "int"):
            raise Invalid("no function for these")
        index = integer(self.index, scope)
        if index.low < 0 or index.high >= count:
            raise Invalid("out of range")
        self.single = count == 1

    def place(self, whole, name, face):
        """The element as an expression."""
        index = self.index.text(face)
        if self.way == "member":
            return f"{name}.{self.member}" + ("" if self.single else
                                              f"[{index}]")
        start = address(whole, name)
        if index == "0":
            return f"*({pointer(self.kind, face)}){start}"
        return f"(({pointer(self.kind, face)}){start})[{index}]"


def address(whole, name):
    return name if whole in ARRAYS else "&" + name


@dataclass
class Poke:
    """An object is written through a piece of it."""
    piece: Piece
    value: typing.Any
    condition: typing.Any = None

    def lines(self, whole, name, number, face, depth):
        p, value = self.piece, self.value.text(face)
        start, kind = address(whole, name), pointer(p.kind, face)
        index = p.index.text(face)
        if p.way == "pointer":
            text = [f"{kind}{name}p{number} = ({kind}){start};",
                    f"{name}p{number}[{index}] = {value};"]
        elif p.way == "function":
            text = [f"poke_{p.kind}(({kind}){start}, {index}, {value});"]
        elif p.way == "vector":
            vector = components([value] + [str(3 * number + i + 1) for i in
                                           range(1, p.lanes)], p.kind, p.lanes,
                                face)
            # As an argument the simulator would write it to memory first.
            text = [f"{p.kind}{p.lanes} {name}v{number} = {vector};",
                    f"vstore{p.lanes}({name}v{number}, {index}, ({kind}){start});"
                    if face == "cl" else
                    f"(({p.kind}{p.lanes} *){start})[{index}] = "
                    f"{name}v{number};"]
        else:
            text = [f"{p.place(whole, name, face)} = {value};"]
        if not self.condition:
            return [pad(depth, line) for line in text]
        return [pad(depth, f"if ({self.condition.text(face)}) {{"),
                *[pad(depth + 1, line) for line in text], pad(depth, "}")]

    def check(self, scope, whole):
        inner = scope
        if self.condition:
            check_condition(self.condition)
            self.condition.check(scope)
            inner = scope.refined(self.condition, True)
        self.piece.check(inner, whole)
        integer(self.value, inner)


@dataclass
class View:
    name: str    # of the object; what is read has the same with an r
    whole: str   # one of OBJECTS
    first: typing.Any
    pokes: list
    read: Piece
    mask: int

    def initial(self, face):
        """Values of all elements or members, of which the first is given."""
        first = self.first.text(face)

        def values(kind, count, start):
            texts = [str(7 * i + start) for i in range(count)]
            if start == 1:
                texts[0] = f"({type_text(kind, face)})({first})"
            return texts

        if self.whole in SCALARS:
            return first
        if self.whole in VECTORS:
            kind, count = VECTORS[self.whole]
            return components([first] + values(kind, count, 1)[1:], kind, count,
                              face)
        if self.whole in ARRAYS:
            return "{" + ", ".join(values(*ARRAYS[self.whole], 1)) + "}"
        parts = []
        for number, (kind, count) in enumerate(RECORDS[self.whole].values(), 1):
            texts = ", ".join(values(kind, count, number))
            parts.append("{" + texts + "}" if count > 1 else texts)
        return "{" + ", ".join(parts) + "}"

    def declared(self, face):
        if self.whole in UNIONS:
            first = next(iter(UNIONS[self.whole]))
            return [f"{self.whole} {self.name};",
                    f"{self.name}.{first} = {self.first.text(face)};"]
        if self.whole in ARRAYS:
            kind, count = ARRAYS[self.whole]
            return [f"{type_text(kind, face)} {self.name}[{count}] = "
                    f"{self.initial(face)};"]
        return [f"{type_text(self.whole, face)} {self.name} = "
                f"{self.initial(face)};"]

    def got(self, face):
        p, start = self.read, address(self.whole, self.name)
        kind, index = pointer(p.kind, face), p.index.text(face)
        if p.way == "function":
            return f"peek_{p.kind}(({kind}){start}, {index})"
        if p.way == "vector":
            last = "xyzw"[p.lanes - 1]
            if face == "cl":
                return f"vload{p.lanes}({index}, ({kind}){start}).{last}"
            return f"(({p.kind}{p.lanes} *){start})[{index}].{last}"
        return f"({p.place(self.whole, self.name, face)})"

    def lines(self, face, depth):
        out = [pad(depth, line) for line in self.declared(face)]
        for number, poke in enumerate(self.pokes):
            out += poke.lines(self.whole, self.name, number, face, depth)
        mask = f" & {self.mask}" if self.mask else ""
        return out + [pad(depth, f"int {self.name}r = {self.got(face)}{mask};")]

    def check(self, scope):
        integer(self.first, scope)
        for poke in self.pokes:
            poke.check(scope, self.whole)
        self.read.check(scope, self.whole)
        low, high = (0, self.mask) if self.mask else limits(self.read.kind)
        if BYTES[self.read.kind] > 2 and not self.mask:
            raise Invalid("any number")
        scope.work(2 + len(self.pokes))
        scope.declare(self.name + "r", Value("int", low, high, False))


@dataclass
class Chosen:
    """Of two variables one is written, through a pointer to the one or the
    other; both are read afterwards."""
    name: str
    form: str    # choice, if, table, function
    kind: str    # of the variables
    view: str    # of what the pointer points to
    first: typing.Any
    second: typing.Any
    condition: typing.Any
    value: typing.Any
    masks: tuple

    def lines(self, face, depth):
        n, kind = self.name, type_text(self.kind, face)
        point = pointer(self.view, face)
        cast = "" if self.view == self.kind else f"({point})"
        condition = self.condition.text(face)
        out = [f"{kind} {n}a = {self.first.text(face)}, "
               f"{n}b = {self.second.text(face)};"]
        one, other = f"{cast}&{n}a", f"{cast}&{n}b"
        value = self.value.text(face)
        if self.form == "choice":
            out += [f"{point}{n}p = {condition} ? {one} : {other};",
                    f"*{n}p = {value};"]
        elif self.form == "if":
            out += [f"{point}{n}p = {other};", f"if ({condition})",
                    f"  {n}p = {one};", f"*{n}p = {value};"]
        elif self.form == "function" and self.view in ("char", "uchar", "short",
                                                       "int"):
            out += [f"poke_{self.view}({condition} ? {one} : {other}, 0, "
                    f"{value});"]
        else:
            out += [f"{point}{n}p[2] = {{{other}, {one}}};",
                    f"*{n}p[({condition})] = {value};"]
        out += [f"int {n}r = {n}a & {self.masks[0]};",
                f"int {n}s = {n}b & {self.masks[1]};"]
        return [pad(depth, line) for line in out]

    def check(self, scope):
        check_condition(self.condition)
        if getattr(self.condition, "op", "") not in ("<", "<=", ">", ">=", "==",
                                                     "!="):
            raise Invalid("not a comparison")
        self.condition.check(scope)
        for tree in (self.first, self.second, self.value):
            integer(tree, scope)
        if BYTES[self.view] > BYTES[self.kind]:
            raise Invalid("out of range")
        scope.work(3)
        for letter, mask in zip("rs", self.masks):
            scope.declare(self.name + letter, Value("int", 0, mask, False))
