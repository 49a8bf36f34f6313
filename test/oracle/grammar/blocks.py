"""Bodies: lists of statements. A statement has lines(face, depth), check(scope)
and, if it holds others, bodies()."""


def lines(statements, face, depth):
    return [line for s in statements for line in s.lines(face, depth)]


def pad(depth, text):
    return "  " * depth + text


def check_all(statements, scope):
    for statement in statements:
        statement.check(scope)


def inside(statements, kind):
    """All statements of a kind, those of inner bodies too."""
    for s in statements:
        if isinstance(s, kind):
            yield s
        for part in getattr(s, "bodies", lambda: [])():
            yield from inside(part, kind)
