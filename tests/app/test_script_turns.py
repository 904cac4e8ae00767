"""Turns of scripts: one client cannot run many at the same time."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from pages.hosting import script_turns
from pages.hosting.script_turns import MAX_PER_CLIENT, ScriptTurns


def test_many_scripts_of_one_client_leave_turns_to_others():
    turns, end = ScriptTurns(), threading.Event()
    running, started = [], threading.Semaphore(0)

    def script(address: str) -> None:
        with turns.turn(address):
            running.append(address)
            started.release()
            end.wait()

    with ThreadPoolExecutor(20) as pool:
        for _ in range(12):
            pool.submit(script, "attacker")
        for _ in range(MAX_PER_CLIENT):
            assert started.acquire(timeout=60)
        pool.submit(script, "student")
        assert started.acquire(timeout=60)
        assert sorted(running) == ["attacker"] * MAX_PER_CLIENT + ["student"]
        end.set()
    assert len(running) == 13
    assert not turns.clients


def test_script_that_ends_with_an_error_gives_its_turn_back():
    turns = ScriptTurns()
    with turns.turn("student"):
        for _ in range(MAX_PER_CLIENT):
            with suppress(RuntimeError), turns.turn("student"):
                raise RuntimeError
        assert turns.clients["student"].free.acquire(blocking=False)


def test_script_does_not_wait_forever(monkeypatch):
    monkeypatch.setattr(script_turns, "MAX_WAIT", 0.01)
    turns = ScriptTurns()
    with turns.turn("class"), turns.turn("class"), turns.turn("class"):
        assert turns.clients["class"].scripts == 3
    assert not turns.clients
