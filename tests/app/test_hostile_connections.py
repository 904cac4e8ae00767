"""Connections that make the server parse or keep too much: they wait or are closed, others go on.

Each test sends at once what an attacker sends again and again. `tests.benchmarks.abuse` measures
how long others wait meanwhile.
"""

import asyncio
import socket
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest
import uvicorn
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from uvicorn.server import ServerState

from pages.hosting import loop_shares, page_runs, protocols, websockets
from pages.resources.rates import Rate
from tests.support.abuse import ADDRESS
from tests.support.abuse_frames import BINARY, PING, frame, rerun
from tests.support.servers import Server, serving
from tests.support.students import Student, finish

GET = b"GET /_stcore/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
UPGRADE = (
    b"GET /_stcore/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\n"
    b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: streamlit\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
POST = b"POST /class HTTP/1.1\r\nHost: 127.0.0.1\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory) -> Iterator[Server]:
    """A server, which may not log errors. In the end, a page still opens."""
    with serving(tmp_path_factory.mktemp("server") / "log") as server:
        yield server
        finish(Student(server.url).open())
        assert not server.complaints()


@pytest.fixture
def connection(server) -> Iterator[socket.socket]:
    """A connection from the attacker's address."""
    made = socket.create_connection(("127.0.0.1", server.port), 30, (ADDRESS, 0))
    yield made
    made.close()


@pytest.fixture
def websocket(connection) -> socket.socket:
    """The same as a WebSocket."""
    connection.sendall(UPGRADE)
    assert b" 101 " in connection.recv(1_000)
    return connection


def answer(connection: socket.socket, data: bytes) -> bytes:
    """Send something, and return what comes until the server closes the connection."""
    received = b""
    with suppress(ConnectionError):
        connection.sendall(data)
    with suppress(ConnectionError):
        while piece := connection.recv(65_536):
            received += piece
    return received


def is_closed(connection: socket.socket, data: bytes) -> bool:
    """Whether the server closes a connection while it gets the same data again and again."""
    connection.settimeout(0.05)
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            connection.send(data)
        except TimeoutError:
            pass
        except ConnectionError:
            return True
        with suppress(TimeoutError), suppress(ConnectionError):
            if not connection.recv(65_536):
                return True
    return False


@pytest.mark.parametrize(
    "head",
    [
        b"GET / HTTP/1.1\r\nHost: a\r\nCookie: " + b"a=b; " * 4_000 + b"\r\n\r\n",
        b"GET /?" + b"a=b&" * 5_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 200 + b"\r\n",
        b"GET / HTTP/1.1\r\nA: " + b"a" * 50_000,  # without an end
    ],
    ids=["cookies", "query", "lines", "endless"],
)
def test_large_header_is_refused(connection, head):
    assert answer(connection, head).startswith(b"HTTP/1.1 431 ")


def test_link_of_the_largest_text_still_opens(connection):
    path = b"/?text=" + b"a" * 8_000
    head = b"GET " + path + b" HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    assert answer(connection, head).startswith(b"HTTP/1.1 200 ")


def test_body_in_tiny_chunks_is_refused(connection):
    assert answer(connection, CHUNKED + b"1\r\na\r\n" * 3_000).startswith(b"HTTP/1.1 400 ")


def test_body_in_some_chunks_is_read(connection):
    close = b"Connection: close\r\n\r\n"
    head = POST + b"Transfer-Encoding: chunked\r\n" + close
    assert answer(connection, head + b"1\r\n{\r\n1\r\n}\r\n0\r\n\r\n").startswith(b"HTTP/1.1 201 ")


def test_some_requests_may_be_sent_at_once(connection):
    last = GET[:-2] + b"Connection: close\r\n\r\n"
    assert answer(connection, GET * 9 + last).count(b"HTTP/1.1 200 ") == 10


def test_too_many_requests_at_once_are_refused(server, connection):
    before = server.memory()
    assert answer(connection, GET * 20_000).count(b"HTTP/1.1 200 ") < 20_000
    assert server.memory() < before + 50


def test_next_request_waits_until_the_answer_is_read(server, connection):
    """So a connection keeps one answer, however many it has asked for."""
    page = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    before = server.memory()
    connection.settimeout(0.2)
    with suppress(TimeoutError, ConnectionError):
        while True:
            connection.sendall(page)
            time.sleep(0.0001)
    assert server.memory() < before + 50
    assert server.get("/_stcore/health")[0] == 200


@pytest.mark.parametrize(
    "data",
    [frame(PING), frame(BINARY), frame(BINARY, BackMsg(app_heartbeat=True).SerializeToString())],
    ids=["pings", "messages", "heartbeats"],
)
def test_flood_of_frames_closes_its_websocket(websocket, data):
    assert is_closed(websocket, data * 10_000)


def test_endless_fragments_close_their_websocket(websocket):
    websocket.sendall(frame(BINARY & 0x7F))
    assert is_closed(websocket, frame(0) * 10_000)


def test_pings_are_answered(websocket):
    websocket.sendall(frame(PING, b"hello") * 3)
    assert websocket.recv(1_000) == b"\x8a\x05hello" * 3


def with_widgets(number: int) -> BackMsg:
    message = rerun()
    for i in range(number):
        message.rerun_script.widget_states.widgets.add(id=str(i)).int_value = i
    return message


def with_files(number: int) -> BackMsg:
    message = BackMsg()
    message.file_urls_request.request_id = "1"
    message.file_urls_request.file_names.extend("a" * number)
    return message


@pytest.mark.parametrize("message", [with_widgets(9_000), with_files(20_000)])
def test_message_with_too_many_parts_closes_its_websocket(websocket, message):
    websocket.sendall(frame(BINARY, message.SerializeToString()))
    assert websocket.recv(100) == b"\x88\x02" + websockets.TOO_LARGE.to_bytes(2, "big")


def test_page_runs_to_its_end_before_the_next_message(websocket):
    """Messages that interrupt each other would cost much, and show nothing."""
    messages = 20
    websocket.sendall(frame(BINARY, rerun().SerializeToString()) * messages)
    received, ended = b"", 0
    while ended < messages:
        received += websocket.recv(65_536)
        received, found = take_messages(received)
        kinds = [each.WhichOneof("type") for each in found]
        assert ForwardMsg.FINISHED_EARLY_FOR_RERUN not in [each.script_finished for each in found]
        ended += kinds.count("script_finished")


def test_timer_does_not_delay_a_click():
    """A timer asks again while its part of the page still runs."""

    def asked(fragment: str, is_timer: bool) -> bytes:
        message = rerun()
        message.rerun_script.fragment_id = fragment
        message.rerun_script.is_auto_rerun = is_timer
        return message.SerializeToString()

    tick, click, other = asked("a", True), asked("a", False), asked("b", True)
    sent = [*[tick] * 9, click, tick, other, tick]

    async def receive() -> dict:
        return {"type": "websocket.receive", "bytes": sent.pop(0)}

    async def lesson() -> None:
        page = page_runs.PageRun(page_runs.Places(1))
        budget = Rate(per_second=1, burst=1)
        checked = websockets.Checked(None, budget, page, "10.8.8.8", receive, None)
        checked.is_accepted = checked.has_spoken = True
        for before, expected in (("", tick), ("a", click), ("a", other), ("b", tick)):
            assert page.is_running(before) == bool(before)
            asyncio.get_running_loop().call_later(0.01, page.end)
            assert (await checked.receive())["bytes"] == expected

    finish(lesson())


def take_messages(data: bytes) -> tuple[bytes, list[ForwardMsg]]:
    """Split what a server has sent into the rest and the complete messages."""
    messages = []
    while len(data) >= 2:
        size, start = data[1], 2
        if size == 126:
            size, start = int.from_bytes(data[2:4], "big"), 4
        elif size == 127:
            size, start = int.from_bytes(data[2:10], "big"), 10
        if len(data) < start + size:
            break
        if data[0] == BINARY:
            messages.append(ForwardMsg.FromString(data[start : start + size]))
        data = data[start + size :]
    return data, messages


class Transport(asyncio.Transport):
    """A transport that notes whether it is read."""

    def __init__(self) -> None:
        super().__init__()
        self.is_read, self.written = True, b""

    def pause_reading(self) -> None:
        self.is_read = False

    def resume_reading(self) -> None:
        self.is_read = True

    def write(self, data) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return False

    def close(self) -> None:
        pass

    def get_write_buffer_size(self) -> int:
        return 0


def test_websocket_takes_no_message_while_its_client_does_not_read():
    """So no page runs for nobody."""
    received = []

    async def app(scope, receive, send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            received.append(message["bytes"])

    async def lesson() -> None:
        config = uvicorn.Config(app, log_config=None, lifespan="off")
        config.load()
        websocket = protocols.WebSocketConnection(config, ServerState(), {})
        transport = Transport()
        websocket.connection_made(transport)
        websocket.data_received(UPGRADE)
        await until(lambda: transport.written)
        websocket.data_received(frame(BINARY, b"1"))
        await until(lambda: received == [b"1"])
        assert transport.is_read
        websocket.pause_writing()
        websocket.data_received(frame(BINARY, b"2"))
        for _ in range(100):
            await asyncio.sleep(0)
        assert received == [b"1"]
        assert not transport.is_read
        websocket.resume_writing()
        await until(lambda: received == [b"1", b"2"])
        assert transport.is_read
        websocket.connection_lost(None)
        await until(lambda: not websocket.tasks)

    finish(lesson())


async def until(condition) -> None:
    """Let other tasks run until a condition is true."""
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0)


def test_pages_whose_end_nobody_reads_give_up_their_places(monkeypatch):
    monkeypatch.setattr(page_runs, "MAX_PLACE", 0)

    async def lesson() -> None:
        places = page_runs.PlacesByAddress()
        unread = [page_runs.PageRun(places.of("10.6.6.6")) for _ in range(10)]
        async with asyncio.timeout(30):
            for each in unread:
                await each.begin()  # none is told that it has ended
            await page_runs.PageRun(places.of("10.6.6.6")).begin()

    finish(lesson())


def test_page_that_opens_does_not_wait_behind_pages_that_run_again_and_again():
    async def lesson() -> None:
        places = page_runs.Places(1)
        again, third, new = (page_runs.PageRun(places) for _ in range(3))
        for each in (again, third):
            await each.begin()
            each.end()
        await again.begin()
        waiting = [asyncio.create_task(each.begin()) for each in (third, new)]
        await until(lambda: len(places.waiting) == 2)
        again.end()
        await until(waiting[1].done)
        assert not waiting[0].done()
        new.end()
        await waiting[0]

    finish(lesson())


def test_connection_that_closes_while_its_page_waits_keeps_no_place():
    async def lesson() -> None:
        places = page_runs.Places(1)
        first, closed, last = (page_runs.PageRun(places) for _ in range(3))
        await first.begin()
        leaving = asyncio.create_task(closed.begin())
        await until(lambda: len(places.waiting) == 1)
        leaving.cancel()
        await asyncio.wait([leaving])
        first.end()
        async with asyncio.timeout(30):
            await last.begin()
        # It is closed at the moment when it gets its place.
        leaving = asyncio.create_task(closed.begin())
        await until(lambda: len(places.waiting) == 1)
        last.end()
        leaving.cancel()
        await asyncio.wait([leaving])
        assert places.free == 1

    finish(lesson())


def test_few_pages_of_one_address_run_at_once():
    async def lesson() -> None:
        places = page_runs.PlacesByAddress()
        pages = [page_runs.PageRun(places.of("10.6.6.6")) for _ in range(10)]
        other = page_runs.PageRun(places.of("10.0.0.1"))
        begun = [asyncio.create_task(each.begin()) for each in (*pages, other)]

        def running() -> int:
            return sum(each.done() for each in begun[:10])

        await until(lambda: running() == page_runs.MAX_PER_ADDRESS and begun[10].done())
        pages[0].end()
        pages[0].end()  # only once
        await until(lambda: running() == page_runs.MAX_PER_ADDRESS + 1)
        for each in pages:
            each.end()
        await until(lambda: running() > 2 * page_runs.MAX_PER_ADDRESS)
        for each in (*pages, other):
            each.end()
        await asyncio.gather(*begun)
        for each in (*pages, other):
            each.end()
        begun.clear()
        del pages, other, each
        assert not places.by_address

    finish(lesson())


class Clock:
    """A clock that does not go by itself."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_event_loop_is_shared_among_addresses():
    """An address with much work, however it is divided, waits for those with little."""
    clock, done = Clock(), []

    async def lesson() -> None:
        shares = loop_shares.LoopShares(clock)

        def work(name: str) -> None:
            clock.now += loop_shares.SHARE / 2
            done.append(name)

        for _ in range(6):
            shares.do("greedy", lambda: work("greedy"))
        shares.do("other", lambda: work("other"))
        await shares.turn("third")
        done.append("third")
        for _ in range(6):
            await shares.turn("greedy")
        done.append("all")

    finish(lesson())
    assert done == ["greedy"] * 2 + ["other", "third"] + ["greedy"] * 4 + ["all"]


def test_class_is_far_below_the_limits_of_a_connection():
    """A page sends one message for each change, and a heartbeat now and then."""
    changes = 10  # per second, more than anybody makes
    assert changes * 5 <= protocols.FRAMES_REFILL
    assert protocols.FRAMES_BURST >= 100  # a page sends some ten when it opens


@pytest.mark.parametrize("hosts", [b"", b"Host: 127.0.0.1\r\nHost: example.org\r\n"])
def test_request_without_exactly_one_host(connection, hosts):
    """It is refused, as the standard asks."""
    head = b"GET /_stcore/health HTTP/1.1\r\n" + hosts + b"Connection: close\r\n\r\n"
    assert answer(connection, head).startswith(b"HTTP/1.1 400 ")


def test_request_of_an_old_client_without_host(connection):
    """HTTP/1.0 does not know this header; proxies ask so whether the server is well."""
    head = b"GET /_stcore/health HTTP/1.0\r\n\r\n"
    assert b" 200 " in answer(connection, head).split(b"\r\n")[0]


def test_forged_fragment(websocket, server):
    """Streamlit logs a fragment that it does not know, so a client cannot put text there."""
    message = BackMsg()
    message.rerun_script.fragment_id = "a text of the client"
    answer(websocket, frame(BINARY, message.SerializeToString()))
    assert "a text of the client" not in server.log.read_text()


@pytest.mark.parametrize("path", ["/auth/login", "/auth/logout", "/oauth2callback"])
def test_nobody_can_sign_in(server, path):
    """Streamlit's routes for that are not reachable."""
    assert server.get(path)[0] == 404
