"""Attacks by uploads: tokenizers and texts."""

import asyncio
import json
import random
import re
from urllib.parse import parse_qsl
from uuid import uuid4

from streamlit.proto.BackMsg_pb2 import BackMsg

from pages.state.url import from_query
from pages.storage.file_store import name_of
from tests.support.abuse import Client, Visitor, attack, letters, link, own
from tests.support.abuse_links import MARKS
from tests.support.students import Failure

MEGA = 2**20


def replace(content: str) -> dict[str, object]:
    """A normalizer that replaces each letter a."""
    return {"type": "Replace", "pattern": {"String": "a"}, "content": content}


def tokenizer(
    normalizer: object, tokens: dict[str, int] | None = None, decoder: object = None
) -> bytes:
    """A tokenizer.json with a few merges of the letter a, or with other tokens and no merges."""
    powers = ["a" * 2**i for i in range(6)]
    vocab = tokens or {token: number for number, token in enumerate(powers)}
    merges = [] if tokens else [f"{power} {power}" for power in powers[:-1]]
    model = {"type": "BPE", "vocab": vocab, "merges": merges, "unk_token": next(iter(vocab))}
    return json.dumps({"normalizer": normalizer, "model": model, "decoder": decoder}).encode()


async def encode_with(client: Client, data: bytes, text: str, address: str | None = None) -> None:
    """Upload a tokenizer and encode a text with it."""
    visitor = await client.open(link(input=text), "encode", address)
    await client.watch(visitor.upload("tokenizer.json", data), lambda: visitor.outcome)


async def keep_text(client: Client, data: bytes, address: str | None = None) -> Visitor:
    """Upload a text as a corpus. Returns the session."""
    visitor = await client.open(own("a b"), address=address)
    await client.watch(visitor.upload("text.txt", data), lambda: visitor.outcome)
    return visitor


@attack()
async def growing_tokenizer(client: Client) -> None:
    """A small tokenizer.json that replaces a with 50 a's, on 600 a's."""
    data = tokenizer(replace("a" * 50)) + b" " * random.randrange(99)
    await encode_with(client, data, "a" * 600)


@attack()
async def marks_tokenizer(client: Client) -> None:
    """A tokenizer.json that replaces a with combining marks, then NFC."""
    marks = MARKS * (50 if client.quick else 6_000) + "\u0301" * random.randrange(99)
    steps = {"type": "Sequence", "normalizers": [replace(marks), {"type": "NFC"}]}
    await encode_with(client, tokenizer(steps), "a" * 600)


@attack()
async def large_tokenizers(client: Client) -> None:
    """Six tokenizers of 10 MB at once."""
    number = 2_000 if client.quick else 290_000

    async def upload() -> None:
        salt = letters(17)
        tokens = {f"{salt}{i:07}": i for i in range(number)}
        await encode_with(client, tokenizer(None, tokens), f"{salt}0000001")

    await asyncio.gather(*(upload() for _ in range(client.count(6))))
    await client.leave()


@attack()
async def marks_text(client: Client) -> None:
    """A text of 8 MB of combining marks, norm=nfc; then Stop."""
    size = 100_000 if client.quick else 8_000_000
    data = (MARKS * (size // 4)).encode() + letters(8).encode()
    visitor = await keep_text(client, data)
    visitor = await client.open(visitor.link().replace("norm=none", "norm=nfc"))
    await asyncio.sleep(0 if client.quick else 3)  # until a worker has started
    try:
        await visitor.press("Stop and keep")
        client.seen["Stop pressed"] += 1
    except Failure:
        client.seen["no Stop button"] += 1
    await client.newcomer_waits(f"corpus=python&vocab={random.randrange(400, 900)}", "training")
    await client.leave()


@attack()
async def slow_uploads(client: Client) -> None:
    """16 uploads of 20 MB that send a byte each second."""
    loop = asyncio.get_running_loop()
    for _ in range(client.count(16)):
        visitor = await client.open(own("a b"))
        made = await client.connection()
        head = (
            f"PUT /_stcore/upload_file/{visitor.session}/{uuid4()} HTTP/1.1",
            f"Host: {visitor.host}",
            f"Origin: http://{visitor.host}",
            f"Cookie: {visitor.cookie_header()}",
            f"Content-Length: {20 * MEGA}",
            "Content-Type: multipart/form-data; boundary=x",
        )
        await loop.sock_sendall(made, ("\r\n".join(head) + "\r\n\r\n--x\r\n").encode())
    for _ in range(2 if client.quick else 20):
        await asyncio.sleep(0.2 if client.quick else 1)
        for made in client.sockets:
            try:
                await loop.sock_sendall(made, b"-")
            except OSError:
                client.seen["slow upload ended by the server"] += 1
                client.sockets.remove(made)
                break
    visitor = Visitor(client.url, own("a b"))
    await visitor.open()
    await client.watch(visitor.put("b.txt", b"hello"), lambda: "another upload works")
    await visitor.close()
    await client.leave()


@attack()
async def large_uploads(client: Client) -> None:
    """14 texts of 19 MB; then look for the class's text."""
    text = f"The text of the class {letters(8)}. ".encode() * 4_000
    ours = await keep_text(client, text, "")
    small = 10_000 if client.quick else 19_000_000
    for _ in range(client.count(14)):
        visitor = await keep_text(client, (letters(8) + " ").encode() + b"a " * (small // 2))
        await visitor.close()
    newcomer = Visitor(client.url, ours.link())
    await newcomer.open()
    is_kept = "file=" in newcomer.link() and not newcomer.sentences
    client.seen["the class's text is kept" if is_kept else "the class's text is gone"] += 1
    await newcomer.close()
    await client.leave()


@attack()
async def markdown_decoder(client: Client) -> None:
    """A tokenizer.json whose decoder's type is a link in Markdown, which a warning quotes."""
    visitor = await client.open(link(), "encode")
    data = tokenizer(None, decoder={"type": f"[{letters(5)}](https://example.org)"})
    await visitor.upload("tokenizer.json", data)
    (warning,) = (each for each in visitor.sentences if "decoder" in each)
    is_link = re.search(r"(?<!\\)\[", warning)
    client.seen["a link in our warning" if is_link else "plain text in our warning"] += 1
    await client.leave()


@attack()
async def guessed_text(client: Client) -> None:
    """Ask for another reader's typed text and file by the names that our own server would use."""
    data = f"A private text {letters(8)}. ".encode() * 1_000
    typed = own(data.decode()[:100])
    reader = await client.open(typed, address="")
    await keep_text(client, data, "")
    settings, _, _ = from_query(dict(parse_qsl(typed)))
    files = reader.component("stage").get("files", "stage/")
    path = f"/{files}records/{settings.key}/en/head"
    await client.watch(reader.get(path), lambda: "a guessed text is confirmed")
    visitor = await client.open(f"corpus=own&file={name_of(data)}&lang=en")
    is_kept = "file=" in visitor.link()
    client.seen["a guessed file is confirmed" if is_kept else "a guessed file is unknown"] += 1
    await client.leave()


@attack()
async def tiny_files(client: Client) -> None:
    """Thousands of tiny tokenizers, each kept as a file."""
    visitors = [Visitor(client.url, link(), "encode", client.address) for _ in range(3)]
    await asyncio.gather(*(each.open() for each in visitors))
    client.visitors += visitors

    async def upload(visitor: Visitor) -> None:
        for _ in range(client.count(500)):
            data = tokenizer(None, {letters(8): 0, "a": 1})
            await client.watch(visitor.upload("tokenizer.json", data), lambda: visitor.outcome)

    await asyncio.gather(*map(upload, visitors))
    await client.leave()


@attack()
async def websocket_texts(client: Client) -> None:
    """25 sessions that each send a field of 24 MB."""
    size = 1_000_000 if client.quick else 24_000_000

    async def send() -> None:
        visitor = await client.open(own("a b"))
        id_, _ = visitor.found("text_area", key="own")
        message = BackMsg()
        message.rerun_script.widget_states.widgets.add(id=id_).string_value = letters(4) * (
            size // 4
        )
        await client.watch(visitor.run(message), lambda: visitor.outcome)

    await asyncio.gather(*(send() for _ in range(client.count(25))))
    await client.leave()
