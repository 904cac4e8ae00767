"""Questions for the tests of practice: every skill at every level, from many seeds."""

import gettext
from functools import cache

import bpe
from pages.practice import exercises
from pages.practice.draw import draw
from pages.practice.ladder import LEVELS, SKILLS
from pages.practice.questions import Exercise
from pages.state.settings import Settings
from pages.translations.language import LANGUAGES
from tests.support.cases import few_or_many

T = gettext.NullTranslations()
SEEDS = range(few_or_many(10, 50))
FEW_SEEDS = range(few_or_many(2, 10))  # of words that are not English


@cache
def drawn(skill: str, level: int, words: str = "en") -> tuple[Exercise, ...]:
    """The first question of each seed."""
    seeds = SEEDS if words == "en" else FEW_SEEDS
    return tuple(draw(seed, skill, level, 0, "en", words) for seed in seeds)


def every():
    for skill in SKILLS:
        yield from of_kind(skill)


def of_kind(skill: str):
    for level in range(1, LEVELS + 1):
        for words in LANGUAGES:
            for question in drawn(skill, level, words):
                yield question.link.settings, question


@cache
def replayed(settings: Settings, k: int):
    """The words after k merges, with the merges. Each merge is applied in every word."""
    corpus = settings.read_corpus()
    merges = reference(settings)
    splits = {word: list(word) for word in corpus.counts}
    for merge in merges[:k]:
        splits = {
            word: bpe.reference.merge_pair(tokens, merge.left, merge.right)
            for word, tokens in splits.items()
        }
    return corpus, merges, splits


@cache
def reference(settings: Settings):
    return bpe.reference.train(
        settings.read_corpus(),
        vocab_size=settings.bpe.vocab,
        ties=settings.bpe.ties,
        special_tokens=tuple(settings.bpe.special.split()),
        min_count=settings.bpe.min_count,
        alphabet=settings.bpe.alphabet,
    )


def words_of(question: Exercise) -> list[tuple[tuple[str, ...], int]]:
    """The words that a question shows."""
    (fact,) = (fact for fact in question.facts if fact.kind == "words")
    return [(tokens, int(count.replace(",", ""))) for tokens, count in fact.rows]


def exercise_questions() -> list[Exercise]:
    boxes = exercises.boxes(exercises.material("en"), T)
    return [question for box in boxes.values() for question in box]
