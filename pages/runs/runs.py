"""The runs that settings ask for, each computed once for everybody.

A key made from the settings names each of them. Large trainings run in a worker process; until it
has finished, the functions here return None. `records` serves the steps of what is cached here.
"""

from collections.abc import Callable
from functools import partial
from typing import TypeVar, cast

import bpe
from bpe import unigram, wordpiece
from pages.jobs.cost import Cost
from pages.jobs.job import Job
from pages.jobs.queue import TRAININGS
from pages.resources.cache import SingleFlightCache
from pages.resources.client import of_script, visitor_of_script
from pages.resources.machine import scaled
from pages.runs.kinds import Content, kind_of
from pages.runs.trainings import cost_of, job_of, unigram_cost_of, unigram_job_of
from pages.state.settings import Settings

T = TypeVar("T", bpe.Run, unigram.Run, wordpiece.Run)
R = TypeVar("R")
TrainingRun = bpe.Run | wordpiece.Run  # of the training page


def weight(content: Content) -> int:
    """Return about how many bytes of memory a run, a lattice or a text takes.

    >>> from pages.state.defaults import defaults
    >>> weight(defaults("hug").train()) < 20_000
    True
    """
    return kind_of(content).size


MAX_BYTES = scaled(400_000_000)  # of all runs, lattices and texts
RUNS: SingleFlightCache[Content] = SingleFlightCache(MAX_BYTES, weight, reserve=2_000_000)


class Waiting(Exception):
    """A worker still trains the run. Its stage can be drawn later."""


def ready(run: R | None) -> R:
    """Return a run. Raises Waiting if there is none yet."""
    if run is None:
        raise Waiting
    return run


def run_of(settings: Settings) -> bpe.Run | None:
    """Return the BPE run that settings describe; None while a worker still trains it.

    It is BPE also if the training page trains WordPiece. Raises bpe.InputError if the settings
    cannot be used.

    >>> from pages.state.defaults import defaults
    >>> run_of(defaults("hug")).merges[0].token
    'ug'
    """
    settings = settings.replace(algorithm="bpe")
    return get_or_start(settings, settings.key, cost_of, Settings.train, job_of)


def training_of(settings: Settings) -> TrainingRun | None:
    """Return the run of the training page, BPE or WordPiece; None while a worker still trains it.

    Raises bpe.InputError if the settings cannot be used.

    >>> from pages.state.defaults import defaults, with_algorithm
    >>> training_of(with_algorithm(defaults("hug"), "wordpiece")).merges[0].token
    '##gs'
    """
    if not settings.is_wordpiece:
        return run_of(settings)
    return get_or_start(settings, settings.key, cost_of, Settings.train_wordpiece, job_of)


def unigram_run_of(settings: Settings) -> unigram.Run | None:
    """Return the Unigram run that settings describe; None while a worker still trains it.

    Raises bpe.InputError if the settings cannot be used.

    >>> from pages.state.defaults import defaults
    >>> len(unigram_run_of(defaults("hug")).model.pieces)
    10
    """
    return get_or_start(
        settings,
        settings.unigram_key,
        unigram_cost_of,
        Settings.train_unigram,
        unigram_job_of,
    )


def get_or_start(
    settings: Settings,
    key: str,
    cost: Callable[[Settings], Cost],
    train: Callable[[Settings], T],
    job: Callable[[Settings], Job],
) -> T | None:
    """Return a run from the cache, or train it here, or start a worker that trains it.

    Returns None while a worker trains, and if somebody stopped the worker. The page section that
    shows the progress handles both.
    """
    run: T | None = RUNS.find(key)
    if run is None and not (expected := cost(settings)).is_large:
        run = RUNS.get(key, partial(train, settings), expected.bytes)
    if run is None:
        session, _ = of_script()
        made = TRAININGS.get_or_start(key, partial(job, settings), visitor_of_script(), session).run
        if made is None or made.stopped == "user":
            return None
        keep(key, made)
        run = cast(T, made)
    return run


def check_not_failed(key: str) -> None:
    """Raise bpe.InputError if a worker has ended without the run of a key.

    >>> check_not_failed("no such run")
    """
    training = TRAININGS.find(key)
    if training and training.ended and training.run is None:
        raise training.error()


def keep(key: str, run: Content) -> None:
    """Cache a run that a worker made."""
    RUNS.get(key, lambda: run)
    TRAININGS.forget(key)
