"""What a run weighs in the cache, compared with the memory that it takes."""

import random
import tracemalloc
from collections.abc import Callable
from functools import cached_property

import pytest

import bpe
from bpe import unigram, wordpiece
from pages.jobs.memory import size_of
from pages.state.corpus import OWN_TEXT
from pages.state.defaults import defaults


def letters(length: int, alphabet: str, seed: int = 1) -> str:
    chance = random.Random(seed)
    return "".join(chance.choices(alphabet, k=length))


def prose(words: int) -> str:
    chance = random.Random(3)
    return " ".join(letters(chance.randint(2, 9), "abcdefghijklmnop", i) for i in range(words))


def fill(value: object) -> None:
    """Compute everything that an object caches."""
    for kind in type(value).__mro__:
        for name, member in vars(kind).items():
            if isinstance(member, cached_property):
                getattr(value, name)


def measured(make: Callable[[], bpe.Run | unigram.Run | wordpiece.Run]) -> tuple[int, int]:
    """The weight of a run, and the bytes of memory that it takes with all that it caches."""
    make()  # what the engine itself caches
    tracemalloc.start()
    try:
        run = make()
        if isinstance(run, wordpiece.Run):
            fill(run.history)
        if not isinstance(run, unigram.Run):
            fill(run)
        return size_of(run), tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


def of(text: str, **changes: object) -> Callable[[], bpe.Run]:
    return defaults(OWN_TEXT).replace(own=text, **changes).train


def of_wordpiece(text: str, **changes: object) -> Callable[[], wordpiece.Run]:
    return defaults(OWN_TEXT).replace(own=text, **changes).train_wordpiece


def of_unigram(text: str, **changes: object) -> Callable[[], unigram.Run]:
    return defaults(OWN_TEXT).replace(own=text, **changes).train_unigram


SHAPES = {
    "one word of two letters": of(letters(1_800, "ab"), split="none", vocab=10_000),
    "one word of many letters": of(letters(900, "abcdefghij"), split="none", vocab=10_000),
    "one word of emoji": of(letters(1_200, "😀😁😂"), split="none", vocab=10_000),
    "one repeated pair": of("ab" * 5_000, split="none", vocab=10_000),
    "prose": of(prose(500), vocab=1_000),
    "prose, few merges": of(prose(500), vocab=40),
    "WordPiece": of_wordpiece(prose(250), vocab=400),
    "WordPiece, one word": of_wordpiece(letters(900, "ab"), split="none", vocab=10_000),
    "the course's method": of_unigram(prose(60), unigram_vocab=50, seeds="substrings"),
    "the course's method, many rounds": of_unigram(
        prose(20), unigram_vocab=30, seeds="substrings", prune=2
    ),
    "EM": of_unigram(prose(150), method="em", seeds="repeated", unigram_vocab=40, prune=10),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_weight_of_a_run_is_its_memory(shape):
    for _ in range(5):
        weight, memory = measured(SHAPES[shape])
        if 0.6 * memory < weight:  # else another thread of the tests may have allocated some
            break
    assert 0.6 * memory < weight < 2.5 * memory
