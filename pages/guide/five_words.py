"""What the chapters share: the five words, sentences of a part, and known wrong answers."""

from collections.abc import Callable, Iterable
from typing import Any

from pages.quiz.mistakes import distinct
from pages.quiz.questions import Mistake
from pages.state.defaults import defaults
from pages.state.settings import Settings


def five_words(lang: str, **changes: object) -> Settings:
    """The settings of the corpus of five words in a language. changes: by URL parameter.

    >>> five_words("ko", vocab=9).lang
    'ko'
    """
    return defaults("hug").replace(lang=lang, **changes)


def lines(text: str) -> tuple[str, ...]:
    r"""The sentences of a part. They are one message, so that translators see all of them.

    >>> lines("One.\nTwo.")
    ('One.', 'Two.')
    """
    return tuple(text.split("\n"))


def known(
    found: Iterable[Mistake], *answers: object, write: Callable[[Any], str] = str
) -> dict[str, str]:
    """Known wrong answers as a task has them: each as it is typed, with its explanation.

    answers: the right ones, which are left out. write: writes an answer as it is typed.

    >>> known([Mistake("all", 3, "One."), Mistake("words", 5, "Two.")], 5)
    {'3': 'One.'}
    """
    return {write(mistake.answer): mistake.reason for mistake in distinct(found, *answers)}


def typed(tokens: tuple[str, ...]) -> str:
    """Tokens as a learner types them.

    >>> typed(("un", "hug"))
    'un hug'
    """
    return " ".join(tokens)
