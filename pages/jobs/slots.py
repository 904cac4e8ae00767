"""Slots for work that should not all run at once, given to the clients in turn."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Condition

CHECK = 0.5  # seconds between two checks whether waiting work is still wanted
MAX_CLIENTS = 1_000  # clients whose last turn is remembered


@dataclass(eq=False, slots=True)
class Ticket:
    """A place in the queue of a client."""

    client: str


class Slots:
    """A number of slots, and a queue: the client whose last turn was longest ago is next.

    So one client with many trainings delays everybody else by one training at most.
    """

    def __init__(self, free: int) -> None:
        self._free = free
        self._changed = Condition()
        self._queue: list[Ticket] = []
        self._last_turn: dict[str, int] = {}  # client -> number of its last turn
        self._turns = 0

    @contextmanager
    def slot(self, client: str, is_wanted: Callable[[], bool]) -> Iterator[bool]:
        """Wait for a slot and hold it; give False without one if it is no longer wanted.

        >>> with Slots(1).slot("10.0.0.7", lambda: True) as has_slot:
        ...     has_slot
        True
        """
        has_slot = self._take(Ticket(client), is_wanted)
        try:
            yield has_slot
        finally:
            if has_slot:
                with self._changed:
                    self._free += 1
                    self._changed.notify_all()

    def has_others(self, client: str) -> bool:
        """Whether work of other clients waits.

        >>> Slots(1).has_others("10.0.0.7")
        False
        """
        with self._changed:
            return any(each.client != client for each in self._queue)

    def _take(self, ticket: Ticket, is_wanted: Callable[[], bool]) -> bool:
        with self._changed:
            self._queue.append(ticket)
            while is_wanted() and not (self._free and self._next() is ticket):
                self._changed.wait(CHECK)
            self._queue.remove(ticket)
            if not is_wanted():
                self._changed.notify_all()
                return False
            self._free -= 1
            self._turns += 1
            self._last_turn.pop(ticket.client, None)
            self._last_turn[ticket.client] = self._turns
            if len(self._last_turn) > MAX_CLIENTS:
                del self._last_turn[next(iter(self._last_turn))]
            return True

    def _next(self) -> Ticket:
        return min(self._queue, key=lambda each: self._last_turn.get(each.client, 0))
