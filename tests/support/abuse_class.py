"""Attacks on live classes: guessed codes, floods of votes, large bodies, slow readers."""

import asyncio
import json
import random
from dataclasses import dataclass
from urllib.parse import urlsplit

from pages.classroom import codes
from tests.support.abuse import ERRORS, Client, attack, link

LARGE = 20 * 2**20  # bytes of a body
STREAMS_AT_ONCE = 50
PLACES = ["", "encode", "unigram"]


@dataclass
class Class:
    """A class that the attacker has opened."""

    code: str
    key: str

    @property
    def path(self) -> str:
        """Where its routes are."""
        return f"/class/{self.code}"


@dataclass
class Answer:
    """An answer whose body has not been read. The writer keeps the connection open."""

    status: int
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter


async def begin(
    client: Client, method: str, path: str, body: bytes = b"", key: str = "", host: str = ""
) -> Answer:
    """Send a request and read the header of the answer. host: what it says that it asks."""
    parts = urlsplit(client.url)
    reader, writer = await asyncio.open_connection(
        parts.hostname, parts.port, local_addr=(client.address, 0)
    )
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host or parts.netloc}"]
    lines += [f"Content-Length: {len(body)}", "Connection: close"]
    lines += [f"Authorization: Bearer {key}"] if key else []
    writer.write("\r\n".join([*lines, "", ""]).encode() + body)
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        raise ConnectionResetError("the server has closed the connection") from None
    return Answer(int(head.split(maxsplit=2)[1]), reader, writer)


async def ask(
    client: Client, method: str, path: str, body: object = None, key: str = ""
) -> tuple[int, bytes]:
    """Send a request, and return the status and the body of the answer. Notes the status."""
    data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
    answer = await begin(client, method, path, data, key)
    content = await answer.reader.read()
    answer.writer.close()
    name = path.rpartition("/")[2].partition("?")[0]
    client.seen[f"{answer.status} for {name if name.islower() else 'a class'}"] += 1
    return answer.status, content


async def open_class(client: Client) -> Class:
    """Open a class."""
    status, answer = await ask(client, "POST", "/class", {})
    assert status == 201, answer
    return Class(**json.loads(answer))


async def listen(client: Client, live: Class, lang: str = "en") -> Answer:
    """Follow a class."""
    answer = await begin(client, "GET", f"{live.path}/events?lang={lang}")
    client.seen[f"{answer.status} for a stream"] += 1
    return answer


async def listen_often(client: Client, live: Class, number: int) -> list[Answer]:
    """Follow a class as several phones. Returns the streams that were accepted."""
    accepted: list[Answer] = []
    for _ in range(0, number, STREAMS_AT_ONCE):
        some = [listen(client, live) for _ in range(min(number, STREAMS_AT_ONCE))]
        done = await asyncio.gather(*some, return_exceptions=True)
        for each in done:
            if isinstance(each, BaseException):
                client.seen[type(each).__name__] += 1
            elif each.status == 200:
                accepted.append(each)
    return accepted


async def lead(client: Client, live: Class, query: str, step: int, page: str = "") -> int:
    """Go to a place as the lecturer. Returns the status."""
    state = {"page": page, "query": query, "step": step}
    return (await ask(client, "POST", f"{live.path}/state", state, live.key))[0]


@attack()
async def guessed_codes(client: Client) -> None:
    """2,000 guesses of the codes of classes."""

    async def guess() -> None:
        code = "".join(random.choices(codes.ALPHABET, k=codes.LENGTH))
        await ask(client, "GET", f"/class/{code}/events")

    for _ in range(client.count(40)):
        await asyncio.gather(*(guess() for _ in range(client.count(50))))


@attack()
async def class_listeners(client: Client) -> None:
    """1,200 phones in one class, whose lecturer steps as fast as possible."""
    live = await open_class(client)
    streams = await listen_often(client, live, client.count(1_200))

    async def read(stream: Answer) -> None:
        while await stream.reader.read(65_536):
            pass

    reading = [asyncio.create_task(read(each)) for each in streams]
    for step in range(client.count(200)):
        await lead(client, live, link(vocab=60), step % 12)
    for task, each in zip(reading, streams, strict=True):
        task.cancel()
        each.writer.close()


@attack()
async def slow_phones(client: Client) -> None:
    """500 phones that never read, in a class that changes its settings again and again."""
    live = await open_class(client)
    phones = await listen_often(client, live, client.count(500))
    for _ in range(client.count(100)):
        await lead(client, live, link(vocab=random.randint(40, 70)), 3)
    for each in phones:
        each.writer.close()


@attack()
async def expensive_states(client: Client) -> None:
    """A lecturer of ten classes who changes pages and settings 30 times per second."""
    classes = [await open_class(client) for _ in range(client.count(10))]
    languages = ("en", "zh-Hant", "ko")
    phones = [await listen(client, live, lang) for live in classes for lang in languages]

    async def change(live: Class) -> None:
        settings = {"vocab": random.randint(40, 400), "input": "unhug " * random.randint(1, 99)}
        query = link(**settings, show=random.choice(["both", "word", "rounds"]))
        await lead(client, live, query, random.randint(0, 30), random.choice(PLACES))

    for _ in range(client.count(60)):
        await asyncio.gather(*map(change, classes))
    for each in phones:
        each.writer.close()


@attack()
async def flood_of_votes(client: Client) -> None:
    """50 voters who send 5,000 votes for a question."""
    live = await open_class(client)
    await lead(client, live, link(vocab=60), 2)
    body = {"question": {"kind": "predict"}}
    status, answer = await ask(client, "POST", f"{live.path}/question", body, live.key)
    question = json.loads(answer)["id"] if status == 201 else ""
    voters, phones = [], await listen_often(client, live, client.count(50))
    for phone in phones:
        await phone.reader.readuntil(b"data: ")  # of the event `hello`
        voters.append(json.loads(await phone.reader.readline())["voter"])

    async def vote(voter: str) -> None:
        vote = {"voter": voter, "question": question, "answer": random.randrange(4)}
        await ask(client, "POST", f"{live.path}/answer", vote)

    for _ in range(client.count(100)):
        await asyncio.gather(*map(vote, voters))
    for each in phones:
        each.writer.close()


@attack()
async def large_class_bodies(client: Client) -> None:
    """Bodies of 20 MB for each route of a class, ten at once, also deeply nested ones."""
    live = await open_class(client)
    size = 2**20 if client.quick else LARGE
    bodies = [b'{"page": "' + b"a" * size, b"[" * size, b'{"a":' * (size // 5)]

    async def send(name: str) -> None:
        try:
            await ask(client, "POST", f"{live.path}/{name}", random.choice(bodies), live.key)
        except ERRORS:
            client.seen["connection closed"] += 1

    names = ["state", "question", "answer", "result", "command"] * 2
    await asyncio.gather(*map(send, names))


@attack()
async def many_classes(client: Client) -> None:
    """Classes opened as fast as possible; each costs the server a slow hash."""

    async def restore() -> None:
        body = {"code": "K7M2QX", "saved": ""}
        await ask(client, "POST", "/class", body, key=f"{random.random()}")

    for _ in range(client.count(20)):
        opening = [ask(client, "POST", "/class", {}) for _ in range(client.count(10))]
        await asyncio.gather(*opening, *(restore() for _ in range(client.count(10))))
