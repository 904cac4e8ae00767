"""What modules keep, and what they do when they are imported.

`python tests/support/module_state.py PACKAGE ...` imports every module of the packages, and prints
the effects and the singletons as JSON. It needs a process of its own: in another one, modules may
be imported already.
"""

import ast
import atexit
import functools
import gc
import importlib
import json
import logging
import os
import re
import signal
import sys
import threading
import types
import typing
from collections.abc import Iterator
from dataclasses import is_dataclass
from enum import Enum
from fractions import Fraction
from pathlib import Path, PurePath
from typing import Any

import regex

SCRIPTS = ("page.py", "frame.py", "__main__.py")  # they are run, not imported
READS = ("listdir", "scandir", "walk", "fwalk", "getxattr", "listxattr")  # of `os`, without effects
EFFECTS = ("socket", "subprocess", "os", "_thread", "shutil", "tempfile", "pty")
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT
CHANGES = {"append", "extend", "insert", "remove", "pop", "popitem", "clear", "update"}
CHANGES |= {"setdefault", "add", "discard", "sort", "reverse", "appendleft", "move_to_end"}
PLAIN = (type(None), bool, int, float, str, bytes, frozenset, range, memoryview, Fraction, Enum)
OTHERS = (re.Pattern, type(regex.compile("")), types.MappingProxyType, logging.Logger, PurePath)
CODE = (type, types.FunctionType, types.BuiltinFunctionType, types.ModuleType)
CODE += (types.MethodDescriptorType,)
DATA = (*PLAIN, *OTHERS, *CODE)
CONTAINERS = (list, dict, set)
TYPING = ("typing", "types", "collections.abc")


def modules(root: Path, packages: list[str]) -> dict[str, ast.Module]:
    """Return the trees of all modules of packages, by name."""
    trees = {}
    for path in (path for each in packages for path in sorted((root / each).rglob("*.py"))):
        name = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        if path.name not in SCRIPTS:
            trees[name] = ast.parse(path.read_text())
    return trees


def imported(tree: ast.Module) -> Iterator[str]:
    """Yield the names of the modules that a module imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def effects(trees: dict[str, ast.Module]) -> list[str]:
    """Import all modules, after those of others. Return the effects, each with its module."""
    ours = {name.partition(".")[0] for name in trees}
    for name in sorted({each for tree in trees.values() for each in imported(tree)}):
        if name.partition(".")[0] not in ours:
            importlib.import_module(name)
    found: list[str] = []
    now = ""

    def hook(event: str, args: tuple[Any, ...]) -> None:
        family, _, name = event.partition(".")
        if (event == "open" and args[2] & WRITES) or (family in EFFECTS and name not in READS):
            found.append(f"{now}: {event}")

    def start(thread: threading.Thread) -> None:  # before Python 3.12, no event tells of it
        found.append(f"{now}: thread")

    sys.addaudithook(hook)
    threading.Thread.start = start  # type: ignore[method-assign,assignment]
    for now in trees:
        before = of_process()
        importlib.import_module(now)
        after = of_process()
        found += [f"{now}: {each}" for each in before if before[each] != after[each]]
    return found


def of_process() -> dict[str, object]:
    """Return what the process has that no audit event tells of."""
    return {
        "signals": {each: signal.getsignal(each) for each in signal.valid_signals()},
        "atexit": atexit._ncallbacks(),
    }


def singletons(trees: dict[str, ast.Module]) -> list[str]:
    """Return the names of what imported modules keep: "module.NAME", or "module.function()".

    Kept are objects that are not data, lists and dictionaries that code changes, and what a
    function with `@cache` does or makes once.
    """
    changed = {name for module, tree in trees.items() for name in changed_names(module, tree)}
    found = []
    for module, tree in trees.items():
        kept = vars(sys.modules[module])
        functions = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
        found += [f"{module}.{each}()" for each in functions if makes_once(kept[each])]
        for name in sorted({each for node in tree.body for each in assigned_names(node)}):
            value, full_name = kept.get(name), f"{module}.{name}"
            if full_name in changed if isinstance(value, CONTAINERS) else not is_data(value):
                found.append(full_name)
    return found


def assigned_names(node: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement assigns."""
    targets = node.targets if isinstance(node, ast.Assign) else []
    targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
    for each in (part for target in targets for part in ast.walk(target)):
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
            yield each.id


def changed_names(module: str, tree: ast.Module) -> Iterator[str]:
    """Yield the full names of the constants whose content a module changes, its own or others'."""
    known = {name: f"{module}.{name}" for node in tree.body for name in assigned_names(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            known |= {each.asname or each.name: f"{node.module}.{each.name}" for each in node.names}
        elif isinstance(node, ast.Import):
            known |= {each.asname: each.name for each in node.names if each.asname}
    for node in ast.walk(tree):
        changed: list[ast.expr] = []
        if isinstance(node, ast.Assign | ast.Delete):
            changed = [each.value for each in node.targets if isinstance(each, ast.Subscript)]
        elif isinstance(node, ast.AugAssign) and node not in tree.body:
            changed = [getattr(node.target, "value", node.target)]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            changed = [node.func.value] if node.func.attr in CHANGES else []
        for each in map(ast.unparse, changed):
            start, point, rest = each.partition(".")
            yield known.get(start, start) + point + rest


def is_data(value: object) -> bool:
    """Whether an object never changes.

    >>> is_data((1, "two")), is_data(threading.Lock())
    (True, False)
    """
    if isinstance(value, tuple):
        return all(is_data(each) for each in value)
    if isinstance(value, functools.partial):
        return all(is_data(each) for each in (value.func, *value.args, *value.keywords.values()))
    return is_kind_of_data(type(value)) or type(value).__module__ in TYPING


def is_kind_of_data(kind: object) -> bool:
    """Whether the objects of a type never change, or are lists and dictionaries.

    >>> is_kind_of_data(str), is_kind_of_data(threading.Thread)
    (True, False)
    """
    if not isinstance(kind, type) or kind.__module__ in TYPING:
        return True
    is_frozen = is_dataclass(kind) and kind.__dataclass_params__.frozen  # type: ignore[attr-defined]
    return is_frozen or issubclass(kind, (tuple, *DATA, *CONTAINERS))


def makes_once(function: object) -> bool:
    """Whether a function does or makes something once that is not data.

    >>> makes_once(functools.cache(is_data)), makes_once(print)
    (False, False)
    """
    if not isinstance(function, functools._lru_cache_wrapper):
        return False
    made = typing.get_type_hints(function.__wrapped__).get("return")
    if made is type(None):
        return True
    return not all(is_kind_of_data(each) for each in typing.get_args(made) or (made,))


if __name__ == "__main__":
    gc.disable()  # half of the time went into searches through all trees
    sys.path.insert(0, os.getcwd())
    trees = modules(Path.cwd(), sys.argv[1:])
    print(json.dumps({"effects": effects(trees), "singletons": singletons(trees)}))
