"""Runs and the records drawn from them, made once each and shared by everybody.

The stage fetches records by HTTP: a run's head, then blocks of steps, each serialised once per
run and language. Runs are immutable, so nothing here depends on who asks. But: it decides
nothing about what a record holds; see `view`.
"""

import gzip
import json
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from threading import Lock
from typing import Generic, TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import bpe
from pages.language import LANGUAGES, translation
from pages.settings import MAX_FIND, WORDS, Settings
from pages.trainings import TRAININGS
from pages.view import training
from pages.view.training import FIRST, Choice

T = TypeVar("T")


class Shared(Generic[T]):
    """A bounded store in which each value is made once, by whoever asks first.

    most: what all values together may weigh; the one that was not asked for longest goes first.
    """

    def __init__(self, most: int, weigh: Callable[[T], int] = lambda value: 1) -> None:
        self._most = most
        self._weigh = weigh
        self._lock = Lock()
        self._made: OrderedDict[object, Future[T]] = OrderedDict()

    def get(self, key: object, make: Callable[[], T]) -> T:
        """The value, made now if nobody made it yet. What `make` raises is kept by nobody."""
        with self._lock:
            future, mine = self._made.get(key), False
            if future is None:
                future, mine = Future(), True
                self._made[key] = future
            self._made.move_to_end(key)
        if mine:
            try:
                future.set_result(make())
                self._trim()
            except BaseException as error:
                with self._lock:
                    self._made.pop(key, None)
                future.set_exception(error)
        return future.result()

    def _trim(self) -> None:
        with self._lock:
            done = [(key, each.result()) for key, each in self._made.items() if each.done()]
            weight = sum(self._weigh(value) for _, value in done)
            for key, value in done[:-1]:
                if weight <= self._most:
                    break
                weight -= self._weigh(value)
                del self._made[key]

    def find(self, key: object) -> T | None:
        """The value if it is there."""
        with self._lock:
            future = self._made.get(key)
            if future:
                self._made.move_to_end(key)
        return future.result() if future else None


def weight(run: bpe.Run) -> int:
    """About how many bytes a run takes."""
    return 24 * len(run.changed_pairs) + 8 * len(run.joined) + 150 * len(run.corpus.counts)


RUNS: Shared[bpe.Run] = Shared(800_000_000, weight)
RECORDS: Shared[bytes] = Shared(100_000_000, len)


def run_of(settings: Settings) -> bpe.Run | None:
    """The run that settings describe; None while a worker still trains it.

    A small corpus is trained here and now: that takes less time than to start a process.
    Raises bpe.InputError where the settings cannot be used.
    """
    if not settings.is_large:
        return RUNS.get(settings.key, settings.train)
    run = RUNS.find(settings.key)
    if run is None:
        if not settings.paths():
            raise bpe.InputError("This text is no longer on this server. Bring it again.")
        run = TRAININGS.of(settings.key, settings.job()).run
        if run is not None and run.stopped != "user":
            keep(settings, run)
    return run


def keep(settings: Settings, run: bpe.Run) -> None:
    """Keep a run that a worker made, for everybody who asks for these settings."""
    RUNS.get(settings.key, lambda: run)
    TRAININGS.forget(settings.key)


def serialised(run: bpe.Run, key: str, lang: str, part: str, choice: Choice = FIRST) -> bytes:
    """The head of a run, a block or a sum, as JSON, packed. Raises ValueError for other parts."""

    def make() -> bytes:
        t = translation(lang)
        if part == "head":
            record: object = training.head(run, t, lang, choice)
        elif part.isdigit():
            record = training.block(run, int(part), t, choice)
        else:
            record = training.sum_of(run, part, t)
        return gzip.compress(
            json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode(), 4
        )

    return RECORDS.get((key, lang, part, choice), make)


def answer(request: Request) -> Response:
    """GET records/{run}/{lang}/{part}: 404 for a run that is not (or no longer) here.

    part: "head", the number of a block, or "sum-k-left-right". Query: words and find, as in
    Settings.
    """
    key, lang, part = (request.path_params[name] for name in ("run", "lang", "part"))
    run = RUNS.find(key)
    if run is None or lang not in LANGUAGES or not training.has(run, part):
        return Response(status_code=404)
    words, find = (request.query_params.get(name, "") for name in ("words", "find"))
    choice = (words, find[:MAX_FIND]) if words in WORDS else FIRST
    headers = {"Cache-Control": "private, max-age=3600", "Content-Encoding": "gzip"}
    return Response(serialised(run, key, lang, part, choice), 200, headers, "application/json")


def route(path: str) -> Route:
    """The route of `answer` under a path."""
    return Route(path + "/records/{run}/{lang}/{part}", answer)
