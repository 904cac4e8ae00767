"""Trainings in worker processes, and the queue in front of them.

All readers who ask for the same run share one training. Small trainings do not come here, because
starting a process takes longer (see `pages.runs.runs`). A training is limited in time, in memory
(see `worker`) and in number, per client and in total. It ends when nobody waits for it any more.
"""

import math
import subprocess
import sys
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Event, Lock, Thread, Timer

import bpe
from pages.jobs import messages
from pages.jobs.job import Job
from pages.jobs.messages import SENDING, Message, Progress, Refusal
from pages.jobs.pace import interval
from pages.jobs.worker import MAX_SECONDS, needs_too_much_memory, stopped_too_early
from pages.resources import machine
from pages.resources.client import leaves_room
from pages.resources.turns import NO_LIMIT, Turns

ROOT = Path(__file__).parents[2]
MAX_RUNNING = machine.workers(machine.memory(), machine.processors())
MAX_WAITING = 16
MAX_PER_CLIENT = 6  # running and waiting; a client may be an address that a class shares
MAX_PER_SESSION = 2  # that nobody else waits for; a page may need one of BPE and one of Unigram
MAX_ENDED = 4  # ended trainings whose runs are remembered
MAX_FAILED = 16  # ended trainings without a run that are remembered
REMEMBERED = 30  # seconds for which they are
VIEWER_TIMEOUT = 3  # seconds by which a viewer may be late before they count as gone
ABANDONED = 10  # seconds without any viewer after which a training ends
REFUSED = 300  # seconds after the last look for which a refused training is not started again
KILLED = 9  # the signal SIGKILL, which Windows does not have
FAIR_SECONDS = 60  # that a training may take if other clients wait for a turn
STOP_SECONDS = 2  # that a worker has to answer when it is asked to stop
WATCH_INTERVAL = 0.2  # seconds
# How much of a training is done when a phase starts, and how much is done in that phase, about.
STARTS = {"queue": 0.0, "words": 0.0, "pairs": 0.35, "pieces": 0.35, "merges": 0.4}
STARTS |= {SENDING: 1.0, "end": 1.0}
SHARES = {"words": 1 / 3, "pieces": 0.65, "merges": 0.6}


class Training:
    """One training and its current state.

    client: who asked for it (`visitor_of_script`). session: in which session. phase: "queue",
    "words", "pairs", "merges", "pieces", SENDING or "end"; `done` of `total` in that phase. run:
    the result. refusal: why there is no result, if the input cannot be used. given_up: whether it
    ended because nobody waited; whoever asks for it again, starts it again.
    """

    def __init__(self, job: Job, client: str = "", session: str = "") -> None:
        self.job = job
        self.client = client
        self.session = session
        self.phase, self.done, self.total = "queue", 0, 1
        self.phase_started = time.monotonic()
        self.run: messages.Run | None = None
        self.refusal: bpe.InputError | None = None
        self.process: subprocess.Popen[bytes] | None = None
        self.stopping = self.killed = self.given_up = False
        self.stop_asked = 0.0
        self.last_look = time.monotonic()
        self.last_seen: dict[str, float] = {}  # viewer -> when they last asked for the progress
        self.thread = Thread(daemon=True)
        self.on_end: Callable[[], None] = lambda: None

    def start(self, turns: Turns) -> None:
        """Start at its turn."""
        self.thread = Thread(target=self._work, args=(turns,), daemon=True)
        self.thread.start()

    def look(self) -> None:
        """Note that somebody waits for this training.

        >>> from pages.jobs.job import BpeJob, CorpusSource
        >>> training = Training(BpeJob(CorpusSource("gpt2", "none", {"hug": 10}), 10, "first"))
        >>> training.look()
        >>> training.is_abandoned
        False
        """
        self.last_look = time.monotonic()

    @property
    def is_abandoned(self) -> bool:
        """Whether nobody has waited for this training for a while.

        >>> from pages.jobs.job import BpeJob, CorpusSource
        >>> training = Training(BpeJob(CorpusSource("gpt2", "none", {"hug": 10}), 10, "first"))
        >>> training.last_look -= ABANDONED
        >>> training.is_abandoned
        True
        """
        return time.monotonic() - self.last_look >= ABANDONED

    @property
    def is_stale(self) -> bool:
        """Whether there is no run, and whoever asks for one starts the training again.

        A refusal is kept for longer, because the same training would be refused again.

        >>> from pages.jobs.job import BpeJob, CorpusSource
        >>> training = Training(BpeJob(CorpusSource("gpt2", "none", {"hug": 10}), 10, "first"))
        >>> training.phase, training.refusal = "end", too_long()
        >>> training.last_look -= ABANDONED
        >>> training.is_stale
        False
        """
        if self.ended and self.given_up:
            return True
        patience = REFUSED if self.ended and self.refusal else ABANDONED
        return self.run is None and time.monotonic() - self.last_look >= patience

    def abandon(self) -> None:
        """End this training soon, unless somebody looks at it again.

        >>> from pages.jobs.job import BpeJob, CorpusSource
        >>> training = Training(BpeJob(CorpusSource("gpt2", "none", {"hug": 10}), 10, "first"))
        >>> training.abandon()
        >>> training.is_abandoned
        True
        """
        self.last_look = -math.inf

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
            return stopped_too_early()
        if self.given_up:
            return too_many_waiting()
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
        self.look()
        now = self.last_seen[viewer] = self.last_look
        timeout = VIEWER_TIMEOUT + 2 * interval(len(self.last_seen))
        gone = [each for each, seen in list(self.last_seen.items()) if now - seen >= timeout]
        for each in gone:
            self.last_seen.pop(each, None)
        return len(self.last_seen) > 1

    def is_only_for(self, session: str) -> bool:
        """Whether this session asked for this training, and nobody else waits for it.

        >>> from pages.jobs.job import BpeJob, CorpusSource
        >>> job = BpeJob(CorpusSource("gpt2", "none", {"hug": 10}), 10, "first")
        >>> training = Training(job, "10.0.0.7", session="a")
        >>> training.is_only_for("a"), training.is_only_for("b")
        (True, False)
        """
        return bool(session) and session == self.session and len(self.last_seen) <= 1

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


def too_long() -> bpe.InputError:
    """Return the error for a training that reached the limit of its time.

    >>> str(too_long()).partition(".")[0]
    'Training was stopped after 5 minutes, which is the limit on this server'
    """
    return bpe.InputError(
        "Training was stopped after {minutes} minutes, which is the limit on this server. Use a "
        "smaller part of the text, or settings that need fewer steps.",
        minutes=MAX_SECONDS // 60,
    )


def others_wait() -> bpe.InputError:
    """Return the error for a training that has taken long while others wait.

    >>> str(others_wait()).partition(".")[0]
    'Training was stopped after 60 seconds because others are waiting for theirs'
    """
    return bpe.InputError(
        "Training was stopped after {seconds} seconds because others are waiting for theirs. Use "
        "a smaller part of the text, or try again later.",
        seconds=FAIR_SECONDS,
    )


def too_many_waiting() -> bpe.InputError:
    """Return the error for a training that this server has no room or no time for.

    >>> str(too_many_waiting()).partition(".")[0]
    'Too many training runs are already waiting on this server'
    """
    return bpe.InputError(
        "Too many training runs are already waiting on this server. Try again in a minute."
    )


def turns() -> Turns:
    """Return the turns of the trainings that may run at the same time.

    >>> with turns().turn("") as has_turn:
    ...     has_turn
    True
    """
    return Turns(MAX_RUNNING, at_once=NO_LIMIT)


class Trainings:
    """All trainings of this server."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._turns = turns()
        self._by_key: OrderedDict[str, Training] = OrderedDict()

    def get_or_start(
        self, key: str, make_job: Callable[[], Job], client: str = "", session: str = ""
    ) -> Training:
        """Return the training of a key; start it if there is none.

        client: who asks for it (`visitor_of_script`); empty for no limit per client. session: the
        session that asks; if it has too many trainings, it loses its oldest. Empty for no limit.
        Raises bpe.InputError if too many trainings are waiting, and whatever `make_job` raises.
        """
        with self._lock:
            training = self._by_key.get(key)
            if training is not None and training.is_stale:
                del self._by_key[key]
                training = None
            if training is None:
                self._abandon_oldest_of(session)
                self._check_room(client)
                training = self._by_key[key] = Training(make_job(), client, session)
                training.on_end = partial(self._forget_later, key, training)
                training.start(self._turns)
            training.look()
            self._forget_oldest()
            return training

    @property
    def _active(self) -> list[Training]:
        """The trainings that run or wait, the oldest first."""
        return [each for each in self._by_key.values() if not (each.ended or each.is_abandoned)]

    def _abandon_oldest_of(self, session: str) -> None:
        """Make room for one more training of a session, which has probably left the oldest."""
        own = [each for each in self._active if each.is_only_for(session)]
        for each in own[: len(own) - MAX_PER_SESSION + 1]:
            each.abandon()

    def _check_room(self, client: str) -> None:
        """Raise bpe.InputError if too many trainings run or wait, of all clients or of one."""
        active, most = self._active, MAX_RUNNING + MAX_WAITING
        if len(active) >= most or not leaves_room(client, [a.client for a in active], most):
            raise too_many_waiting()
        if client and sum(each.client == client for each in active) >= MAX_PER_CLIENT:
            raise bpe.InputError(
                "{most} training runs from your network are already waiting. Try again when one "
                "has finished.",
                most=MAX_PER_CLIENT,
            )

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

    def _forget_later(self, key: str, training: Training) -> None:
        """Forget a training that has ended, so that its run does not stay in memory.

        A failed training is kept while somebody asks why it failed.
        """

        def forget() -> None:
            with self._lock:
                if self._by_key.get(key) is not training:
                    return
                if training.run is None and not training.is_stale:
                    self._forget_later(key, training)
                else:
                    del self._by_key[key]

        timer = Timer(REMEMBERED, forget)
        timer.daemon = True
        timer.start()

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
        ended = [(key, each.run is None) for key, each in self._by_key.items() if each.ended]
        for most, failed in ((MAX_ENDED, False), (MAX_FAILED, True)):
            keys = [key for key, has_failed in ended if has_failed == failed]
            for key in keys[: max(0, len(keys) - most)]:
                del self._by_key[key]


TRAININGS = Trainings()
