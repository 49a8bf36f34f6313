"""Text with `${...}` in it, filled from the columns of a row.

Between the braces stands a column's name or a little arithmetic over columns:
`${block_x * 4}`. There are + - * / // %, parentheses, ceildiv(a, b), min, max
and sqrt. A lone column is copied as it is; in arithmetic it must be a number.
"""
import ast
import operator
import re

HOLE = re.compile(r"\$\{([^}]*)\}")
OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub,
             ast.Mult: operator.mul, ast.FloorDiv: operator.floordiv,
             ast.Div: operator.truediv, ast.Mod: operator.mod}
FUNCTIONS = {"ceildiv": lambda a, b: -(-a // b), "min": min, "max": max,
             "sqrt": lambda a: a ** 0.5}


def number(text):
    """The number that a column's text is: whole if it is written so."""
    try:
        return int(text)
    except ValueError:
        return float(text)


def value(expression, row):
    """What the arithmetic comes to; ValueError says what is wrong with it."""
    def of(node):
        if isinstance(node, ast.Expression):
            return of(node.body)
        if (isinstance(node, ast.Constant) and
                isinstance(node.value, (int, float))):
            return node.value
        if isinstance(node, ast.Name):
            if node.id not in row:
                raise ValueError(f"there is no column {node.id}")
            return number(row[node.id])
        if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
            return OPERATORS[type(node.op)](of(node.left), of(node.right))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return -of(node.operand)
        if (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and
                node.func.id in FUNCTIONS and not node.keywords):
            return FUNCTIONS[node.func.id](*map(of, node.args))
        raise ValueError(f"{expression}: not arithmetic over columns")

    try:
        return of(ast.parse(expression.strip(), mode="eval"))
    except (SyntaxError, TypeError, ZeroDivisionError) as reason:
        raise ValueError(f"{expression}: {reason}") from None


def filled(text, row):
    """The text with every hole filled; ValueError names what is missing."""
    def fill(hole):
        name = hole[1].strip()
        if name in row:
            return row[name]
        result = value(name, row)
        if isinstance(result, float) and result.is_integer():
            result = int(result)
        return str(result)

    return HOLE.sub(fill, text)
