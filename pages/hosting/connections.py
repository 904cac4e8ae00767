"""Limits on connections, below HTTP: their number, slow clients, and the size of messages.

Neither `streamlit run` nor uvicorn has options for these, so `install` changes uvicorn's protocol
classes: each new connection is counted, and all connections are checked every few seconds. The
environment variable CONNECTIONS sets the largest number of connections.
"""

import asyncio
import os
from collections import Counter
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol

from pages.hosting.descriptors import free_descriptors
from pages.resources.client import is_proxy, name_of, parse

CONNECTIONS = "MERGE_BY_MERGE_CONNECTIONS"
MAX_CONNECTIONS = 4_000
MAX_MESSAGE = 1_000_000  # bytes of a WebSocket message from a browser, after decompression
CHECK_EVERY = 5  # seconds
HEAD_CHECKS = 2  # checks after which a connection without a complete request is closed
STALLED_CHECKS = 6  # checks after which a connection whose client hardly reads is closed
READ_BYTES = 20_000  # that a client reads between two checks if it does not stall
SHUTDOWN = 5  # seconds that requests in progress get when the server stops


@dataclass
class Connection:
    """A connection and what the last check saw of it.

    request: uvicorn's object of the last request. buffered: bytes that the client has not read.
    """

    transport: Any
    address: str
    request: object = None
    buffered: int = 0
    waited: int = 0
    stalled: int = 0

    def check(self) -> None:
        """Close the connection if its client is too slow to send a request or to read."""
        protocol = self.transport.get_protocol()
        request = getattr(protocol, "cycle", None)
        waits = isinstance(protocol, AutoHTTPProtocol) and (
            request is None or request.response_complete
        )
        self.waited = self.waited + 1 if waits and request is self.request else 0
        buffered = self.transport.get_write_buffer_size()
        stalls = self.buffered > 0 and buffered > max(0, self.buffered - READ_BYTES)
        self.stalled = self.stalled + 1 if stalls else 0
        self.request, self.buffered = request, buffered
        if self.stalled >= STALLED_CHECKS or (self.waited >= HEAD_CHECKS and not buffered):
            self.transport.abort()


@dataclass
class Connections:
    """All open connections of this process."""

    by_transport: dict[Any, Connection] = field(default_factory=dict)
    by_address: Counter[str] = field(default_factory=Counter)
    timer: asyncio.TimerHandle | None = None
    is_installed: bool = False

    def add(self, transport: Any) -> bool:
        """Count a new connection, and return whether there is room for it.

        One address gets at most half of the connections, unless it is that of a trusted proxy.
        """
        peer = transport.get_extra_info("peername")
        address = parse(str(peer[0])) if isinstance(peer, tuple) and peer else None
        name, most = name_of(address), max_connections()
        if len(self.by_transport) >= most:
            return False
        if self.by_address[name] >= most // 2 and address and not is_proxy(address):
            return False
        self.by_transport[transport] = Connection(transport, name)
        self.by_address[name] += 1
        if self.timer is None:
            self.timer = asyncio.get_running_loop().call_later(CHECK_EVERY, self.check)
        return True

    def remove(self, transport: Any) -> None:
        """Forget a closed connection."""
        connection = self.by_transport.pop(transport, None)
        if connection:
            self.by_address[connection.address] -= 1
            self.by_address += Counter()  # drops zero counters

    def check(self) -> None:
        """Close the connections of slow clients; check again later while there are any."""
        self.timer = None
        for connection in list(self.by_transport.values()):
            connection.check()
        if self.by_transport:
            self.timer = asyncio.get_running_loop().call_later(CHECK_EVERY, self.check)


def max_connections() -> int:
    """Return how many connections may be open: what is configured, if there are files for them.

    >>> 0 < max_connections() <= MAX_CONNECTIONS
    True
    """
    return min(int(os.environ.get(CONNECTIONS) or MAX_CONNECTIONS), free_descriptors())


OPEN = Connections()


def bound_messages(config: Any) -> None:
    """Set the options of uvicorn that `streamlit run` has no options for.

    Messages of browsers are small, so they are not compressed: decompressing could cost much.
    """
    config.ws_max_size = min(config.ws_max_size, MAX_MESSAGE)
    config.ws_per_message_deflate = False
    config.timeout_graceful_shutdown = config.timeout_graceful_shutdown or SHUTDOWN


def install() -> None:
    """Make uvicorn count and check its connections."""
    if OPEN.is_installed:
        return
    OPEN.is_installed = True
    made = AutoHTTPProtocol.connection_made

    @wraps(made)
    def connection_made(self: Any, transport: Any) -> None:
        bound_messages(self.config)
        made(self, transport)
        if not OPEN.add(transport):
            transport.abort()

    AutoHTTPProtocol.connection_made = connection_made  # type: ignore[method-assign]
    for protocol in (AutoHTTPProtocol, AutoWebSocketsProtocol):
        protocol.connection_lost = forgetting(protocol.connection_lost)  # type: ignore


def forgetting(lost: Any) -> Any:
    """Return a `connection_lost` that also removes the connection from those counted."""

    @wraps(lost)
    def connection_lost(self: Any, error: Exception | None) -> None:
        OPEN.remove(self.transport)
        lost(self, error)

    return connection_lost
