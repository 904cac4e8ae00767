"""Typed lines of Python by their parsed form: do two lines do the same?

Nothing that a reader types is run, imported or compiled. `ast.parse` reads it, and its tree is
compared with that of right lines. So no sandbox is needed: the worst that a line can do is to be
refused. What it can cost is bounded before it is read: its length, and how deep its brackets are.

The same form have `x += 1` and `x = x + 1`, `d.get(k, 0)` and `d[k] if k in d else 0`, `a > b` and
`b < a`, and whatever differs in spaces, quotes and brackets alone. `a + b` and `b + a` have the
same form only where numbers are added: texts and lists are joined in their order.
"""

import ast

from pages.stage.messages import Message, message
from pages.stage.tokens import isolated

MAX_LINE = 120  # characters
MAX_DEPTH = 8  # brackets within brackets
MAX_LEVELS = 30  # of the tree
OPEN, CLOSED = "([{", ")]}"
QUOTES = str.maketrans("‘’“”", "''\"\"")  # a phone types these
SWAPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Gt: ast.Lt, ast.GtE: ast.LtE}


class Unreadable(Exception):
    """A line that is not read. message: why, for a learner. said: what Python says about it."""

    def __init__(self, why: Message, said: str = "") -> None:
        super().__init__(why.text)
        self.message, self.said = why, said


def parse(line: str) -> ast.stmt:
    """The tree of a line. Raises Unreadable.

    >>> ast.unparse(parse("  pairs[pair]=1"))
    'pairs[pair] = 1'
    """
    line = line.strip().translate(QUOTES)
    if len(line) > MAX_LINE:
        too_long = message("This line has {size} characters. At most {most} are read.")
        raise Unreadable(too_long.format(size=len(line), most=MAX_LINE))
    if "\n" in line or "\\" in line:
        raise Unreadable(message("Type a single line, without a backslash."))
    if depth(line) > MAX_DEPTH:
        raise Unreadable(message("This line is nested too deeply."))
    try:
        statements = ast.parse(line).body
    except SyntaxError as error:
        raise Unreadable(explain(error, line), error.msg) from error
    except (ValueError, MemoryError, RecursionError) as error:  # such as a null character
        raise Unreadable(message("Python can’t read this line.")) from error
    if len(statements) != 1 or hasattr(statements[0], "body"):
        raise Unreadable(message("Type one statement, not several and not a block."))
    if has_levels(statements[0], MAX_LEVELS):
        raise Unreadable(message("This line is nested too deeply."))
    return statements[0]


def has_levels(tree: ast.AST, most: int) -> bool:
    """Whether a tree has more levels than this.

    >>> has_levels(ast.parse("---x"), 3), has_levels(ast.parse("x"), 9)
    (True, False)
    """
    level = [tree]
    for _ in range(most):
        level = [child for each in level for child in ast.iter_child_nodes(each)]
    return bool(level)


def depth(line: str) -> int:
    """How deep the brackets of a line are, with those in texts.

    >>> depth("f(a[0])"), depth("")
    (2, 0)
    """
    deepest = now = 0
    for character in line:
        now += (character in OPEN) - (character in CLOSED)
        deepest = max(deepest, now)
    return deepest


def explain(error: SyntaxError, line: str) -> Message:
    """What Python's error means, in a sentence for a learner.

    >>> def why(line):
    ...     try:
    ...         parse(line)
    ...     except Unreadable as error:
    ...         return error.message.text
    >>> why("f(1")
    'A bracket is opened, but not closed.'
    >>> why("a + b = c")
    'On the left of = stands what keeps the value: a name or an entry, such as pairs[pair].'
    """
    said = error.msg
    if "was never closed" in said:
        return message("A bracket is opened, but not closed.")
    if "unmatched" in said or "does not match opening" in said:
        return message("A bracket is closed that was not opened.")
    if "unterminated" in said and "string" in said:
        return message("A text starts with a quote, but does not end with one.")
    if "cannot assign" in said or "illegal expression for augmented" in said:
        return message(
            "On the left of = stands what keeps the value: a name or an entry, such as pairs[pair]."
        )
    if "forgot a comma" in said:
        return message("Something is missing between two values: an operator, or a comma.")
    if "invalid character" in said or "non-printable" in said:
        return message("Python’s code has no such character.")
    if "expected" in said and "block" in said:
        return message("Type one statement, not several and not a block.")
    place = max(0, (error.offset or 1) - 1)
    if not line[place:].strip():
        return message("The line ends too early.")
    return message("Python does not understand the line from here on: {rest}.").format(
        rest=isolated(line[place : place + 20])
    )


class Normal(ast.NodeTransformer):
    """Gives equal forms to lines that do the same. adds_numbers: whether a + b equals b + a."""

    def __init__(self, *, adds_numbers: bool) -> None:
        self.adds_numbers = adds_numbers

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """Put what is added into one order, if it is numbers."""
        self.generic_visit(node)
        if not (self.adds_numbers and isinstance(node.op, ast.Add)):
            return node
        first, *others = sorted(summands(node), key=ast.unparse)
        for each in others:
            first = ast.BinOp(first, ast.Add(), each)
        return first

    def visit_Compare(self, node: ast.Compare) -> ast.Compare:
        """Turn > into <, and put the two sides of == and != into one order."""
        self.generic_visit(node)
        if len(node.ops) != 1:
            return node
        left, op, right = node.left, node.ops[0], node.comparators[0]
        if type(op) in SWAPPED:
            left, op, right = right, SWAPPED[type(op)](), left
        elif isinstance(op, ast.Eq | ast.NotEq):
            left, right = sorted((left, right), key=ast.unparse)
        return ast.Compare(left, [op], [right])

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        """Turn `d[k] if k in d else z` into `d.get(k, z)`."""
        self.generic_visit(node)
        found, other = node.body, node.orelse
        match node.test:
            case ast.Compare(key, [ast.In()], [container]):
                pass
            case ast.Compare(key, [ast.NotIn()], [container]):
                found, other = other, found
            case _:
                return node
        if ast.unparse(found) != f"{ast.unparse(container)}[{ast.unparse(key)}]":
            return node
        return ast.Call(ast.Attribute(container, "get", ast.Load()), [key, other], [])

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        """Leave out the type."""
        if node.value is None:
            return node
        return self.visit_Assign(ast.Assign([node.target], node.value, lineno=0))

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        """Turn `x = x + y` into `x += y`."""
        value, target = node.value, node.targets[0]
        if len(node.targets) == 1 and isinstance(value, ast.BinOp):
            kept = ast.unparse(target)
            left, right = value.left, value.right
            if self.adds_numbers and isinstance(value.op, ast.Add):
                rest = sorted(summands(value), key=lambda each: ast.unparse(each) != kept)
                left, right = rest[0], rest[1]
                for each in rest[2:]:
                    right = ast.BinOp(right, ast.Add(), each)
            if ast.unparse(left) == kept:
                made = ast.AugAssign(target, value.op, right)  # type: ignore[arg-type]
                self.generic_visit(made)
                return made
        self.generic_visit(node)
        return node


def summands(node: ast.expr) -> list[ast.expr]:
    """The parts of a sum, however it is bracketed.

    >>> [ast.unparse(each) for each in summands(ast.parse("a + (b + c)", mode="eval").body)]
    ['a', 'b', 'c']
    """
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return summands(node.left) + summands(node.right)
    return [node]


def form(line: str, *, adds_numbers: bool = False) -> str:
    """The form of a line: lines that have the same do the same. Raises Unreadable.

    >>> form("x = x + 1"), form("n = d[k] if k in d else 0")
    ('x += 1', 'n = d.get(k, 0)')
    >>> form("x = 1 + x", adds_numbers=True), form("x = 1 + x")
    ('x += 1', 'x = 1 + x')
    """
    normal = Normal(adds_numbers=adds_numbers).visit(parse(line))
    return ast.unparse(ast.fix_missing_locations(normal))


def target(line: str) -> str:
    """What a line changes; empty if it changes nothing by = or an operator like +=.

    >>> target("pairs[pair] += 1"), target("pairs.get(pair)")
    ('pairs[pair]', '')
    """
    match parse(line):
        case ast.Assign([found]) | ast.AugAssign(found) | ast.AnnAssign(found):
            return ast.unparse(found)
    return ""


def is_value(line: str) -> bool:
    """Whether a line only computes a value. A call of a method may change something.

    >>> is_value("len(x) + 1"), is_value("pairs.update(more)"), is_value("pass")
    (True, False, False)
    """
    match parse(line):
        case ast.Expr(ast.Call(ast.Attribute())):
            return False
        case found:
            return isinstance(found, ast.Expr)


def names(line: str) -> set[str]:
    """The names that a line uses.

    >>> sorted(names("pairs[pair] = corpus.counts[word]"))
    ['corpus', 'pair', 'pairs', 'word']
    """
    return {each.id for each in ast.walk(parse(line)) if isinstance(each, ast.Name)}
