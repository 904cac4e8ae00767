"""The token boundaries of a text under several tokenizers, and where they agree.

They are numbered by the characters that are not white space: boundary 1 is between the first and
the second of them. So it does not matter whether a tokenizer puts a space before the boundary,
after it, or in no token at all. Tokens that share a character, such as its bytes, have no boundary
between them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

Offsets = Sequence[tuple[int, int]]


def letters_before(text: str) -> list[int]:
    """For each position in a text, from 0 to its length: how many characters are before it.

    White space does not count.

    >>> letters_before("a b")
    [0, 1, 1, 2]
    """
    return list(accumulate((not character.isspace() for character in text), initial=0))


def boundaries(text: str, offsets: Offsets) -> frozenset[int]:
    """The boundaries of a text under a tokenizer. offsets: of the tokens.

    A place is a boundary unless one token contains the characters on both of its sides.

    >>> sorted(boundaries("hug pug", [(0, 3), (3, 5), (5, 7)]))
    [3, 4]
    >>> boundaries("hugs", [(0, 2), (1, 4)])
    frozenset()
    """
    before = letters_before(text)
    inside = [0] * (before[-1] + 2)  # how many tokens start minus how many end, place by place
    for start, end in offsets:
        first, last = before[start], before[end]
        if last - first > 1:
            inside[first + 1] += 1
            inside[last] -= 1
    covered = list(accumulate(inside))
    return frozenset(i for i in range(1, before[-1]) if not covered[i])


@dataclass(frozen=True, slots=True)
class Agreement:
    """The boundaries of a text under several tokenizers.

    every: those that all tokenizers have. single: those that only one of several has. some: those
    that at least one has.
    """

    every: frozenset[int]
    single: frozenset[int]
    some: frozenset[int]

    @classmethod
    def of(cls, found: Sequence[frozenset[int]]) -> "Agreement":
        """The agreement of the boundaries of several tokenizers.

        >>> agreement = Agreement.of([frozenset({3, 4}), frozenset({3, 5})])
        >>> sorted(agreement.every), sorted(agreement.single)
        ([3], [4, 5])
        """
        some = frozenset[int]().union(*found)
        if len(found) < 2:
            return cls(frozenset(), frozenset(), some)
        every = frozenset.intersection(*found)
        single = frozenset(
            boundary for boundary in some if sum(boundary in each for each in found) == 1
        )
        return cls(every, single, some)

    def mark(self, boundary: int) -> str:
        """Who has a boundary: "agreed", "lone", or "some".

        >>> Agreement.of([frozenset({3, 4}), frozenset({3, 5})]).mark(5)
        'lone'
        """
        return "agreed" if boundary in self.every else "lone" if boundary in self.single else "some"


def boundaries_before(text: str, offsets: Offsets, found: frozenset[int]) -> list[int]:
    """For each token, the boundary before it; 0 if there is none, as before the first token.

    found: the boundaries of these tokens.

    >>> boundaries_before("hug pug", [(0, 3), (3, 5), (5, 7)], frozenset({3, 4}))
    [0, 3, 4]
    """
    before = letters_before(text)
    reached, starts, last = 0, [], 0
    for start, end in offsets:
        is_new = reached in found and reached != last and before[start] >= reached
        last = reached if is_new else last
        starts.append(reached if is_new else 0)
        reached = max(reached, before[end])
    return starts
