"""A whole generated kernel with its launch: text in both languages, check."""
from dataclasses import dataclass
import typing

from blocks import check_all, inside, lines
from expressions import STRUCTURES, VECTORS, type_text
from integers import TYPES, Invalid, Value
import records
from scope import Array, Scope
from statements import result
import views

BYTES = {"int": 4, "float": 4, "double": 8,
         "struct pair": 16, "struct odd": 8, "struct triple": 12,
         "struct wide": 24, "struct tight": 9, "struct tight8": 11}
MOST_WORK = 24000  # statements of all threads together


@dataclass
class Setting:
    """What the kernels of one batch have in common."""
    grid: list
    block: list
    n: int
    m: int
    warp: int = 32
    items: list = None  # global size, where the last groups are partial

    def threads(self):
        product = 1
        for size in self.block:
            product *= size
        return product

    def words(self):
        text = lambda sizes: ",".join(map(str, sizes))
        return (f"grid={text(self.grid)} block={text(self.block)} n={self.n} "
                f"m={self.m}" + (" warp=64" if self.warp == 64 else "") +
                # OpenCL 1.2 refuses partial groups.
                (f" items={text(self.items)} build=-cl-std=CL2.0"
                 if self.items else ""))


def space_text(array, face):
    return {"shared": "local " if face == "cl" else "__shared__ ",
            "global": "global " if face == "cl" else "", "own": ""}[array.space]


@dataclass
class Parameter:
    name: str
    low: int
    high: int


@dataclass
class Function:
    """Of the shape: statements, then return a value, or write it to a parameter
    that points or refers to the caller's variable."""
    name: str
    pointers: list    # of Array, named p0, p1, ...
    parameters: list
    body: list
    value: typing.Any
    type: str = "int"
    out: bool = False

    def bodies(self):
        return [self.body]

    def text(self, face):
        formals = [f"{space_text(a, face)}"
                   f"{'' if a.written else 'const '}"
                   f"{type_text(a.type, face)} *p{i}"
                   for i, a in enumerate(self.pointers)]
        formals += [f"int {p.name}" for p in self.parameters]
        kind = type_text(self.type, face)
        if self.out:
            formals.append(f"{kind} &r" if face == "cu" else
                           f"private {kind} *r")
            kind = "void"
        device = "__device__ " if face == "cu" else ""
        return [f"{device}{kind} {self.name}({', '.join(formals)}) {{",
                *lines(self.body, face, 1),
                *result(self.value, self.out, face, 1), "}", ""]

    def check(self, launch, functions):
        scope = Scope(launch, {f"p{i}": a for i, a in enumerate(self.pointers)},
                      functions)
        for p in self.parameters:
            scope.declare(p.name, Value("int", p.low, p.high, False))
        results = []
        scope.totals.update(function=True, result=results.append)
        check_all(self.body, scope)
        results.append(self.value.check(scope))
        if any(r.real for r in results) != (self.type not in TYPES):
            raise Invalid("the type of the result")
        if self.type in TYPES:
            low, high = (min(r.low for r in results),
                         max(r.high for r in results))
            self.result = Value("int", low, high, False)
            if low < -2**31 or high >= 2**31:
                raise Invalid("overflow")
        else:
            self.result = Value(self.type, None, None, False)
        self.work = scope.totals["work"]


@dataclass
class Kernel:
    setting: Setting
    arrays: dict
    shared: dict
    functions: list
    body: list
    name: str = "k"
    about: str = ""
    kind: str = "wild"  # or plain, restricted
    features: tuple = ()
    data: bool = False  # may loaded values decide anything?
    faces: tuple = ("cl", "cu")
    halves: dict = None

    def bodies(self):
        return [self.body] + [f.body for f in self.functions]

    def statements(self, kind):
        return [s for body in self.bodies() for s in inside(body, kind)]

    def scope(self):
        known = {}
        for f in self.functions:
            f.check(self.setting, dict(known))
            known[f.name] = f
        scope = Scope(self.setting, {**self.arrays, **self.shared}, known)
        for name in ("n", "m"):
            value = getattr(self.setting, name)
            scope.declare(name, Value("int", value, value, True))
        scope.totals.update(halves=self.halves or {}, data=self.data)
        return scope

    def check(self):
        scope = self.scope()
        blocks = 1
        for size in self.setting.grid:
            blocks *= size
        scope.totals["limit"] = MOST_WORK / (blocks * self.setting.threads())
        check_all(self.body, scope)

    def launch(self):
        words = [f"kernel={self.name}", self.setting.words()]
        for name, a in self.arrays.items():
            kind, count = a.type, a.sizes[0]
            if a.space == "shared":
                words.append(f"{name}=local[{count * BYTES[kind]}]")
                continue
            if kind.startswith("struct tight"):
                kind, count = "uchar", count * BYTES[kind]
            elif kind in STRUCTURES:
                kind, count = "int", count * BYTES[kind] // 4
            elif kind in VECTORS:
                kind, count = VECTORS[kind][0], count * VECTORS[kind][1]
            how = ""
            if not a.written:
                how = ":random"
                if a.contents:
                    how += f"({a.contents[0]},{a.contents[1] + 1})"
            words.append(f"{name}={kind}[{count}]{how}")
        words += [f"{name}=ushort[{count}]" + ":random(0,15000)" * (name == "h")
                  for name, count in (self.halves or {}).items()]
        return " ".join(words)

    def definitions(self, face):
        """Of the types and functions that some statements want."""
        out = []
        if self.statements(records.Bits) and face == "cl":
            out += [records.PRAGMA, ""]
        for name in sorted({s.whole for s in self.statements(records.Bits)}):
            out += records.definition(name, face)
        for name in sorted({s.whole for s in self.statements(views.View)}):
            if views.members(name):
                out += views.definition(name, face)
        if self.statements(records.Keeper) and face == "cu":
            out += records.KEEPER
        if self.statements((views.View, views.Chosen)):
            out += views.helpers(face)
        return out

    def dynamic(self):
        """CUDA's dynamic shared memory: arrays that begin at one place, or the
        next where the last ends if a pointer may reach several."""
        out, before = [], []
        for name, a in self.arrays.items():
            if a.space != "shared":
                continue
            kind = type_text(a.type, "cu")
            if before and "overlap" in self.features:
                last, size = before[-1]
                out.append(f"  {kind} *{name} = {last} + {size};")
            else:
                out.append(f"  extern __shared__ {kind} {name}[];")
            before.append((name, a.sizes[0]))
        return out

    def text(self, face):
        out = [f"// {line}" for line in self.about.splitlines()]
        out += ["// LAUNCH: " + self.launch(), ""] if face == "cl" else [""]
        for name, members in STRUCTURES.items():
            if name in [a.type for a in self.arrays.values()]:
                packed = "struct __attribute__((packed))" + name[6:] \
                    if name.startswith("struct tight") else name
                out += [packed + " {", *[f"  {type_text(kind, face)} {member};"
                                       for member, kind in members.items()],
                        "};", ""]
        out += self.definitions(face)
        if face == "cu":
            out += ["__device__ int choose(int a, int b, int c) {",
                    "  return a + (b - a) * c;", "}", ""]
        for function in self.functions:
            out += function.text(face)
        formals = [f"{space_text(a, face)}{'' if a.written else 'const '}"
                   f"{type_text(a.type, face)} *{name}"
                   for name, a in self.arrays.items()
                   if face == "cl" or a.space != "shared"] + ["int n", "int m"]
        formals += [f"global {'const ' * (name == 'h')}half *{name}"
                    for name in self.halves or {}]
        start = "kernel void" if face == "cl" else "__global__ void"
        out.append(f"{start} {self.name}({', '.join(formals)}) {{")
        if face == "cu":
            out += self.dynamic()
        for name, a in self.shared.items():
            # A thread's own array has values from the start.
            values = ", ".join(map(str, range(1, a.sizes[0] + 1)))
            out.append(f"  {space_text(a, face)}{type_text(a.type, face)} "
                       f"{name}" + "".join(f"[{size}]" for size in a.sizes) +
                       (f" = {{{values}}};" if a.space == "own" else ";"))
        return "\n".join(out + lines(self.body, face, 1) + ["}"]) + "\n"
