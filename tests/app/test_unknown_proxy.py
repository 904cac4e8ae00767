"""A class behind a proxy that nobody has configured: all of it has the proxy's address."""

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial

import pytest

import bpe
from pages.hosting.script_turns import MAX_PER_CLIENT, MAX_VIA_PROXIES, ScriptTurns
from pages.jobs import queue, training, training_errors
from pages.jobs.queue import Trainings
from pages.resources import client
from pages.resources.client import PROXIES, address_of, leaves_room, visitor_of
from pages.resources.turns import Busy, Turns
from tests.support.servers import ROOT, Server
from tests.support.students import Student, finish

CLASS = 60  # sessions
SECONDS = 60  # until a test gives up waiting
PROXY = "10.0.0.2"
# An app whose scripts all wait until so many of them have their turn.
WAITING = """
import importlib.util, sys, threading
from contextlib import contextmanager

import streamlit as st

sys.path.insert(0, {root!r})
from pages.hosting import script_turns

together, was_together = threading.Barrier({count}), threading.Event()
turn_of = script_turns.TURNS.turn

@contextmanager
def turn(address):
    with turn_of(address):
        if not was_together.is_set():
            together.wait({seconds})
            was_together.set()
        yield

script_turns.TURNS.turn = turn
spec = importlib.util.spec_from_file_location("merge_by_merge", {root!r} + "/app.py")
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
st.App = lambda script: module.app
app = st.App(__file__)
"""


def request(peer: str = PROXY, **headers: str) -> dict[str, object]:
    """The scope of a request, as limits see it."""
    sent = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope: dict[str, object] = {"type": "http", "client": (peer, 80), "headers": sent}
    return {**scope, "client": (address_of(scope), 0)}


def forwarded(count: int, peer: str = PROXY) -> list[dict[str, object]]:
    """Requests of visitors at home, whose addresses the proxy reports."""
    return [request(peer, x_forwarded_for=f"203.0.113.{i}, 10.0.0.9") for i in range(count)]


def name(scope: dict[str, object]) -> str:
    """The client of a request, by its address."""
    return scope["client"][0]  # type: ignore[index]


@contextmanager
def running(turns: ScriptTurns, addresses: list[str]) -> Iterator[Callable[[int], Counter[str]]]:
    """Scripts that run until the end of the block. Gives what waits until so many run."""
    end, started, at_once = threading.Event(), threading.Semaphore(0), Counter[str]()

    def script(address: str) -> None:
        with turns.turn(address):
            at_once[address] += 1
            started.release()
            end.wait()

    def until(count: int) -> Counter[str]:
        for _ in range(count):
            assert started.acquire(timeout=SECONDS)
        assert not started.acquire(timeout=0.1)  # no other script gets a turn
        return at_once

    with ThreadPoolExecutor(len(addresses)) as pool:
        for address in addresses:
            pool.submit(script, address)
        try:
            yield until
        finally:
            end.set()


def test_class_behind_an_unknown_proxy_takes_no_turns():
    with running(ScriptTurns(), [name(each) for each in forwarded(CLASS)]) as until:
        assert until(CLASS).total() == CLASS


def test_class_without_a_proxy_takes_turns():
    with running(ScriptTurns(), [name(request()) for _ in range(CLASS)]) as until:
        assert until(MAX_PER_CLIENT) == {PROXY: MAX_PER_CLIENT}


def test_visitors_of_a_trusted_proxy_have_their_own_addresses(monkeypatch):
    monkeypatch.setenv(PROXIES, "10.0.0.0/24")
    names = [name(each) for each in forwarded(5) * 3]
    assert set(names) == {f"203.0.113.{i}" for i in range(5)}
    with running(ScriptTurns(), names) as until:
        assert until(5 * MAX_PER_CLIENT) == dict.fromkeys(names, MAX_PER_CLIENT)


def test_trusted_proxy_makes_no_other_proxy_known(monkeypatch):
    monkeypatch.setenv(PROXIES, "10.0.0.3")
    assert {name(each) for each in forwarded(5)} == {PROXY}


def test_public_address_is_no_proxy_because_of_a_header():
    (scope,) = forwarded(1, peer="198.51.100.7")
    assert (name(scope), visitor_of(scope)) == ("198.51.100.7", "198.51.100.7")


@pytest.mark.parametrize("peer", ["127.0.0.1", "::1", "192.168.1.5", "fd00::5", "100.64.0.3"])
@pytest.mark.parametrize("header", ["x_forwarded_for", "forwarded", "x_real_ip"])
def test_each_forwarding_header_shows_a_proxy(peer, header):
    value = "for=203.0.113.9;proto=https" if header == "forwarded" else "203.0.113.9"
    scope = request(peer, **{header: value})
    assert name(scope).startswith("via ")
    assert visitor_of(scope) == f"203.0.113.9 {name(scope)}"


def test_flood_of_forged_headers_leaves_turns_to_others():
    forged = [name(request(f"10.0.0.{i % 3}", x_forwarded_for=f"192.0.2.{i}")) for i in range(200)]
    with running(ScriptTurns(), [*forged, "10.0.0.9", "10.0.0.9", "10.0.0.9"]) as until:
        at_once = until(MAX_VIA_PROXIES + MAX_PER_CLIENT)
        assert at_once["10.0.0.9"] == MAX_PER_CLIENT


def test_flood_of_forged_headers_leaves_trainings_to_others(monkeypatch):
    monkeypatch.setattr(training.Training, "start", lambda self, slots: None)
    trainings, most = Trainings(), queue.MAX_RUNNING + queue.MAX_WAITING
    forged = [visitor_of(each) for each in forwarded(most)]
    assert len(set(forged)) == most
    allowed = -(-most * 3 // 4)
    for i in range(allowed):
        trainings.get_or_start(f"forged {i}", dict, forged[i])
    with pytest.raises(bpe.InputError, match="already waiting on this server"):
        trainings.get_or_start("one more", dict, forged[-1])
    assert trainings.get_or_start("direct", dict, "10.0.0.9")


def test_class_behind_an_unknown_proxy_may_train_at_once(monkeypatch):
    monkeypatch.setattr(training.Training, "start", lambda self, slots: None)
    trainings = Trainings()
    for i in range(2 * training_errors.MAX_PER_CLIENT):
        monkeypatch.setattr(client, "of_script", lambda i=i: (f"session {i}", "via 10.0.0.2"))
        trainings.get_or_start(f"own {i}", dict, client.visitor_of_script(), f"session {i}")


def test_flood_of_forged_headers_leaves_places_to_other_requests():
    turns, end = Turns(max_running=1, max_waiting=20, max_per_client=10), threading.Event()

    async def lesson() -> None:
        work = partial(end.wait, SECONDS)
        names = [visitor_of(each) for each in forwarded(30)]
        tasks = [asyncio.create_task(turns.run(each, work)) for each in names]
        direct = asyncio.create_task(turns.run("10.0.0.9", work))
        await asyncio.sleep(0)
        assert turns.requests["10.0.0.9"] == 1
        assert turns.requests.total() == 15 + 1
        end.set()
        done = await asyncio.gather(*tasks, direct, return_exceptions=True)
        assert sum(isinstance(each, Busy) for each in done) == 15

    finish(lesson())


def test_direct_clients_share_nothing():
    assert leaves_room("10.0.0.7", ["10.0.0.7"] * 100, 4)
    assert leaves_room("a via 10.0.0.7", ["b via 10.0.0.8"] * 100, 4)


def test_sessions_behind_an_unknown_proxy_run_at_once(tmp_path):
    """A whole server: each script waits until the scripts of all sessions run."""
    count, folder = 3 * MAX_PER_CLIENT, tmp_path / "app"
    folder.mkdir()
    text = WAITING.format(root=str(ROOT), count=count, seconds=SECONDS)
    (folder / "app.py").write_text(text)
    server = Server(tmp_path / "log", folder=folder)

    async def visit(student: Student) -> None:
        await student.open()
        await student.close()

    async def lesson() -> None:
        # uvicorn itself trusts 127.0.0.1.
        students = [Student(server.url, "corpus=course", address="127.0.0.2") for _ in range(count)]
        for i, each in enumerate(students):
            each.headers = {"X-Forwarded-For": f"203.0.113.{i}"}
        await asyncio.gather(*map(visit, students))

    try:
        finish(lesson())
        assert not server.complaints()
        advice = [line for line in server.log.read_text().splitlines() if PROXIES in line]
        assert len(advice) == 1
        assert "127.0.0.2" in advice[0]
        assert "203.0.113" not in server.log.read_text()
    finally:
        server.stop()
