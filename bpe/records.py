"""Records of a BPE training: a merge, a step, and the pair type. Nothing is computed here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from itertools import islice

from bpe.notebook import MAX_ROWS, table, title
from bpe.short_repr import short_repr

Pair = tuple[str, str]
"""Two adjacent tokens: (left, right)."""


@short_repr
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


@short_repr
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

    def _repr_html_(self) -> str:
        """The merge, the most frequent pairs and the first words, for a notebook."""
        heading, merge = f"Step {self.k}", self.merge
        if merge:
            heading += f": {merge.left} + {merge.right} = {merge.token}, count {merge.count}"
        pairs = nlargest(MAX_ROWS, self.pairs.items(), key=lambda item: item[1])
        chosen = (merge.left, merge.right) if merge else None
        rows = ((*pair, count, "merged" if pair == chosen else "") for pair, count in pairs)
        words = ((" ".join(tokens), count) for tokens, count in islice(self.words, MAX_ROWS))
        return (
            title(heading)
            + table(("left", "right", "count", ""), rows, len(self.pairs))
            + table(("word after the merge", "count"), words, len(self.words))
        )
