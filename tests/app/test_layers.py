"""Imports point down: the folders of the app have no cycle, and a limited number of floors."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from pages.registry import FOLDERS

ROOT = Path(__file__).parents[2]
MOST = 10  # floors
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


def test_rooms_have_no_cycle_and_few_floors():
    floors = floors_of(rooms())
    assert floors["bpe"] == 1
    assert max(floors.values()) <= MOST, sorted(floors.items(), key=lambda each: -each[1])


def test_shared_folders_know_no_feature():
    below = rooms()
    assert below.keys() >= SHARED
    assert set(FOLDERS) <= below.keys()
    for room in SHARED:
        assert below[room] <= SHARED, room


def test_cycle_is_found():
    with pytest.raises(AssertionError, match="one"):
        floors_of({"one": {"other"}, "other": {"one"}})
