"""uvicorn's HTTP and WebSocket connections, with limits on what a client can make them do.

Both parse what has arrived piece by piece, in the share of their address (`loop_shares`). While a
client has to wait, its connection is not read, so the rest stays with the sender:

- Nothing is parsed while requests or a message wait for the app.
- Nothing is parsed while a client does not read what it has got. So no page runs for nobody.

Sizes alone say little about costs, so parts count too: headers, chunks and frames.
"""

import asyncio
from functools import wraps
from typing import Any, cast

from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.http.flow_control import HIGH_WATER_LIMIT, FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from pages.hosting.connections import MAX_MESSAGE, OPEN, SCOPE_KEY, Connection
from pages.hosting.loop_shares import SHARES

SHUTDOWN = 5  # seconds that requests in progress get when the server stops
PIECE = 8_192  # bytes of HTTP that are parsed at once
FRAMES_PIECE = 512  # the same for a WebSocket: at most some 80 frames
MAX_HEAD = 16_384  # bytes of a request's header
MAX_HEADERS = 128  # as many as the library `websockets` allows
MAX_PIPELINED = 10  # requests that wait for the one before; browsers send one at a time
MAX_CHUNKS = 1_000  # of a body, and one more for each CHUNK bytes
CHUNK = 256
MAX_UNREAD = 4_000_000  # bytes that are kept for the client of a WebSocket
MAX_AFTER_CLOSE = (
    65_536  # bytes that a client may still send when the server has closed a WebSocket
)
FRAMES_BURST = 500  # that a client may send at once; a page sends some when it opens
FRAMES_REFILL = 50  # per second that it may send afterwards; a page sends one for each change
NOTHING = memoryview(b"")
TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\n"
    b"content-type: text/plain; charset=utf-8\r\ncontent-length: 51\r\n\r\n"
    b"This link, or the cookies of this site, are too long"
)


class TooMuch(Exception):
    """A request has too many parts, or too large ones."""


class WrongHost(Exception):
    """A request does not have exactly one Host, as HTTP/1.1 asks for (RFC 9112, 3.2)."""


class WaitingFlow(FlowControl):
    """uvicorn's flow control, for a connection that has something to parse before it reads on."""

    def __init__(self, http: "HttpConnection") -> None:
        super().__init__(http.transport)
        self.http = http

    def resume_reading(self) -> None:
        """Parse the rest of what has arrived; only then read on."""
        if not (self.http.parse_rest() or self.http.must_wait):
            super().resume_reading()


class HttpConnection(HttpToolsProtocol):
    """An HTTP connection. rest: what has arrived and is not parsed yet."""

    connection: Connection
    flow: FlowControl

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.rest = NOTHING
        self.running: Any = None  # uvicorn's object of the request that the app works on
        self.is_scheduled = self.is_unread = self.is_in_head = self.is_too_large = False
        self.received = self.head = self.headers_count = self.chunks = self.body = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, if there is room for another connection."""
        super().connection_made(transport)
        self.flow = WaitingFlow(self)
        self.connection = OPEN.add(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        OPEN.remove(self.transport)
        self.rest = NOTHING
        self.leave_running()
        super().connection_lost(exc)

    def _start_asgi_task(self, cycle: Any, app: Any) -> None:
        """Start a request."""
        self.running = cycle
        super()._start_asgi_task(cycle, app)

    def leave_running(self) -> None:
        """Tell the running request that its client has left; uvicorn tells only the last one."""
        if self.running and not self.running.response_complete:
            self.running.disconnected = True
            self.running.message_event.set()

    def data_received(self, data: bytes) -> None:
        """Take what has arrived, and parse it now or soon."""
        self.rest = memoryview(bytes(self.rest) + data if self.rest else data)
        self.parse_rest()

    @property
    def must_wait(self) -> bool:
        """Whether nothing may be parsed now."""
        request = self.cycle
        is_full = bool(
            request and not request.response_complete and len(request.body) > HIGH_WATER_LIMIT
        )
        return self.is_unread or bool(self.pipeline) or is_full

    def parse_rest(self) -> bool:
        """Parse some of the rest now or soon, if that is possible. Return whether there is any."""
        if self.rest and not (self.is_scheduled or self.must_wait):
            self.is_scheduled = True
            SHARES.do(self.connection.client, self.parse_piece)
        if self.rest:
            self.flow.pause_reading()
        return bool(self.rest)

    def parse_piece(self) -> None:
        """Parse a piece of the rest."""
        self.is_scheduled = False
        if self.must_wait:
            return
        piece, self.rest = self.rest[:PIECE], self.rest[PIECE:]
        if self.parser is None or self.transport.is_closing():
            self.rest = NOTHING
            return
        self.received += len(piece)
        super().data_received(cast(bytes, piece))
        if self.is_in_head and self.received > MAX_HEAD + PIECE:
            self.is_too_large = True
            self.send_400_response("")
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            self.rest = NOTHING
        else:
            self.flow.resume_reading()

    def handle_websocket_upgrade(self) -> None:
        """Become a WebSocket. Its client sends nothing before it has the answer."""
        super().handle_websocket_upgrade()
        if self.flow.read_paused:
            self.transport.resume_reading()

    def on_message_begin(self) -> None:
        """Begin to count the parts of a request."""
        super().on_message_begin()
        cast(dict[str, Any], self.scope)[SCOPE_KEY] = self.connection
        self.is_in_head = True
        self.received = self.head = self.headers_count = self.chunks = self.body = 0

    def on_url(self, url: bytes) -> None:
        """Take a part of the URL. Raises TooMuch."""
        self._count_head(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header. Raises TooMuch."""
        self.headers_count += 1
        self._count_head(len(name) + len(value) + len(": \r\n"))
        super().on_header(name, value)

    def _count_head(self, size: int) -> None:
        self.head += size
        if self.head > MAX_HEAD or self.headers_count > MAX_HEADERS:
            self.is_too_large = True
            raise TooMuch

    def on_headers_complete(self) -> None:
        """Start the request, or let it wait for the one before. Raises TooMuch, WrongHost."""
        self.is_in_head = False
        if len(self.pipeline) >= MAX_PIPELINED:
            raise TooMuch
        hosts = sum(name == b"host" for name, _ in self.headers)
        if hosts > 1 or (hosts == 0 and self.parser.get_http_version() == "1.1"):
            raise WrongHost
        super().on_headers_complete()

    def on_chunk_header(self) -> None:
        """Count a chunk of the body. Raises TooMuch."""
        self.chunks += 1
        if self.chunks > MAX_CHUNKS + self.body // CHUNK:
            raise TooMuch

    def on_body(self, body: bytes) -> None:
        """Take a part of the body."""
        self.body += len(body)
        super().on_body(body)

    def send_400_response(self, msg: str) -> None:
        """Reject a request, and close the connection."""
        self.leave_running()
        if self.is_too_large:
            self.transport.write(TOO_LARGE)
            self.transport.close()
        else:
            super().send_400_response(msg)

    def on_response_complete(self) -> None:
        """Go on with the next request once the client has read most of this answer."""
        self.is_unread = self.flow.write_paused and not self.transport.is_closing()
        if self.is_unread:
            self.flow.pause_reading()
        else:
            super().on_response_complete()

    def resume_writing(self) -> None:
        """Note that the client has read most of what was sent."""
        super().resume_writing()
        if self.is_unread:
            self.on_response_complete()


class WebSocketConnection(WebSocketsSansIOProtocol):
    """A WebSocket. rest: what has arrived and is not parsed yet."""

    connection: Connection

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.rest = NOTHING
        self.is_scheduled = self.is_unread = False
        self.after_close = 0
        self.frames_left, self.counted_at = float(FRAMES_BURST), self.loop.time()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over a connection from HTTP."""
        super().connection_made(transport)
        self.connection = OPEN.by_transport.get(transport) or OPEN.add(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        OPEN.remove(self.transport)
        self.rest = NOTHING
        super().connection_lost(exc)

    async def run_asgi(self) -> None:
        """Run the app."""
        cast(dict[str, Any], self.scope)[SCOPE_KEY] = self.connection
        await super().run_asgi()

    def data_received(self, data: bytes) -> None:
        """Take what has arrived, and parse it now or soon."""
        self.rest = memoryview(bytes(self.rest) + data if self.rest else data)
        self.parse_rest()

    @property
    def must_wait(self) -> bool:
        """Whether nothing may be parsed now. uvicorn stops to read while a message waits."""
        return self.is_unread or self.read_paused

    def parse_rest(self) -> None:
        """Parse some of the rest now or soon, if that is possible; read on if there is none."""
        if self.rest and not (self.is_scheduled or self.must_wait):
            self.is_scheduled = True
            SHARES.do(self.connection.client, self.parse_piece)
        if not self.transport.is_closing():
            if self.rest or self.must_wait:
                self.transport.pause_reading()
            else:
                self.transport.resume_reading()

    def parse_piece(self) -> None:
        """Parse a piece of the rest."""
        self.is_scheduled = False
        if self.must_wait:
            return
        piece, self.rest = self.rest[:FRAMES_PIECE], self.rest[FRAMES_PIECE:]
        if self.transport.is_closing():
            self.rest = NOTHING
            return
        self.after_close += len(piece) if self.close_sent else 0
        self.conn.receive_data(cast(bytes, piece))
        is_too_late = self.after_close > MAX_AFTER_CLOSE
        if is_too_late or not self.may_send(len(self.conn.events)):
            self.transport.abort()
        elif self.conn.parser_exc is not None:
            self.handle_parser_exception()
        else:
            self.handle_events()
        self.parse_rest()

    def may_send(self, frames: int) -> bool:
        """Count frames of the client, and return whether they are not too many."""
        now = self.loop.time()
        left = self.frames_left + (now - self.counted_at) * FRAMES_REFILL
        self.frames_left, self.counted_at = min(FRAMES_BURST, left) - frames, now
        return self.frames_left >= 0

    async def receive(self) -> Any:
        """Return the next message, and parse the rest once no other waits."""
        message = await super().receive()
        self.parse_rest()
        return message

    async def send(self, message: Any) -> None:
        """Send a message: at once, unless too much is kept for the client already."""
        if self.transport.get_write_buffer_size() > MAX_UNREAD:
            self.writable.clear()
        await super().send(message)

    def pause_writing(self) -> None:
        """Note that the client does not read."""
        self.is_unread = True

    def resume_writing(self) -> None:
        """Note that the client has read most of what was sent."""
        self.is_unread = False
        super().resume_writing()
        self.parse_rest()


def configure(config: Any) -> None:
    """Set what `streamlit run` has no options for: the classes above, and uvicorn's options.

    Messages of browsers are small, so they are not compressed: decompressing could cost much.
    """
    config.http_protocol_class = HttpConnection
    config.ws_protocol_class = WebSocketConnection
    config.ws_max_size = min(config.ws_max_size, MAX_MESSAGE)
    config.ws_per_message_deflate = False
    config.timeout_graceful_shutdown = config.timeout_graceful_shutdown or SHUTDOWN


def install() -> None:
    """Make uvicorn use these connections, from the first one on: only that knows uvicorn's options.

    uvicorn's own class is replaced in its options, and the first connection by one of ours.
    """
    made = AutoHTTPProtocol.connection_made
    if hasattr(made, "__wrapped__"):
        return

    @wraps(made)
    def connection_made(self: Any, transport: Any) -> None:
        if isinstance(self, HttpConnection):
            made(self, transport)
            return
        configure(self.config)
        ours = HttpConnection(self.config, self.server_state, self.app_state)
        transport.set_protocol(ours)
        ours.connection_made(transport)

    AutoHTTPProtocol.connection_made = connection_made  # type: ignore[method-assign]
