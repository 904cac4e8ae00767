"""Runs and the records drawn from them, made once each and shared by everybody.

The stage fetches records by HTTP: a run's head, then blocks of steps, each serialised once per
run and language. Runs are immutable, so nothing here depends on who asks. But: it decides
nothing about what a record holds; see `view`.
"""

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
from pages.settings import Settings
from pages.view import training

T = TypeVar("T")


class Shared(Generic[T]):
    """A bounded store in which each value is made once, by whoever asks first."""

    def __init__(self, most: int) -> None:
        self._most = most
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
            while len(self._made) > self._most:
                self._made.popitem(last=False)
        if mine:
            try:
                future.set_result(make())
            except BaseException as error:
                with self._lock:
                    self._made.pop(key, None)
                future.set_exception(error)
        return future.result()

    def find(self, key: object) -> T | None:
        """The value if it is there."""
        with self._lock:
            future = self._made.get(key)
        return future.result() if future else None


RUNS: Shared[bpe.Run] = Shared(64)
RECORDS: Shared[bytes] = Shared(512)


def run_of(settings: Settings) -> bpe.Run:
    """The run that settings describe. Raises bpe.InputError where they cannot be used."""
    return RUNS.get(settings.key, settings.train)


def serialised(run: bpe.Run, key: str, lang: str, part: str) -> bytes:
    """The head of a run or one of its blocks, as JSON. Raises ValueError for any other part."""

    def make() -> bytes:
        t = translation(lang)
        if part == "head":
            record = training.head(run, t, lang)
        else:
            record = training.block(run, int(part), t)
        return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()

    return RECORDS.get((key, lang, part), make)


def answer(request: Request) -> Response:
    """GET records/{run}/{lang}/{part}: 404 for a run that is not (or no longer) here."""
    key, lang, part = (request.path_params[name] for name in ("run", "lang", "part"))
    run = RUNS.find(key)
    if run is None or lang not in LANGUAGES or not (part == "head" or training.has(run, part)):
        return Response(status_code=404)
    headers = {"Cache-Control": "private, max-age=3600"}
    return Response(serialised(run, key, lang, part), 200, headers, "application/json")


def route(path: str) -> Route:
    """The route of `answer` under a path."""
    return Route(path + "/records/{run}/{lang}/{part}", answer)
