"""Attacks by uploads from several addresses, and by files that are costly to read."""

import asyncio
from functools import partial

from tests.support.abuse import Client, Visitor, attack, letters, link, own
from tests.support.abuse_files import keep_text
from tests.support.abuse_frames import OTHERS


@attack()
async def uploads_of_six(client: Client) -> None:
    """Texts of 19 MB from six addresses, two sessions each, again and again."""
    small = 10_000 if client.quick else 19_000_000

    async def upload(address: str) -> None:
        data = (letters(8) + " ").encode() + b"a " * (small // 2)
        for _ in range(client.count(10)):
            await keep_text(client, data, address)

    addresses = [client.address, *OTHERS] * 2
    await asyncio.gather(*map(upload, addresses[: client.count(12)]), return_exceptions=True)
    await client.leave()


@attack()
async def filled_store(client: Client) -> None:
    """Texts of 19 MB from six addresses until there is no room; then another reader's text."""
    large = 10_000 if client.quick else 19_000_000
    for address in [client.address, *OTHERS][: client.count(6)]:
        for _ in range(client.count(6)):
            data = (letters(8) + " ").encode() + b"a " * (large // 2)
            visitor = await keep_text(client, data, address)
            await visitor.close()
    reader = Visitor(client.url, own("a b"))
    await reader.open()
    text = f"The text of a class {letters(8)}. ".encode() * 4_000
    await client.watch(reader.upload("class.txt", text), lambda: "")
    is_kept = "file=" in reader.link() and not reader.sentences
    client.seen["another reader's text is kept" if is_kept else "another reader is refused"] += 1
    await reader.close()
    await client.leave()


@attack()
async def wide_rows(client: Client) -> None:
    """Word counts in one row of 19 million commas, and texts that take four times their size."""
    number = 10_000 if client.quick else 19_000_000
    files = {
        "row.csv": b"," * number,
        "rows.tsv": b'"a\n"\t' * (number // 5),
        "emoji.txt": "\N{PINEAPPLE}".encode() + letters(8).encode() + b" a" * (number // 2),
    }

    async def upload(name: str, data: bytes, address: str) -> None:
        visitor = await client.open(own("a b"), address=address)
        await client.watch(visitor.upload(name, data), lambda: visitor.outcome)

    uploads = [(*each, address) for address in [client.address, *OTHERS] for each in files.items()]
    await asyncio.gather(*(upload(*each) for each in uploads[: client.count(18)]))
    await client.leave()


@attack()
async def endless_merges(client: Client) -> None:
    """Merges for the comparison with an own trainer: one of millions of tokens, and a huge file."""
    number = 10_000 if client.quick else 6_300_000
    salt = letters(8)
    files = {
        "line.json": f'["{salt} {"ab " * number}"]'.encode(),
        "merges.json": f'{{"merges": ["{salt} {"ab " * number}"]}}'.encode(),
        "merges.txt": (f"{salt} b\n" + "a b\n" * 190_000).encode(),
    }
    for name, data in files.items():
        visitor = await client.open(link(section="check"))
        said = partial(lambda each: each.outcome, visitor)
        await client.watch(visitor.upload(name, data, "merges"), said)
        await visitor.close()
    await client.leave()
