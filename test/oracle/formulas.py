"""Computes the formulas of kernelcast's report (docs/json.md).

A formula is over whole numbers that do not wrap around, in C's operators:
division goes towards zero, comparisons are 0 or 1; min, max, floorlog2 (-1 below
1) and sum(name < count, term), the sum over name = 0, ..., count - 1."""
import re

WORD = re.compile(r"\s*(\d+|[A-Za-z_][\w.:>-]*\w|[A-Za-z_]|<<|>>|<=|>=|==|!=|&&|"
                  r"\|\||.)")
# Loosest first.
LEVELS = [["||"], ["&&"], ["|"], ["^"], ["&"], ["==", "!="],
          ["<", "<=", ">", ">="], ["<<", ">>"], ["+", "-"], ["*", "/", "%"]]


def quotient(a, b):
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


OPERATIONS = {
    "|": lambda a, b: a | b, "^": lambda a, b: a ^ b, "&": lambda a, b: a & b,
    "==": lambda a, b: int(a == b), "!=": lambda a, b: int(a != b),
    "<": lambda a, b: int(a < b), "<=": lambda a, b: int(a <= b),
    ">": lambda a, b: int(a > b), ">=": lambda a, b: int(a >= b),
    "<<": lambda a, b: a << b, ">>": lambda a, b: a >> b,
    "+": lambda a, b: a + b, "-": lambda a, b: a - b,
    "*": lambda a, b: a * b, "/": quotient,
    "%": lambda a, b: a - b * quotient(a, b)}
FUNCTIONS = {"min": min, "max": max,
             "floorlog2": lambda x: x.bit_length() - 1 if x > 0 else -1,
             "abs": abs}


class Formula:
    def __init__(self, text):
        self.text = text
        self.words = [w for w in WORD.findall(text) if w.strip()]
        self.names = set()
        self.value = self.choice()
        assert not self.words, (text, self.words)

    def __call__(self, names):
        """Its value; names has a number for each of self.names."""
        return self.value(names)

    def take(self, *words):
        if self.words and self.words[0] in words:
            return self.words.pop(0)
        return None

    def need(self, word):
        assert self.take(word), (self.text, word, self.words)

    def choice(self):
        condition = self.binary(0)
        if not self.take("?"):
            return condition
        first = self.choice()
        self.need(":")
        second = self.choice()
        return lambda n: (first if condition(n) else second)(n)

    def binary(self, level):
        if level == len(LEVELS):
            return self.prefix()
        left = self.binary(level + 1)
        while word := self.take(*LEVELS[level]):
            left = self.pair(word, left, self.binary(level + 1))
        return left

    @staticmethod
    def pair(word, a, b):
        if word == "&&":
            return lambda n: int(bool(a(n)) and bool(b(n)))
        if word == "||":
            return lambda n: int(bool(a(n)) or bool(b(n)))
        return lambda n: OPERATIONS[word](a(n), b(n))

    def prefix(self):
        word = self.take("-", "!", "~")
        if not word:
            return self.primary()
        of = self.prefix()
        return {"-": lambda n: -of(n), "!": lambda n: int(not of(n)),
                "~": lambda n: ~of(n)}[word]

    def primary(self):
        word = self.words.pop(0)
        if word == "(":
            inner = self.choice()
            self.need(")")
            return inner
        if word.isdigit():
            return lambda n: int(word)
        assert re.match(r"[A-Za-z_]", word), (self.text, word)
        if self.take("("):
            return self.sum() if word == "sum" else self.call(word)
        if word in ("true", "false"):
            return lambda n: int(word == "true")
        self.names.add(word)
        return lambda n: n[word]

    def call(self, word):
        arguments = [self.choice()]
        while self.take(","):
            arguments.append(self.choice())
        self.need(")")
        return lambda n: FUNCTIONS[word](*(a(n) for a in arguments))

    def sum(self):
        name = self.words.pop(0)
        self.need("<")
        count = self.binary(LEVELS.index(["<<", ">>"]))
        self.need(",")
        before = set(self.names)
        term = self.choice()
        self.need(")")
        self.names = self.names - {name} | before

        def value(names):
            inner = dict(names)
            total = 0
            for inner[name] in range(count(names)):
                total += term(inner)
            return total

        return value
