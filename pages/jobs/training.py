"""A training in a worker process: it runs at its turns, pauses between them, and can be stopped."""

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
from pages.jobs.pauses import Pauses, memory_of, pause, resume
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
SLICE_SECONDS = 8  # of a turn if other clients wait; then the training pauses
WATCH_INTERVAL = 0.2  # seconds


class Training(TrainingState):
    """One training, its current state, and its worker once it has one.

    pauses: the trainings that pause with it. used: seconds for which its worker has run. memory: of
    its worker when it paused.
    """

    def __init__(
        self, job: Job, client: str = "", session: str = "", pauses: Pauses | None = None
    ) -> None:
        super().__init__(client, session)
        self.job = job
        self.pauses = pauses or Pauses()
        self.process: subprocess.Popen[bytes] | None = None
        self.killed = False
        self.used = self.stop_asked = 0.0
        self.memory = 0
        self.has_ended = Event()  # the worker
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

    def end(self, refusal: bpe.InputError | None = None) -> None:
        """End the worker. refusal: why there is no result."""
        self.refusal = refusal or self.refusal
        self.killed = True
        if self.process:
            self.process.kill()

    @property
    def _is_wanted(self) -> bool:
        """Whether it should get a turn."""
        return not (self.stopping or self.is_abandoned or self.has_ended.is_set())

    def _work(self, turns: Turns) -> None:
        """Run a worker, a turn at a time."""
        has_turn = True
        try:
            while has_turn and self._is_wanted:
                with turns.turn(
                    self.client, lambda: self._is_wanted, self.job.corpus.size
                ) as has_turn:
                    if has_turn and self._is_wanted:
                        self._run_for_a_turn(turns)
            if self.process and not self.has_ended.is_set():  # it paused, and was stopped
                self._run_to_the_end()
        finally:
            if self.process:
                self.process.kill()
                self.process.communicate()
            self.given_up = self.run is None and self.is_abandoned
            self.phase = "end"
            self.on_end()

    def _start_worker(self) -> None:
        """Start a worker and send it the job."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pages.jobs.worker"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        Thread(target=self._read, args=(self.process,), daemon=True).start()
        assert self.process.stdin
        with suppress(OSError):  # it has ended: see `_read`
            messages.send(self.process.stdin, self.job)
        if self.stopping:
            self.stop()

    def _read(self, process: subprocess.Popen[bytes]) -> None:
        """Handle the messages of the worker until it ends."""
        assert process.stdout
        try:
            while not self.on_message(messages.receive(process.stdout)):
                pass
        except (EOFError, OSError, ValueError):  # the worker ended without a result: see `error`
            if process.wait() == -KILLED and not self.killed:
                self.refusal = needs_too_much_memory()  # only the system ends it like this
        finally:
            self.has_ended.set()

    def _run_for_a_turn(self, turns: Turns) -> None:
        """Start or resume the worker. Pause it if others wait, or end it if it must."""
        if self.process:
            self.pauses.remove(self)
            resume(self.process)
        else:
            self._start_worker()
        began, before = time.monotonic(), self.used
        while not self.has_ended.wait(WATCH_INTERVAL):
            taken = time.monotonic() - began
            self.used = before + taken
            if self._must_end():
                self.end()
            elif self.used > MAX_SECONDS:
                self.end(too_long())
            elif self.phase == SENDING or not turns.must_end(self.client, taken, SLICE_SECONDS):
                continue
            elif self.pauses.has_room(self.process):
                pause(self.process)
                self.memory = memory_of(self.process)
                self.pauses.add(self)
                return
            elif turns.must_end(self.client, taken, FAIR_SECONDS):
                self.end(others_wait(self.used))

    def _run_to_the_end(self) -> None:
        """Let a worker that paused answer without a turn, because it was asked to stop."""
        self.pauses.remove(self)
        resume(self.process)
        while not self.has_ended.wait(WATCH_INTERVAL):
            if self._must_end():
                self.end()

    def _must_end(self) -> bool:
        """Whether the worker does not stop when it is asked to, or nobody waits for it."""
        does_not_stop = self.stopping and self.phase != SENDING
        return self.is_abandoned or (
            does_not_stop and time.monotonic() - self.stop_asked > STOP_SECONDS
        )

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
