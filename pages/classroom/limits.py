"""How often something may be done, for each address, class or voter."""

import time
from collections import OrderedDict
from collections.abc import Callable

MAX_KEYS = 20_000  # that are remembered, the least recently used ones are forgotten


class Rate:
    """Allows `burst` at once for each key, and `per_second` in the long run.

    >>> rate = Rate(per_second=1, burst=2, now=iter([0, 0, 0, 1]).__next__)
    >>> [rate.take("ann") for _ in range(4)]
    [True, True, False, True]
    """

    def __init__(
        self, per_second: float, burst: int, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.per_second, self.burst, self.now = per_second, burst, now
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # key -> left, when

    def left(self, key: str) -> float:
        """Return how many are allowed now.

        >>> Rate(per_second=1, burst=5).left("ann")
        5
        """
        left, when = self._left.get(key, (self.burst, 0.0))
        return min(self.burst, left + (self.now() - when) * self.per_second)

    def take(self, key: str) -> bool:
        """Whether one more is allowed; if so, count it."""
        now = self.now()
        left, when = self._left.pop(key, (float(self.burst), now))
        left = min(self.burst, left + (now - when) * self.per_second)
        self._left[key] = (left - 1 if left >= 1 else left, now)
        if len(self._left) > MAX_KEYS:
            self._left.popitem(last=False)
        return left >= 1


class Guesses:
    """Limits how many codes an address can try.

    An address that has found a class may always come back to it, so that a student who tries codes
    does not lock out the rest of the room.
    """

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self._known: OrderedDict[tuple[str, str], None] = OrderedDict()

    def may_try(self, address: str, code: str) -> bool:
        """Whether an address may ask for a code.

        >>> guesses = Guesses(Rate(per_second=0, burst=1))
        >>> guesses.note("10.0.0.7", "AAAAAA", exists=False)
        >>> guesses.may_try("10.0.0.7", "BBBBBB"), guesses.may_try("10.0.0.8", "BBBBBB")
        (False, True)
        """
        return (address, code) in self._known or self.rate.left(address) >= 1

    def note(self, address: str, code: str, exists: bool) -> None:
        """Note whether there was a class with the code."""
        if not exists:
            self.rate.take(address)
            return
        self._known[address, code] = None
        self._known.move_to_end((address, code))
        if len(self._known) > MAX_KEYS:
            self._known.popitem(last=False)
