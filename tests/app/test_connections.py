"""Connections that never send a request, never read, or send too much, on a real server."""

import logging
import os
import re
import resource
import socket
import sys
import time
from contextlib import AsyncExitStack, ExitStack, suppress
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient
from streamlit.runtime.media_file_manager import MediaFileManager
from streamlit.runtime.media_file_storage import MediaFileStorageError
from streamlit.runtime.memory_media_file_storage import MemoryMediaFileStorage
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from pages.hosting import connections, log_limits, no_room
from pages.hosting.protocols import HttpConnection
from pages.jobs.chosen_tokenizers import parse_price
from pages.translations.language import translation
from tests.support.servers import Server, serving
from tests.support.students import Student, finish

WAYS = ("streamlit run", "uvicorn")  # to start a server
HEAD = b"GET /_stcore/health HTTP/1.1\r\nHost: 127.0.0.1\r\n"


@pytest.fixture(scope="module")
def servers(tmp_path_factory):
    """A server by each way to start it."""
    folder = tmp_path_factory.mktemp("servers")
    with ExitStack() as stack:
        servers = {
            way: stack.enter_context(serving(folder / way, plain=way == "uvicorn")) for way in WAYS
        }
        for server in servers.values():
            finish(Student(server.url).open())
        yield servers
        for server in servers.values():
            assert not server.complaints()


@pytest.fixture(scope="module", autouse=True)
def silent(servers):
    """Connections that ask for nothing. The tests below leave them the time to be closed."""
    made = {}
    with ExitStack() as stack:
        for way, server in servers.items():
            before = descriptors(server)
            nothing = opened(server, stack)
            partial = opened(server, stack, HEAD + b"X-A: ")
            second = opened(server, stack, HEAD + b"\r\n" + HEAD)  # a request, then half of one
            assert second.recv(12) == b"HTTP/1.1 200"
            made[way] = (before, [nothing, partial, second])
        yield made


@pytest.fixture(params=WAYS)
def server(request, servers):
    return servers[request.param]


def descriptors(server: Server) -> int:
    return len(os.listdir(f"/proc/{server.process.pid}/fd"))


def until(condition) -> None:
    """Wait until a condition is true."""
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def opened(server: Server, stack: ExitStack, data: bytes = b"") -> socket.socket:
    """A connection from 127.0.0.2 that has sent something."""
    address, source = ("127.0.0.1", server.port), ("127.0.0.2", 0)
    connection = stack.enter_context(socket.create_connection(address, 30, source))
    connection.sendall(data)
    return connection


def test_session_needs_one_open_file(server):
    async def visit() -> None:
        students = [Student(server.url) for _ in range(10)]
        before = descriptors(server)
        for student in students:
            await student.open()
        assert descriptors(server) - before <= len(students) + 4
        for student in students:
            await student.close()

    before = descriptors(server)
    finish(visit())
    until(lambda: descriptors(server) <= before + 1)


def test_pages_do_not_load_large_libraries(server):
    """Only the data frames need them that a reader unfolds."""

    async def visit() -> None:
        for page in ("", "encode", "unigram", "tokenizers"):
            student = Student(server.url, page=page)
            await student.open()
            await student.close()

    finish(visit())
    libraries = Path(f"/proc/{server.process.pid}/maps").read_text()
    assert "/regex/" in libraries
    assert not re.findall("/(pandas|numpy|PIL)/", libraries)


def test_limit_on_open_files_is_raised(server):
    soft, hard = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
    assert soft >= min(hard, 65_536)


def websocket(server: Server, **options):
    return connect(
        f"ws://127.0.0.1:{server.port}/_stcore/stream",
        subprotocols=["streamlit"],
        max_size=None,
        **options,
    )


async def closing_code(client) -> int | None:
    """The code with which the server closes a WebSocket; None if it only drops the connection."""
    await client.wait_closed()
    return client.close_code if client.close_code != 1006 else None


def test_messages_are_never_decompressed(server):
    async def attack() -> None:
        async with websocket(server) as client:
            assert not client.protocol.extensions

    finish(attack())


def test_large_message_closes_its_websocket(server):
    before = server.memory()

    async def attack() -> None:
        for _ in range(8):
            async with websocket(server, compression=None) as client:
                with suppress(ConnectionClosed):
                    await client.send(b"a" * 24_000_000)
                assert await closing_code(client) in (1009, None)

    finish(attack())
    assert server.memory() < before + 100
    assert server.get("/_stcore/health")[0] == 200


def test_malformed_messages_are_logged_in_one_line_each(server):
    before = server.log.stat().st_size

    async def attack() -> None:
        for i in range(200):
            async with websocket(server, compression=None) as client:
                await client.send(b"\xff" * 50 if i % 2 else "a text message")
                assert await closing_code(client) == (1002 if i % 2 else 1003)

    finish(attack())
    log = server.log.read_bytes()[before:].decode()
    assert len(log) < 20_000
    assert "Traceback" not in log
    assert not re.search("File ", log)


@pytest.fixture(scope="module")
def small_server(tmp_path_factory):
    """A server with few open files, and with few WebSockets for each address."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MERGE_BY_MERGE_WEBSOCKETS_PER_ADDRESS", "5")
        with serving(tmp_path_factory.mktemp("small") / "log") as server:
            resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (1_024, 1_024))
            yield server


def test_too_many_websockets_of_one_address_are_refused(small_server):
    async def attack(server) -> None:
        async with AsyncExitStack() as stack:
            for _ in range(5):
                await stack.enter_async_context(websocket(server))
            with pytest.raises(InvalidStatus, match="403"):
                await websocket(server)
            assert server.get("/_stcore/stream")[0] == 503  # as the page asks for the reason
            assert server.get("/below/_stcore/stream")[0] == 503
            await stack.enter_async_context(websocket(server, local_addr=("127.0.0.2", 0)))

    finish(attack(small_server))
    until(lambda: small_server.get("/_stcore/stream")[0] == 204)


@pytest.mark.parametrize(
    ("lang", "accepted", "expected"),
    [("", "fr", "en"), ("ko", "en", "ko"), ("xx", "zh-TW;q=0.9,zh", "zh-Hant")],
)
def test_page_without_room_is_told_why(monkeypatch, lang, accepted, expected):
    spoken = []
    monkeypatch.setattr(
        no_room, "translation", lambda lang: spoken.append(lang) or translation("en")
    )
    client = TestClient(Starlette(routes=[no_room.route("/stage")]))
    headers = {"accept-language": accepted}
    answer = client.get("/stage/no_room", params={"lang": lang}, headers=headers)
    assert answer.status_code == 200
    assert "too many pages" in answer.text
    assert spoken == [expected]


def test_few_open_files_leave_room_for_one_school(small_server):
    with ExitStack() as stack:
        for _ in range(1_100):
            try:
                opened(small_server, stack, b"GET")
            except OSError:
                continue
        finish(Student(small_server.url).open())
    assert not small_server.complaints()


class Transport:
    """A connection whose client reads so many bytes between two checks."""

    def __init__(self, reads: int, protocol: object = None) -> None:
        self.reads, self.protocol, self.aborted = reads, protocol, False
        self.buffered = 10_000_000

    def get_protocol(self):
        return self.protocol

    def get_write_buffer_size(self):
        self.buffered = max(0, self.buffered - self.reads)
        return self.buffered

    def abort(self):
        self.aborted = True


@pytest.mark.parametrize(("reads", "closed"), [(0, True), (100, True), (50_000, False)])
def test_client_that_hardly_reads_is_closed(reads, closed):
    transport = Transport(reads)
    connection = connections.Connection(transport, "10.6.6.6")
    for _ in range(connections.STALLED_CHECKS + 1):
        connection.check()
    assert transport.aborted == closed


class Peer(Transport):
    """A connection of an address."""

    def __init__(self, address: str) -> None:
        super().__init__(0)
        self.address = address

    def get_extra_info(self, name):
        return self.address, 5, 0, 0


@pytest.fixture
def ten(monkeypatch):
    """Room for ten connections."""

    class Loop:
        def call_later(self, seconds, call):
            return None

    monkeypatch.setenv(connections.CONNECTIONS, "10")
    monkeypatch.setattr(connections, "asyncio", SimpleNamespace(get_running_loop=Loop))
    return connections.Connections()


def kept(every: connections.Connections, peers: list[Peer]) -> list[bool]:
    """Which connections are kept when they come one after the other."""
    for each in peers:
        every.add(each)
    return [not each.aborted for each in peers]


def test_one_address_gets_half_of_the_connections(ten, monkeypatch):
    greedy = [Peer("::ffff:10.6.6.6") for _ in range(8)]
    assert kept(ten, greedy) == [True] * 5 + [False] * 3
    others = [Peer(f"10.0.0.{i}") for i in range(5)]
    assert kept(ten, others) == [True] * 5
    for each in [*greedy, *others]:
        ten.remove(each)
    assert not ten.by_address
    monkeypatch.setenv("MERGE_BY_MERGE_PROXIES", "10.6.6.6")
    assert all(kept(ten, [Peer("10.6.6.6") for _ in range(10)]))
    assert kept(ten, [Peer("10.0.0.1")]) == [False]  # it is not the proxy that makes room


def idle() -> object:
    """The protocol of a connection that waits for a request."""
    return object.__new__(HttpConnection)


def test_address_that_only_connects_does_not_lock_itself_out(ten):
    """A class has the same address: the oldest connection without a request makes room."""
    reading = [Peer("10.6.6.6") for _ in range(2)]
    silent = [Peer("10.6.6.6") for _ in range(5)]
    for each in silent:
        each.protocol = idle()
    assert kept(ten, [*reading, *silent]) == [True] * 2 + [False] * 2 + [True] * 3
    student = Peer("10.6.6.6")
    assert kept(ten, [student]) == [True]
    assert [each.aborted for each in silent] == [True] * 3 + [False] * 2
    assert ten.by_address["10.6.6.6"] == 5


def test_address_that_does_not_read_much_is_disconnected(ten, monkeypatch):
    monkeypatch.setattr(connections, "MAX_UNREAD_PER_ADDRESS", 15_000_000)
    greedy, other = [Peer("10.6.6.6") for _ in range(2)], Peer("10.0.0.1")
    assert all(kept(ten, [*greedy, other]))  # 10 MB are kept for each
    for _ in range(2):
        ten.check()
    assert ten.is_unread("10.6.6.6")
    assert not ten.is_unread("10.0.0.1")
    assert [each.aborted for each in [*greedy, other]] == [True, True, False]


def test_addresses_with_many_connections_make_room_for_others(ten):
    greedy = [Peer(f"10.6.6.{i % 2}") for i in range(10)]
    assert all(kept(ten, greedy))
    others = [Peer(f"10.0.0.{i}") for i in range(8)]
    assert all(kept(ten, others))
    assert sum(each.aborted for each in greedy) == 8
    assert kept(ten, [Peer("10.0.0.9")]) == [False]  # nobody has more than one now


def test_log_limit_begins_again_after_a_while():
    now = [0.0]
    limit = log_limits.LogLimit(lambda: now[0])

    def logged(count: int) -> int:
        record = partial(logging.LogRecord, "a", logging.WARNING, "", 0, "%s is wrong")
        return sum(limit.filter(record((i,), None)) for i in range(count))

    assert logged(200) == log_limits.MOST
    now[0] = log_limits.PERIOD
    assert logged(1) == 1


def test_connections_without_a_request_are_closed(servers, silent):
    """The last test here, because the servers take their time."""
    for way, (before, made) in silent.items():
        for connection in made:
            with suppress(ConnectionResetError):
                while connection.recv(65_536):
                    pass
        until(lambda way=way, before=before: descriptors(servers[way]) <= before)
        assert servers[way].get("/_stcore/health")[0] == 200


def logged_of_download(function=None) -> str:
    """What is logged if a download is pressed. function: makes it, if the page still has it."""
    files = MediaFileManager(MemoryMediaFileStorage("/media"))
    asked = files.add_deferred(function, "text/csv", "a", "a.csv") if function else "x"
    record = logging.LogRecord("", logging.ERROR, "", 0, "Error of %s", (asked,), None)
    try:
        files.execute_deferred(asked)
    except MediaFileStorageError:
        record.exc_info = sys.exc_info()
    assert log_limits.LogLimit().filter(record)
    return logging.Formatter().format(record)


def test_download_that_the_page_no_longer_has_is_logged_in_a_line():
    assert logged_of_download() == log_limits.NO_FILE


def test_error_of_the_function_of_a_download_is_logged():
    assert "in parse_price" in logged_of_download(lambda: parse_price("cheap"))
    assert "unsupported type" in logged_of_download(lambda: 7)
