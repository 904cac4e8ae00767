"""Attacks by connections: too many, too slow, or with messages that nobody should send."""

import asyncio

from websockets.asyncio.client import ClientConnection, connect

from tests.support.abuse import ERRORS, Client, attack, letters, link
from tests.support.abuse_frames import upgraded

FRAME = 15 * 2**20  # bytes of a message before compression


async def stream(client: Client, compression: str | None = None) -> ClientConnection:
    """Open a WebSocket and send nothing."""
    return await connect(
        f"ws{client.url.removeprefix('http')}/_stcore/stream",
        origin=client.url,  # type: ignore[arg-type]
        subprotocols=["streamlit"],  # type: ignore[list-item]
        compression=compression,
        local_addr=(client.address, 0),
        close_timeout=1,
        open_timeout=10,
        max_size=None,
    )


@attack()
async def idle_websockets(client: Client) -> None:
    """1,000 WebSockets that never send anything."""
    idle = []
    for _ in range(client.count(1_000)):
        try:
            idle.append(await stream(client))
        except ERRORS as error:
            client.seen[str(error)[:80]] += 1
            if len(idle) < 1_000 and client.seen[str(error)[:80]] > 20:
                break
    client.seen["idle WebSocket open"] += len(idle)
    await client.newcomer_waits(link(vocab=60), "another reader's page")
    await asyncio.sleep(0 if client.quick else 5)
    await asyncio.gather(*(each.close() for each in idle), return_exceptions=True)


@attack()
async def new_websockets(client: Client) -> None:
    """WebSockets that are opened and closed at once, as fast as possible, 50 at a time."""

    async def one() -> None:
        for _ in range(client.count(500)):
            made = await upgraded(client)
            client.sockets.remove(made)
            made.close()

    await asyncio.gather(*(one() for _ in range(client.count(50))), return_exceptions=True)


@attack(descriptors=1024)
async def many_readers(client: Client) -> None:
    """250 readers, on a server whose soft limit is 1,024 descriptors."""
    for _ in range(client.count(250)):
        await client.open(link(vocab=60), address="")
    await client.leave()
    await asyncio.sleep(0 if client.quick else 5)


@attack(descriptors=1024)
async def slow_headers(client: Client) -> None:
    """1,100 connections that send a header byte by byte; a soft limit of 1,024 descriptors."""
    loop = asyncio.get_running_loop()
    for _ in range(client.count(1_100)):
        try:
            made = await client.connection()
            await loop.sock_sendall(made, b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")
        except OSError as error:
            client.seen[f"refused: {error.strerror}"] += 1
            break
    client.seen["slow connection open"] += len(client.sockets)
    for _ in range(1 if client.quick else 15):
        await asyncio.sleep(0.2 if client.quick else 1)
        for made in list(client.sockets):
            try:
                await loop.sock_sendall(made, b"a")
            except OSError:
                client.seen["slow connection ended by the server"] += 1
                client.sockets.remove(made)
    await client.leave()


@attack(plain=True)
async def deflated_frames(client: Client) -> None:
    """48 compressed messages of 15 MB of zeros, to uvicorn."""
    size = 2**20 if client.quick else FRAME

    async def send() -> None:
        socket = await stream(client, "deflate")
        client.seen["compression on" if socket.protocol.extensions else "compression off"] += 1
        await socket.send(bytes(size))
        await socket.wait_closed()

    sending = (client.watch(send(), lambda: "closed") for _ in range(client.count(48)))
    await asyncio.gather(*sending)


@attack()
async def malformed_frames(client: Client) -> None:
    """200 messages that are no protobuf."""
    for _ in range(client.count(200)):
        socket = await stream(client)
        await client.watch(socket.send(letters(2_000).encode()), lambda: "sent")
        await socket.close()
