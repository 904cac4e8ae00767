"""The normalizers of a tokenizer.json, as steps from text to text.

Supported: Sequence, NFC, NFD, NFKC, NFKD, Lowercase, Strip, StripAccents, Prepend, Replace,
ByteLevel. Others are rejected, because the tokens would differ.
"""

import unicodedata
from collections.abc import Callable
from functools import partial
from typing import Literal

import regex

from bpe.formats.aligned_text import AlignedText
from bpe.formats.json_files import Json, field, items, unsupported
from bpe.formats.patterns import compile_pattern, literal_pattern, match_spans
from bpe.normalization import check_marks, normalize

Form = Literal["NFC", "NFD", "NFKC", "NFKD"]
Normalizer = Callable[[AlignedText, float], AlignedText]  # (text, deadline) -> text

FORMS: tuple[Form, ...] = ("NFC", "NFD", "NFKC", "NFKD")
LEFT = regex.compile(r"\A\p{White_Space}+")
RIGHT = regex.compile(r"\p{White_Space}+\Z")
ACCENTS = regex.compile(r"\p{M}+")


def pattern_of(data: Json) -> "regex.Pattern[str]":
    """The compiled field `pattern`, {"String": text} or {"Regex": pattern}.

    >>> pattern_of({"pattern": {"String": "a.b"}}).findall("a.b axb")
    ['a.b']
    """
    pattern = field(data, "pattern", dict)
    if "Regex" in pattern:
        return compile_pattern(field(pattern, "Regex", str))
    return literal_pattern(field(pattern, "String", str))


def normalizers(data: Json | None) -> tuple[Normalizer, ...]:
    """The steps of the field `normalizer`. Raises InputError for an unsupported one.

    >>> (lower,) = normalizers({"type": "Lowercase"})
    >>> lower(AlignedText.of("Hug"), 0.0).text
    'hug'
    """
    if data is None:
        return ()
    kind = field(data, "type", str)
    if kind == "Sequence":
        return tuple(step for item in items(data, "normalizers") for step in normalizers(item))
    for form in FORMS:
        if kind == form:
            return (unicode_form_step(form),)
    if kind == "Lowercase":
        lower = partial(normalize, normalization="lower")
        return (lambda text, _: text.changed(lower, composes=False),)
    if kind == "Prepend":
        mark = field(data, "prepend", str)
        return (lambda text, _: text.prepended(mark),)
    if kind == "ByteLevel":
        return (lambda text, _: text.in_bytes(),)
    if kind == "Replace":
        return (replace_step(pattern_of(data), field(data, "content", str)),)
    if kind == "StripAccents":
        return (replace_step(ACCENTS, ""),)
    if kind == "Strip":
        left, right = field(data, "strip_left", bool), field(data, "strip_right", bool)
        return (*[replace_step(LEFT, "")] * left, *[replace_step(RIGHT, "")] * right)
    raise unsupported("normalizer", kind)


def unicode_form_step(form: Form) -> Normalizer:
    """The step that converts a text to one of Unicode's normalization forms.

    The step raises InputError as `check_marks` does.

    >>> step = unicode_form_step("NFKC")
    >>> step(AlignedText.of("ﬁn"), 0.0).text
    'fin'
    """
    change = partial(unicodedata.normalize, form)

    def step(text: AlignedText, deadline: float) -> AlignedText:
        check_marks(text.text)
        return text.changed(change, composes=True)

    return step


def replace_step(pattern: "regex.Pattern[str]", content: str) -> Normalizer:
    """The step that replaces each match of a pattern.

    >>> from time import monotonic
    >>> step = replace_step(literal_pattern(" "), "▁")
    >>> step(AlignedText.of("a hug"), monotonic() + 60).text
    'a▁hug'
    """
    return lambda text, deadline: text.replaced(match_spans(pattern, text.text, deadline), content)
