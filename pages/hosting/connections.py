"""Limits on connections, below HTTP: their number, slow clients, and what is kept for them.

Neither `streamlit run` nor uvicorn has options for these. `protocols` counts each connection here,
and all connections are checked every few seconds. The environment variable CONNECTIONS sets the
largest number of connections.
"""

import asyncio
import os
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from starlette.types import Scope
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from pages.hosting.descriptors import free_descriptors
from pages.hosting.loop_shares import SHARES
from pages.resources.client import is_proxy, name_of, parse
from pages.resources.machine import scaled

CONNECTIONS = "MERGE_BY_MERGE_CONNECTIONS"
MAX_CONNECTIONS = 4_000
MAX_MESSAGE = 1_000_000  # bytes of a WebSocket message from a browser, after decompression
# Bytes that are kept for the clients of one address that do not read yet. A class of 300 that opens
# pages of 150 kB at once waits for 45 MB, most of which the operating system keeps.
MAX_UNREAD_PER_ADDRESS = scaled(64_000_000)
LOOK_AGAIN = 0.2  # seconds, after which an address above this limit is looked at again
CHECK_EVERY = 5  # seconds
HEAD_CHECKS = 2  # checks after which a connection without a complete request is closed
STALLED_CHECKS = 6  # checks after which a connection whose client hardly reads is closed
READ_BYTES = 20_000  # that a client reads between two checks if it does not stall
SCOPE_KEY = "merge_by_merge.connection"  # where the scope of a request has its connection


@dataclass(eq=False)
class Connection:
    """A connection and what the last check saw of it.

    address: whom it comes from. client: whose request or WebSocket it serves, behind a proxy
    another address. request: uvicorn's object of the last request. buffered: bytes that the client
    has not read.
    """

    transport: Any
    address: str
    client: str = ""
    request: object = None
    buffered: int = 0
    waited: int = 0
    stalled: int = 0

    def __post_init__(self) -> None:
        self.client = self.client or self.address

    @property
    def is_idle(self) -> bool:
        """Whether it waits for a request, or for the rest of one."""
        protocol = self.transport.get_protocol()
        request = getattr(protocol, "cycle", None)
        return isinstance(protocol, AutoHTTPProtocol) and (
            request is None or request.response_complete
        )

    def check(self, is_unread: bool = False) -> None:
        """Close the connection if its client is too slow to send a request or to read.

        is_unread: whether too much is kept for its address.
        """
        request = getattr(self.transport.get_protocol(), "cycle", None)
        self.waited = self.waited + 1 if self.is_idle and request is self.request else 0
        buffered = self.transport.get_write_buffer_size()
        stalls = self.buffered > 0 and buffered > max(0, self.buffered - READ_BYTES)
        self.stalled = self.stalled + 1 if stalls else 0
        self.request, self.buffered = request, buffered
        is_stalled = self.stalled >= (1 if is_unread else STALLED_CHECKS)
        if is_stalled or (self.waited >= HEAD_CHECKS and not buffered):
            self.transport.abort()


@dataclass
class Connections:
    """All open connections of this process."""

    by_transport: dict[Any, Connection] = field(default_factory=dict)
    by_address: Counter[str] = field(default_factory=Counter)
    timer: asyncio.TimerHandle | None = None
    unread: Counter[str] = field(default_factory=Counter)  # bytes by client
    counted_at: float = 0.0

    def add(self, transport: Any) -> Connection:
        """Count and return a new connection. It is closed if there is no room for it.

        One address gets at most half of the connections, unless it is that of a trusted proxy. If
        it has so many, the oldest one that waits for a request makes room: a class behind the same
        address as an attacker who only connects is not locked out.
        """
        peer = transport.get_extra_info("peername")
        address = parse(str(peer[0])) if isinstance(peer, tuple) and peer else None
        connection, most = Connection(transport, name_of(address)), max_connections()
        has_too_many = self.by_address[connection.address] >= most // 2
        is_limited = has_too_many and address is not None and not is_proxy(address)
        if not (
            self.replace_idle(connection.address)
            if is_limited
            else len(self.by_transport) < most or self.make_room(connection.address)
        ):
            transport.abort()
            return connection
        self.by_transport[transport] = connection
        self.by_address[connection.address] += 1
        if self.timer is None:
            self.timer = asyncio.get_running_loop().call_later(CHECK_EVERY, self.check)
        return connection

    def replace_idle(self, address: str) -> bool:
        """Close the oldest connection of an address that waits for a request, if there is one."""
        own = (each for each in self.by_transport.values() if each.address == address)
        one = next((each for each in own if each.is_idle), None)
        if one:
            self.remove(one.transport)
            one.transport.abort()
        return one is not None

    def make_room(self, newcomer: str) -> bool:
        """Close a connection of the address with the most, and return whether there is room now.

        Neither the newcomer's own address nor a proxy loses one. So a few addresses with half of
        the connections each leave some to all others.
        """
        address, most = self.by_address.most_common(1)[0]
        if most <= self.by_address[newcomer] + 1 or is_proxy(parse(address)):
            return False
        own = [each for each in self.by_transport.values() if each.address == address]
        one = next((each for each in own if each.is_idle), own[-1])
        self.remove(one.transport)
        one.transport.abort()
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
        self.count_unread()
        for connection in list(self.by_transport.values()):
            connection.check(self.is_unread(connection.client))
        if self.by_transport:
            self.timer = asyncio.get_running_loop().call_later(CHECK_EVERY, self.check)

    def count_unread(self) -> None:
        """Count what clients have not read yet."""
        self.unread.clear()
        for transport, connection in self.by_transport.items():
            self.unread[connection.client] += transport.get_write_buffer_size()

    def is_unread(self, client: str) -> bool:
        """Whether too much is kept for a client.

        >>> Connections().is_unread("10.0.0.7")
        False
        """
        return self.unread[client] > MAX_UNREAD_PER_ADDRESS

    async def turn(self, scope: Scope, client: str) -> None:
        """Wait until a request or a message of a client may start. Notes whose it is."""
        connection = scope.get(SCOPE_KEY)
        if connection:
            connection.client = client
        while True:
            now = asyncio.get_running_loop().time()
            if now - self.counted_at > LOOK_AGAIN:
                self.counted_at = now
                self.count_unread()
            if not self.is_unread(client):
                break
            await asyncio.sleep(LOOK_AGAIN)
        await SHARES.turn(client)


def max_connections() -> int:
    """Return how many connections may be open: what is configured, if there are files for them.

    >>> 0 < max_connections() <= MAX_CONNECTIONS
    True
    """
    return min(int(os.environ.get(CONNECTIONS) or MAX_CONNECTIONS), free_descriptors())


OPEN = Connections()
