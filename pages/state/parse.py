"""How a setting is declared: its default, what the URL may say, and its name in old links."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

from pages.storage import file_store
from pages.storage.typed import unpack
from pages.translations.language import known_language

Parser = Callable[[str], object]  # of a value in a URL; raises ValueError for an invalid one


@dataclass(frozen=True, slots=True)
class Parameter:
    """What the URL has of a setting.

    parse: None if another parameter decides how it is read. name: if it differs from that of the
    field. old: its name in old links. is_always_there: also if the setting has its default.
    """

    parse: Parser | None
    name: str = ""
    old: str = ""
    is_always_there: bool = False


def setting(
    default: object, parse: Parser | None, *, name: str = "", old: str = "", always: bool = False
) -> Any:
    """The field of a setting in a record of settings."""
    return field(default=default, metadata={"parameter": Parameter(parse, name, old, always)})


def integer(low: int, high: int) -> Parser:
    """A parser of integers from low to high.

    >>> integer(1, 50)("7")
    7
    """

    def parse(value: str) -> int:
        if not (value.isascii() and value.isdigit() and len(value) < 12):
            raise ValueError("not an integer")
        if not low <= int(value) <= high:
            raise ValueError("out of range")
        return int(value)

    return parse


def one_of(allowed: Collection[str]) -> Callable[[str], str]:
    """A parser of an id."""

    def parse(value: str) -> str:
        if value not in allowed:
            raise ValueError("not allowed")
        return value

    return parse


def some_of(allowed: Collection[str]) -> Parser:
    """A parser of space-separated ids, each kept once.

    >>> some_of(("rules", "fuse"))("fuse fuse")
    ('fuse',)
    """
    parse = one_of(allowed)
    return lambda value: tuple(dict.fromkeys(parse(word) for word in value.split()))


def text(limit: int) -> Callable[[str], str]:
    """A parser of texts up to a length, without lone surrogates."""

    def parse(value: str) -> str:
        value.encode()
        if len(value) > limit:
            raise ValueError("too long")
        return value

    return parse


def words(limit: int) -> Parser:
    """A parser of space-separated words, up to a length in all.

    >>> words(20)(" <s>   </s> ")
    '<s> </s>'
    """
    parse = text(limit)
    return lambda value: parse(" ".join(value.split()))


def language(value: str) -> str:
    """The language of a tag such as zh-TW."""
    if lang := known_language(value):
        return lang
    raise ValueError("not a language of the page")


def packed(limit: int) -> Parser:
    """A parser of packed texts, which stay packed."""
    parse = text(limit)

    def check(value: str) -> str:
        if parse(value):
            unpack(value)
        return value

    return check


def upload(value: str) -> str:
    """The name of an upload that the server has, or an empty one."""
    if value and not file_store.path_of(value):
        raise ValueError("not here")
    return value


def tokenizers(trained: Collection[str], most: int) -> Parser:
    """A parser of space-separated tokenizers, each kept once.

    An uploaded one that the server no longer has is possible: the page says so.

    >>> tokenizers(("bpe", "unigram"), 4)("unigram bpe unigram")
    ('unigram', 'bpe')
    """

    def parse(value: str) -> tuple[str, ...]:
        names = tuple(dict.fromkeys(value.split()))
        if len(names) > most:
            raise ValueError("too many")
        if not all(name in trained or file_store.NAME.fullmatch(name) for name in names):
            raise ValueError("not allowed")
        return names

    return parse
