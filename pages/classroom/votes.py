"""The votes on one question: one per voter, which may change until the question is closed."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping

ENOUGH = 5  # voters; with fewer, bars could show what one person answered
ORDER = 16  # digits of a time


class Ballot:
    """Votes by voter. A vote is a short text; the latest of a voter counts.

    Two servers may know different votes of the same voter, so each has its time.

    >>> ballot = Ballot(now=iter(range(9)).__next__)
    >>> _ = ballot.vote("ann", "A"), ballot.vote("bob", "B"), ballot.vote("ann", "B")
    >>> len(ballot), ballot.counts()
    (2, Counter({'B': 2}))
    """

    def __init__(
        self, stamped: Mapping[str, str] | None = None, now: Callable[[], float] = time.time
    ) -> None:
        self._stamped = dict(stamped or {})  # voter -> time and vote
        self._now = now

    def __len__(self) -> int:
        return len(self._stamped)

    def __iter__(self) -> Iterator[str]:
        return iter(self._stamped)

    def vote(self, voter: str, vote: str) -> str:
        """Count a vote in place of the voter's earlier one; return it with its time.

        >>> Ballot(now=lambda: 7).vote("ann", "A")
        '0000000007000000 A'
        """
        stamped = f"{int(self._now() * 1_000_000):0{ORDER}d} {vote}"
        self._stamped[voter] = max(stamped, self._stamped.get(voter, ""))
        return stamped

    def merge(self, stamped: Mapping[str, str]) -> None:
        """Add the votes that another server knows. The latest vote of each voter counts.

        >>> ballot = Ballot({"ann": "02 B"})
        >>> ballot.merge({"ann": "01 A", "bob": "01 A"})
        >>> sorted(ballot.counts().items())
        [('A', 1), ('B', 1)]
        """
        for voter, each in stamped.items():
            self._stamped[voter] = max(each, self._stamped.get(voter, ""))

    @property
    def stamped(self) -> dict[str, str]:
        """The votes with their times, by voter.

        >>> Ballot({"ann": "02 B"}).stamped
        {'ann': '02 B'}
        """
        return dict(self._stamped)

    def counts(self) -> Counter[str]:
        """How often each vote was given, in the order of the first one.

        >>> Ballot({"bob": "02 B", "ann": "01 A", "eve": "03 B"}).counts().most_common()
        [('B', 2), ('A', 1)]
        """
        return Counter(each.partition(" ")[2] for each in sorted(self._stamped.values()))


def shown(counts: Counter[str]) -> Counter[str] | None:
    """Return the counts, or None if too few have voted to show any.

    >>> shown(Counter(A=4)), shown(Counter(A=4, B=1))
    (None, Counter({'A': 4, 'B': 1}))
    """
    return counts if counts.total() >= ENOUGH else None
