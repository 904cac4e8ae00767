"""Draws the questions of practice: the same seed, skill, level, index and words give the same."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from pages.practice import (
    byte_questions,
    encoding_questions,
    merge_questions,
    removal_questions,
    tie_questions,
    unigram_questions,
    unigram_training_questions,
    unseen_questions,
)
from pages.practice.material import Material
from pages.practice.questions import Dice, Exercise
from pages.translations.language import Translation, translation
from pages.unigram.piece_numbers import piece_numbers

TRIES = 3000  # about one draw in ten makes a question

Draw = Callable[[int, Dice, Translation, str], Exercise | None]
KINDS: dict[str, Draw] = {
    "count": merge_questions.draw_count,
    "next": merge_questions.draw_next,
    "encode": encoding_questions.draw_encode,
    "ties": tie_questions.draw_ties,
    "fit": tie_questions.draw_fit,
    "bytes": byte_questions.draw_bytes,
    "symbols": byte_questions.draw_symbols,
    "unseen": unseen_questions.draw_unseen,
    "probability": unigram_questions.draw_probability,
    "segmentation": unigram_questions.draw_segmentation,
    "rise": removal_questions.draw_rise,
    "loss": unigram_training_questions.draw_loss,
    "share": unigram_training_questions.draw_share,
}


@lru_cache(maxsize=1000)
def draw(seed: int, skill: str, level: int, index: int, lang: str, words: str = "en") -> Exercise:
    """Question number `index` of a skill at a level from 1 to 3.

    lang: the language of its sentences. words: that of the words it is about; `lang` changes
    nothing about them, so everybody with the same link has the same question.

    >>> draw(7, "count", 1, 0, "en").skill
    'count'
    """
    attempt = attempt_of(seed, skill, level, index, words)
    question = drawn(attempt, seed, skill, level, index, lang, words)
    assert question, "what it is about does not depend on the language"
    settings = question.link.settings.replace(lang=lang)
    return replace(
        question,
        words=words,
        link=replace(question.link, settings=settings),
        numbers=numbers_of(question),
    )


@lru_cache(maxsize=1000)
def attempt_of(seed: int, skill: str, level: int, index: int, words: str) -> int:
    """The first attempt that makes a question. It is searched once for all languages of a class.

    >>> attempt_of(7, "count", 1, 0, "en")
    1
    """
    for attempt in range(TRIES):
        question = drawn(attempt, seed, skill, level, index, "en", words)
        if question and is_distinct(question):
            return attempt
    raise AssertionError(f"no question: {seed} {skill} {level} {index} {words}")


def drawn(
    attempt: int, seed: int, skill: str, level: int, index: int, lang: str, words: str
) -> Exercise | None:
    """What an attempt makes; None if that is no question."""
    dice = Dice(f"{seed} {skill} {level} {index} {attempt}")
    return KINDS[skill](level, dice, translation(lang), words)


def is_distinct(question: Exercise) -> bool:
    """Whether no known mistake is also right when it is rounded.

    >>> is_distinct(draw(7, "probability", 1, 0, "en"))
    True
    """
    return not any(question.is_right(mistake.answer) for mistake in question.known)


def numbers_of(question: Exercise) -> dict[str, int]:
    """The tokens that a question shows with their numbers, see `chip`.

    The colors are those of the page that the question links to.

    >>> from pages.state.defaults import defaults
    >>> numbers_of(merge_questions.next_pair(Material(defaults("hug")), 2, Translation()))
    {'ug': 1, 'un': 2}
    """
    material = Material(question.link.settings)
    if question.link.page == "unigram":
        numbers = piece_numbers(material.pieces)
    else:
        numbers = {token: rank for token, rank in material.run.first_ranks.items() if rank}
    cells = (each for fact in question.facts for row in fact.rows for each in row)
    tokens = {token for each in cells if isinstance(each, tuple) for token in each}
    return {token: numbers[token] for token in sorted(tokens) if token in numbers}
