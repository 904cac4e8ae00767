"""Questions: prompt, facts, answer, known wrong answers, and a link to the answer.

Each kind has a module of its own, and `draw` draws a question of a level.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import TypeVar

from pages.practice.answers import Form
from pages.stage.tokens import quoted
from pages.state.settings import Settings
from pages.state.url import query_of

T = TypeVar("T")
Cell = str | tuple[str, ...]  # a text, or tokens


@dataclass(frozen=True, slots=True)
class Fact:
    """Data that a question shows: words with their counts, or a table.

    rows: of cells; the first row of "words" is tokens and a count. A Choice's rows are its options.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    kind: str = "table"


@dataclass(frozen=True, slots=True)
class Mistake:
    """A known wrong answer. name: one of `mistakes.KNOWN`; reason: its explanation."""

    name: str
    answer: object
    reason: str


@dataclass(frozen=True, slots=True)
class Link:
    """A link to the answer: a page, its settings and its step."""

    settings: Settings
    step: int
    page: str = ""

    @property
    def query(self) -> str:
        """The query of the address.

        >>> from pages.state.defaults import defaults
        >>> Link(defaults("hug"), 3).query.split("&")[-1]
        'step=3'
        """
        return query_of(self.settings, self.step)

    @property
    def href(self) -> str:
        """The address, relative to the page.

        >>> from pages.state.defaults import defaults
        >>> Link(defaults("hug"), 3, "unigram").href.partition("&")[0]
        './unigram?corpus=hug'
        """
        return f"./{self.page}?{self.query}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on an answer. read: whether it could be parsed; if not, it does not count.

    reason: the explanation of a known mistake; mistake: its name.
    """

    read: bool
    right: bool = False
    reason: str = ""
    mistake: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """One question. Its sentences are in the language in which it was drawn.

    hint: how to type the answer. advice: how to find it. equals: other correct answers. shown:
    the answer in words; because: why it is correct. stray: the explanation for an impossible
    token, {token}. explain: finds the mistake in an answer if the mistakes cannot be listed.
    numbers: of its tokens, see `chip`. words: the language of the words it is about.
    """

    kind: str
    prompt: str
    hint: str
    facts: tuple[Fact, ...]
    form: Form
    answer: object
    shown: str
    because: str
    link: Link
    advice: str = ""
    known: tuple[Mistake, ...] = ()
    equals: tuple[object, ...] = ()
    allowed: frozenset[str] | None = None
    stray: str = ""
    explain: Callable[[object], Mistake] | None = field(default=None, compare=False)
    numbers: dict[str, int] = field(default_factory=dict, compare=False)
    words: str = "en"

    def check(self, typed: str) -> Verdict:
        """The verdict on a typed answer.

        >>> from pages.state.defaults import defaults
        >>> from pages.translations.language import Translation
        >>> from pages.practice.material import Material
        >>> from pages.practice.merge_questions import next_pair
        >>> asked = next_pair(Material(defaults("hug")), 0, Translation())
        >>> asked.check("u+g").right, asked.check("h+u").right, asked.check("").read
        (True, False, False)
        """
        given = self.form.read(typed)
        if given is None:
            return Verdict(read=False)
        if any(self.form.same(given, each) for each in (self.answer, *self.equals)):
            return Verdict(read=True, right=True)
        if known := self.mistake_in(given):
            return Verdict(True, False, known.reason, known.name)
        if self.explain:
            mistake = self.explain(given)
            return Verdict(True, False, mistake.reason, mistake.name)
        if self.allowed is not None and isinstance(given, tuple):
            for token in given:
                if token not in self.allowed:
                    reason = self.stray.format(token=quoted(str(token)))
                    return Verdict(True, False, reason, "stray")
        return Verdict(read=True)

    def mistake_in(self, given: object) -> Mistake | None:
        """The known mistake that led to an answer. Of two that a rounded number fits, the nearest.

        >>> from pages.practice.exercises import boxes, material
        >>> from pages.translations.language import Translation
        >>> _, score = boxes(material("en"), Translation())["huggun"]
        >>> score.mistake_in(Fraction("0.243")).name
        'added'
        """
        found = [each for each in self.known if self.form.same(given, each.answer)]
        return min(found, key=lambda each: distance(given, each.answer), default=None)


def distance(one: object, other: object) -> Fraction:
    """How far two answers are apart: 0 if they are not both numbers.

    >>> distance(Fraction(1, 2), Fraction(1, 3)), distance(("h", "ug"), ("hu", "g"))
    (Fraction(1, 6), Fraction(0, 1))
    """
    numbers = [Fraction(each) for each in (one, other) if isinstance(each, int | Fraction)]
    return abs(numbers[0] - numbers[1]) if len(numbers) == 2 else Fraction(0)


class Dice:
    """Random choices that are the same for a seed on every machine and Python version."""

    def __init__(self, seed: int | str) -> None:
        self._random = Random(seed)

    def below(self, most: int) -> int:
        """A whole number from 0 to most - 1.

        >>> 0 <= Dice(3).below(6) < 6, Dice(3).below(6) == Dice(3).below(6)
        (True, True)
        """
        return int(self._random.random() * most)

    def pick(self, values: "list[T] | tuple[T, ...]") -> T:
        """A random value.

        >>> Dice(3).pick(["hug"])
        'hug'
        """
        return values[self.below(len(values))]

    def shuffled(self, values: "list[T] | tuple[T, ...]") -> list[T]:
        """The values in random order.

        >>> sorted(Dice(3).shuffled([1, 2, 3]))
        [1, 2, 3]
        """
        left, found = list(values), []
        while left:
            found.append(left.pop(self.below(len(left))))
        return found
