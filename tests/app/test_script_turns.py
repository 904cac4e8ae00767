"""Turns of scripts: one client cannot run many at the same time."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from pages.hosting.script_turns import MAX_PER_CLIENT, ScriptTurns
from pages.resources import turns


def until(condition) -> None:
    late = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < late
        time.sleep(0.005)


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
    assert not turns.direct.requests


def test_script_that_ends_with_an_error_gives_its_turn_back():
    turns = ScriptTurns()
    for _ in range(MAX_PER_CLIENT + 1):
        with suppress(RuntimeError), turns.turn("student"):
            raise RuntimeError
    assert not turns.direct.requests


def test_waiting_scripts_begin_one_after_the_other(monkeypatch):
    """None begins because time has passed: they would all begin together."""
    scripts, order, running, waits = ScriptTurns(), [], [], []
    ends = [threading.Event() for _ in range(6)]
    wait = turns.wait

    def wait_and_note(futures, timeout):
        waits.append(timeout)
        return wait(futures)

    def script(number: int) -> None:
        with scripts.turn("class"):
            running.append(number)
            order.append(len(running))
            ends[number].wait()
            running.remove(number)

    monkeypatch.setattr(turns, "wait", wait_and_note)
    with ThreadPoolExecutor(6) as pool:
        for number in range(6):
            pool.submit(script, number)
            until(lambda number=number: scripts.direct.requests["class"] == number + 1)
        for number, end in enumerate(ends):
            until(lambda number=number: number in running)
            end.set()
    assert max(order) == MAX_PER_CLIENT
    assert not any(waits)  # no limit of time
