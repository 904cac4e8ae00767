"""What the tests of the Unigram page share."""

import gzip
import json
from itertools import combinations, pairwise
from uuid import uuid4

import bpe
from pages.runs import records, runs
from pages.state.defaults import defaults, with_method
from pages.translations.language import translation
from pages.unigram import (
    contents,
)
from pages.unigram.word import Word

T = translation("en")
SAMPLES = tuple(bpe.SAMPLES)


def settings_of(corpus: str, method: str = "course", **changes: object):
    return with_method(defaults(corpus), method).replace(**changes)


def plural(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'s' if count != 1 else ''}"


def part(shown, name: str, lang: str = "en") -> dict:
    data = records.serialized(shown, f"test {uuid4()}", lang, name)
    return json.loads(gzip.decompress(data))


def word_of(settings) -> Word:
    return contents.word_of(settings, runs.unigram_run_of(settings))[1]


def every_cut(word: str):
    """All segmentations of a word."""
    for size in range(len(word)):
        for borders in combinations(range(1, len(word)), size):
            ends = [0, *borders, len(word)]
            yield tuple(word[a:b] for a, b in pairwise(ends))


def cut_of(cell) -> tuple[str, ...]:
    """The tokens in a table cell."""
    return tuple(part[0] for part in cell if isinstance(part, list))
