"""Statements that a kernel has only if their feature was drawn for it; most
kernels have one or two."""
from between import Between
from exits import FORMS, Exits
from expressions import COMPARISONS, STRUCTURES, Binary, Cast, Element, Number
from growing import Grower
from integers import TYPES, Invalid
from records import FIELDS, Bits, Keeper, Set
from statements import Assign, Store
from views import (BYTES, OBJECTS, RECORDS, UNIONS, Chosen, Piece, Poke, View,
                   members, size)
from widths import (HalfLoad, HalfStore, Rounded, Swizzle, WideLoad, WideStore,
                    half_span)

MOST_TRIPS = 300  # of all loops around a place
PACKED = [name for name in STRUCTURES if name.startswith("struct tight")]
# The statements of each feature, with weights.
FEATURES = {"views": {"view": 3, "chosen": 2},
            "records": {"record": 3, "bits": 2, "keeper": 1.5},
            "exits": {"exits": 4},
            "overlap": {"between": 4},
            "widths": {"wide_load": 2, "wide_store": 2, "half_load": 1.5,
                       "half_store": 1.5, "swizzle": 1},
            "rounding": {"rounded": 3},
            "unaligned": {"unaligned": 4}}
OPENCL_ALONE = ("widths",)


def drawn(random):
    """The features of a kernel."""
    count = random.choice([0, 1, 1, 1, 2, 2])
    names = list(FEATURES)
    weights = [4, 3, 4, 1.5, 2, 0.5, 1.5]
    return sorted({random.choices(names, weights)[0] for _ in range(count)})


class Features(Grower):
    features = ()
    vectors = True  # may vload and vstore be used?

    def draw_features(self, names):
        self.features = names
        for name in names:
            self.weights.update(FEATURES[name])
        if "unaligned" in names:
            self.data = max(self.data, 0.5)

    def one_of(self, feature, scope, depth):
        """A statement of the feature, or None."""
        kinds = FEATURES[feature]
        for _ in range(8):
            kind = self.random.choices(list(kinds), list(kinds.values()))[0]
            try:
                statement = getattr(self, "grow_" + kind)(scope, depth)
                if statement:
                    self.place_in(scope, statement)
                    return statement
            except Invalid:
                pass
        return None

    def place_in(self, scope, statement):
        """The statement comes next; what a feature's declares is used soon."""
        before = set(scope.names)
        statement.check(scope)
        if isinstance(statement, (View, Chosen, Bits, Exits, Rounded, Swizzle)):
            self.focus = [n for n in scope.names if n not in before]

    # Private memory

    def element_number(self, scope, count):
        """Mostly the same for all lanes."""
        if count < 2 or self.chance(0.75):
            return Number(self.random.randrange(count))
        tree = self.integer(scope, 1)
        return Binary("&", Cast("int", tree), Number(count - 1))

    def piece(self, scope, whole, writes):
        r = self.random
        ways = ["cast"] * 4 + ["pointer"] * 2 * writes + ["function"] + [
            "vector"] * self.vectors
        if members(whole):
            ways += ["member"] * 8
        way = r.choice(ways)
        if way == "member":
            member = r.choice(list(members(whole)))
            kind, count = members(whole)[member]
            return Piece(kind, way, self.element_number(scope, count), member)
        kinds = {"function": ["char", "uchar", "short", "int"],
                 "vector": ["char", "short", "int"]}.get(
                     way, ["char", "uchar", "short", "ushort", "int", "uint",
                           "long"])
        kind = r.choice([k for k in kinds if BYTES[k] <= size(whole)])
        count = size(whole) // BYTES[kind]
        if way == "vector":
            count //= 4 if kind in ("int", "short") and count >= 4 else 2
            lanes = 4 if size(whole) // BYTES[kind] // max(1, count) >= 4 else 2
            count = size(whole) // BYTES[kind] // lanes
        return Piece(kind, way, self.element_number(scope, max(1, count)))

    def grow_view(self, scope, depth, wholes=OBJECTS):
        r = self.random
        whole = r.choice(wholes)
        pokes = [Poke(self.piece(scope, whole, True), self.integer(scope, 2),
                      self.comparison(scope, 1) if self.chance(0.2) else None)
                 for _ in range(r.choice([1, 1, 2, 3]))]
        read = self.piece(scope, whole, False)
        narrow = BYTES[read.kind] < 2 or read.kind == "short"
        mask = r.choice([7, 15, 31, 63, 127, 255] + [0, 0] * narrow)
        return View(self.fresh("b"), whole, self.integer(scope, 2), pokes, read,
                    mask)

    def grow_record(self, scope, depth):
        return self.grow_view(scope, depth, [*UNIONS, *RECORDS])

    def grow_chosen(self, scope, depth):
        r = self.random
        kind = r.choice(["int", "int", "uint", "long", "short"])
        view = kind if self.chance(0.6) else r.choice(
            [k for k in ("char", "short", "int") if BYTES[k] <= BYTES[kind]])
        return Chosen(self.fresh("b"), r.choice(["choice"] * 3 + ["table", "function"] * 2 + ["if"]), kind, view,
                      *(self.integer(scope, 1) for _ in range(2)),
                      self.comparison(scope, 1), self.integer(scope, 2),
                      tuple(r.choice([7, 31, 63, 255]) for _ in range(2)))

    def grow_bits(self, scope, depth):
        r = self.random
        whole = r.choice(list(FIELDS))
        fields = list(FIELDS[whole])
        pokes = [Set(r.choice(fields), r.choice(["=", "=", "+=", "^="]),
                     self.integer(scope, 2)) for _ in range(r.choice([1, 2, 3]))]
        return Bits(self.fresh("b"), whole, pokes, r.choice(fields),
                    r.choice([7, 31, 63, 255]))

    def grow_keeper(self, scope, depth):
        names = [n for n, (v, mutable) in scope.visible().items()
                 if mutable and v.type == "int" and " " not in n and
                 not {"step of " + n, "counter " + n} & set(scope.visible())]
        if not names or depth <= 0:
            return self.grow_declare(scope, depth)
        name = self.random.choice(names)
        target = scope.value(name)
        value = self.integer(scope, 2)
        found = value.check(scope.silent())
        if found.low < target.low or found.high > target.high:
            value = Binary("%", value, Number(target.high + 1))
        return Keeper(self.fresh("k"), name, value,
                      self.body(scope.inner(), 3, depth - 1))

    # Loops

    def grow_exits(self, scope, depth):
        r = self.random
        for _ in range(12):
            kind = r.choice(["int", "int", "uint", "long", "ulong", "short",
                             "uchar"])
            small = lambda: self.integer(scope, r.choice([0, 0, 1, 2]))
            sign = r.choice(["+"] * 4 + ["-"] * 3 + ["*", "<<", ">>", "/"])
            step = {"+": r.choice([Number(1), Number(2), Number(7), small(),
                                   Number(0x40000000)]),
                    "-": r.choice([Number(1), Number(3), small()]),
                    "*": Number(2)}.get(sign, Number(r.choice([1, 1, 2, 3])))
            bound = r.choice([small(), small(), Number(r.choice(
                [-3, 5, 10, 100, 250, 4294967294]), "long")])
            most = r.choice([Number(9), Number(20), Binary("&", small(), Number(
                15)), Binary("+", Binary("&", small(), Number(7)), Number(2))])
            loop = Exits(r.choice(list(FORMS)), kind, self.fresh("v"), small(),
                         r.choice(["!=", "!=", *COMPARISONS]), bound, sign,
                         step, most, self.chance(0.2))
            try:
                trips = loop.ranges(scope.silent())[0]
                if trips * scope.trips > MOST_TRIPS:
                    continue
                inner = scope.inner()
                loop.check(inner)
                inner = inner.inner()
                inner.trips, inner.uniform = scope.trips * trips, False
                inner.loops = scope.loops + (loop,)
                if depth > 0 and self.chance(0.7):
                    loop.body = self.body(inner, 2, depth - 1)
                return loop
            except Invalid:
                pass
        return None

    # Shared memory

    def grow_between(self, scope, depth):
        names = [n for n, a in scope.arrays.items()
                 if a.space == "shared" and len(a.sizes) == 1 and not a.moving]
        pairs = [[a, b] for a in names for b in names if a != b and
                 scope.arrays[a].type == scope.arrays[b].type]
        if not pairs or scope.totals.get("function"):
            return None
        pair = self.random.choice(pairs)
        room = min(scope.arrays[n].sizes[0] for n in pair)
        value = self.integer(scope, 1) if self.chance(0.5) else None
        return Between(self.fresh("p"), pair, self.comparison(scope, 1),
                       self.index(scope, room), value)

    # Widths

    def wide(self, scope, written):
        """(array, count, index, offset)"""
        names = [n for n, a in scope.arrays.items()
                 if len(a.sizes) == 1 and not a.moving and a.space != "own" and
                 not a.high and a.type in (*TYPES, "float", "double") and
                 (a.written or not written)]
        if not names:
            raise Invalid("no array")
        name = self.random.choice(names)
        count = self.random.choice([2, 2, 3, 3, 4, 4, 4, 8, 16])
        room = scope.arrays[name].sizes[0]
        index = self.place(scope, room // 2 // count)
        offset = self.place(scope, room // 2) if self.chance(0.6) else Number(0)
        return name, count, index, offset

    def place(self, scope, room):
        """An index, a loaded one where data may decide."""
        loaded = [n for n, a in scope.arrays.items()
                  if a.contents and not a.moving and len(a.sizes) == 1]
        if self.data and loaded and self.chance(
                0.7 if "unaligned" in self.features else 0.2):
            name = self.random.choice(loaded)
            tree = Element(name, [self.index(scope,
                                             scope.arrays[name].sizes[0])])
            most = 1
            while most * 2 <= room:
                most *= 2
            if self.chance(0.5):
                tree = Binary("+", Binary("*", tree, Number(self.random.choice(
                    [1, 3, 4]))), self.leaf(scope))
            return Binary("&", Cast("int", tree), Number(most - 1))
        return self.index(scope, room)

    def grow_wide_load(self, scope, depth):
        return WideLoad(self.fresh("u"), *self.wide(scope, False))

    def grow_wide_store(self, scope, depth):
        place = self.wide(scope, True)
        real = scope.arrays[place[0]].type not in TYPES
        return WideStore(self.fresh("u"), *place, self.real(scope, 1) if real else
                         self.integer(scope, 1))

    def half(self, scope, name):
        count = self.random.choice([1, 2, 3, 3, 4, 8, 16])
        aligned = count > 1 and self.chance(0.4)
        room = scope.totals["halves"][name] // half_span(count, aligned)
        return name, count, aligned, self.place(scope, room)

    def grow_half_load(self, scope, depth):
        if not scope.totals.get("halves"):
            return None
        return HalfLoad(self.fresh("u"), *self.half(scope, "h"))

    def grow_half_store(self, scope, depth):
        if not scope.totals.get("halves"):
            return None
        name, count, aligned, index = self.half(scope, "hy")
        return HalfStore(self.fresh("u"), name, count, aligned, self.random.choice(
            ["", "", "_rte", "_rtz", "_rtp", "_rtn"]), index,
            self.real(scope, 1))

    def grow_rounded(self, scope, depth):
        value = self.integer(scope, 2)
        mode = self.random.choice(["rte", "rtz", "rtp", "rtn"])
        if mode in ("rtp", "rtn") and value.check(scope.silent()).low < 0:
            value = Binary("&", Cast("int", value), Number(255))
        return Rounded(self.fresh("c"), mode, value,
                       self.random.choice([2, 4, 1, 12] + [-4] * (mode in (
                           "rte", "rtz"))))

    def grow_swizzle(self, scope, depth):
        r = self.random
        pair = ["xy", "wz", "lo", "hi", "even", "odd", "s13", "zx"]
        sides = [r.choice(pair), r.choice(pair)] if self.chance(0.7) else \
            [r.choice("xyzw"), r.choice("xyzw")]
        return Swizzle(self.fresh("b"), r.choice(["int", "short"]),
                       [self.integer(scope, 1) for _ in range(4)], *sides,
                       r.randrange(4), r.choice([7, 31, 63, 255]))

    # Unaligned members and vectors at loaded places

    def grow_unaligned(self, scope, depth):
        packed = [n for n, a in scope.arrays.items() if a.type in PACKED]
        if not packed:
            return None
        name = self.random.choice(packed)
        array = scope.arrays[name]
        index = self.place(scope, array.sizes[0])
        member = self.random.choice(list(STRUCTURES[array.type]))
        element = Element(name, [index], member)
        kind = STRUCTURES[array.type][member]
        if array.written and self.chance(0.6):
            return Store(element, "=", self.integer(scope, 1) if kind in TYPES
                         else self.real(scope, 1))
        sums = [n for n, (v, mutable) in scope.visible().items()
                if v.real and mutable]
        if not sums:
            return None
        return Assign(self.random.choice(sums), "+=", element)
