"""Limits on WebSockets: their number, silent ones, and large messages.

Two environment variables set how many may be open: ALL in this process, PER_ADDRESS of one address.
A school can share one address, so that limit is large.
"""

import asyncio
import os
from collections import Counter

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pages.hosting.connections import MAX_MESSAGE, max_connections
from pages.resources.rates import Rate

ALL = "MERGE_BY_MERGE_WEBSOCKETS"
PER_ADDRESS = "MERGE_BY_MERGE_WEBSOCKETS_PER_ADDRESS"
MAX_WEBSOCKETS = 1_000
MAX_WEBSOCKETS_PER_ADDRESS = 400
FIRST_MESSAGE = 20  # seconds until a browser has sent something
LARGE_MESSAGE = 100_000  # bytes; a message of this size contains a pasted text
BURST = 16_000_000  # bytes of large messages that one address may send at once
REFILL = 1_000_000  # bytes per second that it may send afterwards
TOO_LARGE, WRONG_TYPE, SILENT, TRY_LATER = 1009, 1003, 1008, 1013  # codes for closing (RFC 6455)


class WebSocketLimits:
    """ASGI app that passes WebSockets on to another, or closes them."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.open: Counter[str] = Counter()  # by address
        self.budget = Rate(per_second=REFILL, burst=BURST)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Open a WebSocket unless there are too many."""
        address = scope["client"][0]
        if self.open[address] >= max_per_address() or self.open.total() >= max_websockets():
            await receive()
            await send({"type": "websocket.close", "code": TRY_LATER})
            return
        self.open[address] += 1
        try:
            await Checked(self.app, self.budget, address, receive, send).run(scope)
        finally:
            self.open[address] -= 1
            self.open += Counter()  # drops zero counters


class Checked:
    """One WebSocket, closed if it stays silent or sends what no page of ours sends."""

    def __init__(
        self, app: ASGIApp, budget: Rate, address: str, receive: Receive, send: Send
    ) -> None:
        self.app, self.budget, self.address = app, budget, address
        self.receive_any, self.send_any = receive, send
        self.is_accepted = self.has_spoken = self.is_closed = False

    async def run(self, scope: Scope) -> None:
        """Run the app on the checked messages."""
        await self.app(scope, self.receive, self.send)

    async def send(self, message: Message) -> None:
        """Send a message of the app unless the WebSocket is closed."""
        if self.is_closed:
            raise OSError("the WebSocket is closed")  # to Starlette, the client has left
        self.is_accepted |= message["type"] == "websocket.accept"
        await self.send_any(message)

    async def receive(self) -> Message:
        """Receive a message, or close the WebSocket and say that the client has left."""
        seconds = FIRST_MESSAGE if self.is_accepted and not self.has_spoken else None
        try:
            async with asyncio.timeout(seconds):
                message = await self.receive_any()
        except TimeoutError:
            return await self.close(SILENT)
        if message["type"] != "websocket.receive":
            return message
        self.has_spoken = True
        reason = self.objection(message.get("bytes"))
        return await self.close(reason) if reason else message

    def objection(self, data: bytes | None) -> int:
        """Return the code with which a message closes the WebSocket; 0 if it is fine."""
        if data is None:
            return WRONG_TYPE
        if len(data) > MAX_MESSAGE:
            return TOO_LARGE
        if len(data) > LARGE_MESSAGE and not self.budget.take(self.address, len(data)):
            return TRY_LATER
        return 0

    async def close(self, code: int) -> Message:
        """Close the WebSocket, and return the message that it is closed."""
        self.is_closed = True
        await self.send_any({"type": "websocket.close", "code": code})
        return {"type": "websocket.disconnect", "code": code}


def max_websockets() -> int:
    """Return how many WebSockets may be open in total; some connections remain for requests.

    >>> 0 < max_websockets() <= MAX_WEBSOCKETS
    True
    """
    return min(int(os.environ.get(ALL) or MAX_WEBSOCKETS), max_connections() * 3 // 4)


def max_per_address() -> int:
    """Return how many WebSockets one address may have open: by default, at most half of all.

    >>> 0 < max_per_address() <= MAX_WEBSOCKETS_PER_ADDRESS
    True
    """
    configured = os.environ.get(PER_ADDRESS)
    if configured:
        return int(configured)
    return min(MAX_WEBSOCKETS_PER_ADDRESS, max(1, max_websockets() // 2))
