"""Attacks by work that takes long, from several addresses, and how long another reader waits."""

import asyncio
import json
import random
import time

from tests.support.abuse import Client, Visitor, attack, letters, link
from tests.support.abuse_files import encode_with, keep_text, tokenizer
from tests.support.abuse_frames import OTHERS


def slow_tokenizer(quick: bool) -> bytes:
    """A tokenizer.json of 20 MB that takes long to load: all ways to merge all short texts."""
    first, second = random.sample([chr(each) for each in range(0x4E00, 0x9000)], 2)
    longest = 4 if quick else 16
    tokens, merges = [first, second], []
    level = tokens
    for length in range(2, longest + 1):
        level = [each + last for each in level for last in (first, second)]
        tokens += level
        merges += [[each[:i], each[i:]] for each in level for i in range(1, length)]
    vocab = {token: number for number, token in enumerate(tokens)}
    model = {"type": "BPE", "vocab": vocab, "merges": merges[:450_000]}
    return json.dumps({"model": model}, ensure_ascii=False, separators=(",", ":")).encode()


async def time_tokenizer(client: Client) -> None:
    """Upload a small tokenizer as another reader, and note how long it takes."""
    began = time.monotonic()
    reader = Visitor(client.url, link(input="a"), "encode")
    await reader.open()
    data = tokenizer(None, {"a": 0, letters(8): 1})
    await client.watch(
        reader.upload("tokenizer.json", data),
        lambda: f"another reader: {reader.outcome} after {time.monotonic() - began:.0f} s",
    )
    await reader.close()


@attack()
async def slow_tokenizers(client: Client) -> None:
    """Tokenizers that take long, from four addresses; then another reader's tokenizer."""
    file = slow_tokenizer(client.quick)

    async def upload(address: str) -> None:
        for _ in range(client.count(10)):
            data = file + b" " * random.randrange(9_999)
            await encode_with(client, data, "a", address)

    uploading = [
        asyncio.create_task(upload(each))
        for each in [client.address, *OTHERS[:3]][: client.count(4)]
    ]
    await asyncio.sleep(0.1 if client.quick else 2)
    for _ in range(client.count(5)):
        await time_tokenizer(client)
    await asyncio.gather(*uploading, return_exceptions=True)
    await client.leave()


@attack()
async def long_trainings(client: Client) -> None:
    """Trainings of Unigram on 390,000 words from six addresses; then another reader's training."""
    number = 300 if client.quick else 390_000

    async def train(address: str) -> None:
        words = " ".join(letters(8) for _ in range(number))
        visitor = await keep_text(client, words.encode(), address)
        query = f"{visitor.link()}&method=em&unigram_vocab=9000&prune=1"
        trained = await client.open(query, "unigram", address)
        await asyncio.sleep(0.1 if client.quick else 60)
        client.seen[f"attacker: {trained.outcome}"] += 1

    addresses = [client.address, *OTHERS][: client.count(6)]
    training = [asyncio.create_task(train(each)) for each in addresses]
    await asyncio.sleep(0.1 if client.quick else 8)
    await client.newcomer_waits(f"corpus=python&vocab={random.randrange(400, 900)}", "training")
    await asyncio.gather(*training, return_exceptions=True)
    await client.leave()
