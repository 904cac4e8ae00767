"""Attacks by work that takes long, from several addresses, and how long another reader waits."""

import asyncio
import json
import random
import time

from tests.support.abuse import Client, Visitor, attack, letters, link
from tests.support.abuse_files import encode_with, keep_text, tokenizer
from tests.support.abuse_frames import OTHERS


def slow_tokenizer() -> bytes:
    """A tokenizer.json whose pattern takes as long as a pattern may."""
    pattern = {"Regex": "(?:a|a|a)+b"}
    split = {"type": "Split", "pattern": pattern, "behavior": "Isolated", "invert": False}
    model = {"type": "BPE", "vocab": {"a": 0, letters(8): 1}, "merges": [], "unk_token": "a"}
    return json.dumps({"pre_tokenizer": split, "model": model}).encode()


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

    async def upload(address: str) -> None:
        for _ in range(client.count(10)):
            await encode_with(client, slow_tokenizer(), "a" * 600, address)

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
