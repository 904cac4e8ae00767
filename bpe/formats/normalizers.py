"""The normalizers of a tokenizer.json, as steps from text to text.

Supported: Sequence, NFC, NFD, NFKC, NFKD, Lowercase, Strip, StripAccents, Prepend, Replace,
ByteLevel, BertNormalizer, Precompiled, Nmt. Others are rejected, because the tokens would differ.

The library's own tables are older: it does not remove accents assigned after Unicode 8.
"""

import unicodedata
from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

import regex

from bpe.formats.aligned_text import AlignedText
from bpe.formats.bert_normalizer import bert_steps
from bpe.formats.charsmap import Charsmap
from bpe.formats.json_files import Json, field, items, unsupported
from bpe.formats.patterns import compile_pattern, literal_pattern, match_spans
from bpe.formats.step_details import detail_of
from bpe.normalization import check_marks, normalize

Form = Literal["NFC", "NFD", "NFKC", "NFKD"]
Change = Callable[[AlignedText, float], AlignedText]  # (text, deadline) -> text

FORMS: tuple[Form, ...] = ("NFC", "NFD", "NFKC", "NFKD")
LEFT = regex.compile(r"\A\p{White_Space}+")
RIGHT = regex.compile(r"\p{White_Space}+\Z")
ACCENTS = regex.compile(r"\p{M}+")
NONSPACING = regex.compile(r"\p{Mn}+")
NMT_REMOVED = regex.compile(r"[\x01-\x08\x0B\x0E-\x1F\x7F\x8F\x9F]")
NMT_SPACES = regex.compile(
    r"[\t\n\f\r\u1680\u200B-\u200F\u2028\u2029\u2581\uFEFF\uFFFD]",
)


@dataclass(frozen=True, slots=True)
class Normalizer:
    """A step from text to text. name: its type in the file. detail: its settings, to be shown."""

    apply: Change
    name: str
    detail: str = ""

    def __call__(self, text: AlignedText, deadline: float) -> AlignedText:
        """The changed text. deadline: a value of `time.monotonic`."""
        return self.apply(text, deadline)


def charsmap_of(data: Json) -> Charsmap:
    """The rules in the field `precompiled_charsmap`, in base64. Raises InputError if invalid.

    >>> charsmap_of({"precompiled_charsmap": "?"})
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: The normalization rules in the file are not valid. Use another file.
    """
    try:
        rules = b64decode(field(data, "precompiled_charsmap", str), validate=True)
    except (Base64Error, ValueError):
        rules = b""
    return Charsmap.of(rules)


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
    detail = detail_of(data)
    return tuple(Normalizer(change, kind, detail) for change in changes_of(kind, data))


def changes_of(kind: str, data: Json) -> tuple[Change, ...]:
    """What a normalizer of this type does. Raises InputError for an unsupported one.

    >>> (lower,) = changes_of("Lowercase", {})
    >>> lower(AlignedText.of("Hug"), 0.0).text
    'hug'
    """
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
    if kind == "Precompiled":
        return (charsmap_of(data).by_grapheme,)
    if kind == "BertNormalizer":
        return bert_steps(data, (unicode_form_step("NFD"), replace_step(NONSPACING, "")))
    if kind == "Nmt":
        return (replace_step(NMT_REMOVED, ""), replace_step(NMT_SPACES, " "))
    if kind == "Strip":
        left, right = field(data, "strip_left", bool), field(data, "strip_right", bool)
        return (*[replace_step(LEFT, "")] * left, *[replace_step(RIGHT, "")] * right)
    raise unsupported("normalizer", kind)


def unicode_form_step(form: Form) -> Change:
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


def replace_step(pattern: "regex.Pattern[str]", content: str) -> Change:
    """The step that replaces each match of a pattern.

    >>> from time import monotonic
    >>> step = replace_step(literal_pattern(" "), "▁")
    >>> step(AlignedText.of("a hug"), monotonic() + 60).text
    'a▁hug'
    """
    return lambda text, deadline: text.replaced(match_spans(pattern, text.text, deadline), content)
