"""Turns: how much is worked on at the same time, how much waits, and which client is next.

Requests wait for theirs in the event loop, scripts and trainings in their threads. Nobody gets a
turn because time has passed: otherwise all that wait would begin together.
"""

import asyncio
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field
from threading import Lock
from typing import TypeVar

import anyio
from starlette.requests import Request

from pages.resources.client import leaves_room, visitor_of, works_for

T = TypeVar("T")

CHECK = 0.5  # seconds between two checks whether waiting work is still wanted
MAX_CLIENTS = 1_000  # clients whose last turn is remembered
HALF_LIFE = 10.0  # seconds after which half of the time that a client has used counts no more
UNIT = 0.5  # seconds; clients that used about the same time are equal
LEAST = 0.25  # of a fair time, which a client gets in any case
NO_LIMIT = sys.maxsize


class Busy(Exception):
    """Too many requests wait already. A client may try again after a while."""


@dataclass(eq=False, slots=True)
class Ticket:
    """The place of a client in the queue. turn: done when it has its turn, which began at a time.

    size: of the work, where it is known.
    """

    client: str
    size: int = 0
    turn: "Future[None]" = field(default_factory=Future)
    began: float = 0.0


@dataclass(slots=True)
class Past:
    """The last turn of a client: its number, and how many seconds it had used at a time."""

    number: int = 0
    used: float = 0.0
    at: float = 0.0


class Turns:
    """Gives turns to clients: next is the one that has used the least time lately.

    If that is equal, smaller work is first, then the client whose last turn was longest ago. So one
    client that wants many or long turns delays everybody else by one at most, if its turn ends when
    it `must_end`. max_running: turns at the same time; at_once: those of one client. max_waiting:
    requests of all clients that wait or run; max_per_client: of one client. A client is an address,
    which a whole class may share, or what `visitor` returns. now: the clock, in seconds.
    """

    def __init__(
        self,
        max_running: int = NO_LIMIT,
        max_waiting: int = NO_LIMIT,
        max_per_client: int = NO_LIMIT,
        at_once: int = 1,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.max_running, self.at_once = max_running, at_once
        self.max_waiting, self.max_per_client = max_waiting, max_per_client
        self.requests: Counter[str] = Counter()  # that wait or run
        self._lock = Lock()
        self._queue: list[Ticket] = []
        self._running: Counter[str] = Counter()
        self._resting = 0  # turns that wait for another process
        self._past: dict[str, Past] = {}  # by client
        self._number = 0
        self._now = now

    async def run(self, client: str, work: Callable[[], T]) -> T:
        """Return what `work` returns in a thread, once it is this client's turn. Raises Busy."""
        async with self._turn_of_request(client):
            # A limiter of its own, so that these threads are not those that serve files.
            limiter = anyio.CapacityLimiter(1)
            token = TURNS_OF_WORK.set(self)
            try:
                with works_for(client):  # so that the trainings that it starts count for this one
                    return await anyio.to_thread.run_sync(work, limiter=limiter)
            finally:
                TURNS_OF_WORK.reset(token)

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
    def turn(
        self, client: str, is_wanted: Callable[[], bool] | None = None, size: int = 0
    ) -> Iterator[bool]:
        """Wait for a turn in this thread; give False without one if it is no longer wanted.

        is_wanted: asked now and then, without it the turn stays wanted. size: of the work, if it is
        known. Raises Busy.

        >>> with Turns(1).turn("10.0.0.7") as has_turn:
        ...     has_turn
        True
        """
        ticket = self._enter(client, size)
        try:
            while (wanted := is_wanted is None or is_wanted()) and not ticket.turn.done():
                wait([ticket.turn], CHECK if is_wanted else None)
            yield wanted
        finally:
            self._leave(ticket)

    @contextmanager
    def resting(self) -> Iterator[None]:
        """Let others run meanwhile, but not the same client. Its turn then goes on at once.

        >>> turns = Turns(max_running=1)
        >>> with turns.turn("10.0.0.7"), turns.resting(), turns.turn("10.0.0.8"):
        ...     turns.has_others("10.0.0.8")
        False
        """
        with self._lock:
            self._resting += 1
            self._give()
        try:
            yield
        finally:
            with self._lock:
                self._resting -= 1

    def has_others(self, client: str) -> bool:
        """Whether other clients wait for a turn.

        >>> Turns().has_others("10.0.0.7")
        False
        """
        with self._lock:
            return any(each.client != client for each in self._queue)

    def must_end(self, client: str, taken: float, fair: float) -> bool:
        """Whether a client's turn should end, because others wait and it takes longer than is fair.

        taken: seconds of this turn. fair: seconds for a client that has used none lately; others
        get less, but at least a part of it.

        >>> Turns().must_end("10.0.0.7", taken=60, fair=1)
        False
        """
        with self._lock:
            room = max(LEAST * fair, fair - self._used(client) / 2)
            return taken >= room and any(each.client != client for each in self._queue)

    def _used(self, client: str) -> float:
        """How many seconds a client has used lately."""
        past = self._past.get(client, Past())
        return float(past.used * 0.5 ** ((self._now() - past.at) / HALF_LIFE))

    def _enter(self, client: str, size: int = 0) -> Ticket:
        """Take a place in the queue."""
        with self._lock:
            is_full = self.requests.total() >= self.max_waiting
            has_place = leaves_room(client, self.requests.elements(), self.max_waiting)
            if is_full or not has_place or self.requests[client] >= self.max_per_client:
                raise Busy
            self.requests[client] += 1
            ticket = Ticket(client, size)
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
                self._note_use(ticket)
            self.requests[ticket.client] -= 1
            for counts in (self._running, self.requests):
                if not counts[ticket.client]:
                    del counts[ticket.client]
            self._give()

    def _give(self) -> None:
        """Give the free turns."""
        while self._running.total() - self._resting < self.max_running:
            free = [each for each in self._queue if self._running[each.client] < self.at_once]
            if not free:
                return
            ticket = min(free, key=self._order)
            self._queue.remove(ticket)
            self._running[ticket.client] += 1
            self._number += 1
            ticket.began = self._now()
            past = self._past.pop(ticket.client, Past())
            past.number = self._number
            self._past[ticket.client] = past
            if len(self._past) > MAX_CLIENTS:
                del self._past[next(iter(self._past))]
            ticket.turn.set_result(None)

    def _order(self, ticket: Ticket) -> tuple[int, int, int]:
        """The order of clients: the least is next."""
        past = self._past.get(ticket.client, Past())
        return int(self._used(ticket.client) / UNIT), ticket.size, past.number

    def _note_use(self, ticket: Ticket) -> None:
        """Count the time of a turn that ends."""
        now, used = self._now(), self._used(ticket.client)
        past = self._past.setdefault(ticket.client, Past())
        past.used, past.at = used + now - ticket.began, now


# The turns in which this thread works for a request.
TURNS_OF_WORK: ContextVar[Turns | None] = ContextVar("TURNS_OF_WORK", default=None)


def rest() -> AbstractContextManager[None]:
    """Return a context for waiting for another process, which lets other requests run meanwhile.

    >>> with rest():
    ...     pass
    """
    turns = TURNS_OF_WORK.get()
    return turns.resting() if turns else nullcontext()


def client_of(request: Request) -> str:
    """Return the address of a request's client; `pages.hosting.limits` puts it there."""
    return request.client.host if request.client else ""


def visitor(request: Request) -> str:
    """Return the name of a request's client for `Turns.run`: see `clients.client.visitor_of`."""
    return visitor_of(request.scope)
