"""How a setting is declared: its default, what the URL may say, and its name in old links.

A parser turns a value of the URL into that of a setting. It raises ValueError for an invalid one.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from bpe.pre_tokenization import check_split
from pages.storage.typed import unpack
from pages.translations.language import known_language


@dataclass(frozen=True, slots=True)
class Parameter:
    """What the URL has of a setting."""

    parse: Callable[[str], object] | None  # None if another parameter decides how it is read
    name: str  # if it differs from that of the field
    old: str  # its name in old links
    is_always_there: bool  # also if the setting has its default
    is_kept: bool  # when another corpus is chosen
    is_of_stage: bool  # whether the browser owns it, because only the stage needs it


def setting(
    default: object,
    parse: Callable[..., object] | None,
    *limits: object,
    name: str = "",
    old: str = "",
    always: bool = False,
    kept: bool = False,
    of_stage: bool = False,
) -> Any:
    """The field of a setting in a record of settings. limits: what the parser allows."""
    parser = partial(parse, limits=limits) if parse else None
    declared = Parameter(parser, name, old, always, kept, of_stage)
    return field(default=default, metadata={"url": declared})


def one(value: str, limits: tuple[str, ...]) -> str:
    """An id, one of the limits."""
    if value not in limits:
        raise ValueError("not allowed")
    return value


def split(value: str, limits: tuple[()]) -> str:
    """The id of a pre-tokenization, or an own regular expression. See `bpe.Corpus.from_texts`."""
    check_split(value)
    return value


def some(value: str, limits: tuple[str, ...]) -> tuple[str, ...]:
    """Space-separated ids, some of the limits, each kept once."""
    return tuple(dict.fromkeys(one(word, limits) for word in value.split()))


def integer(value: str, limits: tuple[int, int]) -> int:
    """An integer from one limit to the other."""
    low, high = limits
    if not (value.isascii() and value.isdigit() and len(value) < 12 and low <= int(value) <= high):
        raise ValueError("not an integer, or out of range")
    return int(value)


def number(value: str, limits: tuple[()]) -> str:
    """An integer as its digits, or an empty text."""
    if value:
        integer(value, (0, 2**32))
    return value


def text(value: str, limits: tuple[int]) -> str:
    """A text up to a length, without lone surrogates."""
    value.encode()
    if len(value) > limits[0]:
        raise ValueError("too long")
    return value


def words(value: str, limits: tuple[int]) -> str:
    """Space-separated words, up to a length in all, with one space between them."""
    return text(" ".join(value.split()), limits)


def packed(value: str, limits: tuple[int]) -> str:
    """A packed text, checked; it stays packed."""
    if text(value, limits):
        unpack(value)
    return value


def language(value: str, limits: tuple[()]) -> str:
    """The language of a tag such as zh-TW."""
    if lang := known_language(value):
        return lang
    raise ValueError("not a language of the page")
