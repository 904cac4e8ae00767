"""Trainings in worker processes: how far each is, its end, and the queue before it.

One for everybody who asks for the same run. But: what takes less time than to start a process
does not come here (see `pages.serving.runs`).
"""

import json
import os
import subprocess
import sys
import time
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from threading import Lock, Semaphore, Thread

import bpe
from bpe import unigram, wire
from bpe.unigram import wire as unigram_wire

ROOT = Path(__file__).parents[2]
AT_ONCE = max(1, (os.cpu_count() or 2) - 1)
MOST_WAITING = 16
WAITS = 3  # seconds after a look in which somebody counts as waiting
KEPT = 4  # ended trainings that are remembered


class Training:
    """One training: its state, for whoever looks.

    stage: "queue", "words", "pairs", "merges", "pieces" or "end"; done of `of` in it.
    run: what came of it. refusal: the sentence and its values, where it was refused.
    """

    def __init__(self, job: dict[str, object]) -> None:
        self.job = job
        self.stage, self.done, self.of = "queue", 0, 1
        self.since = time.monotonic()
        self.run: bpe.Run | unigram.Run | None = None
        self.refusal: tuple[str, dict[str, object]] | None = None
        self.process: subprocess.Popen[bytes] | None = None
        self.stopping = False
        self.seen: dict[str, float] = {}  # by who waits for it, when they last looked
        self.thread = Thread(daemon=True)

    def start(self, slots: Semaphore) -> None:
        """Begin, or wait for a free slot to begin."""
        self.thread = Thread(target=self.work, args=(slots,), daemon=True)
        self.thread.start()

    @property
    def ended(self) -> bool:
        """Whether it is over, one way or another."""
        return self.stage == "end"

    @property
    def share(self) -> float:
        """How much of the whole is done, from 0 to 1: words are a third of it, about."""
        part = min(1.0, self.done / max(self.of, 1))
        if self.stage == "words":
            return part / 3
        if self.stage == "pieces":
            return 0.35 + 0.65 * part
        if self.stage == "merges":
            return 0.4 + 0.6 * part**0.5
        return 0.0 if self.stage == "queue" else 0.35 if self.stage == "pairs" else 1.0

    def error(self) -> bpe.InputError:
        """Why it made no run."""
        if self.refusal:
            sentence, values = self.refusal
            return bpe.InputError(sentence, **values)
        if self.stopping:
            return bpe.InputError("Training was stopped before its first step.")
        return bpe.InputError(
            "Training failed unexpectedly. This is our bug, not a problem with your text. Try "
            "again."
        )

    @property
    def seconds_left(self) -> float | None:
        """About how long the stage will take yet; None while nothing can be said.

        A merge takes the less time the later it comes: the time goes with the square root of
        their number.
        """
        share = self.done / max(self.of, 1)
        if self.stage == "merges":
            share = share**0.5
        passed = time.monotonic() - self.since
        return passed * (1 - share) / share if share > 0.05 else None

    def looked_at(self, by: str) -> bool:
        """Note that somebody waits for it. Returns whether others do too."""
        now = self.seen[by] = time.monotonic()
        others = [seen for who, seen in list(self.seen.items()) if who != by]
        return any(now - seen < WAITS for seen in others)

    def stop(self) -> None:
        """Ask it to end with the merges made so far."""
        self.stopping = True
        process = self.process
        if process is None:
            self.stage = "end"  # it waits for a slot, or is about to begin, and then does nothing
        if process and process.stdin:
            try:
                process.stdin.write(b"x")
                process.stdin.flush()
            except (OSError, ValueError):
                pass  # it has just ended by itself

    def work(self, slots: Semaphore) -> None:
        """Wait for a free slot, then follow the worker to its end."""
        with slots:
            try:
                if not self.stopping:
                    self.follow()
            finally:
                self.stage = "end"

    def follow(self) -> None:
        """Start the worker and read what it says."""
        with subprocess.Popen(
            [sys.executable, "-m", "pages.jobs.worker"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ) as self.process:
            assert self.process.stdin
            assert self.process.stdout
            try:
                self.process.stdin.write(json.dumps(self.job).encode() + b"\n")
                self.process.stdin.flush()
                if self.stopping:
                    self.stop()
                for line in self.process.stdout:
                    if self.hear(json.loads(line)):
                        break
            finally:
                self.process.kill()

    def hear(self, message: dict) -> bool:
        """Take in what the worker says; True for its last message."""
        if "refused" in message:
            self.refusal = message["refused"], message["values"]
        elif "bytes" in message:
            assert self.process
            assert self.process.stdout
            unpack = unigram_wire.unpack if "pieces" in self.job else wire.unpack
            self.run = unpack(self.process.stdout.read(message["bytes"]))
        else:
            if message["stage"] != self.stage:
                self.since = time.monotonic()
            self.stage, self.done, self.of = message["stage"], message["done"], message["of"]
            return False
        return True


def slots() -> Semaphore:
    """Room for as many trainings as run at once."""
    return Semaphore(AT_ONCE)


class Trainings:
    """All trainings of this server."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._slots = slots()
        self._known: OrderedDict[str, Training] = OrderedDict()

    def of(self, key: str, job: Callable[[], dict[str, object]]) -> Training:
        """The training of this name, started now where there is none.

        Raises bpe.InputError where too many wait already, and what `job` raises.
        """
        with self._lock:
            training = self._known.get(key)
            if training is None:
                waiting = sum(not each.ended for each in self._known.values())
                if waiting >= AT_ONCE + MOST_WAITING:
                    raise bpe.InputError(
                        "Too many trainings are already waiting on this server. Try again in a "
                        "minute."
                    )
                training = self._known[key] = Training(job())
                training.start(self._slots)
            self._forget()
            return training

    def find(self, key: str) -> Training | None:
        """The training of this name, if there is one."""
        with self._lock:
            return self._known.get(key)

    def forget(self, key: str) -> None:
        """Let a training that ended be started anew."""
        with self._lock:
            if key in self._known and self._known[key].ended:
                del self._known[key]

    def before(self, training: Training) -> int:
        """How many trainings wait before this one."""
        with self._lock:
            waiting = [each for each in self._known.values() if each.stage == "queue"]
        return waiting.index(training) if training in waiting else 0

    def _forget(self) -> None:
        ended = [key for key, each in self._known.items() if each.ended]
        for key in ended[: max(0, len(ended) - KEPT)]:
            del self._known[key]


TRAININGS = Trainings()
