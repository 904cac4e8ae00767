"""Limits on the memory that clients use: uploads in progress and WebSockets.

They count per address (`pages.resources.client`) and in total. Other limits are elsewhere:
Streamlit's option maxUploadSize limits a single file, `pages.hosting.connections` connections,
`pages.storage.file_store` limits stored texts, and `pages.jobs.queue` limits trainings.
"""

import asyncio
import re
from collections import Counter
from collections.abc import Callable

import streamlit as st
from starlette.datastructures import Headers
from starlette.formparsers import MultiPartParser
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pages.hosting import no_room
from pages.hosting.connections import OPEN
from pages.hosting.origins import SAFE_METHODS
from pages.hosting.streamlit_patches.uploads import bytes_in_memory
from pages.hosting.websockets import WebSocketLimits
from pages.resources.client import address_of
from pages.resources.machine import scaled

STREAM_PATH = "/_stcore/stream"
UPLOAD_PATH = re.compile(r"/_stcore/upload_file/([^/]+)/[^/]+")
MAX_FILES_PER_SESSION = 2  # files of the largest size in memory
MAX_FILES_PER_ADDRESS = 4  # the same for one address: 300 students can send 280 kB each at once
MAX_FILES = 8  # the same for all sessions, with enough memory
BODY_GRACE = 20  # seconds that the body of a request may take at any rate
BODY_RATE = 20_000  # bytes per second that it must have afterwards


class RequestLimits:
    """ASGI middleware that rejects uploads and WebSockets above the limits.

    An upload in progress counts with its declared size, or with the largest size if it has none.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.bytes_in_progress: Counter[str] = Counter()  # by session
        self.addresses: dict[str, str] = {}  # by session, if it has uploads
        # Streamlit keeps files in memory anyway, so do not write them to a disk first.
        MultiPartParser.spool_max_size = max_upload_bytes()
        self.websockets = WebSocketLimits(app)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or reject it. The app sees the client's address behind proxies."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        address = address_of(scope)
        scope = {**scope, "client": (address, 0)}
        await OPEN.turn(scope, address)
        upload = scope["type"] == "http" and UPLOAD_PATH.search(scope["path"])
        if scope["type"] == "http" and scope["path"].endswith(STREAM_PATH):
            answer = no_room.answer(self.websockets.has_room(address))
            await answer(scope, receive, send)
        elif scope["type"] == "websocket":
            await self.websockets(scope, receive, send)
        elif upload and scope["method"] == "PUT":
            await self.upload(upload[1], scope, receive, send)
        elif scope["method"] not in SAFE_METHODS:
            await self.timely(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def upload(self, session: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Accept an upload unless its session, address or the server has too many in memory."""
        size = declared_size(Headers(scope=scope))
        if self.is_too_much(session, scope["client"][0], size):
            answer = PlainTextResponse("Too many files at once. Try again later.\n", 413)
            answer.headers["Retry-After"] = "30"
            await answer(scope, receive, send)
            return
        self.bytes_in_progress[session] += size
        self.addresses[session] = scope["client"][0]
        try:
            await self.timely(scope, receive, send)
        finally:
            self.bytes_in_progress[session] -= size
            self.bytes_in_progress += Counter()  # drops zero counters
            self.addresses = {
                each: address
                for each, address in self.addresses.items()
                if each in self.bytes_in_progress or bytes_in_memory(each)
            }

    def is_too_much(self, session: str, address: str, size: int) -> bool:
        """Whether an upload of a size would exceed a limit."""
        largest = max_upload_bytes()
        siblings = [each for each, its in self.addresses.items() if its == address]
        of_session, of_address = (
            sum(bytes_in_memory(each) + self.bytes_in_progress[each] for each in sessions) + size
            for sessions in ({session}, {session, *siblings})
        )
        return (
            of_session > MAX_FILES_PER_SESSION * largest
            or of_address > MAX_FILES_PER_ADDRESS * largest
            or bytes_in_memory() + self.bytes_in_progress.total() + size > max_in_memory()
        )

    async def timely(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and answer 408 if its body arrives too slowly.

        If the client leaves before the end, nothing is logged.
        """
        has_started = False

        async def noting(message: Message) -> None:
            nonlocal has_started
            has_started = True
            await send(message)

        try:
            await self.app(scope, with_deadline(receive), noting)
        except ClientDisconnect:
            return
        except SlowBody:
            if not has_started:
                answer = PlainTextResponse("This request takes too long.\n", 408)
                answer.headers["Connection"] = "close"
                await answer(scope, receive, send)


class SlowBody(Exception):
    """The body of a request arrives too slowly."""


def with_deadline(
    receive: Receive, now: Callable[[], float] | None = None, grace: float | None = None
) -> Receive:
    """Return a `receive` that raises SlowBody if the body of a request arrives too slowly.

    now: the clock, in seconds, by default that of the event loop. grace: BODY_GRACE by default.
    """
    now = now or asyncio.get_running_loop().time
    began, received, is_complete = now(), 0, False
    grace = BODY_GRACE if grace is None else grace

    async def timely_receive() -> Message:
        nonlocal received, is_complete
        if is_complete:  # what comes now is that the client leaves
            return await receive()
        try:
            async with asyncio.timeout(began + grace + received / BODY_RATE - now()):
                message = await receive()
        except TimeoutError:
            raise SlowBody from None
        received += len(message.get("body", b""))
        is_complete = not message.get("more_body", False)
        return message

    return timely_receive


def declared_size(headers: Headers) -> int:
    """Return the size in bytes of an upload, or the largest size if it has no valid length.

    >>> declared_size(Headers({"content-length": "5"})), declared_size(Headers({})) % 2**20
    (5, 0)
    """
    length = headers.get("content-length", "")
    is_number = length.isascii() and length.isdigit() and len(length) < 16
    return int(length) if is_number else max_upload_bytes()


def max_upload_bytes() -> int:
    """Return the size in bytes of the largest file that Streamlit accepts (in units of 2^20).

    >>> max_upload_bytes() % 2**20
    0
    """
    return int(st.get_option("server.maxUploadSize")) * 2**20


def max_in_memory() -> int:
    """Return how many bytes of uploads may be in memory: at least one file of the largest size.

    >>> max_in_memory() >= max_upload_bytes()
    True
    """
    return max(max_upload_bytes(), scaled(MAX_FILES * max_upload_bytes()))
