"""Records of a WordPiece training: a merge, a pair with its score, and the pairs of a step."""

from dataclasses import dataclass

from bpe.short_repr import short_repr


@short_repr
@dataclass(frozen=True, slots=True)
class Merge:
    """A learned merge. token: left and right without the ## of right.

    count, left_count, right_count: of the pair and of its tokens when it was chosen. score: the
    first divided by the product of the other two. tied: how many pairs had this score.
    """

    rank: int
    left: str
    right: str
    token: str
    count: int
    left_count: int
    right_count: int
    score: float
    tied: int


@short_repr
@dataclass(frozen=True, slots=True)
class ScoredPair:
    """A pair at a step: its tokens with their ids, and the three counts that give the score.

    word: the first word that contains the pair, in the table of a step; else "".

    >>> pair = ScoredPair("h", "##u", 5, 4, 15, 15, 36, "hug")
    >>> round(pair.score, 4)
    0.0278
    """

    left: str
    right: str
    left_id: int
    right_id: int
    count: int
    left_count: int
    right_count: int
    word: str = ""

    @property
    def score(self) -> float:
        """The pair's count divided by the counts of both tokens."""
        return self.count / (self.left_count * self.right_count)


@short_repr
@dataclass(frozen=True, slots=True)
class ScoreTable:
    """The top of the pair table of step k, from which merge k was chosen.

    merge: None at k = 0. size: the number of distinct pairs in the full table. leaders: the pairs
    with the highest scores; among equal scores, the pair met first comes first. frequent: the pair
    with the highest count; None if there is no pair.
    """

    k: int
    merge: Merge | None
    size: int
    leaders: list[ScoredPair]
    frequent: ScoredPair | None
