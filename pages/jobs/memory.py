"""How many bytes of memory a run takes in the server, with the values that it caches.

The formulas are measured with tracemalloc in `tests/app/test_memory.py`. They need no look at every
number of a run, so that they are fast also for a large one.
"""

import sys
from array import array
from collections.abc import Collection, Iterable
from dataclasses import fields
from functools import singledispatch
from typing import Any

import bpe
from bpe import unigram, wordpiece
from pages.resources.machine import scaled

MAX_RUN = scaled(150_000_000)  # bytes of one run
MAX_TOKEN_CHARACTERS = 2_000_000  # in all tokens of a BPE run
WORD = 300  # bytes for a word of a corpus: its key, its count, and what a run caches for it
TOKEN = 200  # bytes for a token: its id in both directions
MERGE = 600  # bytes for a merge: its record, and what a run caches for it
NUMBER = 32  # bytes for a float of its own in a tuple
REFERENCE = 8  # bytes for a shared object in a tuple


@singledispatch
def size_of(run: Any) -> int:
    """Return about how many bytes a run takes, of any algorithm.

    >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
    >>> 1_000 < size_of(run) < 10_000
    True
    """
    raise TypeError(type(run))


@size_of.register
def size_of_bpe(run: bpe.Run) -> int:
    """Return about how many bytes a BPE run takes."""
    words = run.corpus.counts
    arrays = [value for each in fields(run) if isinstance(value := getattr(run, each.name), array)]
    size = size_of_words(words) + sum(each.itemsize * len(each) for each in arrays)
    size += size_of_texts(run.vocab) + 4 * sum(map(len, words))  # the words are also joined
    return size + TOKEN * len(run.vocab) + MERGE * len(run.merges)


@size_of.register
def size_of_wordpiece(run: wordpiece.Run) -> int:
    """Return about how many bytes a WordPiece run takes.

    Its words and tokens are also there without their marks.
    """
    more = MERGE * len(run.merges) + size_of_texts(run.history.vocab)
    return size_of_words(run.corpus.counts) + more + size_of_bpe(run.history)


@size_of.register
def size_of_unigram(run: unigram.Run) -> int:
    """Return about how many bytes a Unigram run takes."""
    rounds = sum(map(size_of_round, run.rounds))
    return size_of_words(run.corpus.counts) + rounds + size_of_model(run.model)


def size_of_words(words: Collection[str]) -> int:
    """Return about how many bytes the words of a corpus take.

    >>> size_of_words(["hug", "pug"]) > 2 * WORD
    True
    """
    return WORD * len(words) + size_of_texts(words)


def size_of_texts(texts: Iterable[str]) -> int:
    """Return how many bytes texts take.

    >>> size_of_texts(["hug", "☃"]) > 100
    True
    """
    return sum(map(sys.getsizeof, texts))


def size_of_model(model: unigram.Model) -> int:
    """Return how many bytes a model takes, apart from the texts of its pieces.

    Only its probabilities belong to it; the pieces and often the counts are those of other models.

    >>> size_of_model(unigram.Model.from_counts({"u": 1, "g": 1})) < 1_000
    True
    """
    return (2 * REFERENCE + NUMBER) * len(model.pieces) + 200


def size_of_round(this: unigram.Round) -> int:
    """Return how many bytes a round takes, with its result.

    >>> run = unigram.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), vocab_size=5)
    >>> size_of_round(run.rounds[0]) < 2_000
    True
    """
    numbers = NUMBER * (len(this.rise) + len(this.expected))
    references = REFERENCE * (len(this.removable) + len(this.removed) + len(this.lost))
    result = 0 if this.result is this.model else size_of_model(this.result)
    return 500 + numbers + references + result
