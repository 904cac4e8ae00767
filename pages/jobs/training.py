"""A training in a worker process: started at its turn, watched, and stopped."""

import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread

import bpe
from pages.jobs import messages
from pages.jobs.job import Job
from pages.jobs.messages import SENDING, Message, Progress, Refusal
from pages.jobs.training_errors import (
    FAIR_SECONDS,
    MAX_SECONDS,
    needs_too_much_memory,
    others_wait,
    too_long,
)
from pages.jobs.training_state import TrainingState
from pages.resources.turns import Turns

ROOT = Path(__file__).parents[2]
KILLED = 9  # the signal SIGKILL, which Windows does not have
STOP_SECONDS = 2  # that a worker has to answer when it is asked to stop
WATCH_INTERVAL = 0.2  # seconds


class Training(TrainingState):
    """One training, its current state, and its worker once it has one."""

    def __init__(self, job: Job, client: str = "", session: str = "") -> None:
        super().__init__(client, session)
        self.job = job
        self.process: subprocess.Popen[bytes] | None = None
        self.killed = False
        self.stop_asked = 0.0
        self.thread = Thread(daemon=True)
        self.on_end: Callable[[], None] = lambda: None

    def start(self, turns: Turns) -> None:
        """Start at its turn."""
        self.thread = Thread(target=self._work, args=(turns,), daemon=True)
        self.thread.start()

    def stop(self) -> None:
        """Ask the worker to stop and send the merges or rounds so far; soon end it otherwise.

        >>> from pages.jobs.job import BpeJob, CorpusSource
        >>> training = Training(BpeJob(CorpusSource("gpt2", "none", {"hug": 10}), 10, "first"))
        >>> training.stop()
        >>> training.stopping, training.ended
        (True, True)
        """
        if not self.stopping:
            self.stop_asked = time.monotonic()
        self.stopping = True
        process = self.process
        if process is None:
            self.phase = "end"  # it waits for a turn, or is about to start, and will do nothing
        if process and process.stdin:
            with suppress(OSError, ValueError):  # the worker has just ended
                process.stdin.write(b"x")
                process.stdin.flush()

    def _work(self, turns: Turns) -> None:
        """Wait for a turn, then run a worker."""
        with turns.turn(self.client, lambda: not (self.stopping or self.is_abandoned)) as has_turn:
            try:
                if has_turn and not self.stopping:
                    self._run_worker(turns)
            finally:
                self.given_up = self.run is None and self.is_abandoned
                self.phase = "end"
                self.on_end()

    def _run_worker(self, turns: Turns) -> None:
        """Start a worker, send it the job and handle its messages until it ends."""
        ended = Event()
        with subprocess.Popen(
            [sys.executable, "-m", "pages.jobs.worker"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ) as self.process:
            watch = Thread(target=self._watch, args=(self.process, ended, turns), daemon=True)
            watch.start()
            stdin, stdout = self.process.stdin, self.process.stdout
            assert stdin
            assert stdout
            try:
                messages.send(stdin, self.job)
                if self.stopping:
                    self.stop()
                while not self.on_message(messages.receive(stdout)):
                    pass
            except (EOFError, OSError):  # the worker ended without a result: see `error`
                if self.process.wait() == -KILLED and not self.killed:
                    self.refusal = needs_too_much_memory()  # only the system ends it like this
            finally:
                ended.set()
                self.process.kill()

    def _watch(self, process: subprocess.Popen[bytes], ended: Event, turns: Turns) -> None:
        """Kill the worker if it takes too long, does not stop, or nobody waits for it.

        It takes too long sooner if other clients wait for a turn.
        """
        started = time.monotonic()
        while not ended.wait(WATCH_INTERVAL):
            now = time.monotonic()
            does_not_stop = self.stopping and self.phase != SENDING
            if now - started > MAX_SECONDS:
                self.refusal = too_long()
            elif now - started > FAIR_SECONDS and turns.has_others(self.client):
                self.refusal = others_wait()
            elif not (
                self.is_abandoned or (does_not_stop and now - self.stop_asked > STOP_SECONDS)
            ):
                continue
            self.killed = True
            process.kill()
            return

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
