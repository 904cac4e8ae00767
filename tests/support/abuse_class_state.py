"""Attacks on what servers keep of live classes: restored ones, ballots, codes, QR codes, Redis."""

import asyncio
import json
import random
from urllib.parse import quote

from pages.classroom import codes
from tests.support.abuse import Client, attack, letters, link, own
from tests.support.abuse_class import (
    PLACES,
    Answer,
    Class,
    ask,
    begin,
    lead,
    listen,
    listen_often,
    open_class,
)
from tests.support.abuse_files import keep_text
from tests.support.abuse_links import MARKS

BYSTANDER = "127.0.0.1"


def costly() -> str:
    """A short query whose settings take long to read."""
    return own(MARKS * 9_000 + letters(3), norm="nfc")


def saved(number: int) -> str:
    """A class with questions whose links are costly, as a lecturer's browser keeps it."""
    query = costly()
    asked = [
        {
            "id": f"{i:012x}",
            "spec": {"kind": "split", "page": "", "query": query, "word": "hug"},
            "round": 1,
            "state": "open",
            "counts": [],
            "dropped": [],
        }
        for i in range(number)
    ]
    place = {"page": "", "query": "corpus=hug", "step": 1}
    version = random.randrange(2**50, 2**51)
    state = {"version": version, "place": place, "pin": None, "look": True, "gathered": 0}
    polls = {"version": version, "asked": asked, "ended": True}
    return json.dumps({"state": state, "polls": polls}, separators=(",", ":"))


async def new_voter(client: Client, live: Class) -> tuple[str, Answer]:
    """Follow a class, and return who votes (empty if that is refused), with the stream."""
    phone = await listen(client, live)
    if phone.status != 200:
        return "", phone
    try:
        await phone.reader.readuntil(b"data: ")  # of the event `hello`
        return json.loads(await phone.reader.readline())["voter"], phone
    except EOFError:
        raise ConnectionResetError("the stream has ended") from None


async def vote(client: Client, live: Class, voter: str, question: str) -> None:
    """Vote."""
    body = {"voter": voter, "question": question, "answer": random.randrange(4)}
    await ask(client, "POST", f"{live.path}/answer", body)


@attack()
async def forged_class(client: Client) -> None:
    """A restored class with 60 or 1,300 questions whose links are costly, again and again."""
    live = await open_class(client)
    for number in [1_300, 60] * client.count(5):
        body = {"code": live.code, "saved": saved(number)}
        await ask(client, "POST", "/class", body, live.key)


@attack()
async def large_qr_codes(client: Client) -> None:
    """QR codes for a host of 640 characters, 40 at once, of a class and of a page."""
    live = await open_class(client)
    visitor = await client.open(link())
    stage = visitor.component("stage") or {}
    await client.leave()

    async def draw(path: str, ends: str) -> None:
        host = f"{letters(640)}.example"
        url = quote(f"http://{host}{ends}", safe="")
        answer = await begin(client, "GET", f"{path}?url={url}", host=host)
        await answer.reader.read()
        answer.writer.close()
        client.seen[f"{answer.status} for a QR code"] += 1

    for _ in range(client.count(20)):
        drawing = [draw(f"{live.path}/join", live.path) for _ in range(client.count(20))]
        page = f"/{stage.get('files', '')}join"
        drawing += [draw(page, "/unigram") for _ in range(client.count(20))]
        await asyncio.gather(*drawing)


@attack()
async def guesses_next_to_a_lecturer(client: Client) -> None:
    """Codes and keys guessed at the address of a lecturer; meanwhile, classes open and return."""
    here, quiet = client.at(BYSTANDER), Client(client.url, address=BYSTANDER)
    live = await open_class(quiet)

    async def guess() -> None:
        code = "".join(random.choices(codes.ALPHABET, k=codes.LENGTH))
        await ask(here, "GET", f"/class/{code}/events")
        await ask(here, "POST", "/class", {"code": code, "saved": ""}, letters(43))

    for _ in range(client.count(6)):
        await asyncio.gather(*(guess() for _ in range(client.count(30))))
        status, _ = await ask(quiet, "POST", "/class", {})
        client.seen[f"{status} for the lecturer's new class"] += 1
        status, _ = await ask(quiet, "POST", "/class", {"code": live.code}, live.key)
        client.seen[f"{status} for the lecturer's own class"] += 1
        status = await lead(quiet, live, link(vocab=60), 2)
        client.seen[f"{status} for the lecturer's step"] += 1


@attack()
async def stuffed_ballot(client: Client) -> None:
    """One phone that joins again and again, and votes each time; then an honest one votes."""
    lecturer = client.at(BYSTANDER)
    live = await open_class(lecturer)
    await lead(lecturer, live, link(vocab=60), 2)
    body = {"question": {"kind": "predict"}}
    question = json.loads((await ask(lecturer, "POST", f"{live.path}/question", body, live.key))[1])

    async def join_and_vote() -> None:
        voter, phone = await new_voter(client, live)
        if voter:
            await vote(client, live, voter, question["id"])
        phone.writer.close()

    for _ in range(client.count(100)):
        await asyncio.gather(*(join_and_vote() for _ in range(client.count(10))))
    honest = Client(client.url, address="127.0.0.3")
    voter, phone = await new_voter(honest, live)
    await vote(honest, live, voter, question["id"])
    outcome = next(each for each in honest.seen if each.endswith("answer"))
    client.seen[f"the honest vote: {outcome}"] += 1
    phone.writer.close()


@attack()
async def empty_classes(client: Client) -> None:
    """Classes that nobody joins, from 16 addresses; then a lecturer opens one."""

    async def fill(address: str) -> None:
        for _ in range(client.count(30)):
            await ask(client.at(address), "POST", "/class", {})

    await asyncio.gather(*(fill(f"127.0.1.{i}") for i in range(client.count(16))))
    quiet = Client(client.url, address="127.0.0.3")
    status, _ = await ask(quiet, "POST", "/class", {})
    client.seen[f"{status} for a lecturer"] += 1


@attack()
async def large_class(client: Client) -> None:
    """A class with 60 costly questions: devices that lead come and go, and want summaries."""
    live = await open_class(client)
    await ask(client, "POST", "/class", {"code": live.code, "saved": saved(60)}, live.key)
    practice = {"kind": "practice", "skill": "count", "level": 1, "seed": 3, "index": 0}
    body = {"question": practice}
    status, answer = await ask(client, "POST", f"{live.path}/question", body, live.key)
    question = json.loads(answer)["id"] if status == 201 else ""
    voter, phone = await new_voter(client, live)

    async def come_and_go() -> None:
        device = await begin(client, "GET", f"{live.path}/events", key=live.key)
        await device.reader.read(100)
        device.writer.close()
        vote = {"voter": voter, "question": question, "answer": "1+" * 199 + "1"}
        await ask(client, "POST", f"{live.path}/answer", vote)
        await ask(client, "POST", f"{live.path}/result", vote)
        await ask(client, "GET", f"{live.path}/summary", key=live.key)
        await lead(client, live, link(vocab=60), random.randrange(12))

    for _ in range(client.count(60)):
        await asyncio.gather(*(come_and_go() for _ in range(client.count(8))))
    phone.writer.close()


@attack()
async def states_from_three_addresses(client: Client) -> None:
    """Lecturers of 30 classes at three addresses, who change settings all the time."""
    each = client.count(10)
    classes = [
        (there, await open_class(there))
        for there in map(client.at, ("127.0.0.2", "127.0.0.3", "127.0.0.4"))
        for _ in range(each)
    ]
    languages = ("en", "zh-Hant", "ko")
    phones = [await listen(there, live, lang) for there, live in classes for lang in languages]

    async def change(there: Client, live: Class) -> None:
        settings = {"vocab": random.randint(40, 400), "input": "unhug " * random.randint(1, 99)}
        query = link(**settings, show=random.choice(["both", "word", "rounds"]))
        await lead(there, live, query, random.randint(0, 30), random.choice(PLACES))

    for _ in range(client.count(60)):
        await asyncio.gather(*(change(*each) for each in classes))
    for phone in phones:
        phone.writer.close()


@attack(shares=True)
async def questions_through_redis(client: Client) -> None:
    """60 costly questions of a class that changes 30 times per second on another replica."""
    there = client.at(client.address, client.replica)
    live = await open_class(there)
    await ask(there, "POST", "/class", {"code": live.code, "saved": saved(60)}, live.key)
    phones = await listen_often(client, live, 1)  # so this replica follows the class
    for _ in range(client.count(300)):
        word = {"question": {"kind": "word"}}
        await asyncio.gather(
            asyncio.sleep(1 / 30), ask(there, "POST", f"{live.path}/question", word, live.key)
        )
    for phone in phones:
        phone.writer.close()


@attack(shares=True)
async def texts_in_redis(client: Client) -> None:
    """Large texts, also from a second address, until Redis is full; is a class still there?"""
    lecturer = client.at(BYSTANDER, client.replica)
    live = await open_class(lecturer)
    await lead(lecturer, live, link(vocab=60), 2)
    size = 10_000 if client.quick else 15_000_000
    for i in range(client.count(12)):
        text = random.randbytes(size // 2).hex().encode()
        await keep_text(client, text, f"127.0.0.{2 + i % 2}")
        await client.leave()
    phone = await begin(client, "GET", f"{live.path}/events")
    client.seen[f"{phone.status} for the class on the other replica"] += 1
    phone.writer.close()
