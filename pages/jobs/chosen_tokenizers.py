"""The tokenizers that a URL names, and what it has for each: a pattern, or a price.

As in `state.parse`, a parser raises ValueError for what is not valid.
"""

import re
from collections.abc import Callable

from pages.jobs.named_tokenizers import NAMED
from pages.storage.file_store import NAME, parse_upload

TRAINED = ("bpe", "unigram", "wordpiece")  # tokenizers that are trained here, to compare
TRAINED_HERE = "here"  # as the tokenizer that the inspector compares with
MAX_COMPARED = 4  # tokenizers


def is_upload(name: str) -> bool:
    """Whether a tokenizer is an upload, which a server keeps only for a while.

    >>> is_upload("gpt2"), is_upload(""), is_upload("0123")
    (False, False, True)
    """
    return bool(name) and name not in NAMED


def parse_tokenizer(value: str, limits: tuple[()]) -> str:
    """Return a tokenizer of a URL. Raises ValueError if it is no name, and no upload that is kept.

    >>> parse_tokenizer("gpt2", ())
    'gpt2'
    """
    return parse_upload(value, ()) if is_upload(value) else value


def parse_other(value: str, limits: tuple[()]) -> str:
    """The tokenizer that the inspector compares with, as in a URL. Raises ValueError for no name.

    >>> parse_other("here", ()), parse_other("gpt2", ())
    ('here', 'gpt2')
    """
    return value if value == TRAINED_HERE else parse_tokenizer(value, limits)


def parse_tokenizers(value: str, limits: tuple[int, tuple[str, ...]]) -> tuple[str, ...]:
    """Space-separated tokenizers, each kept once. limits: how many, and the names of trained ones.

    An uploaded one that the server no longer has is possible: the page says so.
    """
    most, trained = limits
    names = tuple(dict.fromkeys(value.split()))
    is_known = all(name in trained or NAME.fullmatch(name) for name in names)
    if len(names) > most or not is_known:
        raise ValueError("too many, or not allowed")
    return names


def parse_by_tokenizer(
    value: str, limits: tuple[int, tuple[str, ...], Callable[[str], object]]
) -> tuple[str, ...]:
    """Space-separated "tokenizer:value", one for each tokenizer. See `value_of_tokenizer`.

    limits: how many, the names of tokenizers that are not uploaded, and what checks a value.
    """
    most, known, check = limits
    found: dict[str, str] = {}
    for entry in value.split():
        name, _, given = entry.rpartition(":")
        parse_tokenizers(name, (1, known))
        check(given)
        found[name] = entry
    if len(found) > most or "" in found:
        raise ValueError("too many, or no tokenizer")
    return tuple(found.values())


def parse_price(value: str) -> float:
    """A price as a decimal number, without a currency."""
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", value):
        raise ValueError("not a price")
    return float(value)


def value_of_tokenizer(entries: tuple[str, ...], name: str) -> str:
    """The value that a tokenizer has in the entries of `parse_by_tokenizer`; empty if it has none.

    >>> value_of_tokenizer(("gpt2:0.5",), "gpt2"), value_of_tokenizer((), "gpt2")
    ('0.5', '')
    """
    return next((each.rpartition(":")[2] for each in entries if each.startswith(f"{name}:")), "")


def with_value(entries: tuple[str, ...], name: str, value: str) -> tuple[str, ...]:
    """The entries with another value of a tokenizer; without it if the value is empty.

    >>> with_value(("gpt2:0.5",), "gpt2", "2"), with_value(("gpt2:0.5",), "gpt2", "")
    (('gpt2:2',), ())
    """
    others = tuple(each for each in entries if not each.startswith(f"{name}:"))
    return (*others, f"{name}:{value}") if value else others
