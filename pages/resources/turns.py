"""Turns: how much is worked on at the same time, how much waits, and who is next.

Requests wait for theirs in the event loop, scripts and trainings in their threads. Nobody gets a
turn because time has passed: otherwise all who wait would begin together.
"""

import asyncio
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from threading import Lock
from typing import TypeVar

import anyio
from starlette.requests import Request

from pages.resources.client import leaves_room, visitor_of, works_for

T = TypeVar("T")

CHECK = 0.5  # seconds between two checks whether waiting work is still wanted
MAX_CLIENTS = 1_000  # clients whose last turn is remembered
NO_LIMIT = sys.maxsize


class Busy(Exception):
    """Too many requests wait already. A client may try again after a while."""


@dataclass(eq=False, slots=True)
class Ticket:
    """The place of a client in the queue. turn: done when it has its turn."""

    client: str
    turn: "Future[None]" = field(default_factory=Future)


class Turns:
    """Gives turns to clients: next is the one whose last turn was longest ago.

    So one client that wants many turns delays everybody else by one at most. max_running: turns at
    the same time; at_once: those of one client. max_waiting: requests of all clients that wait or
    run; max_per_client: of one client. A client is an address, which a whole class may share, or
    what `visitor` returns.
    """

    def __init__(
        self,
        max_running: int = NO_LIMIT,
        max_waiting: int = NO_LIMIT,
        max_per_client: int = NO_LIMIT,
        at_once: int = 1,
    ) -> None:
        self.max_running, self.at_once = max_running, at_once
        self.max_waiting, self.max_per_client = max_waiting, max_per_client
        self.requests: Counter[str] = Counter()  # that wait or run
        self._lock = Lock()
        self._queue: list[Ticket] = []
        self._running: Counter[str] = Counter()
        self._last_turn: dict[str, int] = {}  # client -> number of its last turn
        self._number = 0

    async def run(self, client: str, work: Callable[[], T]) -> T:
        """Return what `work` returns in a thread, once it is this client's turn. Raises Busy."""
        async with self._turn_of_request(client):
            # A limiter of its own, so that these threads are not those that serve files.
            limiter = anyio.CapacityLimiter(1)
            with works_for(client):  # so that the trainings that it starts count for this client
                return await anyio.to_thread.run_sync(work, limiter=limiter)

    @asynccontextmanager
    async def _turn_of_request(self, client: str) -> AsyncIterator[None]:
        ticket = self._enter(client)
        try:
            # Shielded, because the turn may come in another thread just when this is cancelled.
            await asyncio.shield(asyncio.wrap_future(ticket.turn))
            yield
        finally:
            self._leave(ticket)

    @contextmanager
    def turn(self, client: str, is_wanted: Callable[[], bool] | None = None) -> Iterator[bool]:
        """Wait for a turn in this thread; give False without one if it is no longer wanted.

        is_wanted: asked now and then, without it the turn stays wanted. Raises Busy.

        >>> with Turns(1).turn("10.0.0.7") as has_turn:
        ...     has_turn
        True
        """
        ticket = self._enter(client)
        try:
            while (wanted := is_wanted is None or is_wanted()) and not ticket.turn.done():
                wait([ticket.turn], CHECK if is_wanted else None)
            yield wanted
        finally:
            self._leave(ticket)

    def has_others(self, client: str) -> bool:
        """Whether other clients wait for a turn.

        >>> Turns().has_others("10.0.0.7")
        False
        """
        with self._lock:
            return any(each.client != client for each in self._queue)

    def _enter(self, client: str) -> Ticket:
        """Take a place in the queue."""
        with self._lock:
            is_full = self.requests.total() >= self.max_waiting
            has_place = leaves_room(client, self.requests.elements(), self.max_waiting)
            if is_full or not has_place or self.requests[client] >= self.max_per_client:
                raise Busy
            self.requests[client] += 1
            ticket = Ticket(client)
            self._queue.append(ticket)
            self._give()
        return ticket

    def _leave(self, ticket: Ticket) -> None:
        """Give the turn back, or leave the queue."""
        with self._lock:
            if ticket in self._queue:
                self._queue.remove(ticket)
            else:
                self._running[ticket.client] -= 1
            self.requests[ticket.client] -= 1
            for counts in (self._running, self.requests):
                if not counts[ticket.client]:
                    del counts[ticket.client]
            self._give()

    def _give(self) -> None:
        """Give the free turns."""
        while self._running.total() < self.max_running:
            free = [each for each in self._queue if self._running[each.client] < self.at_once]
            if not free:
                return
            ticket = min(free, key=lambda each: self._last_turn.get(each.client, 0))
            self._queue.remove(ticket)
            self._running[ticket.client] += 1
            self._number += 1
            self._last_turn.pop(ticket.client, None)
            self._last_turn[ticket.client] = self._number
            if len(self._last_turn) > MAX_CLIENTS:
                del self._last_turn[next(iter(self._last_turn))]
            ticket.turn.set_result(None)


def client_of(request: Request) -> str:
    """Return the address of a request's client; `pages.hosting.limits` puts it there."""
    return request.client.host if request.client else ""


def visitor(request: Request) -> str:
    """Return the name of a request's client for `Turns.run`: see `clients.client.visitor_of`."""
    return visitor_of(request.scope)
