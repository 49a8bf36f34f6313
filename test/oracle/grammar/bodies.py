"""Random statements. The restricted set has sums of multiples in indexes, guards
and loops that count up or down; the wild one everything (after Poeppl and Herz's
two sets); the one between them has any arithmetic in plain statements."""
from expressions import VECTORS, Binary, Element, Name, Number
from features import MOST_TRIPS, Features
from integers import TYPES, Invalid
from loops import Hurry, Loop
from statements import (Ask, Assign, Atomic, Barrier, Case, Copy, Declare, Fetch, If,
                        Leave, Store, Switch)
from walks import Step, Take, Walk


class Builder(Features):
    def __init__(self, random, kind):
        super().__init__(random, 0 if kind == "restricted" else random.choice(
            [0, 0, 0, 0.1, 0.5]), kind == "restricted")
        self.wild, self.count = kind == "wild", 0
        self.weights = {"add": 5, "store": 4, "declare": 2, "if": 3, "loop": 5,
                        "atomic": 0.6, "barrier": 1, "copy": 0.7,
                        "fetch": 0.7}
        if self.wild:
            self.weights.update(assign=2, switch=1.2, leave=2, walk=2.5,
                                step=2, hurry=1, take=2, ask=2)

    def fresh(self, prefix):
        self.count += 1
        return f"{prefix}{self.count}"

    def body(self, scope, most, depth):
        statements = []
        for _ in range(self.random.randint(1, most)):
            try:
                statement = self.statement(scope, depth)
                if statement:
                    self.place_in(scope, statement)
                    statements.append(statement)
            except Invalid:
                pass
        return statements

    def statement(self, scope, depth):
        kinds = list(self.weights)
        kind = self.random.choices(kinds, [self.weights[k] for k in kinds])[0]
        if depth <= 0 and kind in ("if", "loop", "switch", "walk", "keeper"):
            kind = "add"
        return getattr(self, "grow_" + kind)(scope, depth)

    def grow_add(self, scope, depth):
        names = [n for n, (v, mutable) in scope.visible().items()
                 if v.real and mutable]
        if not names:
            return self.grow_declare(scope, depth)
        return Assign(self.random.choice(names), "+=", self.real(scope))

    def grow_store(self, scope, depth):
        element = self.element(scope, written=True)
        if not element:
            return self.grow_add(scope, depth)
        if element.check(scope.silent()).real:
            return Store(element, self.random.choice(["=", "=", "+="]),
                         self.real(scope))
        return Store(element, "=", self.integer(scope, 2))

    def grow_copy(self, scope, depth):
        pairs = [(a, b) for a in scope.arrays for b in scope.arrays
                 if scope.arrays[a].written and
                 scope.arrays[a].type == scope.arrays[b].type and
                 not scope.arrays[a].high + scope.arrays[b].high]
        if not pairs:
            return self.grow_store(scope, depth)
        return Copy(*(Element(n, [self.index(scope, s) for s in
                                  scope.arrays[n].sizes])
                      for n in self.random.choice(pairs)))

    def grow_fetch(self, scope, depth):
        names = [n for n, a in scope.arrays.items() if a.type in VECTORS and
                 (self.data and not a.written or
                  VECTORS[a.type][0] not in TYPES)]
        if not names:
            return None
        name = self.random.choice(names)
        array = scope.arrays[name]
        return Fetch(self.fresh("u"), Element(name, [self.index(
            scope, array.sizes[0] - array.high)]))

    def grow_atomic(self, scope, depth):
        names = [n for n, a in scope.arrays.items()
                 if a.written and a.type == "int" and not a.moving and
                 a.space != "own"]
        if not names:
            return None
        name = self.random.choice(names)
        target = Element(name, [self.index(scope, s) for s in
                                scope.arrays[name].sizes])
        return Atomic(self.random.choice(["add", "sub", "min", "max", "xor",
                                          "and", "or", "xchg"]), target,
                      self.integer(scope, 1),
                      self.fresh("c") if self.chance(self.data) else "")

    def grow_ask(self, scope, depth):
        call = self.call(scope, None, asked=True)
        return Ask(self.fresh("c"), call) if call else None

    def grow_declare(self, scope, depth):
        if self.chance(0.2):
            return Declare(self.fresh("s"), self.random.choice(
                ["float", "float", "double"]), self.real(scope, 1))
        tree = self.integer(scope, 3)
        value = tree.check(scope.silent())
        kind = value.type if self.chance(0.5) else self.random.choice(
            ["int", "int", "int", "int", "uint", "long", "short", "uchar"])
        if kind == "int" and self.wild and self.chance(0.5):
            high = self.random.choice([7, 31, 63, 200, 255, 1000])
            if value.low < -high or value.high > high:
                tree = Binary("%", tree, Number(high + 1))
            return Declare(self.fresh("v"), "int", tree, (-high, high))
        return Declare(self.fresh("c"), kind, tree)

    def grow_assign(self, scope, depth):
        names = [n for n, (v, mutable) in scope.visible().items()
                 if mutable and v.type == "int" and
                 " " not in n and not {"step of " + n, "counter " + n} &
                 set(scope.visible())]
        if not names:
            return self.grow_declare(scope, depth)
        name = self.random.choice(names)
        target = scope.value(name)
        tree = self.integer(scope, 3)
        if self.chance(0.3):
            return Assign(name, self.random.choice(["&=", "%=", "/=", ">>="]),
                          Number(self.random.choice([1, 2, 3, 5])))
        if self.chance(0.5):
            tree = Binary(self.random.choice("+-*^"), Name(name), tree)
        value = tree.check(scope.silent())
        if value.low < target.low or value.high > target.high:
            tree = Binary("%", tree, Number(target.high + 1))
        return Assign(name, "=", tree)

    def grow_if(self, scope, depth):
        condition = self.condition(scope, 2, uniform=self.chance(0.2))
        statement = If(condition, [])
        uniform = scope.uniform and condition.check(scope.silent()).uniform
        for holds in (True, False)[:self.random.choice([1, 1, 2])]:
            inner = scope.refined(condition, holds)
            inner.uniform = uniform
            statement.bodies()[not holds].extend(
                self.body(inner, 3, depth - 1))
        return statement

    def grow_switch(self, scope, depth):
        value = Binary("%", self.integer(scope, 2),
                       Number(self.random.randint(2, 6)))
        if value.check(scope.silent()).type != "int":
            return None
        labels = self.random.sample(range(-1, 7), self.random.randint(1, 4))
        if self.chance(0.6):
            labels.insert(self.random.randint(0, len(labels)), None)
        cases = []
        for label in labels:
            inner = scope.inner()
            inner.uniform = False
            inner.loops += ("switch",)
            cases.append(Case(label, self.body(inner, 2, depth - 1),
                              self.chance(0.7)))
        return Switch(value, cases)

    def grow_leave(self, scope, depth):
        hows = ["return"] * self.chance(0.4)
        if scope.loops and scope.loops[-1] != "switch":
            hows += ["break", "break", "continue", "continue"]
        elif len(scope.loops) > 1:
            hows.append("continue")  # of the loop around the switch
        if not hows:
            return None
        how = self.random.choice(hows)
        result = scope.totals.get("result")
        if how == "return" and result and \
                scope.totals["type"] not in TYPES:
            value = self.real(scope, 1)
        else:
            value = self.integer(scope, 2) if how == "return" and result \
                else None
        body = self.body(scope.inner(uniform=False), 2, 0) \
            if self.chance(0.4) else []
        return Leave(how, self.condition(scope, 2), body, value,
                     scope.totals.get("out", False))

    def grow_barrier(self, scope, depth):
        if self.shared and scope.uniform and not scope.totals["returned"] and \
                not scope.totals.get("function"):
            return Barrier()
        return self.grow_add(scope, depth)

    def grow_step(self, scope, depth):
        names = [n[8:] for n in scope.visible() if n.startswith("step of ")]
        names += [n for n, a in scope.arrays.items() if a.moving]
        return Step(self.random.choice(names)) if names else None

    def grow_take(self, scope, depth):
        names = [n for n, a in scope.arrays.items()
                 if a.moving]
        sums = [n for n, (v, mutable) in scope.visible().items()
                if v.real and mutable]
        return Take(self.random.choice(sums), self.random.choice(names)) \
            if names and sums else None

    def grow_hurry(self, scope, depth):
        loops = [loop for loop in scope.loops[-1:]
                 if loop != "switch" and loop.hurries()]
        return Hurry(loops[0].name, loops[0].hurries()[0].amount,
                     loops[0].shape == "down") if loops else None

    def header(self, scope):
        r = self.random
        uniform = self.chance(0.4)
        for _ in range(12):
            shape = r.choice(["up"] * 5 + ["down"] * 2 +
                             ["double", "halve"] * self.wild +
                             ["up", "under"] * self.wild)
            form = r.choice(["for"] * 6 + ["while", "do", "forever", "counting"] *
                            self.wild)
            small = lambda: self.integer(scope, r.choice([0, 0, 1, 2]), uniform)
            one = Number(1)
            start = {"up": r.choice([Number(0), Number(0), small()]),
                     "double": one,
                     "down": r.choice([Name("n"), Name("m"), small()]),
                     "halve": r.choice([Name("n"), small()]),
                     "under": small()}[shape]
            bound = {"up": r.choice([Name("m"), Name("n"), small()]),
                     "double": r.choice([Name("n"), small()]),
                     "under": small(), "halve": Number(0),
                     "down": r.choice([Number(0), small()])}[shape]
            step = r.choice([one, one, Number(r.choice([2, 3, 4, 16])),
                             Binary("+", Binary("&", small(), Number(3)), one)
                             ][:3 if self.affine_only else 4])
            if shape in ("double", "halve"):
                step = Number(r.choice([2, 2, 2, 3, 4]))
                start = r.choice([start, Binary(
                    "+", Binary("&", small(), Number(7)), one)])
            op = r.choice(["<", "<", "<=", "!="])
            if shape in ("down", "halve"):
                op = {"<": ">", "<=": ">="}.get(op, op)
            loop = Loop(shape, form, self.fresh("i"), start, op, bound, step,
                        [], self.chance(0.3))
            if self.chance(0.15):
                loop.kind = r.choice(["long", "short", "uchar", "uint", "ulong"])
            if self.wild and self.chance(0.15):
                loop.body = [Hurry(loop.name, r.choice([1, 2, 5]),
                                   shape == "down")]
            try:
                most = loop.most(scope.silent())
                if 1 < most and most * scope.trips <= MOST_TRIPS:
                    return loop
            except Invalid:
                pass
        return None

    def grow_loop(self, scope, depth):
        loop = self.header(scope)
        if loop:
            self.fill(loop, scope.inner(), depth)
        return loop

    def fill(self, loop, scope, depth):
        """The body; it already has those steps that the ranges depend on."""
        kept = loop.body
        if self.wild and self.chance(0.15):
            loop.also = self.comparison(loop.opened(scope.inner()), 1)
        body = self.body(loop.opened(scope), 4, depth - 1)
        for statement in kept:
            guarded = self.chance(0.3)
            if guarded:
                statement = If(self.condition(loop.opened(scope.inner()), 1),
                               [statement])
            body.insert(self.random.randint(0, len(body))
                        if self.chance(0.4) else len(body), statement)
        loop.body = body

    def grow_walk(self, scope, depth):
        loop = self.header(scope)
        arrays = [n for n, a in scope.arrays.items()
                  if not a.moving and len(a.sizes) == 1 and a.space != "own" and
                  not scope.totals.get("function")]
        if not loop or not arrays:
            return loop
        base = self.random.choice(arrays + [""] * len(arrays))
        name = self.fresh("w" if base else "v")
        walk = Walk(name, base, self.integer(scope, 1),
                    self.random.choice([1, 1, 1, -1, 2, 3, 32, 33, -7]), loop)
        kept = [*loop.body, Step(name)]
        loop.body = kept
        if base:
            start = walk.start.check(scope.silent())
            mask = 511 if scope.arrays[base].space == "global" else 31
            if start.low < 0 or start.high > 2 * mask:
                walk.start = Binary("&", walk.start, Number(mask))
            if walk.amount < 0:
                walk.start = Binary("+", walk.start, Number(
                    loop.most(scope.silent()) * -walk.amount))
        inner = walk.opened(scope.inner())
        self.fill(loop, inner, depth)
        return walk
