"""Upload and memory limits per session and in total, on a real server."""

import asyncio

import pytest
import streamlit as st

from pages.classroom import following
from pages.hosting import connections, limits, websockets
from pages.hosting.connections import MAX_MESSAGE
from pages.resources.rates import Rate
from pages.storage.typed import MAX_PASTED, pack
from tests.support.servers import serving
from tests.support.students import Failure, Student, finish

MEGA = 2**20
OWN = f"corpus=own&text={pack('a b')}&lang=en"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """The app on its own server, which may not log errors."""
    with serving(tmp_path_factory.mktemp("server") / "log") as server:
        yield server
        assert not server.complaints()


async def visit(server, query=OWN) -> Student:
    student = Student(server.url, query)
    await student.open()
    return student


def test_session_with_too_many_uploads_is_rejected(server):
    async def lesson():
        greedy, other = await visit(server), await visit(server)
        for _ in range(limits.MAX_FILES_PER_SESSION):
            await greedy.put("a.txt", b"a" * 19 * MEGA)
        with pytest.raises(Failure, match="status 413"):
            await greedy.put("a.txt", b"a" * 19 * MEGA)
        await other.upload("b.txt", b"others bring their texts")
        await greedy.close()
        await other.close()

    finish(lesson())


def test_processed_uploads_are_freed(server):
    async def lesson():
        student = await visit(server)
        for _ in range(limits.MAX_FILES_PER_SESSION + 2):
            with pytest.raises(Failure, match="alert"):  # it is no text, says the page
                await student.upload("a.txt", b"\xff" * 19 * MEGA)
            await student.finished()
        await student.close()

    finish(lesson())


async def until(condition) -> None:
    """Let other tasks run until a condition is true."""
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0)


def test_uploads_in_progress_count_toward_limit(monkeypatch):
    monkeypatch.setattr(limits, "bytes_in_memory", lambda session=None: 0)
    monkeypatch.setattr(limits, "MAX_FILES", 3)

    async def lesson():
        inside, leave = [], asyncio.Event()

        async def slow(scope, receive, send):
            inside.append(scope["path"])
            await leave.wait()

        app, answers = limits.RequestLimits(slow), []

        async def send(message):
            answers.append(message.get("status"))

        def refused():
            return [answer for answer in answers if answer]

        def put(session, length):
            headers = [(b"content-length", length)] if length else []
            path = f"/below/_stcore/upload_file/{session}/1"
            scope = {"type": "http", "method": "PUT", "path": path, "headers": headers}
            return asyncio.create_task(app(scope, None, send))

        most = b"%d" % (20 * MEGA)
        tasks = [put("a", most), put("b", b"100"), put("c", None), put("d", b"-1"), put("e", most)]
        await until(lambda: len(inside) + len(refused()) == len(tasks))
        assert (len(inside), refused()) == (3, [413, 413])
        leave.set()
        await asyncio.gather(*tasks)
        assert not app.bytes_in_progress

    finish(lesson())


def refusals(answers):
    return [each["status"] for each in answers if each["type"] == "http.response.start"]


def test_slow_uploads_of_one_address_leave_room_for_others(monkeypatch):
    monkeypatch.setattr(limits, "bytes_in_memory", lambda session=None: 0)

    async def lesson():
        inside, leave = [], asyncio.Event()

        async def slow(scope, receive, send):
            inside.append(scope["client"][0])
            await leave.wait()

        app, answers = limits.RequestLimits(slow), []

        async def send(message):
            answers.append(message)

        def put(i, address):
            path = f"/_stcore/upload_file/session-{i}/1"
            headers = [(b"content-length", b"%d" % (20 * MEGA))]
            scope = {"type": "http", "method": "PUT", "path": path, "headers": headers}
            return asyncio.create_task(app({**scope, "client": (address, 5)}, None, send))

        tasks = [put(i, "10.6.6.6") for i in range(16)]
        await until(lambda: len(inside) + len(refusals(answers)) == 16)
        assert inside == ["10.6.6.6"] * limits.MAX_FILES_PER_ADDRESS
        tasks.append(put(16, "10.0.0.1"))
        await until(lambda: len(inside) + len(refusals(answers)) == 17)
        assert inside[-1] == "10.0.0.1"
        leave.set()
        await asyncio.gather(*tasks)
        assert not app.bytes_in_progress
        assert not app.addresses

    finish(lesson())


def test_websockets_that_are_opened_too_fast_wait(monkeypatch):
    monkeypatch.setattr(websockets, "OPEN_LATER", 0.01)

    async def lesson():
        inside = []

        async def opened(scope, receive, send):
            inside.append(scope["client"][0])

        app = websockets.WebSocketLimits(opened)
        app.openings = Rate(per_second=0, burst=2)

        def open_one(address):
            return asyncio.create_task(app({"client": (address, 0)}, None, None))

        greedy = [open_one("10.6.6.6") for _ in range(3)]
        other = open_one("10.0.0.1")
        await asyncio.gather(*greedy[:2], other)
        await asyncio.sleep(0.1)
        assert sorted(inside) == ["10.0.0.1", "10.6.6.6", "10.6.6.6"]
        app.openings = Rate(per_second=0, burst=2)  # some time has passed
        await greedy[2]
        assert not app.open

    finish(lesson())


def test_class_opens_its_pages_at_once():
    app = websockets.WebSocketLimits(None)
    assert all(app.openings.take("10.0.0.1") for _ in range(300))


def test_slow_body_is_given_up(monkeypatch):
    monkeypatch.setattr(limits, "bytes_in_memory", lambda session=None: 0)
    monkeypatch.setattr(limits, "BODY_GRACE", 0.05)

    async def lesson():
        sent = []

        async def read(scope, receive, send):
            while (await receive())["more_body"]:
                pass

        async def receive():
            if sent:
                await asyncio.Event().wait()  # the rest never comes
            sent.append(1)
            return {"type": "http.request", "body": b"a", "more_body": True}

        async def send(message):
            answers.append(message)

        app, answers = limits.RequestLimits(read), []
        scope = {"type": "http", "method": "PUT", "path": "/_stcore/upload_file/a/1", "headers": []}
        await app(scope, receive, send)
        assert refusals(answers) == [408]
        assert not app.bytes_in_progress

    finish(lesson())


def test_abandoned_uploads_are_not_logged(server):
    before = server.log.stat().st_size

    async def attack():
        student = await visit(server)
        for _ in range(3):
            _, writer = await asyncio.open_connection("127.0.0.1", server.port)
            head = f"PUT /_stcore/upload_file/{student.session}/1 HTTP/1.1\r\nHost: a\r\n"
            head += f"Cookie: {student.cookie_header()}\r\nContent-Length: 9000\r\n"
            head += "Content-Type: multipart/form-data; boundary=x\r\n\r\n--x\r\n"
            writer.write(head.encode())
            await writer.drain()
            await asyncio.sleep(0.2)
            writer.close()
            await writer.wait_closed()
        await asyncio.sleep(0.5)
        await student.close()

    finish(attack())
    assert server.log.stat().st_size == before


def test_complete_body_has_no_deadline():
    async def lesson():
        now, messages = [0.0], [{"body": b"a" * 30_000, "more_body": True}, {"body": b""}, {}]

        async def receive():
            return messages.pop(0)

        timely = limits.with_deadline(receive, lambda: now[0])
        await timely()
        now[0] = limits.BODY_GRACE + 1  # fine, because 30,000 bytes have arrived
        await timely()
        now[0] = 9_999
        assert await timely() == {}

    finish(lesson())


class Talk:
    """Streamlit's side of WebSockets: keeps each open until its client leaves."""

    def __init__(self):
        self.open, self.received = 0, []

    async def __call__(self, scope, receive, send):
        assert (await receive())["type"] == "websocket.connect"
        await send({"type": "websocket.accept"})
        self.open += 1
        while (message := await receive())["type"] == "websocket.receive":
            self.received.append(message)
        self.open -= 1


class Client:
    """A WebSocket that sends some messages and then is silent."""

    def __init__(self, app, address, *messages, **headers):
        self.inbox = asyncio.Queue()
        self.answers = []
        for message in ({"type": "websocket.connect"}, *messages):
            self.inbox.put_nowait(message)
        headers = [(name.replace("_", "-").encode(), value) for name, value in headers.items()]
        scope = {"type": "websocket", "path": "/_stcore/stream", "headers": headers}
        self.task = asyncio.create_task(
            app({**scope, "client": (address, 5)}, self.inbox.get, self.send)
        )

    async def send(self, message):
        self.answers.append(message)

    @property
    def code(self):
        """The code with which the server closed the WebSocket."""
        return next((each["code"] for each in self.answers if "code" in each), None)

    async def leave(self):
        self.inbox.put_nowait({"type": "websocket.disconnect"})
        await self.task


def says(data: bytes):
    return {"type": "websocket.receive", "bytes": data}


def test_websockets_of_one_address_leave_room_for_others():
    async def lesson():
        talk = Talk()
        app = limits.RequestLimits(talk)
        idle = [Client(app, "10.6.6.6") for _ in range(1_000)]
        await until(lambda: talk.open + sum(each.task.done() for each in idle) == 1_000)
        assert talk.open == websockets.MAX_WEBSOCKETS_PER_ADDRESS
        assert [each.code for each in idle if each.task.done()] == [1013] * 600
        newcomer = Client(app, "10.0.0.1", says(b"rerun"))
        await until(lambda: talk.received)
        for each in [*idle, newcomer]:
            await each.leave()
        assert not app.websockets.open

    finish(lesson())


def test_empty_setting_of_a_limit_is_the_default(monkeypatch):
    """As it is in an environment file that lists a setting without a value."""
    configurable = {
        following.STREAMS: following.max_streams,
        websockets.ALL: websockets.max_websockets,
        websockets.PER_ADDRESS: websockets.max_per_address,
        connections.CONNECTIONS: connections.max_connections,
    }
    for name, limit in configurable.items():
        monkeypatch.delenv(name, raising=False)
        default = limit()
        monkeypatch.setenv(name, "")
        assert limit() == default, name


def test_websockets_are_limited_in_total(monkeypatch):
    monkeypatch.setenv(websockets.ALL, "4")
    monkeypatch.setenv(websockets.PER_ADDRESS, "3")

    async def lesson():
        talk = Talk()
        app = limits.RequestLimits(talk)
        clients = [Client(app, f"10.0.0.{i // 4}") for i in range(8)]
        await until(lambda: talk.open + sum(each.task.done() for each in clients) == 8)
        assert [each.code for each in clients] == [None] * 3 + [1013, None] + [1013] * 3
        await clients[0].leave()
        late = Client(app, "10.0.0.9", says(b"rerun"))
        await until(lambda: talk.received)
        for each in [*clients[1:], late]:
            await each.leave()

    finish(lesson())


def test_a_school_behind_a_trusted_proxy_has_its_own_address(monkeypatch):
    monkeypatch.setenv(websockets.PER_ADDRESS, "1")

    async def lesson():
        talk = Talk()
        app = limits.RequestLimits(talk)
        for trusted, opened in (("", 1), ("10.1.0.0/16", 3)):
            monkeypatch.setenv("MERGE_BY_MERGE_PROXIES", trusted)
            hops = [f"203.0.113.9, 198.51.100.{i}, 10.1.0.2".encode() for i in range(3)]
            clients = [Client(app, "::ffff:10.1.0.1", x_forwarded_for=hop) for hop in hops]
            await until(lambda c=clients: talk.open + sum(x.task.done() for x in c) == 3)
            assert talk.open == opened
            for each in clients:
                await each.leave()

    finish(lesson())


def test_silent_websocket_is_closed(monkeypatch):
    monkeypatch.setattr(websockets, "FIRST_MESSAGE", 0.05)

    async def lesson():
        talk = Talk()
        app = limits.RequestLimits(talk)
        silent, reader = Client(app, "10.6.6.6"), Client(app, "10.0.0.1", says(b"rerun"))
        await silent.task
        assert silent.code == 1008
        assert not reader.task.done()
        assert talk.open == 1
        await reader.leave()

    finish(lesson())


def test_wrong_messages_are_closed_before_they_are_parsed():
    async def lesson():
        talk = Talk()
        app = limits.RequestLimits(talk)
        text = Client(app, "a", {"type": "websocket.receive", "text": "hello"})
        large = Client(app, "a", says(b"a" * (MAX_MESSAGE + 1)))
        await asyncio.gather(text.task, large.task)
        assert (text.code, large.code) == (1003, 1009)
        assert not talk.received

    finish(lesson())


def test_many_large_messages_are_refused(monkeypatch):
    async def lesson():
        talk = Talk()
        app = limits.RequestLimits(talk)
        clients = [Client(app, "10.6.6.6", *[says(b"a" * MAX_MESSAGE)] * 4) for _ in range(25)]
        await until(lambda: all(each.inbox.empty() or each.task.done() for each in clients))
        received = sum(len(each["bytes"]) for each in talk.received)
        assert received <= websockets.BURST + 5 * websockets.REFILL
        other = Client(app, "10.0.0.1", says(b"b" * MAX_MESSAGE))
        await until(lambda: talk.received[-1]["bytes"][:1] == b"b")
        for each in [*clients, other]:
            await each.leave()

    finish(lesson())


def test_longest_pasted_text_fits_into_a_message():
    """Streamlit and the connection close a WebSocket with a larger message."""
    largest = st.get_option("server.maxWidgetStateSize") * 1_000_000
    assert largest == MAX_MESSAGE
    assert len(("한" * MAX_PASTED).encode()) < 0.95 * largest
