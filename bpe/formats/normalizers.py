"""The normalizers of a tokenizer.json, as steps from text to text.

Supported: Sequence, NFC, NFD, NFKC, NFKD, Lowercase, Strip, StripAccents, Prepend, Replace,
ByteLevel. But: any other is refused, for the tokens would be others.
"""

import unicodedata
from collections.abc import Callable
from functools import partial
from typing import Literal

import regex

from bpe.formats.aligned import Aligned
from bpe.formats.patterns import compile_pattern, literal, matches
from bpe.formats.reading import Json, field, items, unsupported
from bpe.splitting import normalize

Form = Literal["NFC", "NFD", "NFKC", "NFKD"]
Normalizer = Callable[[Aligned, float], Aligned]  # (text, deadline) -> text

FORMS: tuple[Form, ...] = ("NFC", "NFD", "NFKC", "NFKD")
LEFT = regex.compile(r"\A\p{White_Space}+")
RIGHT = regex.compile(r"\p{White_Space}+\Z")
ACCENTS = regex.compile(r"\p{M}+")


def pattern_of(data: Json) -> "regex.Pattern[str]":
    """A field `pattern`: {"String": text} or {"Regex": pattern}."""
    pattern = field(data, "pattern", dict)
    if "Regex" in pattern:
        return compile_pattern(field(pattern, "Regex", str))
    return literal(field(pattern, "String", str))


def normalizers(data: Json | None) -> tuple[Normalizer, ...]:
    """The steps that a `normalizer` stands for. Raises InputError for one that is not supported."""
    if data is None:
        return ()
    kind = field(data, "type", str)
    if kind == "Sequence":
        return tuple(step for item in items(data, "normalizers") for step in normalizers(item))
    for form in FORMS:
        if kind == form:
            return (former(form),)
    if kind == "Lowercase":
        lower = partial(normalize, normalization="lower")
        return (lambda text, _: text.changed(lower, composes=False),)
    if kind == "Prepend":
        mark = field(data, "prepend", str)
        return (lambda text, _: text.prepended(mark),)
    if kind == "ByteLevel":
        return (lambda text, _: text.in_bytes(),)
    if kind == "Replace":
        return (replacer(pattern_of(data), field(data, "content", str)),)
    if kind == "StripAccents":
        return (replacer(ACCENTS, ""),)
    if kind == "Strip":
        left, right = field(data, "strip_left", bool), field(data, "strip_right", bool)
        return (*[replacer(LEFT, "")] * left, *[replacer(RIGHT, "")] * right)
    raise unsupported("normalizer", kind)


def former(form: Form) -> Normalizer:
    """The step that brings a text into one of Unicode's normal forms."""
    change = partial(unicodedata.normalize, form)
    return lambda text, _: text.changed(change, composes=True)


def replacer(pattern: "regex.Pattern[str]", content: str) -> Normalizer:
    """The step that replaces whatever a pattern matches."""
    return lambda text, deadline: text.replaced(matches(pattern, text.text, deadline), content)
