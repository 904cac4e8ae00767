"""Attacks by WebSocket frames: many small ones, expensive messages, and pages that are not read."""

import asyncio
import base64
import os
import socket
from collections.abc import Awaitable, Callable, Iterator
from urllib.parse import urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg

from tests.support.abuse import Client, attack, letters, link, own

OTHERS = ("127.0.0.3", "127.0.0.4", "127.0.0.5", "127.0.0.6", "127.0.0.7")
BINARY, PING = 0x82, 0x89
NOT_MASKED = bytes(4)  # a mask that changes nothing
KEEPS = 4_096  # bytes that the system keeps for an attacker who does not read
AT_ONCE = 256_000  # bytes, as much as a server reads at once


def frame(opcode: int, data: bytes = b"") -> bytes:
    """A frame of a client."""
    if len(data) < 126:
        return bytes([opcode, 0x80 | len(data)]) + NOT_MASKED + data
    if len(data) < 2**16:
        return bytes([opcode, 0x80 | 126]) + len(data).to_bytes(2, "big") + NOT_MASKED + data
    return bytes([opcode, 0x80 | 127]) + len(data).to_bytes(8, "big") + NOT_MASKED + data


async def upgraded(client: Client, address: str = "") -> socket.socket:
    """A connection that has become a WebSocket. What the server sends is not read."""
    loop, made = asyncio.get_running_loop(), await client.connection(address, KEEPS)
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [
        "GET /_stcore/stream HTTP/1.1",
        f"Host: {urlsplit(client.url).netloc}",
        f"Origin: {client.url}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Protocol: streamlit",
        f"Sec-WebSocket-Key: {key}",
    ]
    await loop.sock_sendall(made, ("\r\n".join(lines) + "\r\n\r\n").encode())
    async with asyncio.timeout(10):
        head = await loop.sock_recv(made, 1_000)
    client.seen[head.partition(b"\r\n")[0].decode(errors="replace")] += 1
    return made


def rerun(query: str = "", page: str = "") -> BackMsg:
    """A message that runs a page."""
    message = BackMsg()
    message.rerun_script.query_string = query or link(vocab=60)
    message.rerun_script.page_name = page
    message.rerun_script.context_info.locale = "en-US"
    return message


async def repeat(client: Client, made: socket.socket, frames: Iterator[bytes]) -> None:
    """Send frames until the server closes the connection."""
    loop = asyncio.get_running_loop()
    try:
        for each in frames:
            await loop.sock_sendall(made, each)
            await asyncio.sleep(0)
    except OSError:
        client.seen["closed by the server"] += 1


async def flood(client: Client, connections: int, frames: Callable[[], Iterator[bytes]]) -> None:
    """Send frames on several connections at once, then leave."""

    async def one() -> None:
        await repeat(client, await upgraded(client), frames())

    doings: list[Awaitable[None]] = [one() for _ in range(client.count(connections))]
    await asyncio.gather(*doings, return_exceptions=True)
    await client.leave()


def copies(client: Client, data: bytes, number: int) -> Iterator[bytes]:
    """A frame again and again, many in each piece that is sent."""
    some = max(1, AT_ONCE // len(data))
    for _ in range(0, client.count(number), some):
        yield data * min(some, client.count(number))


@attack()
async def small_messages(client: Client) -> None:
    """Messages without content, as many as one connection takes."""
    await flood(client, 1, lambda: copies(client, frame(BINARY), 2_000_000))


@attack()
async def empty_pings(client: Client) -> None:
    """Empty pings on 20 connections, whose pongs nobody reads."""
    await flood(client, 20, lambda: copies(client, frame(PING), 2_000_000))


@attack()
async def unread_pongs(client: Client) -> None:
    """Pings of 125 bytes on 100 connections, whose pongs nobody reads."""
    await flood(client, 100, lambda: copies(client, frame(PING, bytes(125)), 2_000_000))


@attack()
async def empty_fragments(client: Client) -> None:
    """A message of endless empty fragments on 20 connections."""

    def fragments() -> Iterator[bytes]:
        yield frame(BINARY & 0x7F)
        yield from copies(client, frame(0), 2_000_000)

    await flood(client, 20, fragments)


@attack()
async def heartbeats(client: Client) -> None:
    """Streamlit's heartbeats on 20 connections."""
    beat = BackMsg(app_heartbeat=True).SerializeToString()
    await flood(client, 20, lambda: copies(client, frame(BINARY, beat), 1_000_000))


@attack()
async def file_names(client: Client) -> None:
    """Requests for the upload addresses of 20,000 files, on 10 connections."""
    message = BackMsg()
    message.file_urls_request.request_id = "1"
    message.file_urls_request.file_names.extend("a" for _ in range(20_000))
    data = frame(BINARY, message.SerializeToString())
    await flood(client, 10, lambda: copies(client, data, 200))


@attack()
async def many_widgets(client: Client) -> None:
    """Runs of a page with the states of 9,000 widgets, on 10 connections."""
    message = rerun()
    for i in range(9_000):
        message.rerun_script.widget_states.widgets.add(id=f"widget {i}").int_value = i
    data = frame(BINARY, message.SerializeToString())
    await flood(client, 10, lambda: copies(client, data, 500))


@attack()
async def reruns(client: Client) -> None:
    """Runs of a page, as many as 20 connections take; nobody reads the page."""
    data = frame(BINARY, rerun().SerializeToString())
    await flood(client, 20, lambda: copies(client, data, 100_000))


@attack()
async def unread_pages(client: Client) -> None:
    """380 WebSockets from two addresses that run pages again and again and never read."""
    loop = asyncio.get_running_loop()
    message = frame(
        BINARY,
        rerun(own(" ".join(letters(9) for _ in range(1_500)), vocab=3_000)).SerializeToString(),
    )

    async def one(number: int) -> None:
        made = await upgraded(client, (client.address, OTHERS[0])[number % 2])
        for _ in range(client.count(100)):
            await loop.sock_sendall(made, message)
            await asyncio.sleep(0.5)

    doings = [one(i) for i in range(client.count(380))]
    done = await asyncio.gather(*doings, return_exceptions=True)
    client.seen["closed by the server"] += sum(isinstance(each, OSError) for each in done)
    await client.leave()


@attack()
async def forged_fragments(client: Client) -> None:
    """Runs of fragments that no page has, and names that Streamlit would log, on 10 connections."""
    forged = [rerun(), rerun(), BackMsg()]
    forged[0].rerun_script.fragment_id = letters(32, "0123456789abcdef")
    forged[1].rerun_script.fragment_id = "a line of the log\n" * 1_000
    forged[2].backend_operation_request.request_id = "a line of the log\n" * 1_000
    for message in forged:
        data = frame(BINARY, message.SerializeToString())
        await flood(client, 10, lambda data=data: copies(client, data, 10_000))  # type: ignore[misc]


FORGED: list[dict[str, object]] = [
    {"bool_value": True},
    {"int_value": -(2**63)},
    {"double_value": float("nan")},
    {"string_value": "a text"},
    {"json_value": "[" * 10_000},
    {"json_trigger_value": "[" * 10_000},
    {"string_array_value": {"data": ["a text"] * 1_000}},
    {"file_uploader_state_value": {"uploaded_file_info": [{"file_id": "../.."}] * 100}},
]


@attack()
async def forged_values(client: Client) -> None:
    """Values of other types for each widget of a page, in 10 sessions that read what they get."""

    async def one() -> None:
        visitor = await client.open(link(vocab=60))
        for value in FORGED * client.count(20):
            message = BackMsg()
            for name in visitor.elements:
                message.rerun_script.widget_states.widgets.add(id=name, **value)
            if not await client.watch(visitor.run(message), lambda: visitor.outcome):
                return

    await asyncio.gather(*(one() for _ in range(client.count(10))))
    await client.leave()
