"""Attacks by links: settings and texts that cost the server much more than their length."""

import asyncio
import random
from itertools import count

from streamlit.proto.BackMsg_pb2 import BackMsg
from websockets.exceptions import WebSocketException

from pages.storage.typed import pack
from tests.support.abuse import Client, attack, letters, link, own

NUMBERS = count(random.randrange(1_000))
LONGER = "\ufdfa"  # one character that NFKC makes 18
MARKS = "\u0301\u0316"  # two combining marks that NFC must sort


def words(number: int, length: int) -> str:
    """Random words."""
    return " ".join(letters(length, "abcd") for _ in range(number))


@attack()
async def long_word(client: Client) -> None:
    """A text of 600 characters that NFKC makes 18 times as long, as one word."""
    settings = {"norm": "nfkc", "split": "none", "vocab": 60}
    text = LONGER * 598 + letters(2)
    await client.open(own(f"{LONGER}\n{letters(5)}", **settings, input=text), "encode")


@attack()
async def unigram_rounds(client: Client) -> None:
    """20 Unigram links with all substrings as seeds, prune=1, size=1."""
    settings = {"method": "course", "seeds": "substrings", "max_seeds": 1_000_000}
    settings |= {"prune": 1, "unigram_vocab": 1, "show": "rounds"}
    queries = [own(words(550, 30), **settings) for _ in range(client.count(20))]
    await client.open_many(queries, "unigram", 20)
    await client.leave()


@attack()
async def em_long_word(client: Client) -> None:
    """EM on one word of 19,000 characters, prune=1."""
    for seeds in ("substrings", "repeated", "bpe"):
        settings = {"method": "em", "seeds": seeds, "prune": 1, "unigram_vocab": 1}
        await client.open(own(words(1, 18_900), **settings), "unigram")


@attack()
async def bpe_links(client: Client) -> None:
    """300 links with one word of 19,000 letters, vocab=10000."""
    texts = [letters(19_000, "ab") for _ in range(client.count(300))]
    await client.open_many([own(text, split="none", vocab=10_000) for text in texts])
    await client.leave()


@attack()
async def dropout_seeds(client: Client) -> None:
    """One text with ever new random seeds for a dropout of 0."""
    text = ("This is the Hugging Face Course. " * 20)[:590]
    numbers = [next(NUMBERS) % 10_000 for _ in range(client.count(200))]
    queries = [link(input=text, split="none", vocab=500, dice=number) for number in numbers]
    await client.open_many(queries, "encode")
    await client.leave()


@attack()
async def abandoned_trainings(client: Client) -> None:
    """17 Unigram links that need a worker, then leave."""
    settings = {"method": "course", "seeds": "substrings", "max_seeds": 1_000_000}
    settings |= {"prune": 1, "unigram_vocab": 1, "show": "rounds"}
    queries = [own(words(270, 60), **settings) for _ in range(client.count(17))]
    await client.open_many(queries, "unigram", 17)
    await client.leave()
    await client.newcomer_waits(f"corpus=python&vocab={random.randrange(400, 900)}", "training")


@attack()
async def marks_link(client: Client) -> None:
    """Ten links of about 110 bytes, 20,000 combining marks each, norm=nfc."""
    texts = [MARKS * (9_000 + random.randrange(900)) for _ in range(client.count(10))]
    await client.open_many([own(text, norm="nfc") for text in texts])
    await client.leave()


@attack()
async def many_waiting(client: Client) -> None:
    """300 readers who wait for a training of Python's source code."""
    settings = f"corpus=python&method=course&prune=1&unigram_vocab={random.randrange(200, 900)}"

    async def wait() -> None:
        visitor = await client.open(settings + "&show=rounds&lang=en", "unigram")
        while visitor.polled and not visitor.component("stage"):
            await asyncio.sleep(visitor.interval)
            message = BackMsg()
            message.rerun_script.fragment_id = visitor.polled
            message.rerun_script.is_auto_rerun = True
            try:
                await visitor.run(message)
            except (OSError, WebSocketException):
                return

    await asyncio.gather(*(wait() for _ in range(client.count(300))))
    await client.leave()


@attack()
async def searches(client: Client) -> None:
    """40 requests for records with a random search text each."""
    visitor = await client.train_python()
    stage = visitor.component("stage")
    if not stage:
        client.seen["nothing to search"] += 1
        return
    address = f"/{stage['files']}records/{stage['run']}/en"

    async def search() -> None:
        path = f"{address}/{random.randrange(5)}?words=find&find={letters(2)}"
        await client.watch(visitor.get(path), lambda: "record")

    for _ in range(3):
        await asyncio.gather(*(search() for _ in range(client.count(40))))


@attack()
async def reports(client: Client) -> None:
    """Five reports of a large run, each with another choice of words."""
    visitor = await client.train_python()
    stage = visitor.component("stage")
    address = f"{stage.get('files', '/')}downloads/{stage.get('run', '')}"

    async def report() -> None:
        path = f"{address}/report.html?{visitor.query}&words=find&find={letters(2)}"
        await client.watch(visitor.get(path), lambda: "report")

    await asyncio.gather(*(report() for _ in range(client.count(5))))


@attack()
async def long_lessons(client: Client) -> None:
    """30 sessions from four addresses that open short links to lessons of 10,000 lines."""
    addresses = [f"127.0.0.{i}" for i in range(2, 6)]

    async def open_lesson(address: str) -> None:
        lesson = pack("/?a x\n" * 13_000 + letters(4))
        await client.open(f"lesson={lesson}&lang=en", "lesson", address)

    await asyncio.gather(
        *(open_lesson(addresses[i % 4]) for i in range(client.count(30))),
    )
    await client.leave()
