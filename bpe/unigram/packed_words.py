"""The words of a corpus with the arcs of their lattices as numbers, for fast training.

A word has its arcs as (start, end, seed id), sorted by start and end. If a seed is pruned, its arcs
are removed, and the other seeds keep their ids. `viterbi` is a faster `Lattice.positions` that
keeps neither candidates nor reasons.
"""

from array import array
from collections import defaultdict
from collections.abc import Container, Mapping, Sequence
from math import inf

PackedArcs = list[tuple[int, int, int]]


def pack_arcs(word: str, ids: Mapping[str, int], longest: int) -> PackedArcs:
    """The arcs of a word. ids: piece -> id. longest: the length of the longest piece.

    >>> pack_arcs("un", {"u": 0, "n": 1, "un": 2}, 2)
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
    """The log probability of the best segmentation, and the ids of its pieces in order.

    Returns -inf and no pieces if there is no segmentation. length: of the word. scores: log
    probabilities by id. without: the id of a piece that must not be used.

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
    path = []
    position = length
    while position:
        position, piece = back[position]
        path.append(piece)
    return totals[length], path[::-1]


class PackedWords:
    """The words of a corpus, their counts, and their arcs with the remaining pieces."""

    __slots__ = ("arcs", "counts", "lengths")

    def __init__(self, counts: Mapping[str, int], pieces: Sequence[str]) -> None:
        ids = {piece: i for i, piece in enumerate(pieces)}
        longest = max(map(len, pieces), default=0)
        self.counts = tuple(counts.values())
        self.lengths = tuple(map(len, counts))
        self.arcs = [pack_arcs(word, ids, longest) for word in counts]

    def drop(self, removed: Container[int]) -> None:
        """Remove the arcs of pieces, given by id.

        >>> words = PackedWords({"un": 4}, ["u", "n", "un"])
        >>> words.drop({2})
        >>> words.arcs
        [[(0, 1, 0), (1, 2, 1)]]
        """
        self.arcs = [[arc for arc in arcs if arc[2] not in removed] for arcs in self.arcs]

    def segment(
        self, scores: Sequence[float], origin: float = 0.0
    ) -> "tuple[list[float], dict[int, array[int]]]":
        """The log probability of each word's best segmentation, and an index: piece id -> words.

        The index has a word's index once for each use of the piece in its best segmentation.

        >>> words = PackedWords({"un": 4, "u": 1}, ["u", "n", "un"])
        >>> totals, users = words.segment([-1.0, -1.0, -3.0])
        >>> totals, list(users[0])
        ([-2.0, -1.0], [0, 1])
        """
        totals: list[float] = []
        users: dict[int, array[int]] = defaultdict(lambda: array("l"))
        for index, (length, arcs) in enumerate(zip(self.lengths, self.arcs, strict=True)):
            total, path = viterbi(length, arcs, scores, origin)
            totals.append(total)
            for piece in path:
                users[piece].append(index)
        return totals, users
