"""A bounded cache that makes each value once, even if several threads ask for it at once."""

from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class SingleFlightCache(Generic[T]):
    """A cache that makes each value once: the first caller makes it, the others wait for it.

    max_weight: the limit for the total weight of all values. weigh: the weight of one value,
    1 by default, so that `max_weight` is a number of values. If the cache is too heavy, it evicts
    the least recently used value.

    >>> cache = SingleFlightCache(2)
    >>> cache.get("hug", lambda: 10), cache.get("hug", lambda: 20)
    (10, 10)
    >>> cache.get("pug", lambda: 5), cache.get("pun", lambda: 12), cache.find("hug")
    (5, 12, None)
    """

    def __init__(self, max_weight: int, weigh: Callable[[T], int] = lambda value: 1) -> None:
        self._max_weight = max_weight
        self._weigh = weigh
        self._lock = Lock()
        self._entries: OrderedDict[object, Future[tuple[T, int]]] = OrderedDict()
        self._weight = 0

    def get(self, key: object, make: Callable[[], T]) -> T:
        """Return the value of a key, and make it first if it is not in the cache.

        If `make` or the weight function raises, every caller that waits gets the error, and the
        cache keeps nothing.

        >>> SingleFlightCache(2).get("hug", lambda: 10)
        10
        """
        with self._lock:
            future, is_mine = self._entries.get(key), False
            if future is None:
                future, is_mine = Future(), True
                self._entries[key] = future
            self._entries.move_to_end(key)
        if is_mine:
            try:
                value = make()
                weight = self._weigh(value)
            except BaseException as error:
                with self._lock:
                    self._entries.pop(key, None)
                future.set_exception(error)
            else:
                future.set_result((value, weight))
                self._evict(weight)
        return future.result()[0]

    def find(self, key: object) -> T | None:
        """Return the value of a key, or None. If it is being made, wait for it.

        >>> SingleFlightCache(2).find("hug") is None
        True
        """
        with self._lock:
            future = self._entries.get(key)
            if future:
                self._entries.move_to_end(key)
        return None if future is None or future.exception() else future.result()[0]

    def _evict(self, added: int) -> None:
        """Add a new weight, then evict old values, but never the most recently used one."""
        with self._lock:
            self._weight += added
            while self._weight > self._max_weight and len(self._entries) > 1:
                oldest = next((key for key, each in self._entries.items() if each.done()), None)
                if oldest is None or oldest == next(reversed(self._entries)):
                    break
                self._weight -= self._entries.pop(oldest).result()[1]
