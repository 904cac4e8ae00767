"""Attacks from the bystander's own address: a hostile student behind the address of a school."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace

from streamlit.proto.BackMsg_pb2 import BackMsg

from tests.support.abuse import Client, attack, link
from tests.support.abuse_class import listen_often, open_class
from tests.support.abuse_frames import BINARY, copies, flood, frame, rerun
from tests.support.abuse_requests import ask_often, head

SAME = "127.0.0.1"  # as the bystander


@attack()
async def neighbor(client: Client) -> None:
    """Heartbeats, runs and requests from the bystander's address, next to a class of 60 phones."""
    near = replace(client, address=SAME)
    live = await open_class(near)
    phones = await listen_often(near, live, near.count(60))
    beat = frame(BINARY, BackMsg(app_heartbeat=True).SerializeToString())
    run = frame(BINARY, rerun(link(vocab=61)).SerializeToString())

    def messages() -> Iterator[bytes]:
        while True:
            yield from copies(near, beat, 100)
            yield from copies(near, run, 10)

    requests = [head(near, "/", lines=["Connection: close"])]
    async with asyncio.timeout(1 if client.quick else 60):
        await asyncio.gather(flood(near, 10, messages), ask_often(near, 20, requests))
    for phone in phones:
        phone.writer.close()
    await near.leave()


@attack()
async def silent_neighbor(client: Client) -> None:
    """Connections from the bystander's address that ask for nothing, opened again and again."""
    near = replace(client, address=SAME)

    async def hold() -> None:
        for _ in range(near.count(500)):
            try:
                await near.connection()
                near.seen["silent connections"] += 1
            except OSError:
                near.seen["refused"] += 1
            await asyncio.sleep(0.01)

    await asyncio.gather(*(hold() for _ in range(near.count(10))))
    await near.leave()


@attack()
async def new_connections(client: Client) -> None:
    """Connections that are opened and closed at once, as fast as possible, 50 at a time."""

    async def one() -> None:
        for _ in range(client.count(500)):
            made = await client.connection()
            client.sockets.remove(made)
            made.close()
            client.seen["connections"] += 1

    await asyncio.gather(*(one() for _ in range(client.count(50))), return_exceptions=True)
