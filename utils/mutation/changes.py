"""Which small changes a source file allows, found in its text.

The sources are formatted by clang-format, which puts blanks around a binary
operator and none around the brackets of templates or beside a pointer's star:
after comments and literals are blanked out, the operators can be read off. A
change belongs to the function that holds it, because that is what is compiled
twice, with and without it (program.py). Constant expressions are left alone:
they cannot ask at run time which change is active.
"""
import random
import re
from dataclasses import dataclass

# What an operator is changed into: neighbours that a slip of the pen makes.
OPERATORS = {
    "<": ["<=", ">"], "<=": ["<", ">="], ">": [">=", "<"], ">=": [">", "<="],
    "==": ["!="], "!=": ["=="], "&&": ["||"], "||": ["&&"],
    "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["/"],
    "+=": ["-="], "-=": ["+="], "*=": ["/="], "/=": ["*="],
    "&=": ["|="], "|=": ["&="],
}
_OPERATOR = re.compile(
    r"(?<=\S)\s(" + "|".join(re.escape(o) for o in
                             sorted(OPERATORS, key=len, reverse=True)) +
    r")(?=\s)")
_CALL = re.compile(r"\bstd::(min|max)(?=[(<])")
# A statement alone behind a condition: without it the condition does nothing.
_EXIT = re.compile(r"(?<=\))\s+((?:return|continue|break)\b[^;{}]*;)"
                   r"(?!\s*else\b)")
_LEAP = re.compile(r"(?<=[;{}])\s+((?:continue|break);)")
_NOT = re.compile(r"(?<=\()(!)(?=[A-Za-z(])")

_LITERALS = re.compile(
    r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\''
    r"|//[^\n]*|/\*.*?\*/|^[ \t]*#(?:\\\n|[^\n])*", re.S | re.M)
_FUNCTION_END = re.compile(
    r"\)\s*(?:const|noexcept|override|final|&&?|\s)*(?:->[^;{}]*)?$")


@dataclass
class Function:
    """Offsets of a function's body, between its braces; what stands before it."""
    begin: int
    end: int
    header: str

    @property
    def returns_nothing(self):
        """Whether control may reach its end."""
        words = self.header.split("(")[0].replace("explicit", "").split()
        name = words[-1] if words else ""
        parts = name.split("::")
        is_constructor = (len(parts) > 1 and parts[-1].lstrip("~") == parts[-2]
                          or "~" in name)
        return "void" in words[:-1] or is_constructor or len(words) == 1


@dataclass
class Change:
    """Text [begin, end) of a file becomes `text`."""
    path: str
    begin: int
    end: int
    text: str
    line: int
    was: str
    function: Function

    def words(self):
        was = " ".join(self.was.split())
        return (f"without {was!r}" if self.text in ("", ";")
                else f"{was!r} becomes {self.text!r}")


def blanked(text):
    """The text with comments, literals and directives as blanks."""
    return _LITERALS.sub(
        lambda m: re.sub(r"[^\n]", " ", m[0])
        if not m[0].startswith('"') else '"' + " " * (len(m[0]) - 2) + '"', text)


def functions(code):
    """The functions of blanked code: the first brace inside of namespaces and
    classes alone that stands behind a parameter list."""
    found, stack, start = [], [], 0
    for m in re.finditer(r"[{};]", code):
        if m[0] == "{":
            header = code[start:m.start()].strip()
            # What an access label leaves at the head.
            header = re.sub(r"^(?:(?:public|private|protected):\s*)+", "", header)
            outer = all(kind == "scope" for kind, _, _ in stack)
            if outer and re.match(r"(inline\s+)?namespace\b|extern\b\s*\"", header) \
                    or outer and re.search(r"(?:^|>\s*)(?:class|struct|union)\b"
                                           r"[^()=]*$", header):
                stack.append(("scope", m.end(), header))
            elif outer and "(" in header and "=" not in header.split("(")[0] \
                    and _FUNCTION_END.search(header):
                stack.append(("function", m.end(), header))
            else:
                stack.append(("other", m.end(), header))
        elif m[0] == "}" and stack:
            kind, begin, header = stack.pop()
            if kind == "function" and not re.search(r"\bconst(expr|eval)\b", header):
                found.append(Function(begin, m.start(), header))
        if not stack or stack[-1][0] == "scope" or m[0] == "{":
            start = m.end()
    return found


def changes_of(path, text):
    """Every change that the file at \\p path allows."""
    code = blanked(text)
    result = []
    for function in functions(code):
        body = code[function.begin:function.end]
        skipped = [m.span() for m in re.finditer(
            r"\b(?:static_)?assert\s*\([^;]*;|\bconstexpr\b[^;]*;", body)]

        def add(m, group, replacement):
            if any(b <= m.start(group) < e for b, e in skipped):
                return
            begin = function.begin + m.start(group)
            end = function.begin + m.end(group)
            result.append(Change(path, begin, end, replacement,
                                 code.count("\n", 0, begin) + 1,
                                 text[begin:end], function))

        for m in _OPERATOR.finditer(body):
            for other in OPERATORS[m[1]]:
                add(m, 1, other)
        for m in _CALL.finditer(body):
            add(m, 1, "max" if m[1] == "min" else "min")
        for m in [*_EXIT.finditer(body), *_LEAP.finditer(body)]:
            add(m, 1, ";")
        for m in _NOT.finditer(body):
            add(m, 1, "")
    return result


def draw(root, paths, seed):
    """Every change in random order, the rooms in turn so that a large one does
    not speak for all; the same for the same seed and sources."""
    rooms = {}
    for path in sorted(paths):
        with open(f"{root}/{path}", encoding="utf-8") as source:
            rooms.setdefault(path.rsplit("/", 1)[0], []).extend(
                changes_of(path, source.read()))
    chance = random.Random(seed)
    pools = [chance.sample(some, len(some)) for _, some in sorted(rooms.items())]
    chance.shuffle(pools)
    drawn = []
    while any(pools):
        drawn += [pool.pop() for pool in pools if pool]
    return drawn
