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
from dataclasses import replace
from threading import Lock
from typing import Any, Generic, TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import bpe
from bpe import unigram
from bpe.encoding import Encoder
from bpe.formats import Loaded
from pages.corpora import tokenizer_file
from pages.i18n.language import LANGUAGES, Translation, translation
from pages.jobs.queue import TRAININGS
from pages.state.settings import Settings, unguessable
from pages.view.bpe import corpus_words
from pages.view.bpe import records as bpe_records
from pages.view.bpe.corpus_words import FIRST, Choice, choice_of
from pages.view.encoding import records as encoding_records
from pages.view.unigram import lattice_records, training_records

T = TypeVar("T")
Shown = (
    bpe.Run | unigram.Run | lattice_records.Word | encoding_records.Text
)  # what a stage can step through
VIEWS = {
    bpe.Run: bpe_records,
    unigram.Run: training_records,
    lattice_records.Word: lattice_records,
    encoding_records.Text: encoding_records,
}


class Shared(Generic[T]):
    """A bounded store in which each value is made once, by whoever asks first.

    most: what all values together may weigh; the one that was not asked for longest goes first.
    """

    def __init__(self, most: int, weigh: Callable[[T], int] = lambda value: 1) -> None:
        self._most = most
        self._weigh = weigh
        self._lock = Lock()
        self._made: OrderedDict[object, Future[tuple[T, int]]] = OrderedDict()
        self._weight = 0

    def get(self, key: object, make: Callable[[], T]) -> T:
        """The value, made now if nobody made it yet.

        If `make` or the weight function raises, everybody who asked gets the error, and nothing
        is kept.
        """
        with self._lock:
            future, mine = self._made.get(key), False
            if future is None:
                future, mine = Future(), True
                self._made[key] = future
            self._made.move_to_end(key)
        if mine:
            try:
                value = make()
                weight = self._weigh(value)
            except BaseException as error:
                with self._lock:
                    self._made.pop(key, None)
                future.set_exception(error)
            else:
                future.set_result((value, weight))
                self._trim(weight)
        return future.result()[0]

    def _trim(self, weight: int) -> None:
        """Count a new value's weight, and evict the oldest; never the one that was used last."""
        with self._lock:
            self._weight += weight
            while self._weight > self._most and len(self._made) > 1:
                oldest = next((key for key, each in self._made.items() if each.done()), None)
                if oldest is None or oldest == next(reversed(self._made)):
                    break
                self._weight -= self._made.pop(oldest).result()[1]

    def find(self, key: object) -> T | None:
        """The value if it is there, or being made just now."""
        with self._lock:
            future = self._made.get(key)
            if future:
                self._made.move_to_end(key)
        return None if future is None or future.exception() else future.result()[0]


def weight(run: Shown) -> int:
    """About how many bytes a run takes."""
    if isinstance(run, bpe.Run):
        numbers = 24 * len(run.changed_pairs) + 8 * len(run.joined)
        return numbers + 150 * len(run.corpus.counts)
    if isinstance(run, unigram.Run):
        numbers = sum(40 * len(each.expected or each.removable) for each in run.rounds)
        models = sum(24 * len(each.result.pieces) for each in run.rounds)
        return numbers + models + 150 * len(run.corpus.counts)
    text = 4000 * len(run.text)
    return text + 300 * len(run.encoder.ids) if isinstance(run, encoding_records.Text) else text


RUNS: Shared[Shown] = Shared(800_000_000, weight)
RECORDS: Shared[bytes] = Shared(100_000_000, len)
TOKENIZERS: Shared[Loaded] = Shared(4)
WATCHED: Shared[Any] = Shared(1_000)  # a watched text is short
COMPARED: Shared[dict[str, Any]] = Shared(32)  # BPE beside Unigram


def run_of(settings: Settings) -> bpe.Run | None:
    """The run of BPE that settings describe; None while a worker still trains it.

    Raises bpe.InputError where the settings cannot be used.
    """
    return trained(settings.key, lambda: settings.is_large, settings.train, settings.job)


def pieces_of(settings: Settings) -> unigram.Run | None:
    """The run of Unigram that settings describe; None while a worker still trains it.

    Raises bpe.InputError where the settings cannot be used.
    """
    takes_long = settings.pieces_take_long
    return trained(settings.pieces_key, takes_long, settings.train_pieces, settings.pieces_job)


def trained(
    key: str,
    takes_long: Callable[[], bool],
    train: Callable[[], Shown],
    job: Callable[[], dict[str, object]],
) -> Any:
    """A run by its key, from the store, or made here and now, or from a worker.

    None while a worker trains it, and if somebody stopped it; the section that shows the progress
    handles both.
    """
    run = RUNS.find(key)
    if run is not None:
        return run
    if not takes_long():
        return RUNS.get(key, train)
    run = TRAININGS.of(key, job).run
    if run is None or run.stopped == "user":
        return None
    keep(key, run)
    return run


def keep(key: str, run: Shown) -> None:
    """Keep a run that a worker made, for everybody who asks for it."""
    RUNS.get(key, lambda: run)
    TRAININGS.forget(key)


def watched(settings: Settings, run: bpe.Run, t: Translation) -> list[list[object]]:
    """The watched text under a run, at each step where it changes."""
    key = unguessable(settings.key, settings.watch, settings.lang)
    return WATCHED.get(key, lambda: corpus_words.watched(run, settings.watch, t))


def word_of(settings: Settings, run: unigram.Run) -> tuple[str, lattice_records.Word]:
    """The lattice that settings ask for, of a word under a vocabulary of a run, and its key."""
    word, number = lattice_records.chosen(run, settings.word, settings.round)
    key = unguessable(settings.pieces_key, str(number), word)
    return key, RUNS.get(key, lambda: lattice_records.word(run, word, number))


def encoder_of(settings: Settings) -> Encoder | None:
    """What encodes: a brought tokenizer, or the run of BPE; None while a worker trains that.

    Raises bpe.InputError where the settings or the tokenizer's file cannot be used.
    """
    how = settings.how
    if settings.tokenizer:
        encoder = tokenizer_of(settings.tokenizer).encoder
    else:
        run = run_of(settings)
        if run is None:
            return None
        encoder = run.encoder(fuse_unk="fuse" in how)
    encoder = encoder.at(min(settings.first, len(encoder.merges)))
    return replace(encoder, ignore_merges=True) if "whole" in how else encoder


def tokenizer_of(name: str) -> Loaded:
    """A tokenizer that a reader brought, read once. Raises bpe.InputError if it cannot be used."""
    return TOKENIZERS.get(name, lambda: tokenizer_file.read(name))


def text_of(settings: Settings, encoder: Encoder) -> encoding_records.Text:
    """The text that settings ask for, under an encoder."""
    how = settings.how

    def make() -> encoding_records.Text:
        order = "rules" if "rules" in how else "rank"
        dropout = settings.dropout / 100 if order == "rank" else 0.0
        return encoding_records.Text(
            encoder, settings.text, order, "specials" in how, dropout, settings.dice
        )

    found = RUNS.get(settings.text_key, make)
    assert isinstance(found, encoding_records.Text)
    return found


def serialised(run: Shown, key: str, lang: str, part: str, choice: Choice = FIRST) -> bytes:
    """The head of a run, a block of steps or a detail, as JSON, packed.

    Raises ValueError for other parts.
    """

    def make() -> bytes:
        t = translation(lang)
        view: Any = VIEWS[type(run)]
        which = (choice,) if view is bpe_records else ()  # of a text, all words are shown
        if part == "head":
            record = view.head(run, t, lang, *which)
        elif part.isdigit():
            record = view.block(run, int(part), t, *which)
        else:
            record = view.detail(run, part, t)
        text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
        return gzip.compress(text.encode(), 4, mtime=0)

    return RECORDS.get((key, lang, part, choice), make)


def answer(request: Request) -> Response:
    """GET records/{run}/{lang}/{part}: 404 for a run that is not (or no longer) here.

    part: "head", the number of a block, or a detail that the view names.
    Query: words and find, as in Settings.
    """
    key, lang, part = (request.path_params[name] for name in ("run", "lang", "part"))
    run = RUNS.find(key)
    if run is None or lang not in LANGUAGES or not VIEWS[type(run)].has(run, part):
        return Response(status_code=404)
    choice = choice_of(*(request.query_params.get(name, "") for name in ("words", "find")))
    headers = {"Cache-Control": "private, max-age=3600", "Content-Encoding": "gzip"}
    return Response(serialised(run, key, lang, part, choice), 200, headers, "application/json")


def route(path: str) -> Route:
    """The route of `answer` under a path."""
    return Route(path + "/records/{run}/{lang}/{part}", answer)
