"""Imports point down: the folders of the app have no cycle, and a limited number of floors.

What a stage steps through is asked by methods: hardly anything asks of which class it is.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from pages.registry import FOLDERS
from pages.runs.kinds import KINDS

ROOT = Path(__file__).parents[2]
MOST = 10  # floors
MOST_FILES = 40  # in a folder
MOST_CHECKS = 10  # of the class of a run or an encoder
SHARED = {"bpe", "charts", "hosting", "jobs", "resources", "runs"}
SHARED |= {"settings", "stage", "state", "storage", "translations"}
JS_IMPORT = re.compile(r'(?:\bfrom |\bimport ?\(?|@import \{[^}]*\} from )"(\.[^"]+)"')


def folder_of(path: Path) -> str:
    """The room of a file: a folder of the app, or a file beside them."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return parts[1] if parts[0] == "pages" else parts[0]


def modules_of(tree: ast.AST) -> Iterator[str]:
    """The names of the modules that a module imports, also inside functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{each.name}" for each in node.names)


def imported(path: Path) -> Iterator[str]:
    """The rooms that a file imports."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".js":
        yield from (folder_of((path.parent / each).resolve()) for each in JS_IMPORT.findall(text))
        return
    for name in modules_of(ast.parse(text)):
        top, *rest = name.split(".")
        if top == "bpe":
            yield top
        elif top == "pages" and rest:
            yield rest[0]


def rooms() -> dict[str, set[str]]:
    """The rooms that each room imports."""
    found: dict[str, set[str]] = {}
    files = [ROOT / "app.py", *(ROOT / "bpe").rglob("*.py")]
    files += [each for end in ("py", "js") for each in (ROOT / "pages").rglob(f"*.{end}")]
    for path in files:
        room = folder_of(path)
        found.setdefault(room, set()).update(set(imported(path)) - {room})
    return found


def floors_of(below: Mapping[str, set[str]]) -> dict[str, int]:
    """The floor of each room, from 1. Fails if the rooms import each other in a circle."""
    open_rooms: list[str] = []

    @cache
    def floor(room: str) -> int:
        assert room not in open_rooms, [*open_rooms, room]
        open_rooms.append(room)
        found = 1 + max(map(floor, sorted(below.get(room, ()))), default=0)
        open_rooms.pop()
        return found

    return {room: floor(room) for room in below}


def contents_of(tree: ast.Module) -> set[str]:
    """The names of a module for classes of the engine, and for those that a stage steps through."""
    kinds = {(each.__module__, each.__name__) for each in KINDS}
    return {"bpe"} | {
        name.asname or name.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module
        for name in node.names
        if node.module.split(".")[0] == "bpe" or (node.module, name.name) in kinds
    }


def checks_of(path: Path) -> Iterator[str]:
    """The checks of a module for the class of a run, an encoder or another content.

    An assertion is no check, since nothing depends on it.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    contents = contents_of(tree)
    asserted = [node.test for node in ast.walk(tree) if isinstance(node, ast.Assert)]
    for node in ast.walk(tree):
        match node:
            case ast.MatchClass(cls=classes):
                pass
            case ast.Call(func=ast.Name("isinstance"), args=[_, classes]) if node not in asserted:
                pass
            case _:
                continue
        if contents & {each.id for each in ast.walk(classes) if isinstance(each, ast.Name)}:
            yield f"{path.relative_to(ROOT)}:{node.lineno}"


def test_rooms_have_no_cycle_and_few_floors():
    floors = floors_of(rooms())
    assert floors["bpe"] == 1
    assert max(floors.values()) <= MOST, sorted(floors.items(), key=lambda each: -each[1])


def test_no_folder_has_many_files():
    for folder in (
        each for each in (ROOT / "pages").rglob("*") if each.is_dir() and each.name != "__pycache__"
    ):
        files = [each for each in folder.iterdir() if each.is_file()]
        assert len(files) <= MOST_FILES, folder


def test_shared_folders_know_no_feature():
    below = rooms()
    assert below.keys() >= SHARED
    assert set(FOLDERS) <= below.keys()
    for room in SHARED:
        assert below[room] <= SHARED, room


def test_what_a_stage_shows_is_asked_by_methods():
    paths = sorted((ROOT / "pages").rglob("*.py"))
    checks = {path: list(checks_of(path)) for path in paths}
    found = [each for some in checks.values() for each in some]
    assert 0 < len(found) <= MOST_CHECKS, found
    assert not [some for path, some in checks.items() if some and folder_of(path) in SHARED]


def test_cycle_is_found():
    with pytest.raises(AssertionError, match="one"):
        floors_of({"one": {"other"}, "other": {"one"}})
