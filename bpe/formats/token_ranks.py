"""Merges of files that have no list of merges, but a rank for each token (tiktoken, SentencePiece).

There, two adjacent tokens merge if their concatenation is a token, and its rank is the rank of the
merge. Several pairs can thus have the same rank. `RecoveredMerges` lists one pair for each token:
the last merge when the token itself is encoded with the merges before it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from sys import getsizeof
from typing import overload

from bpe.merging import MergeRules, merge
from bpe.records import Pair
from bpe.short_repr import short_repr


@short_repr
@dataclass(frozen=True, slots=True)
class TokenRanks(Mapping[Pair, int]):
    """pair -> rank of the token that the pair makes. ranks: token -> rank from 1, 0 for none.

    >>> ranks = TokenRanks({"u": 0, "g": 0, "ug": 1})
    >>> ranks["u", "g"], ("g", "u") in ranks
    (1, False)
    """

    ranks: Mapping[str, int]

    def __getitem__(self, pair: Pair) -> int:
        left, right = pair
        rank = self.ranks.get(left + right) if left and right else None
        if not rank:
            raise KeyError(pair)
        return rank

    def get(self, pair: Pair, default: int | None = None) -> int | None:  # type: ignore[override]
        """The rank of a pair, or the default; faster than the method of Mapping.

        >>> TokenRanks({"ug": 1}).get(("u", "g"))
        1
        """
        left, right = pair
        return (self.ranks.get(left + right) if left and right else None) or default

    def __iter__(self) -> Iterator[Pair]:
        """One pair for each token that is made by a merge."""
        tokens = sorted((rank, token) for token, rank in self.ranks.items() if rank)
        return iter(RecoveredMerges(tuple(token for _, token in tokens), self))

    def __len__(self) -> int:
        return sum(1 for rank in self.ranks.values() if rank)

    def __sizeof__(self) -> int:
        return getsizeof(self.ranks)


@short_repr
@dataclass(frozen=True, slots=True)
class RecoveredMerges(Sequence[Pair]):
    """The merged pairs in rank order, each computed when it is read.

    tokens: those that are made by a merge, in rank order.

    >>> RecoveredMerges(("ug", "hug"), TokenRanks({"ug": 1, "hug": 2}))[1]
    ('h', 'ug')
    """

    tokens: tuple[str, ...]
    ranks: TokenRanks

    @overload
    def __getitem__(self, index: int) -> Pair: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Pair]: ...

    def __getitem__(self, index: int | slice) -> Pair | Sequence[Pair]:
        if isinstance(index, slice):
            return [self.pair(token) for token in self.tokens[index]]
        return self.pair(self.tokens[index])

    def __len__(self) -> int:
        return len(self.tokens)

    def pair(self, token: str) -> Pair:
        """The two tokens whose merge makes a token; its halves if no merges reach it.

        >>> RecoveredMerges((), TokenRanks({"ug": 1, "hug": 2})).pair("hug")
        ('h', 'ug')
        """
        rules = MergeRules(self.ranks, self.ranks.ranks[token] - 1)
        starts, _ = merge(token, rules)
        middle = starts[1] if len(starts) == 2 else starts[len(starts) // 2]
        return token[:middle], token[middle:]
