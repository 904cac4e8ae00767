"""Clients that want much of the server's time leave others theirs."""

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from types import SimpleNamespace

import pytest

from pages.jobs import pauses, training
from pages.jobs.helper_process import Busy, HelperProcess
from pages.jobs.pauses import Pauses
from pages.jobs.queue import Trainings
from pages.jobs.training import Training
from pages.resources import turns as turns_module
from pages.resources.turns import HALF_LIFE, NO_LIMIT, Turns
from pages.runs.trainings import job_of, unigram_job_of
from pages.state.corpus import PYTHON
from pages.state.defaults import defaults

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


def test_turn_that_waits_for_another_process_lets_others_run(monkeypatch):
    turns, order = Turns(max_running=1), []
    process = HelperProcess(
        "none", lambda *_: None, lambda _: None, max_seconds=9, idle=9, max_wait=9, max_waiting=9
    )
    asked, answered = threading.Event(), threading.Event()

    def ask(request: str, client: str) -> None:
        asked.set()
        assert answered.wait(SECONDS)
        order.append(request)

    monkeypatch.setattr(process, "_ask", ask)

    async def everybody() -> None:
        slow = asyncio.create_task(turns.run("attacker", lambda: process.ask("slow")))
        own = asyncio.create_task(turns.run("attacker", lambda: order.append("its next one")))
        await asyncio.to_thread(asked.wait, SECONDS)
        await asyncio.wait_for(turns.run("class", lambda: order.append("class")), 5)
        answered.set()
        await asyncio.gather(slow, own)

    asyncio.run(everybody())
    assert order == ["class", "slow", "its next one"]
    with turns.turn("a"):  # nobody rests any more
        turns._enter("b")
        assert turns.has_others("a")


def test_client_with_many_requests_leaves_places_in_a_process_to_others():
    limits = {"max_seconds": 9, "idle": 9, "max_wait": 9, "max_waiting": 3, "max_per_client": 2}
    process = HelperProcess("none", lambda *_: None, lambda _: None, **limits)
    places = process._turns
    for _ in range(2):
        places._enter("attacker")
    with pytest.raises(turns_module.Busy):
        places._enter("attacker")
    places._enter("class")
    with pytest.raises(Busy):
        process.ask("all places are taken", "another class")


def state_of(work: Training) -> str:
    """The state of a worker: "T" while it pauses."""
    with open(f"/proc/{work.process.pid}/stat") as file:
        return file.read().rpartition(")")[2].split()[0]


@pytest.fixture
def turns(monkeypatch) -> Turns:
    monkeypatch.setattr(training, "SLICE_SECONDS", 0.1)
    return Turns(1, at_once=NO_LIMIT)


@pytest.fixture
def long(turns) -> Iterator[Training]:
    """A long training that runs."""
    work = Training(unigram_job_of(defaults(PYTHON)), "10.6.6.6")
    work.start(turns)
    wait_until(lambda: work.phase != "queue")
    yield work
    work.abandon()
    work.thread.join(SECONDS)


@contextmanager
def turn_of_another(turns: Turns) -> Iterator[None]:
    """Another client has the turn."""
    with turns.turn("10.0.0.1"):
        yield


def test_long_training_pauses_for_the_training_of_another_client(long, turns):
    short = Training(job_of(defaults("hug")), "10.0.0.1")
    short.start(turns)
    wait_until(lambda: short.ended)
    assert short.run
    assert not long.ended
    before = long.used
    wait_until(lambda: long.used > before)
    assert state_of(long) != "T"
    assert not long.pauses.paused


def test_long_training_does_not_pause_for_its_own_client(long, turns):
    own = Training(job_of(defaults("hug")), "10.6.6.6")
    own.start(turns)
    before = long.used
    wait_until(lambda: long.used > before + 1)
    assert own.phase == "queue"
    own.abandon()
    own.thread.join(SECONDS)


@pytest.mark.parametrize("end", ["stop", "abandon"])
def test_training_that_pauses_can_be_ended(long, turns, end):
    with turn_of_another(turns):
        wait_until(lambda: state_of(long) == "T")
        assert long.pauses.paused == [long]
        getattr(long, end)()
        long.thread.join(SECONDS)
        assert long.ended
        assert long.process.returncode is not None
        assert not long.pauses.paused


def test_paused_training_counts_only_the_time_for_which_it_runs(long, turns, monkeypatch):
    with turn_of_another(turns):
        before = long.used
        monkeypatch.setattr(training, "MAX_SECONDS", before + 0.5)
        time.sleep(1)
        assert long.used == before
    wait_until(lambda: long.ended)
    assert "limit on this server" in str(long.error())


def test_of_too_many_that_pause_the_largest_ends():
    ended: list[tuple[float, str]] = []

    def work(used: float, part: float) -> SimpleNamespace:
        memory = int(part * pauses.MAX_MEMORY)
        return SimpleNamespace(
            used=used, memory=memory, end=lambda why: ended.append((used, str(why)))
        )

    waiting = Pauses()
    for used, part in ((50, 0.2), (16, 0.5), (24, 0.3)):
        waiting.add(work(used, part))
    assert not ended
    waiting.add(work(8, 0.1))
    ((used, why),) = ended
    assert used == 16
    assert "stopped after 16 seconds because others are waiting" in why
    assert len(waiting.paused) == 3
    waiting.add(work(9, 1.1))
    assert ended[-1][0] == 9
    assert len(waiting.paused) == 3


def test_training_that_is_too_large_to_pause_ends(long, turns, monkeypatch):
    monkeypatch.setattr(pauses, "MAX_MEMORY", 1_000_000)
    fair = long.used + 1
    monkeypatch.setattr(training, "FAIR_SECONDS", fair)
    with turn_of_another(turns):
        wait_until(lambda: long.ended)
        assert long.used >= fair
        assert "because others are waiting" in str(long.error())
        assert not long.pauses.paused


def test_memory_of_a_training_is_known_when_it_pauses(long, turns):
    with turn_of_another(turns):
        wait_until(lambda: long.pauses.paused == [long])
        assert 10_000_000 < long.memory < 1_000_000_000


def test_trainings_of_a_server_share_the_places_for_pauses(monkeypatch):
    monkeypatch.setattr(Training, "start", lambda self, turns: None)
    trainings = Trainings()
    first, second = (trainings.get_or_start(key, partial(job_of, defaults("hug"))) for key in "ab")
    assert first.pauses is second.pauses
