"""The caches that all sessions share, and the records served from them."""

import gzip
import json
import sys
import threading

import pytest

import bpe
from bpe import unigram
from pages.resources.cache import SingleFlightCache
from pages.runs import records, runs
from pages.state.corpus import OWN_TEXT
from pages.state.defaults import defaults
from pages.training.kind import training_kind
from pages.translations.language import LANGUAGES, translation
from pages.unigram import training_records


class Maker:
    """Makes a value, slowly enough that everybody asks meanwhile; counts how often."""

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error
        self.times = 0
        self.begun, self.go_on = threading.Event(), threading.Event()

    def __call__(self) -> str:
        self.times += 1
        self.begun.set()
        assert self.go_on.wait(30)
        if self.error:
            raise self.error
        return f"made {self.times}"


def ask_together(store: SingleFlightCache, make: Maker, times: int) -> list[object]:
    """What each of so many threads gets that ask while the value is being made."""
    answers: list[object] = []

    def ask() -> None:
        try:
            answers.append(store.get("key", make))
        except Exception as error:
            answers.append(error)

    threads = [threading.Thread(target=ask) for _ in range(times)]
    threads[0].start()
    assert make.begun.wait(30)
    for thread in threads[1:]:
        thread.start()
    make.go_on.set()
    for thread in threads:
        thread.join(30)
    return answers


def test_concurrent_requests_compute_a_value_once():
    store, make = SingleFlightCache(4), Maker()
    assert ask_together(store, make, 16) == ["made 1"] * 16
    assert store.get("key", make) == store.find("key") == "made 1"
    assert make.times == 1


def test_exception_reaches_all_waiters_and_is_not_cached():
    store, make = SingleFlightCache(4), Maker(ValueError("no"))
    answers = ask_together(store, make, 8)
    assert [str(answer) for answer in answers] == ["no"] * 8
    assert store.find("key") is None
    assert store.get("key", lambda: "better") == "better"
    assert store.find("key") == "better"


def test_size_error_reaches_all_waiters():
    def weigh(value: str) -> int:
        if value.startswith("made"):
            raise ValueError("no size")
        return 1

    store, make = SingleFlightCache(4, weigh), Maker()
    answers = ask_together(store, make, 8)
    assert [str(answer) for answer in answers] == ["no size"] * 8
    assert store.find("key") is None
    assert store.get("key", lambda: "better") == store.find("key") == "better"


def test_slow_value_does_not_block_others():
    store, make = SingleFlightCache(4), Maker()
    slow = threading.Thread(target=store.get, args=("slow", make))
    slow.start()
    assert make.begun.wait(30)
    assert store.get("fast", lambda: "done") == "done"
    make.go_on.set()
    slow.join(30)
    assert store.find("slow") == "made 1"


def test_cache_evicts_the_least_recently_used():
    store: SingleFlightCache[int] = SingleFlightCache(3)
    for key in range(3):
        store.get(key, lambda key=key: key)
    store.get(0, lambda: -1)
    store.get(3, lambda: 3)
    assert [store.find(key) for key in range(4)] == [0, None, 2, 3]
    for key in range(1000):
        store.get(key, lambda key=key: key)
    assert sum(store.find(key) is not None for key in range(1000)) == 3


def test_falsy_values_are_cached():
    store: SingleFlightCache[object] = SingleFlightCache(2)
    assert store.get("none", lambda: 0) == 0
    assert store.get("none", lambda: 1) == 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_records_are_deterministic(lang):
    settings = defaults("course")
    run = runs.run_of(settings)
    assert runs.run_of(settings) is run
    for part in ("head", "0"):
        once = records.serialized(run, settings.key, lang, part)
        assert records.serialized(run, settings.key, lang, part) is once
        text = gzip.decompress(once).decode()
        assert text == json.dumps(json.loads(text), ensure_ascii=False, separators=(",", ":"))


def calls(work) -> int:
    """How many calls of Python functions some work takes."""
    count = 0

    def note(frame, event, arg) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


class Piece(str):
    """A string that is seen when it is looked up or put into a set."""

    def __hash__(self) -> int:
        return super().__hash__()


def pruned(size: int) -> unigram.Run:
    """A Unigram training of one round, in which a quarter of so many pieces go."""
    pieces = [Piece(f"ab{i}") for i in range(size)]
    model = unigram.Model.from_counts(dict.fromkeys(pieces, 1))
    rise, removed = tuple(map(float, range(size))), tuple(pieces[: size // 4])
    this = unigram.Round(1, "prune", 1, model, model, 1.0, (), tuple(pieces), rise, removed)
    return unigram.Run(bpe.Corpus.from_counts({"ab0": 1}), "em", (this,), model, "vocabulary")


def test_round_record_cost_is_linear():
    def work(size: int) -> int:
        run = pruned(size)
        return calls(lambda: training_records.block(run, 0, translation("en")))

    assert work(4_000) < 3 * work(2_000)


@pytest.mark.parametrize("ties", ["first", "lowest", "greatest"])
@pytest.mark.parametrize("piece", ["a", "ab"])
def test_block_record_cost_is_linear(piece, ties):
    def work(length: int) -> int:
        text = piece * (length // len(piece))
        settings = defaults(OWN_TEXT).replace(own=text, split="none", ties=ties, vocab=12)
        run = settings.train()
        return calls(lambda: training_kind(run).block(0, translation("en")))

    assert work(2_000) < 3 * work(1_000)
