"""Each attack of the benchmark in small: the server survives, and its memory is bounded."""

import asyncio
from contextlib import suppress

import pytest

from tests.support import (
    abuse_class,
    abuse_class_state,
    abuse_connections,
    abuse_files,
    abuse_frames,
    abuse_inspected,
    abuse_links,
    abuse_neighbor,
    abuse_requests,
    abuse_store,
    abuse_turns,
)
from tests.support.abuse import ATTACKS, ERRORS, Client
from tests.support.abuse_bystander import run_without_waiting
from tests.support.abuse_memory import ALLOWED, Watch, tree_memory
from tests.support.servers import serving

# Importing them fills ATTACKS.
MODULES = (
    abuse_class,
    abuse_class_state,
    abuse_connections,
    abuse_files,
    abuse_frames,
    abuse_inspected,
    abuse_links,
    abuse_neighbor,
    abuse_requests,
    abuse_store,
    abuse_turns,
)
SECONDS = 0.3  # after which an attack is stopped; how far it came does not matter


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server for all attacks. It is killed if it needs far too much memory."""
    with serving(tmp_path_factory.mktemp("server") / "log") as server:
        watch = Watch(server)
        watch.start()
        yield server
        watch.ended.set()
        watch.join()
        assert watch.peak < ALLOWED


@pytest.mark.parametrize("name", ATTACKS)
def test_server_survives(server, name):
    async def attack(client: Client) -> None:
        with suppress(*ERRORS, TimeoutError):
            await asyncio.wait_for(ATTACKS[name].do(client), SECONDS)
        with suppress(TimeoutError):
            await asyncio.wait_for(client.leave(), SECONDS)

    run_without_waiting(attack(Client(server.url, quick=True)))
    assert server.process.poll() is None
    assert server.get("/_stcore/health")[0] == 200
    assert tree_memory(server.process.pid) < ALLOWED


def test_attacks_find_the_search_of_the_inspector(server):
    client = Client(server.url, quick=True)
    run_without_waiting(ATTACKS["long_tokens"].do(client))
    assert client.seen["searched"]


def test_no_task_is_left_without_its_loop():
    """A task that is cancelled can begin another one, as a connection does that was just made."""
    begun = []

    async def begins_another() -> None:
        try:
            await asyncio.sleep(100)
        finally:
            begun.append(asyncio.ensure_future(asyncio.sleep(100)))

    async def doing() -> None:
        begun.append(asyncio.ensure_future(begins_another()))
        await asyncio.sleep(0)

    run_without_waiting(doing())
    assert [each.done() for each in begun] == [True, True]
