"""The records of the recomputed figures."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, NotRequired, TypedDict


class ValuePart(NamedTuple):
    """A part of a value, marked if the other side lacks it."""

    text: str
    is_marked: bool


class FigureData(TypedDict):
    """A figure of the texts: as printed and as computed."""

    text: str
    part: str
    what: str
    printed: Sequence[ValuePart]
    computed: Sequence[ValuePart]
    verdict: str
    link: str
    prose: bool
    why: NotRequired[str]


class TextSource(NamedTuple):
    """Where a text is, or the text that it copies."""

    address: str
    words: str


class CourseText(TypedDict):
    """One of the texts. counts: of its figures, by verdict."""

    id: str
    title: str
    about: str
    counts: Mapping[str, int]
    source: TextSource


class VerdictCount(NamedTuple):
    """How many figures have a verdict."""

    kind: str
    number: str
    words: str


class Sign(NamedTuple):
    """The sign of a verdict, and its name."""

    sign: str
    name: str


class CourseQuestion(NamedTuple):
    """A question of learners."""

    question: str
    answer: str
    link: str


class CourseData(TypedDict):
    """The data of the page."""

    lang: str
    summary: Sequence[VerdictCount]
    texts: Sequence[CourseText]
    signs: Mapping[str, Sign]
    labels: Mapping[str, str]
    figures: Sequence[FigureData]
    questions: Sequence[CourseQuestion]
