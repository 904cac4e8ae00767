"""Texts in TOML files: what readers read, apart from the code that fills its placeholders.

Each string in such a file is a message of the catalogs, except those under NOT_TEXT. In a table
named `choices`, the keys are messages too.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO

from pages.translations.language import Translation

PAGES = Path(__file__).parents[1]
NOT_TEXT = ("place", "others", "code", "marks", "hint_marks", "hides", "keeps", "gives_away")

Table = Mapping[str, Any]


@cache
def tables(files: str) -> Table:
    """The tables of the files that match a pattern below `pages`.

    >>> tables("course/chapters/chapter_?.toml")["characters"]["title"]
    'A token for each character?'
    """
    found: dict[str, Any] = {}
    for path in sorted(PAGES.glob(files)):
        found |= tomllib.loads(path.read_text("utf-8"))
    return found


def translated(table: Table, t: Translation) -> dict[str, str]:
    """The sentences of a table in a language.

    >>> translated({"close": "Close"}, Translation())
    {'close': 'Close'}
    """
    return {key: t.gettext(text) for key, text in table.items()}


def extract(
    file: BinaryIO, keywords: object, comment_tags: object, options: object
) -> Iterator[tuple[int, str, str | tuple[str, str], list[str]]]:
    """Yield the messages of a file, as Babel wants them."""
    for text in strings(tomllib.load(file)):
        yield 0, "gettext" if isinstance(text, str) else "ngettext", text, []


def strings(value: object) -> Iterator[str | tuple[str, str]]:
    """Yield the messages in a table, a list or a string. One with `one` and `other` is a pair.

    >>> list(strings({"place": "start", "text": ["One.", "Two."], "choices": {"Yes": ""}}))
    ['One.', 'Two.', 'Yes']
    """
    if isinstance(value, dict) and set(value) == {"one", "other"}:
        yield value["one"], value["other"]
    elif isinstance(value, dict):
        for key, each in value.items():
            if key == "choices" and isinstance(each, dict):
                yield from each
            if key not in NOT_TEXT:
                yield from strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from strings(each)
    elif value and isinstance(value, str):
        yield value
