"""Random expressions. Whatever is grown is checked at once; what might be
undefined is thrown away and tried anew, in the end something small."""
from expressions import (COMPARISONS, STRUCTURES, VECTORS, Binary, Builtin, Call,
                         Cast, Choice, Element, Id, Name, Number, Unary)
from integers import TYPES, Invalid


class Grower:
    def __init__(self, random, data, affine):
        self.random = random
        self.data = data      # how often something depends on loaded values
        self.affine_only = affine
        self.focus = []       # names to be used soon

    def chance(self, p):
        return self.random.random() < p

    def attempt(self, scope, grow, fallback, tries=6):
        for _ in range(tries):
            try:
                tree = grow()
                tree.check(scope.silent())
                return tree
            except Invalid:
                pass
        return fallback()

    def names(self, scope, uniform=False):
        return [n for n, (v, _) in scope.visible().items()
                if v.type in TYPES and (v.uniform or not uniform)
                and " " not in n]

    def leaf(self, scope, uniform=False):
        r = self.random.random()
        names = self.names(scope, uniform)
        focused = [n for n in self.focus if n in names]
        if focused and self.chance(0.25):
            return Name(self.random.choice(focused))
        if names and r < 0.65:
            return Name(self.random.choice(names))
        if r < 0.75 and not scope.totals.get("function"):
            whats = ["group_id", "local_size", "num_groups"]
            if not uniform:
                whats += ["local_id", "local_id", "global_id"]
            return Id(self.random.choice(whats),
                      self.random.choice([0, 0, 0, 1, 2]))
        return Number(self.random.choice([0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 31,
                                          32, 33, 64, 100, 128, -1, -2, -7]))

    def integer(self, scope, depth, uniform=False):
        if depth <= 0 or self.chance(0.15):
            return self.leaf(scope, uniform)
        return self.attempt(scope, lambda: self.operation(scope, depth, uniform),
                            lambda: self.leaf(scope, uniform))

    def operation(self, scope, depth, uniform):
        r = self.random
        sub = lambda d=depth - 1: self.integer(scope, d, uniform)
        if self.affine_only:
            kind = r.choice("++-*")
            return Binary(kind, sub(), Number(r.choice([2, 3, 4, 7, 17, 32]))
                          if kind == "*" else sub())
        kind = r.choice(["+"] * 4 + ["-"] * 3 + ["*"] * 3 + ["/", "%"] * 2 +
                        ["&", "|", "^", "<<", ">>", ">>"] +
                        ["?", "cast", "unary", "builtin", "compare", "call",
                         "load"])
        if kind == "load" and not uniform and self.chance(self.data):
            element = self.element(scope, integer=True)
            if element:
                return element
        if kind == "call" and not uniform:
            call = self.call(scope, integer=True)
            if call:
                return call
        if kind in "/%":
            divisor = r.choice([Number(r.choice([2, 3, 4, 5, 7, 8, 16, 31, 32,
                                                 -3, -4])),
                                Name(r.choice("nm")),
                                Binary("+", Binary("&", sub(), Number(7)),
                                       Number(1))])
            return Binary(kind, sub(), divisor)
        if kind in ("<<", ">>"):
            by = Number(r.choice([0, 1, 2, 3, 4, 5])) if self.chance(0.8) else \
                Binary("&", sub(), Number(3))
            return Binary(kind, sub(), by)
        if kind == "*" and self.chance(0.6):
            return Binary(kind, sub(), Number(r.choice([2, 3, 4, 5, 9, 16, 17,
                                                        32, 33, 64, -1, -3])))
        if kind == "&" and self.chance(0.6):
            return Binary(kind, sub(), Number(r.choice([1, 3, 6, 7, 15, 28, 31,
                                                        63, 127, 0x55, -4])))
        if kind in ("+", "-", "*", "&", "|", "^"):
            return Binary(kind, sub(), sub())
        if kind == "?":
            return Choice(self.condition(scope, 1, uniform), sub(), sub())
        if kind == "cast":
            return Cast(r.choice(list(TYPES)), sub())
        if kind == "unary":
            return Unary(r.choice("--~~!"), sub())
        if kind == "builtin":
            name = r.choice(["min", "max", "abs", "select"])
            if name == "abs":
                return Builtin(name, [sub()])
            operands = [sub(), sub()]
            if name == "select":
                operands.append(self.comparison(scope, 1, uniform))
            return Builtin(name, operands)
        return self.comparison(scope, depth - 1, uniform)

    def comparison(self, scope, depth, uniform=False):
        return Binary(self.random.choice(COMPARISONS),
                      self.integer(scope, depth, uniform),
                      self.integer(scope, min(depth, 1), uniform))

    def condition(self, scope, depth, uniform=False):
        def grow():
            r = self.random.random()
            if not uniform and self.chance(self.data * 0.3):
                element = self.element(scope, integer=False, kept=True)
                if element:
                    return Binary(self.random.choice("<>"), element,
                                  Number(0, "float"))
            if r < 0.2 and depth > 0:
                return Binary(self.random.choice(["&&", "||"]),
                              self.condition(scope, depth - 1, uniform),
                              self.condition(scope, depth - 1, uniform))
            if r < 0.25:
                return Unary("!", self.condition(scope, depth - 1, uniform))
            if r < 0.33:
                return self.integer(scope, depth, uniform)
            if r < 0.65:
                # A plain guard, which narrows what its body may rely on.
                return Binary(self.random.choice(COMPARISONS),
                              self.leaf(scope, uniform),
                              self.leaf(scope, uniform))
            return self.comparison(scope, depth, uniform)
        return self.attempt(scope, grow, lambda: self.comparison(
            scope, 0, uniform))

    def affine(self, scope, size):
        """A sum of multiples of names, shifted into [0, size)."""
        r = self.random
        names = [n for n in self.names(scope) if scope.value(n).type == "int"]
        r.shuffle(names)
        names.sort(key=lambda n: n not in self.focus)
        total = None
        for name in names[:r.choice([1, 1, 2, 2, 3])]:
            factor = r.choice([1, 1, 1, 2, 3, 4, 7, 16, 17, 32, 33, -1, -1, -2,
                               64, "n", "m"])
            term = Name(name)
            if factor == -1 and total:
                total = Binary("-", total, term)
                continue
            if factor != 1:
                term = Binary("*", term, Name(factor) if factor in ("n", "m")
                              else Number(factor))
            total = Binary("+", total, term) if total else term
        total = total or Number(0)
        value = total.check(scope.silent())
        room = size - 1 - value.high + min(0, value.low)
        if room < 0:
            raise Invalid("out of range")
        least = max(0, -value.low)
        shift = r.choice([least, least, least + r.randint(0, max(0, min(
            40, size - 1 - value.high - least)))])
        return Binary("+", total, Number(shift)) if shift else total

    def index(self, scope, size):
        """Of an array of this size."""
        def grow():
            r = self.random.random()
            if r < 0.5 or self.affine_only:
                return self.affine(scope, size)
            tree = self.integer(scope, 3)
            value = tree.check(scope.silent())
            if value.low >= 0 and value.high < size:
                return tree
            if value.high - value.low < size and self.chance(0.6) and \
                    abs(value.low) < 2**20:
                shift = Number(abs(value.low))
                return Binary("+" if value.low < 0 else "-", tree, shift)
            if size & (size - 1) == 0 and self.chance(0.6):
                return Binary("&", tree, Number(size - 1))
            if self.chance(0.5):
                return Binary("%", Cast("uint", tree), Number(size, "uint"))
            return Builtin("abs", [Binary("%", Cast("int", tree),
                                          Number(size))])
        for _ in range(6):
            try:
                tree = grow()
                value = tree.check(scope.silent())
                if value.low >= 0 and value.high < size:
                    return tree
            except Invalid:
                pass
        return Binary("%", Name(self.random.choice("nm")), Number(size))


    def element(self, scope, integer=False, written=False, kept=False):
        """An element of some array; None if there is none that fits. What
        decides is kept: the simulator runs the lanes one after the other, and
        one would read what another has written."""
        arrays = []
        for name, array in scope.arrays.items():
            members = list(STRUCTURES.get(array.type, {"": array.type}).items())
            if integer:
                members = [m for m in members if m[1] in TYPES] \
                    if not array.written else []
            elif not written:
                members = [m for m in members if m[1] not in TYPES or
                           array.written and not m[0]]
            if kept and array.written and array.space != "own":
                continue
            if (array.written or not written) and members and \
                    array.type not in VECTORS:
                arrays.append((name, array, members))
        if not arrays:
            return None
        name, array, members = self.random.choice(arrays)
        member = self.random.choice(members)[0]
        sizes = list(array.sizes)
        if array.low or array.high:
            # The pointer may have moved to any place from low to high.
            sizes = [sizes[0] - array.high]
            if sizes[0] < 1:
                return None
        return Element(name, [self.index(scope, s) for s in sizes], member)

    def call(self, scope, integer, asked=False):
        fitting = [f for f in scope.functions.values()
                   if f.out == asked and integer in (None, f.type in TYPES)]
        if not fitting:
            return None
        function = self.random.choice(fitting)
        pointers = []
        for formal in function.pointers:
            same = [n for n, a in scope.arrays.items() if a.same(formal)]
            if not same:
                return None
            pointers.append(self.random.choice(same))
        operands = []
        for p in function.parameters:
            tree = self.integer(scope, 2)
            value = tree.check(scope.silent())
            if value.low < p.low or value.high > p.high:
                tree = Binary("&", Cast("int", tree), Number(p.high))
            operands.append(tree)
        return Call(function.name, pointers, operands, asked)

    def real(self, scope, depth=2):
        """A value to be stored or added up."""
        def grow():
            r = self.random.random()
            names = [n for n, (v, _) in scope.visible().items() if v.real]
            if r < 0.45:
                return self.element(scope) or Number(1, "float")
            if r < 0.55 and depth:
                return Binary(self.random.choice("+-*"),
                              self.real(scope, depth - 1),
                              self.real(scope, depth - 1))
            if r < 0.65 and depth:
                return Choice(self.condition(scope, 1),
                              self.real(scope, depth - 1),
                              self.real(scope, depth - 1))
            if r < 0.75:
                return self.call(scope, integer=False) or Number(2, "float")
            if r < 0.9 and names:
                return Name(self.random.choice(names))
            return Cast("float", self.integer(scope, 2))
        return self.attempt(scope, grow, lambda: Number(1, "float"))
