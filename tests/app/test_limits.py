"""Upload and memory limits per session and in total, on a real server."""

import asyncio

import pytest

from pages.corpora.typed import pack
from pages.server import limits
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


def test_too_many_websockets_are_rejected(monkeypatch):
    monkeypatch.setattr(limits, "MAX_WEBSOCKETS", 2)

    async def lesson():
        leave, inside, answers = asyncio.Event(), [], []

        async def talk(scope, receive, send):
            inside.append(scope)
            await leave.wait()

        async def send(message):
            answers.append(message)

        async def receive():
            return {"type": "websocket.connect"}

        app = limits.RequestLimits(talk)
        scope = {"type": "websocket", "path": "/_stcore/stream", "headers": []}
        first = [asyncio.create_task(app(scope, receive, send)) for _ in range(2)]
        await until(lambda: len(inside) == 2)
        await app(scope, receive, send)
        assert answers == [{"type": "websocket.close", "code": 1013}]
        leave.set()
        await asyncio.gather(*first)
        await app(scope, receive, send)
        assert len(answers) == 1

    finish(lesson())
