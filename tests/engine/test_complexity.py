"""Twice the corpus takes about twice the work, measured in executed lines.

A call into the standard library (a long slice, a search) counts as one line.
"""

import random
import sys

import pytest
from engine_helpers import every_rule

import bpe
from tests.support.cases import few_or_many

SIZE = few_or_many(90, 150)  # words of the smaller corpus


def lines_executed(work, *arguments):
    count = 0

    def trace(frame, event, argument):
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work(*arguments)
    finally:
        sys.settrace(before)
    return count


def all_tied(size):
    """Words of different letters: every pair occurs once."""
    return {"".join(map(chr, range(i, i + 8))): 1 for i in range(0x4E00, 0x4E00 + 8 * size, 8)}


def two_letters(size):
    """Words of two letters: few pairs, each with many occurrences."""
    rng = random.Random(size)
    return {"".join(rng.choices("ab", k=16)): 1 for _ in range(size)}


def one_word(size):
    return {"".join(random.Random(size).choices("abcdefghij", k=8 * size)): 1}


def eroding(size):
    """x+y is always second best, and each merge removes its first occurrence."""
    before = [chr(0x4E00 + i) for i in range(3 * size)]
    counts = {f"{character}x": 3 * size - i for i, character in enumerate(before)}
    return counts | {f"{character}xy": 1 for character in before}


@every_rule
@pytest.mark.parametrize(
    ("corpus", "vocab_size"),
    [(all_tied, None), (two_letters, None), (one_word, 60), (eroding, None)],
)
def test_training_cost_is_linear_in_the_corpus(corpus, vocab_size, ties):
    small, large = (
        lines_executed(bpe.train, bpe.Corpus.from_counts(corpus(size)), vocab_size, ties)
        for size in (SIZE, 2 * SIZE)
    )
    assert large < 2.6 * small


def test_encoding_cost_is_near_linear_in_the_word():
    run = bpe.train(bpe.Corpus.from_counts(one_word(100), split="none"), 300)
    small, large = (
        lines_executed(run.encode, "".join(random.Random(3).choices("abcdefghij", k=length)))
        for length in (2000, 4000)
    )
    assert large < 2.6 * small
