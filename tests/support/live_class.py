"""Lecturers and followers of a live class over HTTP, and a server with only its routes."""

import asyncio
import json
import os
import socket
import threading
import time
import zlib
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware

from pages.classroom.hub import Hub
from pages.classroom.routes import Classroom
from pages.hosting.limits import RequestLimits
from pages.hosting.origins import RejectCrossOriginWrites
from tests.support.servers import PATIENCE, free_port

Answer = tuple[int, str]


class Stream:
    """The events of a class, read in a thread. events: all that came, as (kind, data)."""

    def __init__(self, response: HTTPResponse) -> None:
        self.response = response
        self.connection = socket.socket(fileno=os.dup(response.fileno()))
        self.events: list[tuple[str, Any]] = []
        self.is_closed = False
        self.has_come = threading.Condition()
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def read(self) -> None:
        """Note events until the stream ends."""
        is_compressed = self.response.headers["content-encoding"] == "gzip"
        unpack = zlib.decompressobj(zlib.MAX_WBITS | 16).decompress if is_compressed else bytes
        buffer = b""
        try:
            while part := self.response.read1(65_536):
                buffer += unpack(part)
                *events, buffer = buffer.split(b"\n\n")
                with self.has_come:
                    self.events += [parse(each) for each in events if b"event: " in each]
                    self.has_come.notify_all()
        except (OSError, ValueError, AttributeError, HTTPException):
            pass
        with self.has_come:
            self.is_closed = True
            self.has_come.notify_all()

    def wait(self, kind: str, fits: Callable[[Any], object] = lambda data: True) -> Any:
        """The data of the latest event of a kind that fits; wait until there is one."""

        def found() -> list[Any]:
            return [data for each, data in self.events if each == kind and fits(data)]

        with self.has_come:
            assert self.has_come.wait_for(lambda: found() or self.is_closed, PATIENCE)
            assert found(), f"no {kind} before the end of the stream"
            return found()[-1]

    def text(self) -> str:
        """All that has come, as JSON."""
        return json.dumps(self.events, ensure_ascii=False)

    def close(self) -> None:
        """Leave."""
        with suppress(OSError):  # the server has closed it already
            self.connection.shutdown(socket.SHUT_RDWR)
        self.thread.join(PATIENCE)


def parse(event: bytes) -> tuple[str, Any]:
    """The kind and the data of an event."""
    lines = dict(line.split(": ", 1) for line in event.decode().splitlines() if ": " in line)
    return lines["event"], json.loads(lines["data"])


class Caller:
    """A program that uses the routes of a server: its address, or that behind a trusted proxy."""

    def __init__(self, server: str, address: str = "") -> None:
        self.server, self.address = server, address

    def request(
        self, method: str, path: str, body: object = None, key: str = "", **headers: str
    ) -> HTTPResponse:
        """The response, whose body is not read yet."""
        connection = HTTPConnection(self.server, timeout=PATIENCE)
        headers |= {"Authorization": f"Bearer {key}"} if key else {}
        headers |= {"X-Forwarded-For": self.address} if self.address else {}
        data = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        connection.request(method, path, data, headers)
        return connection.getresponse()

    def call(self, method: str, path: str, body: object = None, key: str = "") -> Answer:
        """Status and body of the answer; status 0 if the server does not answer."""
        try:
            with self.request(method, path, body, key) as answer:
                return answer.status, answer.read().decode(errors="replace")
        except OSError:
            return 0, ""


class Follower(Caller):
    """A phone that follows a class, and votes."""

    def __init__(self, server: str, code: str, address: str = "", lang: str = "en") -> None:
        super().__init__(server, address)
        self.code, self.lang, self.voter = code, lang, ""
        self.join()

    def join(self, **headers: str) -> None:
        """Open the stream of events, again after a reconnection. The voter stays the same.

        While the server cannot know whether there is such a class, it tries again, as phones do.
        """
        path = f"/class/{self.code}/events?lang={self.lang}"
        headers |= {"Voter": self.voter} if self.voter else {}
        response, until = self.request("GET", path, **headers), time.monotonic() + PATIENCE
        while response.status == 503 and time.monotonic() < until:
            time.sleep(0.2)
            response = self.request("GET", path, **headers)
        assert response.status == 200, response.read()
        self.stream = Stream(response)
        self.voter = self.voter or self.stream.wait("hello")["voter"]

    def vote(self, question: str, answer: object) -> Answer:
        """Answer a question."""
        body = {"voter": self.voter, "question": question, "answer": answer}
        return self.call("POST", f"/class/{self.code}/answer", body)


class Lecturer(Caller):
    """A browser that leads a class."""

    def __init__(self, server: str, address: str = "") -> None:
        super().__init__(server, address)
        status, body = self.call("POST", "/class", {})
        assert status == 201, body
        self.code, self.key = json.loads(body).values()
        self.listen()

    def listen(self) -> None:
        """Open the stream of events with the key."""
        response = self.request("GET", f"/class/{self.code}/events", key=self.key)
        assert response.status == 200, response.read()
        self.stream = Stream(response)

    def post(self, what: str, **body: object) -> Answer:
        """Send something with the key."""
        return self.call("POST", f"/class/{self.code}/{what}", body, self.key)

    def go(self, page: str, query: str, step: int, **more: object) -> None:
        """Go to a place."""
        assert self.post("state", page=page, query=query, step=step, **more)[0] == 204

    def ask(self, **question: object) -> str:
        """Ask a question, and return its id."""
        status, body = self.post("question", question=question)
        assert status == 201, body
        self.asked = str(json.loads(body)["id"])
        return self.asked

    def tally(self, fits: Callable[[Any], object] = lambda data: True) -> Any:
        """The latest tally that fits, of the question that was asked last; wait until there is one.

        An earlier question may have had as many answers.
        """
        return self.stream.wait("tally", lambda data: data["question"] == self.asked and fits(data))

    def tell(self, **command: object) -> None:
        """Say what to do with the question."""
        assert self.post("question", **command)[0] == 204

    def restore(self, text: str) -> int:
        """The status when the class is restored from what was saved."""
        return self.call("POST", "/class", {"code": self.code, "saved": text}, self.key)[0]


@contextmanager
def serving_classes(hub: Hub | None = None, port: int = 0) -> Iterator[tuple[str, Hub]]:
    """A server with the routes of classes in this process: its host and port, and its hub."""
    hub, port = hub or Hub(), port or free_port()
    loops: list[asyncio.AbstractEventLoop] = []

    @asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        loops.append(asyncio.get_running_loop())
        async with hub.running():
            yield

    app = Starlette(
        routes=Classroom(hub).routes(""),
        middleware=[Middleware(RejectCrossOriginWrites), Middleware(RequestLimits)],
        lifespan=running,
    )
    config = uvicorn.Config(
        app, port=port, access_log=False, log_level="warning", timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until = time.monotonic() + PATIENCE
    while not server.started:
        assert thread.is_alive()
        assert time.monotonic() < until
        time.sleep(0.01)
    try:
        yield f"127.0.0.1:{port}", hub
    finally:
        loops[0].call_soon_threadsafe(hub.close)
        server.should_exit = True
        thread.join(PATIENCE)
