"""A bounded cache that makes each value once, even if several threads ask for it at once."""

from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from threading import BoundedSemaphore, Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class SingleFlightCache(Generic[T]):
    """A cache that makes each value once: the first caller makes it, the others wait for it.

    max_weight: the limit for the total weight of all values. weigh: the weight of one value,
    1 by default, so that `max_weight` is a number of values. If the cache is too heavy, it evicts
    the least recently used value. max_making: how many values are made at the same time; the others
    wait, so `make` must not use the same cache. reserve: the weight with which a value counts while
    it is made; `get` can give another one.

    >>> cache = SingleFlightCache(2)
    >>> cache.get("hug", lambda: 10), cache.get("hug", lambda: 20)
    (10, 10)
    >>> cache.get("pug", lambda: 5), cache.get("pun", lambda: 12), cache.find("hug")
    (5, 12, None)
    """

    def __init__(
        self,
        max_weight: int,
        weigh: Callable[[T], int] = lambda value: 1,
        max_making: int = 2,
        reserve: int = 0,
    ) -> None:
        self._max_weight = max_weight
        self._weigh = weigh
        self._reserve = reserve
        self._making = BoundedSemaphore(max_making)
        self._lock = Lock()
        self._entries: OrderedDict[object, Future[tuple[T, int]]] = OrderedDict()
        self._weight = 0

    @property
    def weight(self) -> int:
        """The weight of all values, with what is reserved for those that are being made.

        >>> cache = SingleFlightCache(100, len)
        >>> cache.get("hug", lambda: "a hug"), cache.weight
        ('a hug', 5)
        """
        return self._weight

    def get(self, key: object, make: Callable[[], T], reserve: int | None = None) -> T:
        """Return the value of a key, and make it first if it is not in the cache.

        reserve: about the weight of the value. If `make` or the weight function raises, every
        caller that waits gets the error, and the cache keeps nothing.

        >>> SingleFlightCache(2).get("hug", lambda: 10)
        10
        """
        with self._lock:
            future, is_mine = self._entries.get(key), False
            if future is None:
                future, is_mine = Future(), True
                future.set_running_or_notify_cancel()  # so a waiting caller cannot cancel it
                self._entries[key] = future
            self._entries.move_to_end(key)
        if is_mine:
            self._make(key, make, future, self._reserve if reserve is None else reserve)
        return future.result()[0]

    def future(self, key: object) -> "Future[tuple[T, int]] | None":
        """Return the future of a value that is cached or being made, or None.

        >>> SingleFlightCache(2).future("hug") is None
        True
        """
        with self._lock:
            future = self._entries.get(key)
            if future:
                self._entries.move_to_end(key)
        return future

    def find(self, key: object) -> T | None:
        """Return the value of a key, or None. If it is being made, wait for it.

        >>> SingleFlightCache(2).find("hug") is None
        True
        """
        future = self.future(key)
        return None if future is None or future.exception() else future.result()[0]

    def _make(
        self, key: object, make: Callable[[], T], future: "Future[tuple[T, int]]", reserve: int
    ) -> None:
        """Make a value, and keep it."""
        with self._making:
            self._add(reserve)
            try:
                value = make()
                weight = self._weigh(value)
            except BaseException as error:
                with self._lock:
                    self._entries.pop(key, None)
                    self._weight -= reserve
                future.set_exception(error)
                return
            future.set_result((value, weight))
            self._add(weight - reserve)

    def _add(self, more: int) -> None:
        """Add a weight, then evict old values, but never the most recently used one."""
        with self._lock:
            self._weight += more
            while self._weight > self._max_weight and len(self._entries) > 1:
                oldest = next((key for key, each in self._entries.items() if each.done()), None)
                if oldest is None or oldest == next(reversed(self._entries)):
                    break
                self._weight -= self._entries.pop(oldest).result()[1]
