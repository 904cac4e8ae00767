"""Trainings, records and reports are bounded in number, time and memory."""

import asyncio
import gc
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from types import SimpleNamespace

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

import bpe
from pages.course import route as guide
from pages.jobs import pace, queue, training, training_errors, training_state
from pages.jobs.cost import RoundsLimit
from pages.jobs.memory import MAX_RUN, MAX_TOKEN_CHARACTERS
from pages.jobs.queue import Trainings
from pages.jobs.training import ROOT, Training
from pages.jobs.unigram_training import UnigramArgs
from pages.report import downloads
from pages.report import route as report
from pages.resources.cache import SingleFlightCache
from pages.resources.turns import NO_LIMIT, Busy, Turns
from pages.runs import records, runs
from pages.runs.trainings import job_of, unigram_job_of
from pages.side_by_side import compute as side_by_side
from pages.state.corpus import OWN_TEXT, PYTHON
from pages.state.defaults import defaults
from pages.state.settings import Settings
from pages.state.url import query_of
from pages.storage.typed import pack
from tests.support.trainings import finish

SECONDS = 30  # of patience, on a busy machine


def letters(length: int, alphabet: str) -> str:
    return "".join(random.Random(7).choices(alphabet, k=length))


def own(text: str, **changes: object) -> Settings:
    return defaults(OWN_TEXT).replace(own=text, **changes)


@pytest.fixture
def started(monkeypatch) -> list[Training]:
    """The trainings that would have started a worker."""
    found: list[Training] = []
    monkeypatch.setattr(Training, "start", lambda self, slots: found.append(self))
    monkeypatch.setattr(runs, "TRAININGS", Trainings())
    return found


@pytest.mark.parametrize(
    "changes",
    [
        {"method": "course", "seeds": "substrings"},
        {"method": "em", "seeds": "repeated", "max_seeds": 1_000_000},
        {"method": "em", "seeds": "frequent", "max_seeds": 1_000_000},
        {"method": "em", "seeds": "bpe", "max_seeds": 1_000_000},
    ],
    ids=["course", "em", "em, all substrings", "em, BPE"],
)
@pytest.mark.parametrize("words", [550, 1], ids=["words", "one word"])
def test_long_unigram_link_trains_in_a_worker(started, changes, words):
    length = 30 if words > 1 else 19_000
    every = letters(length * words, "abcd")
    text = " ".join(every[i : i + length] for i in range(0, len(every), length))
    settings = own(text, prune=1, unigram_vocab=1, **changes)
    assert runs.unigram_run_of(settings) is None
    assert len(started) == 1


def test_bpe_on_one_long_word_trains_in_a_worker(started):
    settings = own(letters(19_000, "ab"), split="none", vocab=10_000)
    assert runs.run_of(settings) is None
    assert len(started) == 1


def test_normal_links_train_in_the_server(started):
    for corpus in bpe.SAMPLES:
        settings = defaults(corpus)
        assert runs.run_of(settings)
        assert runs.run_of(settings.replace(vocab=10_000))
        assert runs.unigram_run_of(settings)
    assert not started


def test_worker_refuses_tokens_that_are_too_long():
    settings = own(letters(19_000, "ab"), split="none", vocab=10_000)
    work = Trainings().get_or_start("long", partial(job_of, settings))
    finish(work)
    assert f"more than {MAX_TOKEN_CHARACTERS} characters in total" in str(work.error())


def test_worker_refuses_too_many_rounds():
    args = UnigramArgs("course", 1, "substrings", 300, prune=1)
    with pytest.raises(bpe.InputError, match="too many rounds"):
        RoundsLimit(args, alphabet=4).add(60_000)
    em = RoundsLimit(UnigramArgs("em", 1, "repeated", 300, prune=1), alphabet=4)
    em.add(60_000)
    em.bytes = MAX_RUN
    with pytest.raises(bpe.InputError, match="too many rounds"):
        em.add(60_000)


def test_value_that_is_being_made_counts():
    cache: SingleFlightCache[bytes] = SingleFlightCache(100, len, max_making=2)
    cache.get("old", lambda: b"x" * 80)
    begun, go_on = threading.Event(), threading.Event()

    def make() -> bytes:
        begun.set()
        assert go_on.wait(SECONDS)
        return b"x" * 10

    maker = threading.Thread(target=cache.get, args=("new", make, 60))
    maker.start()
    assert begun.wait(SECONDS)
    assert cache.find("old") is None
    assert cache.weight == 60
    go_on.set()
    maker.join(SECONDS)
    assert cache.weight == 10


def test_few_values_are_made_at_once():
    cache: SingleFlightCache[int] = SingleFlightCache(100, max_making=2)
    now, most, lock = 0, 0, threading.Lock()

    def make() -> int:
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
        time.sleep(0.01)
        with lock:
            now -= 1
        return 1

    threads = [threading.Thread(target=cache.get, args=(i, make)) for i in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SECONDS)
    assert most == 2


def is_running(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until(condition) -> None:
    end = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.fixture
def stuck() -> Iterator[Training]:
    """A training whose worker does not answer any more."""
    work = Training(unigram_job_of(defaults(PYTHON)))
    work.start(queue.turns())
    wait_until(lambda: work.process and work.phase != "queue")
    os.kill(work.process.pid, signal.SIGSTOP)
    yield work
    work.process.kill()
    work.thread.join(SECONDS)


def test_stop_ends_a_worker_that_does_not_answer(stuck):
    stuck.stop()
    finish(stuck)
    assert stuck.ended
    assert not is_running(stuck.process.pid)
    assert "stopped before its first step" in str(stuck.error())


def test_worker_ends_if_nobody_waits_for_it(stuck):
    stuck.last_look -= training_state.ABANDONED
    stuck.thread.join(SECONDS)
    assert stuck.ended
    assert not is_running(stuck.process.pid)


def test_worker_ends_after_its_time(stuck, monkeypatch):
    monkeypatch.setattr(training, "MAX_SECONDS", 0)
    finish(stuck)
    assert not is_running(stuck.process.pid)
    assert "limit on this server" in str(stuck.error())


def test_abandoned_training_leaves_the_queue():
    turns, job = Turns(0), job_of(defaults("hug"))
    work = Training(job)
    work.start(turns)
    work.last_look -= training_state.ABANDONED
    work.thread.join(SECONDS)
    assert work.ended
    assert work.process is None


def test_one_client_cannot_fill_the_queue(started):
    trainings = Trainings()
    for i in range(training_errors.MAX_PER_CLIENT):
        trainings.get_or_start(f"mine {i}", dict, "10.0.0.7")
    with pytest.raises(bpe.InputError, match="from your network"):
        trainings.get_or_start("one more", dict, "10.0.0.7")
    assert trainings.get_or_start("mine 0", dict, "10.0.0.7")
    assert trainings.get_or_start("other", dict, "10.0.0.8")
    for work in started:
        work.last_look -= training_state.ABANDONED
    assert trainings.get_or_start("one more", dict, "10.0.0.7")


def test_requests_without_a_session_count_for_their_client(started):
    def worksheet(address: str, number: int) -> int:
        """Ask for a worksheet whose task needs a long training."""
        text = letters(600, "abcdefgh") + str(number)
        settings = own(text, method="course", seeds="substrings", show="word", word="a")
        lesson = pack(f"/unigram?{query_of(settings)} Look.\n? How many?\n= 20")
        app = Starlette(routes=[*guide.routes("")])
        client = TestClient(app, client=(address, 80))
        return client.get("/guide/en/worksheet", params={"lesson": lesson}).status_code

    greedy = [worksheet("10.6.6.6", i) for i in range(training_errors.MAX_PER_CLIENT + 1)]
    assert greedy == [200] * len(greedy)  # what is not trained is left out of the last one
    assert [each.client for each in started] == ["10.6.6.6"] * training_errors.MAX_PER_CLIENT
    assert worksheet("10.0.0.7", 99) == 200
    assert started[-1].client == "10.0.0.7"


def test_session_with_too_many_trainings_loses_its_oldest(started):
    trainings = Trainings()
    for key in ("shared", "left", "kept"):
        trainings.get_or_start(key, dict, "10.0.0.7", "a session").add_viewer("a reader")
        started[0].add_viewer("a classmate")
    trainings.get_or_start("new", dict, "10.0.0.7", "a session")
    assert [work.is_abandoned for work in started] == [False, True, False, False]
    for i in range(training_errors.MAX_PER_CLIENT - 3):  # a class shares the address
        trainings.get_or_start(f"classmate {i}", dict, "10.0.0.7", f"classmate {i}")


def test_refused_training_is_not_started_again_while_somebody_asks(started, monkeypatch):
    timers = []
    timer = SimpleNamespace(start=lambda: None)
    monkeypatch.setattr(queue, "Timer", lambda seconds, call: timers.append(call) or timer)
    trainings = Trainings()
    work = trainings.get_or_start("too long", dict)
    work.refusal, work.phase = training_errors.too_long(), "end"
    work.on_end()
    for _ in range(3):
        timers.pop()()
        work.last_look -= 10 * training_state.ABANDONED
        assert trainings.get_or_start("too long", dict) is work
    for i in range(queue.MAX_ENDED):  # other trainings end
        other = trainings.get_or_start(str(i), dict)
        other.run, other.phase = runs.run_of(defaults("hug")), "end"
    assert trainings.get_or_start("too long", dict) is work
    work.last_look -= training_state.REFUSED
    timers.pop()()
    assert trainings.find("too long") is None
    assert not timers


def test_crashed_training_is_started_again_once_nobody_asks(started):
    trainings = Trainings()
    work = trainings.get_or_start("crashed", dict)
    work.phase = "end"
    assert trainings.get_or_start("crashed", dict) is work
    work.last_look -= training_state.ABANDONED
    assert trainings.get_or_start("crashed", dict) is not work


def test_compared_tokenizers_are_trained_one_after_another(started, monkeypatch):
    cache = SingleFlightCache(runs.MAX_BYTES, runs.weight)  # so that no other test gets these
    monkeypatch.setattr(runs, "RUNS", cache)
    settings = defaults(PYTHON).replace(tokenizers=("bpe", "unigram", "wordpiece"))

    def states() -> list[str]:
        found = side_by_side.members(settings)
        return ["ready" if each.ready else str(each.error or "waits") for each in found]

    assert states() == states() == ["waits"] * 3
    (first,) = started
    first.run, first.phase = bpe.train(bpe.Corpus.from_counts({"hug": 5}), 4), "end"
    assert states() == ["ready", "waits", "waits"]
    _, second = started
    second.refusal, second.phase = bpe.InputError("It needs more memory."), "end"
    assert states() == states() == ["ready", "It needs more memory.", "waits"]
    assert len(started) == 3


def test_clients_get_turns_one_after_the_other():
    turns, order, first = Turns(1, at_once=NO_LIMIT), [], threading.Event()

    def work(client: str) -> None:
        with turns.turn(client):
            order.append(client)
            assert first.wait(SECONDS)

    threads = [threading.Thread(target=work, args=(client,)) for client in "aaaab"]
    for number, thread in enumerate(threads):
        thread.start()
        wait_until(lambda number=number: len(order) + len(turns._queue) == number + 1)
    first.set()
    for thread in threads:
        thread.join(SECONDS)
    assert order == ["a", "b", "a", "a", "a"]


WORKER_OF_A_SERVER = """
import time
from pages.jobs import queue, training
from pages.runs.trainings import unigram_job_of
from pages.state.defaults import defaults
work = training.Training(unigram_job_of(defaults("python")))
work.start(queue.turns())
while work.phase == "queue":
    time.sleep(0.05)
print(work.process.pid, flush=True)
time.sleep(1000)
"""
CHARTS_OF_A_SERVER = """
import threading, time
from pages.charts.chart import BarChart
from pages.charts.renderer import RENDERER
threading.Thread(
    target=RENDERER.render, args=([BarChart("Tokens", (("hug", 3),))],)
).start()  # its thread ends before the server
while not RENDERER._timer:
    time.sleep(0.05)
print(RENDERER.process.pid, flush=True)
time.sleep(1000)
"""


TOKENIZERS_OF_A_SERVER = """
import threading, time
from pages.jobs import tokenizer_file
threading.Thread(target=tokenizer_file.keep, args=({"tokenizer.json": b"{}"},)).start()
while not tokenizer_file.PROCESS._timer:
    time.sleep(0.05)
print(tokenizer_file.PROCESS.process.pid, flush=True)
time.sleep(1000)
"""


@pytest.mark.parametrize(
    "server",
    [WORKER_OF_A_SERVER, CHARTS_OF_A_SERVER, TOKENIZERS_OF_A_SERVER],
    ids=["job", "charts", "tokenizers"],
)
def test_workers_end_with_the_server(server):
    with subprocess.Popen(
        [sys.executable, "-c", server], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        worker = int(process.stdout.readline())
        assert is_running(worker)
        process.kill()
    wait_until(lambda: not is_running(worker))


def test_client_waits_for_its_own_requests_only():
    turns, order = Turns(max_running=2, max_waiting=50, max_per_client=40), []
    go_on = threading.Event()

    def work(client: str) -> None:
        order.append(client)
        assert go_on.wait(SECONDS)

    async def lesson() -> None:
        mine = [asyncio.create_task(turns.run("a", lambda: work("a"))) for _ in range(40)]
        while not order:
            await asyncio.sleep(0)
        with pytest.raises(Busy):
            await turns.run("a", lambda: work("a"))
        other = asyncio.create_task(turns.run("b", lambda: work("b")))
        while len(order) < 2:
            await asyncio.sleep(0.01)
        assert order == ["a", "b"]
        go_on.set()
        await asyncio.gather(*mine, other)
        assert len(order) == 41
        assert not turns.requests

    with ThreadPoolExecutor(1) as thread:  # a browser's test may have a loop in this one
        thread.submit(asyncio.run, lesson()).result()


def test_busy_server_says_when_to_try_again(monkeypatch):
    settings = defaults("hug")
    runs.run_of(settings)
    full = Turns(max_running=1, max_waiting=0, max_per_client=0)
    monkeypatch.setattr(records, "TURNS", full)
    monkeypatch.setattr(downloads, "TURNS", full)
    monkeypatch.setattr(report, "REPORTS", full)
    monkeypatch.setattr(records, "RECORDS", SingleFlightCache(1_000_000, len))
    client = TestClient(
        Starlette(routes=[records.route(""), report.route(""), downloads.route("")])
    )
    for path in (
        f"/records/{settings.key}/en/0?words=find&find=ug",
        f"/downloads/{settings.key}/en/merges.csv",
        f"/downloads/{settings.key}/report.html?{query_of(settings)}",
    ):
        answer = client.get(path)
        assert answer.status_code == 503
        assert int(answer.headers["retry-after"]) > 0


def test_cached_records_are_served_while_the_server_is_busy(monkeypatch):
    settings = defaults("hug")
    records.serialized(runs.run_of(settings), settings.key, "en", "head")
    monkeypatch.setattr(records, "TURNS", Turns(max_running=1, max_waiting=0, max_per_client=0))
    client = TestClient(Starlette(routes=[records.route("")]))
    assert client.get(f"/records/{settings.key}/en/head").status_code == 200


@pytest.mark.parametrize("viewers", [1, 10, 60, 300])
def test_viewers_of_a_training_ask_less_often_the_more_they_are(viewers):
    assert viewers / pace.interval(viewers) < 40
    assert pace.interval(viewers) < training_state.ABANDONED


def test_memory_of_many_links_is_bounded():
    gc.collect()
    for length in range(700, 740):
        runs.run_of(own(letters(length, "ab"), split="none", vocab=10_000))
        assert runs.RUNS.weight <= runs.MAX_BYTES
    weights = [runs.weight(future.result()[0]) for future in runs.RUNS._entries.values()]
    assert sum(weights) == pytest.approx(runs.RUNS.weight, rel=0.01)  # some grow a little in use
