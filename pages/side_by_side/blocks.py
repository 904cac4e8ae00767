"""What the page draws of each text: the tokens under each tokenizer, with marked boundaries."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple, TypedDict
from zlib import crc32

from pages.encoding.result import LOOKS
from pages.side_by_side.agreement import describe_agreement, describe_sizes, summary
from pages.side_by_side.boundaries import Agreement, boundaries, boundaries_before
from pages.side_by_side.column import Column
from pages.side_by_side.compared import Compared
from pages.side_by_side.tokenized import Tokenized
from pages.stage.record import sentences
from pages.stage.record_types import Direction
from pages.stage.tokens import listing, number, quoted, shorten, visible
from pages.translations.language import Translation

MAX_BLOCKS = 24  # texts that are drawn
MAX_CHIPS = 800  # tokens that are drawn of the only text, for each tokenizer
MAX_CHIPS_OF_SEVERAL = 120  # the same for each of several texts
MAX_WRITTEN = 60  # characters of a token that are written
COLORS = 20
STARTS = ("Ġ", "▁", "")  # how tokens of one text begin
MARK = "▁"  # alone, it stands for a space; its offsets can be those of the next character

Numbers = Sequence[Mapping[str, int]]  # as in `Compared`


class ComparedToken(NamedTuple):
    """A token of a compared text: as in the vocabulary, its color, its look, its id, its offsets.

    covered: the text that it covers. mark: who has the boundary before it.
    """

    spelled: str
    color: int
    look: str
    id: int | None
    start: int
    end: int
    covered: str
    mark: str


class ComparedRow(TypedDict):
    """The tokens of a text under one tokenizer."""

    name: str
    count: str
    chips: Sequence[ComparedToken]
    inspected: Mapping[str, str]  # the settings with which the inspector shows the tokenizer
    rest: str  # how many are not shown


class ComparedBlock(TypedDict):
    """A text under each tokenizer."""

    name: str  # empty if it is the only text
    text: str
    shown: str  # the visible text
    lang: str
    dir: Direction
    note: str
    rows: Sequence[ComparedRow]


class TokenLabels(TypedDict):
    """The texts of the component."""

    spell: str
    agreed: str
    lone: str
    space: str  # empty if no token is written with a mark for a space
    hint: str
    hint_touch: str
    token: str
    unknown: str
    inspect: str  # empty where there is no inspector


class ComparedTokensData(TypedDict):
    """The tokens of texts side by side. is_spelled: whether their text is shown at first."""

    title: str
    present: str
    summary: str
    blocks: Sequence[ComparedBlock]
    hidden: str
    is_spelled: bool
    labels: TokenLabels
    has_marks: bool


def page(compared: Compared, is_spelled: bool, t: Translation) -> ComparedTokensData:
    """The data of the component. is_spelled: whether it shows the text of tokens at first."""
    most = MAX_CHIPS if len(compared.lines) == 1 else MAX_CHIPS_OF_SEVERAL
    blocks = [block(compared, i, most, t) for i in range(min(len(compared.lines), MAX_BLOCKS))]
    hidden = ""
    if len(compared.lines) > MAX_BLOCKS:
        hidden = t.gettext(
            "The tokens of the first {shown} of {all} lines are shown. The files contain all of "
            "them."
        ).format(shown=number(MAX_BLOCKS), all=number(len(compared.lines)))
    return {
        "title": t.gettext("The tokens side by side"),
        "present": t.gettext("Present"),
        "summary": sentences(
            sentences(describe_sizes(compared, t), summary(compared, t), t),
            describe_unknown(compared, t),
            t,
        ),
        "blocks": blocks,
        "hidden": hidden,
        "is_spelled": is_spelled,
        "labels": labels(marks_of_spaces(blocks), t),
        "has_marks": len(compared.columns) > 1,
    }


def describe_unknown(compared: Compared, t: Translation) -> str:
    """Which tokenizers write one unknown token for several characters; empty if none does."""
    found = {
        column.name(t): token
        for column, _, text in compared.tokens()
        for token, token_id, (start, end) in zip(text.tokens, text.ids, text.offsets, strict=True)
        if token_id is None and end - start > 1
    }
    if not found or len(compared.columns) < 2:
        return ""
    return t.gettext("{names}: one {unknown} covers several characters.").format(
        names=listing(list(found), t), unknown=next(iter(found.values()))
    )


def marks_of_spaces(blocks: Sequence[ComparedBlock]) -> list[str]:
    """The characters with which the tokens that are shown begin instead of a space."""
    chips = [chip for each in blocks for line in each["rows"] for chip in line["chips"]]
    return [mark for mark in STARTS if mark and any(each.spelled[:1] == mark for each in chips)]


def labels(marks: Sequence[str], t: Translation) -> TokenLabels:
    """The texts of the component. marks: those of spaces.

    >>> labels([], Translation())["spell"]
    'Show the text of each token'
    """
    return {
        "spell": t.gettext("Show the text of each token"),
        "agreed": t.gettext("a boundary of all tokenizers"),
        "lone": t.gettext("a boundary of this tokenizer only"),
        "space": t.ngettext(
            "{marks} stands for a space", "{marks} stand for a space", len(marks)
        ).format(marks=listing([quoted(each) for each in marks], t))
        if marks
        else "",
        "hint": t.gettext("Point at a token to see its id, its offsets and its bytes."),
        "hint_touch": t.gettext("Tap a token to see its id, its offsets and its bytes."),
        "token": t.gettext("{token}: id {id}, offsets {where}, bytes {bytes} of the text"),
        "inspect": t.gettext("Look into this token"),
        "unknown": t.gettext("{token}: unknown, offsets {where}, bytes {bytes} of the text"),
    }


def block(compared: Compared, i: int, most: int, t: Translation) -> ComparedBlock:
    """A text and its tokens under each tokenizer. most: tokens that are drawn in a line."""
    line, agreement = compared.lines[i], compared.agreements[i]
    note = describe_agreement(agreement, len(compared.columns), t)
    return {
        "name": line.name,
        "text": line.text,
        "shown": visible(line.text) if not line.lang else line.text,
        "lang": line.lang,
        "dir": direction(line.text),
        "note": note if len(compared.lines) > 1 and len(compared.columns) > 1 else "",
        "rows": [
            row(column, found, agreement, compared.numbers, most, t)
            for column, found in compared.of_line(i)
        ],
    }


def row(
    column: Column,
    found: Tokenized,
    agreement: Agreement,
    numbers: Numbers,
    most: int,
    t: Translation,
) -> ComparedRow:
    """The tokens of a text under one tokenizer."""
    tokens, unknown = len(found.tokens), found.kinds.count("unknown")
    count = t.ngettext("{tokens} token", "{tokens} tokens", tokens).format(tokens=number(tokens))
    parts = [count]
    if unknown:
        parts.append(t.gettext("{unknown} unknown").format(unknown=number(unknown)))
    rest = ""
    if tokens > most:
        rest = t.gettext("and {more} more").format(more=number(tokens - most))
    return {
        "name": column.name(t),
        "count": t.gettext(", ").join(parts),
        "chips": chips(found, agreement, numbers, most),
        "inspected": dict(column.inspected),
        "rest": rest,
    }


def chips(
    found: Tokenized, agreement: Agreement, numbers: Numbers, most: int
) -> list[ComparedToken]:
    """The first tokens of a text.

    >>> import bpe
    >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), 6)
    >>> found = Tokenized.of("pugs", run.encode("pugs"))
    >>> agreement = Agreement.of([boundaries("pugs", found.offsets), frozenset({1})])
    >>> for each in chips(found, agreement, [{"ug": 1}], 9):
    ...     print(tuple(each))
    ('p', 0, '', 2, 0, 1, 'p', '')
    ('ug', 1, '', 4, 1, 3, 'ug', 'agreed')
    ('[UNK]', 0, 'unknown', None, 3, 4, 's', 'lone')
    """
    text, offsets = found.text, found.offsets
    starts = boundaries_before(text, offsets, boundaries(text, offsets))
    marks = [token == MARK for token in found.tokens]
    shares = [
        (part, of)
        for of in run_lengths(zip(offsets, marks, strict=True))
        for part in range(1, of + 1)
    ]
    made: list[ComparedToken] = []
    for i, (part, of) in enumerate(shares[:most]):
        token, kind = found.tokens[i], found.kinds[i]
        start, end = offsets[i]
        covered = text[start:end]
        written = "␣" if token == MARK else shorten(visible(covered), MAX_WRITTEN)
        made.append(
            ComparedToken(
                shorten(visible(token), MAX_WRITTEN),
                0 if kind == "unknown" or of > 1 else color(covered, numbers),
                LOOKS.get(kind, ""),
                found.ids[i],
                start,
                end,
                written if of == 1 else f"{written} {part}/{of}",
                agreement.mark(starts[i]) if starts[i] else "",
            )
        )
    return made


def run_lengths(values: Iterable[object]) -> list[int]:
    """How often each value is repeated, from the first to the last.

    >>> run_lengths("abbb")
    [1, 3]
    """
    return [len(list(group)) for _, group in groupby(values)]


def direction(text: str) -> Direction:
    """The direction of a text, by its first letter that has one.

    >>> direction("hug"), direction("1. كتب")
    ('ltr', 'rtl')
    """
    kinds = map(unicodedata.bidirectional, text)
    return (
        "rtl" if next((kind for kind in kinds if kind in ("L", "R", "AL")), "L") != "L" else "ltr"
    )


def color(text: str, numbers: Numbers) -> int:
    """The color number of a token by its text, so that all tokenizers give a text one color.

    It is that of the training page if BPE trained here makes the text. A character has none.

    >>> color(" hug", [{"Ġhug": 3}, {"▁hug": 9}]), color("pug", [{}, {"▁pug": 5}]), color("h", [])
    (3, 5, 0)
    """
    letters = "".join(text.split())
    if len(letters) < 2:
        return 0
    for known in numbers:
        if found := [n for start in STARTS if (n := known.get(start + letters))]:
            return found[0]
    return 1 + crc32(letters.encode()) % COLORS
