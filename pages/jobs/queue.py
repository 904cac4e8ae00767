"""Trainings in worker processes, and the queue in front of them.

Everybody who asks for the same run shares one training. Small trainings do not come here, because
starting a process takes longer (see `pages.serving.runs`).
"""

import os
import subprocess
import sys
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Lock, Semaphore, Thread

import bpe
from bpe import unigram
from pages.jobs import messages
from pages.jobs.job import Job
from pages.jobs.messages import Message, Progress, Refusal

ROOT = Path(__file__).parents[2]
MAX_RUNNING = max(1, (os.cpu_count() or 2) - 1)
MAX_WAITING = 16
MAX_ENDED = 4  # ended trainings that are remembered
VIEWER_TIMEOUT = 3  # seconds after which a viewer counts as gone
# How much of a training is done when a phase starts, and how much is done in that phase, about.
STARTS = {"queue": 0.0, "words": 0.0, "pairs": 0.35, "pieces": 0.35, "merges": 0.4, "end": 1.0}
SHARES = {"words": 1 / 3, "pieces": 0.65, "merges": 0.6}


class Training:
    """One training and its current state.

    phase: "queue", "words", "pairs", "merges", "pieces" or "end"; `done` of `total` in that phase.
    run: the result. refusal: why there is no result, if the input cannot be used.
    """

    def __init__(self, job: Job) -> None:
        self.job = job
        self.phase, self.done, self.total = "queue", 0, 1
        self.phase_started = time.monotonic()
        self.run: bpe.Run | unigram.Run | None = None
        self.refusal: bpe.InputError | None = None
        self.process: subprocess.Popen[bytes] | None = None
        self.stopping = False
        self.last_seen: dict[str, float] = {}  # viewer -> when they last asked for the progress
        self.thread = Thread(daemon=True)

    def start(self, slots: Semaphore) -> None:
        """Start as soon as a slot is free."""
        self.thread = Thread(target=self._work, args=(slots,), daemon=True)
        self.thread.start()

    @property
    def ended(self) -> bool:
        """Whether the training is over, with or without a result.

        >>> from pages.jobs.job import BpeJob, CorpusSource
        >>> training = Training(BpeJob(CorpusSource("gpt2", "none", {"hug": 10}), 10, "first"))
        >>> training.ended
        False
        """
        return self.phase == "end"

    @property
    def phase_fraction(self) -> float:
        """How much of the time of this phase has passed, from 0 to 1.

        Later merges are faster: the time grows with about the square root of their number.

        >>> from pages.jobs.job import BpeJob, CorpusSource
        >>> training = Training(BpeJob(CorpusSource("gpt2", "none", {"hug": 10}), 10, "first"))
        >>> training.phase, training.done, training.total = "merges", 1, 4
        >>> training.phase_fraction
        0.5
        """
        part = min(1.0, self.done / max(self.total, 1))
        return float(part**0.5) if self.phase == "merges" else part

    @property
    def fraction(self) -> float:
        """About how much of the whole training is done, from 0 to 1.

        >>> from pages.jobs.job import BpeJob, CorpusSource
        >>> training = Training(BpeJob(CorpusSource("gpt2", "none", {"hug": 10}), 10, "first"))
        >>> training.phase, training.done, training.total = "merges", 1, 4
        >>> training.fraction
        0.7
        """
        return STARTS[self.phase] + SHARES.get(self.phase, 0.0) * self.phase_fraction

    @property
    def seconds_left(self) -> float | None:
        """About how many seconds this phase still takes; None if that is not known yet.

        >>> from pages.jobs.job import BpeJob, CorpusSource
        >>> training = Training(BpeJob(CorpusSource("gpt2", "none", {"hug": 10}), 10, "first"))
        >>> training.seconds_left is None
        True
        """
        part = self.phase_fraction
        passed = time.monotonic() - self.phase_started
        return passed * (1 - part) / part if part > 0.05 else None

    def error(self) -> bpe.InputError:
        """Return why there is no result.

        >>> from pages.jobs.job import BpeJob, CorpusSource
        >>> training = Training(BpeJob(CorpusSource("gpt2", "none", {"hug": 10}), 10, "first"))
        >>> training.stop()
        >>> str(training.error())
        'Training was stopped before its first step.'
        """
        if self.refusal:
            return self.refusal
        if self.stopping:
            return bpe.InputError("Training was stopped before its first step.")
        return bpe.InputError(
            "Training failed unexpectedly. This is our bug, not a problem with your text. Try "
            "again."
        )

    def add_viewer(self, viewer: str) -> bool:
        """Note that somebody is waiting for this training. Return whether others are too.

        >>> from pages.jobs.job import BpeJob, CorpusSource
        >>> training = Training(BpeJob(CorpusSource("gpt2", "none", {"hug": 10}), 10, "first"))
        >>> training.add_viewer("a"), training.add_viewer("b")
        (False, True)
        """
        now = self.last_seen[viewer] = time.monotonic()
        others = [seen for each, seen in list(self.last_seen.items()) if each != viewer]
        return any(now - seen < VIEWER_TIMEOUT for seen in others)

    def stop(self) -> None:
        """Ask the worker to stop and send the merges or rounds so far.

        >>> from pages.jobs.job import BpeJob, CorpusSource
        >>> training = Training(BpeJob(CorpusSource("gpt2", "none", {"hug": 10}), 10, "first"))
        >>> training.stop()
        >>> training.stopping, training.ended
        (True, True)
        """
        self.stopping = True
        process = self.process
        if process is None:
            self.phase = "end"  # it waits for a slot, or is about to start, and will do nothing
        if process and process.stdin:
            with suppress(OSError, ValueError):  # the worker has just ended
                process.stdin.write(b"x")
                process.stdin.flush()

    def _work(self, slots: Semaphore) -> None:
        """Wait for a free slot, then run a worker."""
        with slots:
            try:
                if not self.stopping:
                    self._run_worker()
            finally:
                self.phase = "end"

    def _run_worker(self) -> None:
        """Start a worker, send it the job and handle its messages until it ends."""
        with subprocess.Popen(
            [sys.executable, "-m", "pages.jobs.worker"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ) as self.process:
            stdin, stdout = self.process.stdin, self.process.stdout
            assert stdin
            assert stdout
            try:
                messages.send(stdin, self.job)
                if self.stopping:
                    self.stop()
                while not self.on_message(messages.receive(stdout)):
                    pass
            except (EOFError, OSError):
                pass  # the worker ended without a result: see `error`
            finally:
                self.process.kill()

    def on_message(self, message: Message) -> bool:
        """Handle a message of the worker. Return whether it was the last one.

        >>> from pages.jobs.job import BpeJob, CorpusSource
        >>> training = Training(BpeJob(CorpusSource("gpt2", "none", {"hug": 10}), 10, "first"))
        >>> training.on_message(Progress("merges", 10, 500)), training.done
        (False, 10)
        """
        if isinstance(message, Progress):
            if message.phase != self.phase:
                self.phase_started = time.monotonic()
            self.phase, self.done, self.total = message.phase, message.done, message.total
            return False
        if isinstance(message, Refusal):
            self.refusal = bpe.InputError(message.sentence, **message.values)
        else:
            assert isinstance(message, messages.Run)
            self.run = message
        return True


def slots() -> Semaphore:
    """Return a semaphore for the trainings that may run at the same time.

    >>> slots().acquire(blocking=False)
    True
    """
    return Semaphore(MAX_RUNNING)


class Trainings:
    """All trainings of this server."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._slots = slots()
        self._by_key: OrderedDict[str, Training] = OrderedDict()

    def get_or_start(self, key: str, make_job: Callable[[], Job]) -> Training:
        """Return the training of a key; start it if there is none.

        Raises bpe.InputError if too many trainings are waiting, and whatever `make_job` raises.
        """
        with self._lock:
            training = self._by_key.get(key)
            if training is None:
                active = sum(not each.ended for each in self._by_key.values())
                if active >= MAX_RUNNING + MAX_WAITING:
                    raise bpe.InputError(
                        "Too many training runs are already waiting on this server. Try again in "
                        "a minute."
                    )
                training = self._by_key[key] = Training(make_job())
                training.start(self._slots)
            self._forget_oldest()
            return training

    def find(self, key: str) -> Training | None:
        """Return the training of a key, or None.

        >>> Trainings().find("a key") is None
        True
        """
        with self._lock:
            return self._by_key.get(key)

    def forget(self, key: str) -> None:
        """Forget a training that has ended, so that it can be started again."""
        with self._lock:
            if key in self._by_key and self._by_key[key].ended:
                del self._by_key[key]

    def count_ahead(self, training: Training) -> int:
        """Return how many trainings are in the queue before this one.

        >>> from pages.jobs.job import BpeJob, CorpusSource
        >>> training = Training(BpeJob(CorpusSource("gpt2", "none", {"hug": 10}), 10, "first"))
        >>> Trainings().count_ahead(training)
        0
        """
        with self._lock:
            waiting = [each for each in self._by_key.values() if each.phase == "queue"]
        return waiting.index(training) if training in waiting else 0

    def _forget_oldest(self) -> None:
        ended = [key for key, each in self._by_key.items() if each.ended]
        for key in ended[: max(0, len(ended) - MAX_ENDED)]:
            del self._by_key[key]


TRAININGS = Trainings()
