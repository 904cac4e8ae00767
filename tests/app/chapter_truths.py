"""The last three chapters, and what their answers about Unigram follow from, by brute force.

Nothing but the vocabulary after pruning is from the engine.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import log, prod

import pytest
from tokenizers import Tokenizer, models

import bpe
from pages.course.chapters import chapter_4, chapter_5, chapter_6
from pages.course.parts import Part
from pages.translations.language import translation
from tests.support.course import asked_of

SAMPLES = {"en": "unigram-en", "zh-Hant": "unigram-zh", "ko": "unigram-ko"}
every_language = pytest.mark.parametrize("lang", SAMPLES)


@cache
def parts(lang: str) -> dict[str, Part]:
    t = translation(lang)
    chapters = (each.chapter(t, lang) for each in (chapter_4, chapter_5, chapter_6))
    return {part.name: part for chapter in chapters for part in chapter.parts}


def task(name: str, lang: str = "en"):
    return asked_of(parts(lang)[name])


@cache
def counts(corpus: tuple[tuple[str, int], ...]) -> Counter:
    """How often each piece occurs: the characters, and the parts of longer words."""
    words = dict(corpus)
    found: Counter = Counter()
    for word, times in corpus:
        for start, end in product(range(len(word)), range(1, len(word) + 1)):
            if start < end:
                found[word[start:end]] += times
    return Counter(
        {
            piece: n
            for piece, n in found.items()
            if len(piece) == 1 or any(piece in word and piece != word for word in words)
        }
    )


def seeds(words: dict[str, int]) -> Counter:
    return counts(tuple(words.items()))


def segmentations(word: str, pieces) -> list[tuple[str, ...]]:
    """Every way to write a word with pieces."""
    if not word:
        return [()]
    return [
        (word[:end], *rest)
        for end in range(1, len(word) + 1)
        if word[:end] in pieces
        for rest in segmentations(word[end:], pieces)
    ]


def probability(tokens: tuple[str, ...], pieces: Counter) -> Fraction:
    return prod((Fraction(pieces[token], pieces.total()) for token in tokens), start=Fraction(1))


def best(word: str, pieces: Counter, gone: str = "") -> set[tuple[str, ...]]:
    """The most probable segmentations of a word. gone: a piece that may not be used."""
    found = segmentations(word, pieces.keys() - {gone})
    most = max(probability(each, pieces) for each in found)
    return {each for each in found if probability(each, pieces) == most}


@cache
def pieces_of(lang: str, removed: int = 9) -> Counter:
    """The pieces of the chapters after some rounds, each with its count in all words.

    Only which pieces there are is from the engine; `test_unigram_examples.py` computes it again.
    """
    words = corpus_of(lang)
    run = bpe.unigram.train(
        bpe.Corpus.from_counts(words),
        bpe.SAMPLES[SAMPLES[lang]].vocab_size,
        seed_size=bpe.SAMPLES[SAMPLES[lang]].seed_size,
        prune=0.05,
        seeds="bpe",
    )
    model = run.rounds[removed].model if removed < len(run.rounds) else run.model
    return Counter(
        {
            piece: sum(n * (word[i : i + len(piece)] == piece) for word, n in words.items()
                       for i in range(len(word)))
            for piece in model.pieces
        }
    )  # fmt: skip


def corpus_of(lang: str) -> dict[str, int]:
    return dict(bpe.SAMPLES[SAMPLES[lang]].counts)


def loss(lang: str, pieces: Counter, gone: str = "") -> float:
    """The loss of the words of a language, without a piece."""
    return sum(
        -n * log(probability(next(iter(best(word, pieces, gone))), pieces))
        for word, n in corpus_of(lang).items()
    )


def library_segmentation(word: str, pieces: Counter) -> str:
    """The best segmentation of a word by the library's Viterbi."""
    vocab = [(piece, log(n / pieces.total())) for piece, n in pieces.items()]
    return " ".join(Tokenizer(models.Unigram(vocab)).encode(word).tokens)


def value_of(typed: str) -> Fraction:
    return Fraction(typed)
