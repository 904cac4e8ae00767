"""Records of a BPE training: a merge, a step, and the pair type. Nothing is computed here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Pair = tuple[str, str]
"""Two adjacent tokens: (left, right)."""


@dataclass(frozen=True, slots=True)
class Merge:
    """A learned merge.

    rank: from 1, in the order of training. left, right: the merged pair. token: left + right.
    count: the pair's count when it was chosen. tied: how many pairs had this count, including
    this one.

    >>> Merge(rank=1, left="u", right="g", token="ug", count=20, tied=1).token
    'ug'
    """

    rank: int
    left: str
    right: str
    token: str
    count: int
    tied: int


@dataclass(frozen=True, slots=True)
class Step:
    """Step k: the pair counts before merge k, the merge, and the corpus after it.

    pairs: pair -> count, the table from which merge k was chosen. merge: None at step 0, which
    shows the counts and words of the corpus before any merge. words: (tokens, count) for each
    word, in first-met order.
    """

    k: int
    pairs: Mapping[Pair, int]
    merge: Merge | None
    words: Sequence[tuple[tuple[str, ...], int]]
