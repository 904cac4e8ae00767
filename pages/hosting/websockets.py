"""Limits on WebSockets: their number, silent ones, and large messages.

Environment variables set how many may be open: ALL in this process, PER_ADDRESS of one address. A
third one sets how many an address may open per minute. A school can share one address, so these
limits are large. To open one costs the event loop 2 ms, so those above the limit wait.
"""

import asyncio
import os
import re
from collections import Counter
from contextlib import suppress

from google.protobuf.message import DecodeError
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg

from pages.hosting.connections import MAX_MESSAGE, OPEN, max_connections
from pages.hosting.page_runs import PageRun, PlacesByAddress, is_end_of_run
from pages.resources.rates import Rate

ALL = "MERGE_BY_MERGE_WEBSOCKETS"
PER_ADDRESS = "MERGE_BY_MERGE_WEBSOCKETS_PER_ADDRESS"
OPENINGS = "MERGE_BY_MERGE_OPENINGS_PER_MINUTE"
MAX_WEBSOCKETS = 1_000
MAX_WEBSOCKETS_PER_ADDRESS = 400
MAX_OPENINGS = 1_500  # per minute, after as many at once as may be open
OPEN_LATER = 0.5  # seconds after which one that waits tries again
REFUSED = 2  # seconds until a WebSocket is refused, because its page tries again at once
FIRST_MESSAGE = 20  # seconds until a browser has sent something
LARGE_MESSAGE = 100_000  # bytes; a message of this size contains a pasted text
BURST = 16_000_000  # bytes of large messages that one address may send at once
REFILL = 1_000_000  # bytes per second that it may send afterwards
MAX_WIDGETS = 500  # whose values a message has; the largest page of ours has some 60
MAX_HASHES = 2_000  # of messages that the browser has kept
MAX_FILE_NAMES = 50  # of files that a reader uploads at once
# Streamlit's names of fragments, requests and sessions; it logs those that it does not know.
NAME = re.compile("[0-9A-Za-z_-]{0,64}")
# How it begins those of widgets. A value with another name breaks the page.
WIDGETS = ("$$ID-", "$$STREAMLIT_INTERNAL_KEY_")
# Codes for closing (RFC 6455)
TOO_LARGE, WRONG_TYPE, SILENT, TRY_LATER, LEFT = 1009, 1003, 1008, 1013, 1006


class WebSocketLimits:
    """ASGI app that passes WebSockets on to another, or closes them."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.open: Counter[str] = Counter()  # by address
        self.budget = Rate(per_second=REFILL, burst=BURST)
        per_minute = int(os.environ.get(OPENINGS) or MAX_OPENINGS)
        self.openings = Rate(per_second=per_minute / 60, burst=MAX_WEBSOCKETS_PER_ADDRESS)
        self.places = PlacesByAddress()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Open a WebSocket unless there are too many."""
        address = scope["client"][0]
        if not self.has_room(address):
            await receive()
            await asyncio.sleep(REFUSED)
            await send({"type": "websocket.close", "code": TRY_LATER})
            return
        self.open[address] += 1
        try:
            while not self.openings.take(address):
                await asyncio.sleep(OPEN_LATER)
            page = PageRun(self.places.of(address))
            await Checked(self.app, self.budget, page, address, receive, send).run(scope)
        finally:
            self.open[address] -= 1
            self.open += Counter()  # drops zero counters

    def has_room(self, address: str) -> bool:
        """Whether an address may open another WebSocket."""
        return self.open[address] < max_per_address() and self.open.total() < max_websockets()


class Checked:
    """One WebSocket, closed if it stays silent or sends what no page of ours sends."""

    def __init__(
        self,
        app: ASGIApp,
        budget: Rate,
        page: PageRun,
        address: str,
        receive: Receive,
        send: Send,
    ) -> None:
        self.app, self.budget, self.page, self.address = app, budget, page, address
        self.receive_any, self.send_any = receive, send
        self.scope: Scope = {}
        self.is_accepted = self.has_spoken = self.is_closed = False

    async def run(self, scope: Scope) -> None:
        """Run the app on the checked messages."""
        self.scope = scope
        try:
            await self.app(scope, self.receive, self.send)
        finally:
            self.page.end()

    async def send(self, message: Message) -> None:
        """Send a message of the app unless the WebSocket is closed."""
        if self.is_closed:
            raise OSError("the WebSocket is closed")  # to Starlette, the client has left
        self.is_accepted |= message["type"] == "websocket.accept"
        if is_end_of_run(message.get("bytes") or b""):
            self.page.end()
        try:
            await self.send_any(message)
        except OSError:
            self.is_closed = True
            raise

    async def receive(self) -> Message:
        """Receive a message, or close the WebSocket and say that the client has left.

        A timer that asks again for what runs is not heard, because its next message comes soon.
        Otherwise a click would wait behind many of them.
        """
        while True:
            if self.is_accepted and not self.has_spoken:
                try:
                    async with asyncio.timeout(FIRST_MESSAGE):
                        message = await self.receive_any()
                except TimeoutError:
                    return await self.close(SILENT)
            else:
                message = await self.receive_any()
            if message["type"] != "websocket.receive":
                return message
            self.has_spoken = True
            await OPEN.turn(self.scope, self.address)
            reason, parsed = self.objection(message.get("bytes"))
            if reason:
                return await self.close(reason)
            run = parsed.rerun_script
            if run.is_auto_rerun and self.page.is_running(run.fragment_id):
                continue
            if parsed.WhichOneof("type") == "rerun_script":
                await self.page.begin(run.fragment_id)
            # The client may have left meanwhile.
            return {"type": "websocket.disconnect", "code": LEFT} if self.is_closed else message

    def objection(self, data: bytes | None) -> tuple[int, BackMsg]:
        """Return the code with which a message closes the WebSocket, and the message.

        The code is 0 if the message is fine.
        """
        message = BackMsg()
        if data is None:
            return WRONG_TYPE, message
        if len(data) > MAX_MESSAGE:
            return TOO_LARGE, message
        if len(data) > LARGE_MESSAGE and not self.budget.take(self.address, len(data)):
            return TRY_LATER, message
        with suppress(DecodeError):  # Streamlit closes the WebSocket
            message.ParseFromString(data)
        if has_too_many_parts(message):
            return TOO_LARGE, message
        if not has_names_of_streamlit(message):
            return WRONG_TYPE, message
        return 0, message

    async def close(self, code: int) -> Message:
        """Close the WebSocket, and return the message that it is closed."""
        self.is_closed = True
        await self.send_any({"type": "websocket.close", "code": code})
        return {"type": "websocket.disconnect", "code": code}


def has_too_many_parts(message: BackMsg) -> bool:
    """Whether a message has more parts than one of our pages sends. The server works on each.

    >>> many = BackMsg()
    >>> many.file_urls_request.file_names.extend(["a.txt"] * 1_000)
    >>> has_too_many_parts(many), has_too_many_parts(BackMsg())
    (True, False)
    """
    run = message.rerun_script
    return (
        len(run.widget_states.widgets) > MAX_WIDGETS
        or len(run.cached_message_hashes) > MAX_HASHES
        or len(message.file_urls_request.file_names) > MAX_FILE_NAMES
    )


def has_names_of_streamlit(message: BackMsg) -> bool:
    """Whether Streamlit can have made the names in a message.

    >>> forged = BackMsg()
    >>> forged.rerun_script.fragment_id = "a text"
    >>> has_names_of_streamlit(forged), has_names_of_streamlit(BackMsg())
    (False, True)
    """
    run, asked = message.rerun_script, message.backend_operation_request
    names = (run.fragment_id, asked.request_id, asked.session_id)
    return all(map(NAME.fullmatch, names)) and all(
        each.id.startswith(WIDGETS) for each in run.widget_states.widgets
    )


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
