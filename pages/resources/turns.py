"""Turns: how many requests are worked on at the same time, and how many wait, per client."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

import anyio
from starlette.requests import Request

from pages.resources.client import leaves_room, visitor_of, works_for

T = TypeVar("T")


class Busy(Exception):
    """Too many requests wait already. A client may try again after a while."""


class Turns:
    """Runs work in threads of its own: little at once, and each client's in turn.

    max_running: for all clients together; one client has one at a time. max_waiting: requests of
    all clients that wait or run; max_per_client: of one client. A client is an address, which a
    whole class may share, or what `visitor` returns.
    """

    def __init__(self, max_running: int, max_waiting: int, max_per_client: int) -> None:
        self.max_running = max_running
        self.max_waiting = max_waiting
        self.max_per_client = max_per_client
        self.requests: Counter[str] = Counter()
        self._of_client: dict[str, asyncio.Lock] = {}
        self._running: asyncio.Semaphore | None = None

    async def run(self, client: str, work: Callable[[], T]) -> T:
        """Return what `work` returns, once it is this client's turn. Raises Busy."""
        async with self._turn(client):
            # A limiter of its own, so that these threads are not those that serve files.
            limiter = anyio.CapacityLimiter(1)
            with works_for(client):  # so that the trainings that it starts count for this client
                return await anyio.to_thread.run_sync(work, limiter=limiter)

    @asynccontextmanager
    async def _turn(self, client: str) -> AsyncIterator[None]:
        """Wait for a turn of this client."""
        is_full = self.requests.total() >= self.max_waiting
        has_place = leaves_room(client, self.requests.elements(), self.max_waiting)
        if is_full or not has_place or self.requests[client] >= self.max_per_client:
            raise Busy
        self.requests[client] += 1
        lock = self._of_client.setdefault(client, asyncio.Lock())
        try:
            if self._running is None:
                self._running = asyncio.Semaphore(self.max_running)
            async with lock, self._running:
                yield
        finally:
            self.requests[client] -= 1
            if not self.requests[client]:
                del self.requests[client], self._of_client[client]


def client_of(request: Request) -> str:
    """Return the address of a request's client; `pages.hosting.limits` puts it there."""
    return request.client.host if request.client else ""


def visitor(request: Request) -> str:
    """Return the name of a request's client for `Turns.run`: see `clients.client.visitor_of`."""
    return visitor_of(request.scope)
