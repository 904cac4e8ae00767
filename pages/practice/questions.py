"""Exercises: questions with what they are about, and a link to the answer.

Each skill has a module of its own, and `draw` draws a question of a level.
"""

from collections.abc import Callable, Iterable, Set
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from pages.practice.typed_form import Typed
from pages.stage.messages import fill
from pages.stage.question import Mistake, Question
from pages.stage.question_types import Choice
from pages.stage.tokens import quoted
from pages.state.settings import Settings
from pages.state.url import query_of
from pages.translations.language import Translation
from pages.translations.texts import tables
from pages.unigram.word import Word as LatticeWord

TEXTS = tables("practice/exercises.toml")

T = TypeVar("T")
Cell = str | tuple[str, ...]  # a text, or tokens


@dataclass(frozen=True, slots=True)
class Fact:
    """Data that a question shows: words with their counts, or a table.

    rows: of cells; the first row of "words" is tokens and a count. Those of a "choice" are options.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    kind: str = "table"


@dataclass(frozen=True, slots=True)
class Place:
    """A state of the app. page: its path. step: the step of the stage that the page shows."""

    settings: Settings
    page: str = ""
    step: int = 0

    @property
    def query(self) -> str:
        """The query of its address.

        >>> from pages.state.defaults import defaults
        >>> Place(defaults("hug"), step=3).query.split("&")[-1]
        'step=3'
        """
        if self.page:
            return query_of(self.settings.replace(position=self.step))
        return query_of(self.settings, self.step)

    @property
    def href(self) -> str:
        """Its address, relative to the page.

        >>> from pages.state.defaults import defaults
        >>> Place(defaults("hug"), "unigram").href.partition("&")[0]
        './unigram?corpus=hug'
        """
        return f"./{self.page}?{self.query}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Exercise(Question):
    """A question of Practice.

    skill: a skill of the ladder, or a kind of exercise of the course. help: how to type the answer.
    shown: the answer in words. link: where the app shows it. numbers: of its tokens, see `chip`.
    words: the language of the words it is about. lattice: the word whose lattice it shows.
    """

    form: Typed
    skill: str
    facts: tuple[Fact, ...]
    help: str
    shown: str
    link: Place
    numbers: dict[str, int] = field(default_factory=dict, compare=False)
    words: str = "en"
    lattice: LatticeWord | None = field(default=None, compare=False)

    def help_text(self, t: Translation, *, clicks: bool = True) -> str:
        """How to type or click the answer; only how to type it where nothing can be clicked.

        >>> from pages.practice.exercises import boxes, material
        >>> (question,) = boxes(material("en"), Translation())["next"]
        >>> question.help_text(Translation())
        'The two tokens, separated by + or a space. You can also choose the tokens.'
        >>> question.help_text(Translation(), clicks=False)
        'The two tokens, separated by + or a space'
        """
        return self.form.help(self.help, t, clicks=clicks)


@dataclass(frozen=True, slots=True)
class Say:
    """Says the sentences of a skill in a language: those of its table in `exercises.toml`."""

    skill: str
    t: Translation

    def __call__(self, key: str, n: int = 1, /, **values: object) -> str:
        """A sentence with values. n: see `fill`."""
        return fill(TEXTS[self.skill][key], values, self.t, n)


def stray_token(
    allowed: Set[str], known: Callable[..., Mistake], key: str = "stray"
) -> Callable[[tuple[str, ...]], Mistake | None]:
    """Find a token that no right answer contains. known: makes the mistake with this key."""

    def find(given: tuple[str, ...]) -> Mistake | None:
        strays = (token for token in given if token not in allowed)
        return next((known(key, given, token=quoted(each)) for each in strays), None)

    return find


def choose(
    options: Iterable[T], known: tuple[Mistake, ...], why: str, write: Callable[[T], str]
) -> tuple[Choice, ...]:
    """Choices of which one is right. known: why the others are wrong; why: why the right one is."""
    reasons = {each.answer: each.reason for each in known}
    return tuple(
        Choice(write(each), each not in reasons, reasons.get(each, why)) for each in options
    )


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
