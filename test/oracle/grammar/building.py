"""The kernel that belongs to a seed."""
import random

from bodies import Builder
import features
from expressions import STRUCTURES, VECTORS, Binary, Id, Name, Number
from integers import Invalid, Value
from kernels import Function, Kernel, Parameter, Setting
from scope import Array, Scope
from statements import Declare, Store


LOOSE = [name for name in STRUCTURES if name not in features.PACKED]


def flat(what):
    """The number of a thread in its block, or in all."""
    tree = Id(what + "_id", 2)
    for axis in (1, 0):
        size = Id("local_size", axis)
        if what == "global":
            size = Binary("*", size, Id("num_groups", axis))
        tree = Binary("+", Binary("*", tree, size), Id(what + "_id", axis))
    return tree


def setting(random):
    block = random.choice([[32], [64], [48], [50], [33], [96], [128], [7],
                           [16, 4], [8, 8], [10, 5], [32, 2], [33, 3], [5, 3, 3],
                           [4, 4, 4], [3, 31], [1, 40]])
    grid = random.choice([[1], [2], [3], [2, 2], [2, 1, 2], [5], [11]])
    made = Setting([], [], random.choice([1, 5, 16, 20, 33, 64, 100, 150]),
                   random.randint(1, 12), random.choice([32] * 7 + [64]))
    made.grid, made.block = ([*s] + [1] * (3 - len(s)) for s in (grid, block))
    if made.threads() > 64 and grid == [11]:
        made.grid = [4, 1, 1]
    if random.random() < 0.06:
        made.items = [g * b - random.randrange(b)
                      for g, b in zip(made.grid, made.block)]
    return made


def arrays(random, drawn):
    made = {}
    for i in range(random.randint(1, 3)):
        kind = random.choice(["float"] * 4 + ["double", "float2", "float4",
                                              random.choice(LOOSE),
                                              random.choice([*VECTORS])])
        size = random.choice([1024, 2048, 1000, 4096])
        made[f"x{i}"] = Array(kind, [size])
    if "unaligned" in drawn:
        for name, written in (("px", False), ("py", True)):
            made[name] = Array(random.choice(features.PACKED),
                               [random.choice([512, 1024])], written=written)
    if "overlap" in drawn:
        kind = random.choice(["float", "float", "int", "double"])
        for i in range(2):
            made[f"d{i}"] = Array(kind, [random.choice([64, 128, 256])],
                                  "shared", True)
    elif random.random() < 0.2:
        made["d"] = Array(random.choice(["float", "float", "int", "double"]),
                          [random.choice([100, 128, 256])], "shared", True)
    kind = random.choice(["int", "int", "short", "uchar", "char"])
    made["q"] = Array(kind, [1024], contents=random.choice(
        [(0, 99), (0, 9), (-20, 40) if kind != "uchar" else (0, 40)]))
    for i in range(random.randint(1, 2)):
        kind = random.choice(["float"] * 4 + ["int", "int", "double", "float4",
                                              "short", "char", "long",
                                              random.choice(LOOSE),
                                              random.choice([*VECTORS])])
        made[f"y{i}"] = Array(kind, [random.choice([1024, 2048, 1000, 4096])],
                              written=True)
    return made


def shared(random, drawn):
    made = {}
    if "overlap" in drawn:
        return {"t0": Array(random.choice(["float", "int", "double"]),
                            random.choice([[128], [256], [16, 16], [32, 33]]),
                            "shared", True, parameter=False)}
    for i in range(random.choice([0, 1, 1, 2])):
        kind = random.choice(["float", "float", "int", "double"])
        sizes = random.choice([[128], [256], [100], [512], [16, 16], [8, 33],
                               [32, 33], [16, 17]])
        made[f"t{i}"] = Array(kind, sizes, "shared", True, parameter=False)
    return made


def own(random):
    """An array of each thread."""
    if random.random() < 0.75:
        return {}
    return {"o": Array(random.choice(["float", "float", "int", "double"]),
                       [random.choice([3, 4, 8, 16])], "own", True,
                       parameter=False)}


def kinds(random):
    return random.choice(["restricted"] * 3 + ["plain"] * 4 + ["wild"] * 13)


def kernel(seed):
    """The kernel of a seed; eight seeds in a row share a launch."""
    r = random.Random(f"launch {seed // 8}")
    where = setting(r)
    r = random.Random(f"kernel {seed}")
    while True:
        kind = kinds(r)
        builder = Builder(r, kind)
        wild = builder.wild
        drawn = features.drawn(r) if kind != "restricted" else []
        if where.items:
            # In OpenCL 2.0 they take generic pointers, which the simulator has
            # not.
            builder.vectors = False
            drawn = [f for f in drawn if f not in features.OPENCL_ALONE]
        builder.draw_features(drawn)
        builder.shared = shared(r, drawn)
        made = Kernel(where, arrays(r, drawn), builder.shared | own(r), [], [],
                      f"k{seed}", kind=kind, features=tuple(drawn),
                      data=builder.data > 0)
        if where.items or "widths" in drawn:
            made.faces = ("cl",)
        if "widths" in drawn:
            made.halves = {"h": 1024, "hy": 1024}
        try:
            if wild and r.random() < 0.5:
                made.functions.append(function(builder, made))
            scope = made.scope()
            made.body = [Declare("t", "int", r.choice(
                [Id("local_id", 0), Id("global_id", 0)])),
                Declare("s", "float", Number(0, "float"))]
            if r.random() < 0.5:
                made.body.insert(1, Declare("l", "int", flat("local")))
            if r.random() < 0.4:
                made.body.insert(1, Declare("g", "int", flat("global")))
            for statement in made.body:
                statement.check(scope)
            for feature in drawn:
                made.body += builder.body(scope, 4, 2)
                made.body += filter(None, [builder.one_of(feature, scope, 2)])
            made.body += builder.body(scope, 14 - 4 * len(drawn), 3)
            element = builder.element(scope, written=True)
            if element and element.check(scope.silent()).real:
                made.body.append(Store(element, "=", Name("s")))
            made.check()
            if len(made.body) > 3:
                return made
        except Invalid:
            pass


def function(builder, kernel):
    r = builder.random
    real = r.random() < 0.5
    pointers = [r.choice([a for a in kernel.arrays.values()
                          if not a.written and a.space == "global"])] \
        if real or r.random() < 0.3 else []
    made = Function(builder.fresh("f"), pointers,
                    [Parameter(builder.fresh("a"), 0,
                               r.choice([3, 7, 31, 63, 255]))
                     for _ in range(r.randint(1, 3))], [], Number(0))
    made.type = "float" if real else "int"
    made.out = r.random() < 0.5
    scope = Scope(kernel.setting, {f"p{i}": a for i, a in enumerate(pointers)},
                  {})
    for p in made.parameters:
        scope.declare(p.name, Value("int", p.low, p.high, False))
    scope.totals.update(function=True, result=lambda v: None, type=made.type,
                        out=made.out)
    made.body = builder.body(scope, 3, 2)
    if real:
        made.value = builder.real(scope)
        if made.value.check(scope).type not in ("float", "double"):
            made.value = Number(1, "float")
    else:
        made.value = builder.integer(scope, 3)
    made.check(kernel.setting, {})
    return made
