"""Writes the types of the records as TypeScript: `python -m tests.support.record_types`.

It reads the source of every TypedDict in `pages`, and of the named tuples and aliases that they
use: unlike the classes, the source has their bases, the names of aliases, and comments. A union of
named tuples that only differ in length becomes one tuple, whose last elements are optional.
"""

import ast
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from pathlib import Path

ROOT = Path(__file__).parents[2]
FILE = ROOT / "pages/stage/records.d.ts"
HEADER = "// The records that the server sends. Written by `python -m tests.support.record_types`."
SIMPLE = {"str": "string", "int": "number", "float": "number", "bool": "boolean"}
SIMPLE |= {"object": "unknown"}
LISTS = ("list", "Sequence")
DICTS = ("dict", "Mapping")


@dataclass(frozen=True)
class Definition:
    """A class or an alias of a module. lines: of the module, for its comments."""

    name: str
    value: ast.ClassDef | ast.expr
    lines: list[str]

    @cached_property
    def bases(self) -> list[ast.expr]:
        return self.value.bases if isinstance(self.value, ast.ClassDef) else []

    def has_base(self, name: str) -> bool:
        return any(isinstance(base, ast.Name) and base.id == name for base in self.bases)

    @cached_property
    def doc(self) -> str:
        return (ast.get_docstring(self.value) or "") if isinstance(self.value, ast.ClassDef) else ""

    @cached_property
    def fields(self) -> list[tuple[str, ast.expr, str]]:
        """The name, the type and the comment of each field."""
        if isinstance(self.value, ast.Call):  # TypedDict("Name", {"field": type})
            found = self.value.args[1]
            assert isinstance(found, ast.Dict)
            pairs = zip(found.keys, found.values, strict=True)
            return [(ast.literal_eval(key), kind, "") for key, kind in pairs if key]
        assert isinstance(self.value, ast.ClassDef)
        return [
            (each.target.id, each.annotation, self.comment(each))
            for each in self.value.body
            if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
        ]

    def comment(self, field: ast.AnnAssign) -> str:
        """The comment behind a field, or the lines of comment above it."""
        assert field.end_lineno
        behind = self.lines[field.end_lineno - 1][field.end_col_offset or 0 :].strip()
        if behind.startswith("# "):
            return behind[2:]
        above: list[str] = []
        for line in reversed(self.lines[: field.lineno - 1]):
            if not line.strip().startswith("# "):
                break
            above.insert(0, line.strip()[2:])
        return " ".join(above)


def definitions(source: str) -> Iterator[Definition]:
    """The classes and the aliases of a module."""
    for each in ast.parse(source).body:
        match each:
            case ast.ClassDef(name) | ast.Assign([ast.Name(name)]):
                value = each if isinstance(each, ast.ClassDef) else each.value
                yield Definition(name, value, source.splitlines())


class Types:
    """All that could be the type of a record, by name."""

    def __init__(self) -> None:
        self.known: dict[str, Definition] = {}
        self.used: dict[str, None] = {}
        self.found: list[tuple[str, Definition]] = []  # the file and the definition
        for path in sorted((ROOT / "pages").rglob("*.py")):
            source = path.read_text()
            if "TypedDict" in source or "NamedTuple" in source:
                file = path.relative_to(ROOT).as_posix()
                self.found += [(file, each) for each in definitions(source)]
        size = -1
        while size < len(self.known):  # until no class has a base that was found after it
            size = len(self.known)
            for _, each in self.found:
                if not isinstance(each.value, ast.ClassDef):
                    self.known.setdefault(each.name, each)
                elif each.has_base("NamedTuple") or self.is_dict(each):
                    assert self.known.setdefault(each.name, each) is each, f"two {each.name}"

    def is_dict(self, each: Definition) -> bool:
        if isinstance(each.value, ast.Call):
            return ast.unparse(each.value.func) == "TypedDict"
        names = [ast.unparse(base).partition("[")[0] for base in each.bases]
        found = [self.known[name] for name in names if name in self.known]
        return "TypedDict" in names or any(map(self.is_dict, found))

    def bound(self, variable: str) -> ast.expr | None:
        """The bound of a type variable."""
        call = self.known[variable].value
        assert isinstance(call, ast.Call)
        return next((each.value for each in call.keywords if each.arg == "bound"), None)

    def typescript(self, kind: ast.expr) -> str:
        """A type as TypeScript."""
        match kind:
            case ast.Constant(None):
                return "null"
            case ast.Constant(str(text)):
                return self.typescript(ast.parse(text, mode="eval").body)
            case ast.Name(name):
                return SIMPLE.get(name) or self.named(name)
            case ast.BinOp(left, ast.BitOr(), right):
                return f"{self.typescript(left)} | {self.typescript(right)}"
            case ast.Subscript(ast.Name("Literal"), values):
                options = values.elts if isinstance(values, ast.Tuple) else [values]
                return " | ".join(json.dumps(ast.literal_eval(each)) for each in options)
            case ast.Subscript(ast.Name("tuple"), ast.Tuple([each, ast.Constant(value)])) if (
                value is ...
            ):
                return self.listed(each)
            case ast.Subscript(ast.Name(name), each) if name in LISTS:
                return self.listed(each)
            case ast.Subscript(ast.Name(name), ast.Tuple([key, value])) if name in DICTS:
                return f"Record<{self.typescript(key)}, {self.typescript(value)}>"
            case ast.Subscript(ast.Name(name), ast.Name("Any")):  # the bound is the default
                return self.named(name)
            case ast.Subscript(ast.Name(name), each):
                return f"{self.named(name)}<{self.typescript(each)}>"
        raise ValueError(f"no TypeScript for {ast.unparse(kind)}")

    def listed(self, kind: ast.expr) -> str:
        written = self.typescript(kind)
        return f"({written})[]" if " | " in written else f"{written}[]"

    def named(self, name: str) -> str:
        self.used.setdefault(name)
        return name

    def write(self) -> str:
        """The whole file."""
        parts: list[str] = []
        dicts = [(file, each) for file, each in self.found if self.is_dict(each)]
        for file, group in groupby(dicts, key=itemgetter(0)):
            parts += [f"// --- {file} ---", *(self.interface(each) for _, each in group)]
        written = {each.name for _, each in dicts}
        rest: list[str] = []
        while todo := [n for n in self.used if n in self.known and n not in written]:
            for name in todo:
                written.add(name)
                if not isinstance(self.known[name].value, ast.Call):  # of a type variable
                    rest.append(self.row_or_alias(self.known[name]))
        parts = ["// --- Rows and aliases ---", *sorted(rest, key=sort_key), *parts]
        return "\n\n".join([HEADER, *parts]) + "\n"

    def interface(self, each: Definition) -> str:
        """A TypedDict as an interface."""
        bases, variables = [], ""
        for base in each.bases:
            match base:
                case ast.Name("TypedDict"):
                    pass
                case ast.Subscript(ast.Name("Generic"), ast.Name(variable)):
                    bound = self.bound(variable)
                    limit = (
                        f" extends {(it := self.typescript(bound))} = {it}"
                        if bound
                        else " = unknown"
                    )
                    variables = f"<{variable}{limit}>"
                case _:
                    bases.append(self.typescript(base))
        lines = []
        for name, kind, comment in each.fields:
            optional = isinstance(kind, ast.Subscript) and ast.unparse(kind.value) == "NotRequired"
            inner = kind.slice if isinstance(kind, ast.Subscript) and optional else kind
            lines += jsdoc(comment, "  ")
            lines.append(f"  {name}{'?' if optional else ''}: {self.typescript(inner)};")
        if not lines and not bases:
            return "\n".join(
                [*jsdoc(each.doc), f"export type {each.name} = Record<string, never>;"]
            )
        extends = f" extends {', '.join(bases)}" if bases else ""
        head = f"export interface {each.name}{variables}{extends} {{"
        return "\n".join([*jsdoc(each.doc), *([head, *lines, "}"] if lines else [head + "}"])])

    def row_or_alias(self, each: Definition) -> str:
        """A named tuple or an alias."""
        if each.has_base("NamedTuple"):
            return "\n".join([*jsdoc(each.doc), self.tuple(each.name, [each])])
        assert isinstance(each.value, ast.expr)
        rows = [self.known.get(name) for name in ast.unparse(each.value).split(" | ")]
        tuples = [row for row in rows if row and row.has_base("NamedTuple")]
        if len(tuples) == len(rows) > 1:
            tuples.sort(key=lambda row: len(row.fields))
            docs = "\n".join(row.doc for row in tuples)
            return "\n".join([*jsdoc(docs), self.tuple(each.name, tuples)])
        return f"export type {each.name} = {self.typescript(each.value)};"

    def tuple(self, name: str, rows: list[Definition]) -> str:
        """Named tuples as one; each has the fields of the one before it, and more."""
        shapes = [[(field, ast.unparse(kind)) for field, kind, _ in row.fields] for row in rows]
        assert all(shapes[-1][: len(shape)] == shape for shape in shapes), name
        elements = [
            f"{field}{'?' if i >= len(shapes[0]) else ''}: {self.typescript(kind)}"
            for i, (field, kind, _) in enumerate(rows[-1].fields)
        ]
        line = f"export type {name} = [{', '.join(elements)}];"
        if len(line) <= 100:
            return line
        return "\n".join([f"export type {name} = [", *(f"  {each}," for each in elements), "];"])


def jsdoc(text: str, indent: str = "") -> list[str]:
    """A text as a comment."""
    if not text:
        return []
    if "\n" not in text:
        return [f"{indent}/** {text} */"]
    return [
        f"{indent}/**",
        *(f"{indent} * {line}".rstrip() for line in text.split("\n")),
        f"{indent} */",
    ]


def sort_key(declaration: str) -> str:
    return declaration.partition("export type ")[2]


if __name__ == "__main__":
    FILE.write_text(Types().write())
