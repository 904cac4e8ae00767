"""The votes on one question: one per voter, which may change until the question is closed."""

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from pages.classroom.codes import NETWORK

ENOUGH = 5  # voters; with fewer, bars could show what one person answered
ORDER = 16  # digits of a time
MAX_TIME = 10**ORDER - 1
_STAMPED = re.compile(rf"\d{{{ORDER}}} .{{0,400}}", re.ASCII)  # a time and a vote


class Ballot:
    """Votes by voter. A vote is a short text; the latest of a voter counts.

    Two servers may know different votes of the same voter, so each has its time. It is later than
    that of the voter's earlier vote, also if the clock was set back.

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
        self._counts: Counter[str] | None = None  # once they were asked for, until a vote comes

    def __len__(self) -> int:
        return len(self._stamped)

    def __contains__(self, voter: object) -> bool:
        return voter in self._stamped

    def __iter__(self) -> Iterator[str]:
        return iter(self._stamped)

    def vote(self, voter: str, vote: str) -> str:
        """Count a vote in place of the voter's earlier one; return it with its time.

        >>> ballot = Ballot(now=iter([7, 3]).__next__)
        >>> ballot.vote("ann", "A"), ballot.vote("ann", "B")
        ('0000000007000000 A', '0000000007000001 B')
        """
        known = self._stamped.get(voter, "")
        after = int(known[:ORDER]) + 1 if known else 0
        time = min(MAX_TIME, max(after, int(self._now() * 1_000_000)))
        self._stamped[voter] = f"{time:0{ORDER}d} {vote}"
        self._counts = None
        return self._stamped[voter]

    def merge(self, stamped: Mapping[str, str]) -> None:
        """Add the votes that another server knows. The latest vote of each voter counts.

        >>> ballot = Ballot({"ann": "0000000000000002 B"})
        >>> ballot.merge({"ann": "0000000000000001 A", "bob": "0000000000000001 A", "eve": "A"})
        >>> sorted(ballot.counts().items())
        [('A', 1), ('B', 1)]
        """
        for voter, each in stamped.items():
            if each > self._stamped.get(voter, "") and _STAMPED.fullmatch(each):
                self._stamped[voter] = each
                self._counts = None

    @property
    def stamped(self) -> dict[str, str]:
        """The votes with their times, by voter.

        >>> Ballot({"ann": "02 B"}).stamped
        {'ann': '02 B'}
        """
        return dict(self._stamped)

    def counts(self, without: tuple[str, ...] = ()) -> Counter[str]:
        """How often each vote was given, in the order of the first one.

        without: the networks whose votes are left out, see `codes.network`.

        >>> Ballot({"bob": "02 B", "ann": "01 A", "eve": "03 B"}).counts().most_common()
        [('B', 2), ('A', 1)]
        >>> Ballot({"0001bob": "02 B", "0002ann": "01 A"}).counts(("0001",))
        Counter({'A': 1})
        """
        if without:
            kept = {k: vote for k, vote in self._stamped.items() if not k.startswith(without)}
            return Ballot(kept).counts()
        if self._counts is None:
            votes = sorted(self._stamped.values())
            self._counts = Counter(each.partition(" ")[2] for each in votes)
        return self._counts.copy()

    def networks(self) -> Counter[str]:
        """How many voters each network has.

        >>> Ballot({"0001bob": "02 B", "0002ann": "01 A", "0001eve": "03 B"}).networks()
        Counter({'0001': 2, '0002': 1})
        """
        return Counter(voter[:NETWORK] for voter in self._stamped)


def shown(counts: Counter[str]) -> Counter[str] | None:
    """Return the counts, or None if too few have voted to show any.

    >>> shown(Counter(A=4)), shown(Counter(A=4, B=1))
    (None, Counter({'A': 4, 'B': 1}))
    """
    return counts if counts.total() >= ENOUGH else None
