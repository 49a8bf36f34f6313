"""C's integer types and what its operators do to ranges of values.

A generated kernel must not overflow, divide by zero or index out of range, in
any thread, for the launch that it is generated for. So every expression carries
a range [low, high] of the values that it may take. The range of an operator's
result follows from those of its operands, as in interval arithmetic:

  a + b   [a.low + b.low, a.high + b.high]
  a & b   [0, the smaller high]      if neither is negative
  a % c   (-|c|, |c|), cut to the sign and size of a

If a signed result leaves its type, the expression is Invalid and is not used;
an unsigned one may be anything from then on."""
import collections


class Invalid(Exception):
    """The kernel might do what the language leaves undefined."""


Type = collections.namedtuple("Type", "name cuda bits signed")
TYPES = {t.name: t for t in [
    Type("char", "signed char", 8, True), Type("uchar", "unsigned char", 8, False),
    Type("short", "short", 16, True), Type("ushort", "unsigned short", 16, False),
    Type("int", "int", 32, True), Type("uint", "unsigned", 32, False),
    Type("long", "long", 64, True), Type("ulong", "unsigned long", 64, False)]}


def limits(name):
    t = TYPES[name]
    if t.signed:
        return -2**(t.bits - 1), 2**(t.bits - 1) - 1
    return 0, 2**t.bits - 1


class Value(collections.namedtuple("Value", "type low high uniform")):
    """uniform: the same in all threads of a block. The range of what is not an
    integer is None."""

    @property
    def real(self):
        return self.type not in TYPES


def promoted(name):
    return "int" if TYPES[name].bits < 32 else name


def common(a, b):
    """The type in which C calculates with operands of types a and b."""
    a, b = promoted(a), promoted(b)
    return max(a, b, key=lambda n: (TYPES[n].bits, not TYPES[n].signed))


def converted(value, name):
    """Integers become what is equal to them modulo 2^bits."""
    low, high = limits(name)
    if value.low < low or value.high > high:
        if value.low == value.high:
            wrapped = (value.low - low) % (high - low + 1) + low
            return Value(name, wrapped, wrapped, value.uniform)
        return Value(name, low, high, value.uniform)
    return Value(name, value.low, value.high, value.uniform)


def quotient(a, b):
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def power_above(*values):
    """The smallest 2^k above the sizes of all values."""
    return 1 << max((v if v >= 0 else ~v).bit_length() for v in values)


def divided(op, a, b):
    if b.low <= 0 <= b.high:
        raise Invalid("division by zero")
    if op == "/":
        ends = [quotient(x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
        if a.low < 0 < a.high:
            ends.append(0)
        return min(ends), max(ends)
    most = max(abs(b.low), abs(b.high)) - 1
    if 0 <= a.low and a.high <= min(abs(b.low), abs(b.high)) - 1:
        return a.low, a.high
    return max(-most, min(a.low, 0)), min(most, max(a.high, 0))


def bitwise(op, a, b):
    if a.low == a.high and b.low == b.high:
        x, y = a.low, b.low
        result = x & y if op == "&" else x | y if op == "|" else x ^ y
        return result, result
    positive = [v for v in (a, b) if v.low >= 0]
    if op == "&" and positive:
        return 0, min(v.high for v in positive)
    bound = power_above(a.low, a.high, b.low, b.high)
    return (0 if len(positive) == 2 else -bound), bound - 1


def shifted(op, a, b, bits):
    if b.low < 0 or b.high >= min(bits, 32):
        raise Invalid("shift")
    if op == ">>":
        ends = [x >> y for x in (a.low, a.high) for y in (b.low, b.high)]
    elif a.low < 0:
        raise Invalid("left shift of a negative number")
    else:
        ends = [a.low << b.low, a.high << b.high]
    return min(ends), max(ends)


def calculated(op, a, b):
    """The value of `a op b` for integers."""
    uniform = a.uniform and b.uniform
    if op in ("<<", ">>"):
        name = promoted(a.type)
        a = converted(a, name)
        low, high = shifted(op, a, b, TYPES[name].bits)
    else:
        name = common(a.type, b.type)
        a, b = converted(a, name), converted(b, name)
        if op == "+":
            low, high = a.low + b.low, a.high + b.high
        elif op == "-":
            low, high = a.low - b.high, a.high - b.low
        elif op == "*":
            ends = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
            low, high = min(ends), max(ends)
        elif op in "/%":
            low, high = divided(op, a, b)
        else:
            low, high = bitwise(op, a, b)
    least, most = limits(name)
    if low < least or high > most:
        if TYPES[name].signed:
            raise Invalid("overflow")
        low, high = least, most
    return Value(name, low, high, uniform)
