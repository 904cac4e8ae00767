"""How often something may be done, or how much, for each address, class or voter."""

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

    def take(self, key: str, amount: int = 1) -> bool:
        """Whether so many more are allowed; if so, count them."""
        now = self.now()
        left, when = self._left.pop(key, (float(self.burst), now))
        left = min(self.burst, left + (now - when) * self.per_second)
        self._left[key] = (left - amount if left >= amount else left, now)
        if len(self._left) > MAX_KEYS:
            self._left.popitem(last=False)
        return left >= amount
