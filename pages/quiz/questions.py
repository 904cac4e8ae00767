"""A question: what it asks and shows, its answer, the known wrong answers, and where it shows.

But: it draws nothing by itself; each kind has a module, and `rounds` draws a round of them.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import TypeVar

import bpe
from bpe import unigram
from pages.quiz.answers import Form, Tokens
from pages.state.settings import Settings
from pages.state.url import query_of
from pages.view.tokens import quoted

T = TypeVar("T")
SMALL = (12, 80)  # words and characters of a corpus that is shown as a whole
Cell = str | tuple[str, ...]  # a text, or tokens


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that a question shows: words with their counts, or a table.

    rows: of cells; the first row of "words" is tokens and a count. A Choice's rows are its options.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    kind: str = "table"


@dataclass(frozen=True, slots=True)
class Mistake:
    """A known wrong answer. name: as `mistakes.KNOWN` has it; reason: what was overlooked."""

    name: str
    answer: object
    reason: str


@dataclass(frozen=True, slots=True)
class Link:
    """Where the answer shows: a page, its settings, and the step of it."""

    settings: Settings
    step: int
    page: str = ""

    @property
    def query(self) -> str:
        """The query of the address."""
        return query_of(self.settings, self.step)

    @property
    def href(self) -> str:
        """The address, beside that of the page."""
        return f"./{self.page}?{self.query}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is said of an answer. read: whether it could be read at all; if not, it does not count.

    reason: of this mistake, where it is a known one; mistake: its name.
    """

    read: bool
    right: bool = False
    reason: str = ""
    mistake: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """One question. Its sentences are in the language in which it was drawn.

    hint: how the answer may be typed. equals: other answers that are as good. shown: the answer in
    words; because: why it is the answer. stray: what is said of a token that cannot be, {token}.
    explain: names the mistake in an answer where these cannot be listed.
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
    known: tuple[Mistake, ...] = ()
    equals: tuple[object, ...] = ()
    allowed: frozenset[str] | None = None
    stray: str = ""
    explain: Callable[[object], Mistake] | None = field(default=None, compare=False)

    def check(self, typed: str) -> Verdict:
        """Whether an answer is right, and if not, what was overlooked."""
        given = self.form.read(typed)
        if given is None:
            return Verdict(read=False)
        if any(self.form.same(given, each) for each in (self.answer, *self.equals)):
            return Verdict(read=True, right=True)
        for mistake in self.known:
            if self.form.same(given, mistake.answer):
                return Verdict(True, False, mistake.reason, mistake.name)
        if self.explain:
            mistake = self.explain(given)
            return Verdict(True, False, mistake.reason, mistake.name)
        if self.allowed is not None and isinstance(given, tuple):
            for token in given:
                if token not in self.allowed:
                    reason = self.stray.format(token=quoted(str(token)))
                    return Verdict(True, False, reason, "stray")
        return Verdict(read=True)


class Dice:
    """Draws with whole numbers only, so that a seed gives the same on every machine and Python."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def below(self, most: int) -> int:
        """A whole number from 0 to most - 1."""
        return int(self._random.random() * most)

    def pick(self, values: "list[T] | tuple[T, ...]") -> T:
        """One of some values."""
        return values[self.below(len(values))]

    def shuffled(self, values: "list[T] | tuple[T, ...]") -> list[T]:
        """The values in another order.

        >>> sorted(Dice(3).shuffled([1, 2, 3]))
        [1, 2, 3]
        """
        left, found = list(values), []
        while left:
            found.append(left.pop(self.below(len(left))))
        return found


@dataclass(frozen=True, eq=False)
class Material:
    """What questions are drawn from. under: the run under another tie rule.

    pieces: the training of Unigram on the corpus, by the course's method; `pieces_settings` are
    its settings. None where there is none, for the words are too long.
    """

    settings: Settings
    run: bpe.Run
    under: Callable[[str], bpe.Run]
    pieces: unigram.Run | None
    pieces_settings: Settings
    spelled: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        """Note the characters of the corpus."""
        object.__setattr__(self, "spelled", frozenset(self.run.corpus.alphabet))

    @property
    def is_small(self) -> bool:
        """Whether the whole corpus can be shown."""
        words = self.run.words
        return len(words) <= SMALL[0] and sum(map(len, words)) <= SMALL[1]

    @cached_property
    def typable(self) -> tuple[str, ...]:
        """The words of the corpus that can be typed on a keyboard, and are not too long."""
        return tuple(word for word in self.run.words if is_typable(word, self.run.corpus.split))

    def tokens(self, word: str) -> Tokens:
        """How the tokens of a word are read."""
        return Tokens(self.spelled | frozenset(word), word)


def is_typable(word: str, split: str) -> bool:
    """Whether a word can be typed: letters and digits; at byte level, of plain English.

    >>> is_typable("Ġto", "gpt2"), is_typable("a,b", "none"), is_typable("Ã©", "gpt2")
    (True, False, False)
    """
    rest = word[1:] if word[:1] in ("Ġ", "▁") else word
    rest = rest.replace("·", "")
    plain = rest.isascii() or split != "gpt2"
    return rest.isalnum() and plain and 2 <= len(word) <= 14
