"""The numbers of Unigram pieces, from which the stage makes their colors."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

import bpe
from bpe import unigram
from bpe.unigram import Model

SMALL = 2_000  # characters of all different words of a corpus on which BPE is trained for colors


def piece_numbers(run: unigram.Run) -> dict[str, int]:
    """Each piece with several characters that training starts with, and its number.

    It is the rank of the merge if BPE learns the piece from the same words, so that a text has one
    color on all pages. Other pieces, and all of a large corpus, are numbered by their place in the
    first vocabulary. Pruning changes no number.

    >>> from pages.state.defaults import defaults
    >>> numbers = piece_numbers(defaults("hug").train_unigram())
    >>> numbers["ug"], numbers["un"], numbers["hug"]
    (1, 2, 3)
    """
    return numbered(run, run.seeds.pieces)


def numbers_in(word: str, run: unigram.Run) -> dict[str, int]:
    """The numbers of the pieces that occur in a word, as in `piece_numbers`.

    >>> from pages.state.defaults import defaults
    >>> sorted(numbers_in("bug", defaults("hug").train_unigram()))
    ['bu', 'ug']
    """
    return numbered(run, ids_in(word, run.seeds))


def numbered(run: unigram.Run, pieces: Iterable[str]) -> dict[str, int]:
    """The numbers of pieces with several characters."""
    counts, places = run.corpus.counts, run.seeds.ids
    is_small = sum(map(len, counts)) <= SMALL
    ranks = ranks_of(tuple(counts.items()), len(places)) if is_small else {}
    return {
        piece: ranks.get(piece) or len(ranks) + places[piece] + 1
        for piece in pieces
        if len(piece) > 1
    }


@lru_cache(maxsize=32)
def ranks_of(counts: tuple[tuple[str, int], ...], size: int) -> Mapping[str, int]:
    """The tokens that BPE learns from words, up to a vocabulary size, with their ranks.

    >>> dict(ranks_of((("hug", 10), ("pug", 5)), 6))
    {'ug': 1, 'hug': 2}
    """
    run = bpe.train(bpe.Corpus.from_counts(dict(counts), split="none"), size)
    return {token: rank for token, rank in run.first_ranks.items() if rank}


def ids_in(word: str, model: Model) -> dict[str, int]:
    """The ids of the pieces that occur in a word.

    >>> ids_in("bug", Model.from_counts({"u": 36, "g": 20, "ug": 20, "hug": 9}))
    {'g': 1, 'u': 0, 'ug': 2}
    """
    parts = {word[a:b] for a in range(len(word)) for b in range(a + 1, len(word) + 1)}
    return {part: model.ids[part] for part in sorted(parts) if part in model.ids}
