"""A short `repr` for records that can hold a whole vocabulary."""

from collections.abc import Collection, Mapping
from dataclasses import fields, is_dataclass
from itertools import islice
from types import MappingProxyType
from typing import Any, TypeVar

MAX_ITEMS = 30  # of a collection; a third of them inside another one
MAX_TEXT = 200  # characters of a text in a record
MAX_LENGTH = 2_000  # characters of the whole
OPEN = {list: "[]", tuple: "()", set: "{}", frozenset: ("frozenset({", "})")}

Record = TypeVar("Record")


def short_repr(record: type[Record]) -> type[Record]:
    """Decorate a dataclass: its `repr` has the usual form, but long values are cut with "…".

    >>> from dataclasses import dataclass
    >>> @short_repr
    ... @dataclass
    ... class Words:
    ...     words: list[str]
    >>> Words(["hug"])
    Words(words=['hug'])
    >>> len(repr(Words(["hug"] * 1_000_000))) < 300
    True
    """

    def shown(self: Any) -> str:
        parts = (f"{f.name}={short(getattr(self, f.name))}" for f in fields(self) if f.repr)
        return cut(f"{type(self).__qualname__}({', '.join(parts)})", MAX_LENGTH)

    record.__repr__ = shown  # type: ignore[method-assign]
    return record


def cut(text: str, length: int) -> str:
    """The text, cut with "…" at a length.

    >>> cut("hugs", 4), cut("hugs", 3)
    ('hugs', 'hu…')
    """
    return text if len(text) <= length else text[: length - 1] + "…"


def short(value: object, level: int = 0) -> str:
    """The `repr` of a value, cut if it is long. level: how many collections it is in.

    >>> short({"a": range(3)}), short(tuple(range(100)), level=1)
    ("{'a': range(0, 3)}", '(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, …)')
    """
    if isinstance(value, (str, bytes)):
        return cut(repr(value[:MAX_TEXT]), MAX_TEXT) if len(value) > MAX_TEXT else repr(value)
    if is_dataclass(value) or not isinstance(value, (Mapping, *OPEN)):
        return cut(repr(value), MAX_LENGTH)
    if level > 2:
        return "…"
    most = MAX_ITEMS if level == 0 else MAX_ITEMS // 3
    if isinstance(value, Mapping):
        pairs = islice(value.items(), most)
        items = [f"{short(key, level + 1)}: {short(each, level + 1)}" for key, each in pairs]
        start, end = "{", "}"
        if isinstance(value, MappingProxyType):
            start, end = "mappingproxy({", "})"
    else:
        assert isinstance(value, Collection)
        items = [short(each, level + 1) for each in islice(value, most)]
        start, end = next(ends for kind, ends in OPEN.items() if isinstance(value, kind))
    if not value and isinstance(value, (set, frozenset)):
        return repr(value)
    if isinstance(value, tuple) and len(value) == 1:
        end = ",)"
    return start + ", ".join([*items, *["…"] * (len(value) > most)]) + end
