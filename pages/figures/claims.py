"""Claims of the teaching texts: what a text prints, what the engine computes, and where to see it.

The modules of each chapter list claims. They hold messages, not sentences of one language, and
`figures` renders them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pages.stage.messages import Message
from pages.stage.tokens import isolated
from pages.state.defaults import defaults
from pages.state.settings import Settings
from pages.state.url import query_of
from pages.translations.texts import tables
from pages.unigram.word import INTRO

UNIGRAM_SIZE = 100  # pieces to which the Unigram chapter prunes the four sentences
UNIGRAM_SENTENCE = "This is the Hugging Face course."  # the one which that chapter encodes


def note(name: str, **values: object) -> Message:
    """Return a sentence of `notes.toml` with values: why a printed figure does not hold."""
    return Message(tables("figures/notes.toml")[name], values)


def chips(tokens: Iterable[str]) -> str:
    r"""Return tokens as a sentence shows them: the stage draws each one as a chip.

    >>> chips(["p", "ug"])
    '\u2068p\u2069 \u2068ug\u2069'
    """
    return " ".join(map(isolated, tokens))


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a page of the app: its settings, and its step if they do not contain it.

    path: of the page, relative to any other page.
    """

    path: str
    settings: Settings
    step: int | None = None

    def href(self, lang: str) -> str:
        """Return the address of the link in a language.

        >>> training("hug", 3).href("en").partition("&")[0]
        './?corpus=hug'
        """
        return f"{self.path}?{query_of(self.settings.replace(lang=lang), self.step)}"


def training(corpus: str, step: int, **changes: object) -> Link:
    """Return a step of a training with BPE. changes: other settings than the corpus's defaults.

    >>> training("hug", 3, vocab=10).settings.bpe.vocab
    10
    """
    return Link("./", defaults(corpus).replace(**changes), step)


def five_words(step: int, vocab: int = 10, sentence: str = "bug thug unhug", **more: str) -> Link:
    """Return a step of the training on the five words: by default, of its first three merges.

    >>> five_words(3).step, five_words(3).settings.bpe.vocab
    (3, 10)
    """
    return training("hug", step, vocab=vocab, sentence=sentence, **more)


def unigram(corpus: str, **changes: object) -> Link:
    """Return a view of the Unigram page. changes: see Settings.

    >>> unigram("hug", word="pug").settings.view.word
    'pug'
    """
    settings = defaults(corpus).replace(**changes)
    if corpus == "course":
        settings = settings.replace(split="metaspace", vocab=UNIGRAM_SIZE, special="")
        # The text's code starts scores at 1, and its figures include this mistake.
        settings = settings.replace(sentence=UNIGRAM_SENTENCE, start="one")
    return Link("./unigram", settings)


def rounds(corpus: str, at: int = 1) -> Link:
    """Return a round of pruning.

    >>> rounds("hug", 2).settings.view.position
    2
    """
    return unigram(corpus, show="rounds", position=at)


def lattice(corpus: str, word: str, at: int | None = None, intro: int = INTRO) -> Link:
    """Return the lattice of a word at a position, by default the last. intro: see `Word`.

    >>> lattice("hug", "unhug").settings.view.position
    8
    """
    position = intro + (len(word) if at is None else at)
    return unigram(corpus, show="word", word=word, position=position)


@dataclass(frozen=True, slots=True)
class Claim:
    """One figure of a text and the engine's value.

    what: what it is a figure of. printed: "" if the text does not print it; a message if it is
    prose. computed: a float is written with as many decimals as the printed number. note: why the
    printed figure is wrong, or differs by rounding. ties: results that are exactly as good as the
    computed one.
    """

    what: Message
    printed: str | Message
    computed: object
    link: Link
    note: Message | None = None
    ties: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """The claims of one part of a text."""

    text_id: str
    part: Message
    claims: Sequence[Claim]


@dataclass(frozen=True, slots=True)
class Question:
    """A question that learners ask, its answer, and a link to the page that shows it."""

    question: Message
    answer: Message
    link: Link
