"""A hostile client: sessions and requests from one address, and what it saw.

The attacks are in the other modules abuse_*. Each is a function that a client repeats until its
time is over; ATTACKS has them by name.
"""

import asyncio
import random
import re
import socket
import string
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from http.client import HTTPException
from urllib.parse import urlencode, urlsplit

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.exceptions import WebSocketException

from pages.storage.typed import pack
from tests.support.students import Failure, Student

ADDRESS = "127.0.0.2"  # of the attacker; everybody else has 127.0.0.1
ERRORS = (OSError, HTTPException, WebSocketException, Failure, AssertionError)
PAUSE = 0.2  # seconds between two repetitions


class Visitor(Student):
    """A session that notes the warnings and errors of the page instead of failing."""

    def __init__(self, url: str, query: str = "", page: str = "", address: str = "") -> None:
        super().__init__(url, query, page, address)
        self.sentences: list[str] = []
        self.polled = ""  # the fragment that the page asks for again and again
        self.interval = 0.0  # seconds, after which it does

    def take(self, message: ForwardMsg) -> None:
        """Store a message; an error on the page is only noted."""
        if message.delta.new_element.WhichOneof("type") == "alert":
            self.sentences.append(message.delta.new_element.alert.body)
        if message.WhichOneof("type") == "auto_rerun":
            self.polled = message.auto_rerun.fragment_id
            self.interval = message.auto_rerun.interval
        try:
            super().take(message)
        except Failure as failure:
            self.sentences = self.sentences or [str(failure)]

    @property
    def outcome(self) -> str:
        """What the page shows, in a few words: a sentence, a stage or a training's progress."""
        if self.sentences:
            return self.sentences[-1]
        return "page with its stage" if self.component("stage") else "page without a stage"


@dataclass
class Client:
    """A client that attacks a server.

    url: the server. quick: whether it does everything only a few times. seen: how often it saw
    what, by a few words. replica: another server that shares Redis with this one; empty if none.
    """

    url: str
    quick: bool = False
    address: str = ADDRESS
    seen: Counter[str] = field(default_factory=Counter)
    replica: str = ""
    visitors: list[Visitor] = field(default_factory=list)
    sockets: list[socket.socket] = field(default_factory=list)

    def at(self, address: str, url: str = "") -> "Client":
        """The same attacker with another address, or on another server."""
        return Client(url or self.url, self.quick, address, self.seen)

    def count(self, number: int) -> int:
        """How often to do something that a real attacker does so often."""
        return min(number, 3) if self.quick else number

    async def open(self, query: str, page: str = "", address: str | None = None) -> Visitor:
        """Open a link and stay on the page. Returns the session, also if it failed."""
        visitor = Visitor(self.url, query, page, self.address if address is None else address)
        self.visitors.append(visitor)
        await self.watch(visitor.open(), lambda: visitor.outcome)
        return visitor

    async def watch(self, doing: Awaitable[object], outcome: Callable[[], str]) -> bool:
        """Do something and note how it went. Returns whether it worked."""
        try:
            await doing
        except ERRORS as error:
            said = re.sub(" for (GET|PUT).*| \\[.*", "", str(error).partition("\n")[0])
            self.seen[said or type(error).__name__] += 1
            return False
        except asyncio.CancelledError:
            self.seen["no answer before the end"] += 1
            raise
        self.seen[outcome()] += 1
        return True

    async def open_many(self, queries: list[str], page: str = "", at_once: int = 10) -> None:
        """Open links, some at a time, and stay."""
        turn = asyncio.Semaphore(at_once)

        async def open_one(query: str) -> None:
            async with turn:
                await self.open(query, page)

        await asyncio.gather(*map(open_one, queries))

    async def leave(self) -> None:
        """Close all sessions and connections."""
        visitors, self.visitors = self.visitors, []
        sockets, self.sockets = self.sockets, []
        for each in sockets:
            each.close()
        await asyncio.gather(*(each.close() for each in visitors), return_exceptions=True)

    async def connection(self, address: str = "", keeps: int = 0) -> socket.socket:
        """A plain connection to the server, from another address if one is named.

        keeps: bytes that the system keeps for it, if the attacker does not read.
        """
        loop, made = asyncio.get_running_loop(), socket.socket()
        self.sockets.append(made)
        if keeps:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, keeps)
        made.setblocking(False)
        made.bind((address or self.address, 0))
        parts = urlsplit(self.url)
        await loop.sock_connect(made, (parts.hostname, parts.port))
        return made

    async def train_python(self, vocab: int = 5_000) -> Visitor:
        """Open Python's source code and wait until it is trained."""
        vocab = 400 if self.quick else vocab
        until = time.monotonic() + 60
        while True:
            visitor = Visitor(self.url, f"corpus=python&vocab={vocab}&lang=en", "", self.address)
            await visitor.open()
            if visitor.component("stage") or time.monotonic() > until:
                self.visitors.append(visitor)
                return visitor
            await visitor.close()
            await asyncio.sleep(0.5)

    async def newcomer_waits(self, query: str, needs: str) -> None:
        """Open a link from another address until the stage is there; note how long it took."""
        began = time.monotonic()
        while time.monotonic() - began < (1 if self.quick else 30):
            visitor = Visitor(self.url, query)
            try:
                await visitor.open()
            except ERRORS:
                visitor.sentences.append("no answer")
            await visitor.close()
            if visitor.component("stage"):
                self.seen[f"{needs} after {time.monotonic() - began:.0f} s"] += 1
                return
            await asyncio.sleep(0.5)
        self.seen[f"{needs}: not within 30 s ({visitor.outcome})"] += 1


@dataclass(frozen=True)
class Attack:
    """An attack: a function that a client repeats.

    plain: whether uvicorn serves the app. descriptors: the server's soft limit of open files.
    shares: whether it shares Redis with another replica, which the client can use too.
    """

    do: Callable[[Client], Awaitable[None]]
    plain: bool = False
    descriptors: int = 0
    shares: bool = False

    @property
    def about(self) -> str:
        """What the attack does, in a sentence."""
        return (self.do.__doc__ or "").partition("\n")[0].rstrip(".")

    async def run(self, client: Client, seconds: float) -> None:
        """Repeat the attack for some seconds."""
        until = time.monotonic() + seconds  # Python 3.11's `wait_for` may lose the timeout
        try:
            async with asyncio.timeout(seconds):
                while time.monotonic() < until:
                    try:
                        await self.do(client)
                    except ERRORS as error:
                        client.seen[f"{type(error).__name__} {error}"[:80]] += 1
                    await asyncio.sleep(PAUSE)
        except TimeoutError:
            pass


ATTACKS: dict[str, Attack] = {}
Do = Callable[[Client], Awaitable[None]]


def attack(plain: bool = False, descriptors: int = 0, shares: bool = False) -> Callable[[Do], Do]:
    """Add a function to ATTACKS."""

    def add(do: Do) -> Do:
        ATTACKS[do.__name__] = Attack(do, plain, descriptors, shares)
        return do

    return add


def letters(length: int, of: str = string.ascii_lowercase) -> str:
    """Random letters, so that the server has never seen the text."""
    return "".join(random.choices(of, k=length))


def own(text: str, **settings: object) -> str:
    """The query of a link that contains a text."""
    return urlencode({"corpus": "own", "text": pack(text), **settings, "lang": "en"})


def link(**settings: object) -> str:
    """The query of a link to the course's sentences."""
    return urlencode({"corpus": "course", **settings, "lang": "en"})
