"""Clients that want much of the server's time leave others theirs."""

import threading
import time

import pytest

from pages.resources.turns import HALF_LIFE, NO_LIMIT, Turns

SECONDS = 60


class Clock:
    """A clock that only moves when it is told to."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def wait_until(condition) -> None:
    late = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < late
        time.sleep(0.005)


class Queue:
    """Turns with one place, and clients that wait in threads for theirs."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.turns = Turns(1, at_once=NO_LIMIT, now=self.clock)
        self.order: list[str] = []

    def use(self, client: str, seconds: float) -> None:
        """Have a client use some time."""
        with self.turns.turn(client):
            self.clock.now += seconds

    def serve(self, *wanted: tuple[str, int]) -> list[str]:
        """The order in which clients with work of a size get turns, if they come in this order."""
        self.order = []
        with self.turns.turn("first"):
            threads = [threading.Thread(target=self.wait, args=each) for each in wanted]
            for number, thread in enumerate(threads, 1):
                thread.start()
                wait_until(lambda number=number: len(self.turns._queue) == number)
        for thread in threads:
            thread.join(SECONDS)
        return self.order

    def wait(self, client: str, size: int) -> None:
        with self.turns.turn(client, size=size):
            self.order.append(client)


@pytest.fixture
def queue() -> Queue:
    return Queue()


def test_client_that_used_much_time_waits_for_the_others(queue):
    for attacker in ("a", "b", "c"):
        queue.use(attacker, 4)
    queue.use("student", 0.1)  # a turn later than theirs
    assert queue.serve(("a", 0), ("b", 0), ("c", 0), ("student", 0))[0] == "student"


def test_used_time_is_forgotten(queue):
    queue.use("a", 4)
    queue.clock.now += 10 * HALF_LIFE
    queue.use("b", 0.1)
    assert queue.serve(("b", 0), ("a", 0)) == ["a", "b"]  # its last turn was longer ago


def test_small_work_of_a_newcomer_goes_first(queue):
    large = [(f"10.6.6.{i}", 19_000_000) for i in range(5)]
    assert queue.serve(*large, ("student", 4_400_000))[0] == "student"


def test_turn_must_end_only_if_others_wait(queue):
    assert not queue.turns.must_end("a", taken=100, fair=4)
    queue.turns._enter("a")
    queue.turns._enter("a")
    assert not queue.turns.must_end("a", taken=100, fair=4)
    queue.turns._enter("b")
    assert queue.turns.must_end("a", taken=4, fair=4)
    assert not queue.turns.must_end("a", taken=3.9, fair=4)


def test_turn_of_a_client_that_used_much_time_ends_sooner(queue):
    queue.use("a", 4)
    queue.turns._enter("a")
    queue.turns._enter("b")
    assert queue.turns.must_end("a", taken=2, fair=4)
    assert not queue.turns.must_end("a", taken=1, fair=4)
    queue.turns._past["a"].used = 1000
    assert queue.turns.must_end("a", taken=1, fair=4)
    assert not queue.turns.must_end("a", taken=0.9, fair=4)


def test_few_clients_are_remembered(queue, monkeypatch):
    monkeypatch.setattr("pages.resources.turns.MAX_CLIENTS", 5)
    for i in range(20):
        queue.use(str(i), 1)
    assert len(queue.turns._past) == 5
