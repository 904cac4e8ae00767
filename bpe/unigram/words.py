"""The words of a corpus with their lattices, packed for training: no text, only numbers.

Each word has its arcs as (start, end, seed id), by start and then by end; seeds that were pruned
lose their arcs and the others keep their ids. Viterbi here is `Lattice.positions` without a record.

But: it keeps no reasons and no candidates; `lattice` does.
"""

from array import array
from collections import defaultdict
from collections.abc import Container, Mapping, Sequence
from math import inf

PackedArcs = list[tuple[int, int, int]]


def pack(word: str, ids: Mapping[str, int], longest: int) -> PackedArcs:
    """The arcs of a word.

    >>> pack("un", {"u": 0, "n": 1, "un": 2}, 2)
    [(0, 1, 0), (0, 2, 2), (1, 2, 1)]
    """
    length = len(word)
    return [
        (start, end, ids[word[start:end]])
        for start in range(length)
        for end in range(start + 1, min(start + longest, length) + 1)
        if word[start:end] in ids
    ]


def viterbi(
    length: int, arcs: PackedArcs, scores: Sequence[float], origin: float = 0.0, without: int = -1
) -> tuple[float, list[int]]:
    """The best log probability of a word, and the ids of its tokens from left to right.

    scores: log probability by id. without: the id of a piece to do without. -inf and no tokens
    where there is no segmentation.

    >>> viterbi(2, [(0, 1, 0), (0, 2, 2), (1, 2, 1)], [-1.0, -1.0, -1.5])
    (-1.5, [2])
    """
    totals = [-inf] * (length + 1)
    totals[0] = origin
    back: list[tuple[int, int]] = [(0, -1)] * (length + 1)
    for start, end, piece in arcs:
        total = totals[start] + scores[piece]
        if total > totals[end] and piece != without:
            totals[end] = total
            back[end] = start, piece
    if totals[length] == -inf:
        return -inf, []
    tokens = []
    place = length
    while place:
        place, piece = back[place]
        tokens.append(piece)
    return totals[length], tokens[::-1]


class Words:
    """The words of a corpus, their counts and their arcs under the pieces that are left."""

    __slots__ = ("arcs", "counts", "lengths", "texts")

    def __init__(self, counts: Mapping[str, int], pieces: Sequence[str]) -> None:
        ids = {piece: i for i, piece in enumerate(pieces)}
        longest = max(map(len, pieces), default=0)
        self.texts = tuple(counts)
        self.counts = tuple(counts.values())
        self.lengths = tuple(map(len, counts))
        self.arcs = [pack(word, ids, longest) for word in counts]

    def drop(self, removed: Container[int]) -> None:
        """Take away the arcs of pieces that were removed."""
        self.arcs = [[arc for arc in arcs if arc[2] not in removed] for arcs in self.arcs]

    def segment(
        self, scores: Sequence[float], origin: float = 0.0
    ) -> "tuple[list[float], dict[int, array[int]]]":
        """The best log probability of each word, and the index: piece id -> words that use it.

        A word stands in the index once for each time its best segmentation uses the piece.
        """
        totals: list[float] = []
        users: dict[int, array[int]] = defaultdict(lambda: array("l"))
        for place, (length, arcs) in enumerate(zip(self.lengths, self.arcs, strict=True)):
            total, tokens = viterbi(length, arcs, scores, origin)
            totals.append(total)
            for piece in tokens:
                users[piece].append(place)
        return totals, users
