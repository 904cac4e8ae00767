"""A process that stays and answers requests one at a time, so that the server need not.

It starts when it is needed, ends when nobody needs it, and is killed if an answer takes too long.
`pages.charts.renderer` and `pages.jobs.tokenizer_file` use it.
"""

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event, Lock, Thread, Timer
from typing import IO, Generic, TypeVar

from pages.resources import turns
from pages.resources.turns import NO_LIMIT, Turns, rest

ROOT = Path(__file__).parents[2]
WATCH_INTERVAL = 0.2  # seconds

Request = TypeVar("Request")
Reply = TypeVar("Reply")


class Unavailable(Exception):
    """There is no answer: the process has ended."""


class Busy(Unavailable):
    """There is no answer: too many other requests wait."""


class TooSlow(Unavailable):
    """There is no answer: it took too long, and the process was killed."""


class HelperProcess(Generic[Request, Reply]):
    """A worker process that answers one request at a time, those of different clients in turn.

    module: what the process runs. send and receive: write a request to its standard input, and read
    the reply from its standard output (they raise EOFError or OSError if the process has ended).
    max_seconds: for one answer. fair_seconds: for one answer if other clients wait, and less if
    this one has used some time lately. idle: seconds without a request after which the process
    ends. max_wait: seconds that a request waits for others. max_waiting: requests, the current one
    included; max_per_client: those of one client.
    """

    def __init__(
        self,
        module: str,
        send: Callable[[IO[bytes], Request], None],
        receive: Callable[[IO[bytes]], Reply],
        *,
        max_seconds: float,
        fair_seconds: float | None = None,
        idle: float,
        max_wait: float,
        max_waiting: int,
        max_per_client: int = NO_LIMIT,
    ) -> None:
        self.module = module
        self.max_seconds, self.idle, self.max_wait = max_seconds, idle, max_wait
        self.fair_seconds = fair_seconds
        self.process: subprocess.Popen[bytes] | None = None
        self._send, self._receive = send, receive
        self._turns = Turns(1, max_waiting, max_per_client, at_once=NO_LIMIT)
        self._lock = Lock()
        self._timer: Timer | None = None

    def ask(self, request: Request, client: str = "") -> Reply:
        """Return the reply to a request; in a new process if the old one has ended.

        client: the address that asks. Raises Busy, TooSlow or Unavailable.
        """
        latest = time.monotonic() + self.max_wait
        try:
            with rest(), self._turns.turn(client, lambda: time.monotonic() < latest) as has_turn:
                if not has_turn:
                    raise Busy
                with self._lock:
                    return self._ask(request, client)
        except turns.Busy:
            raise Busy from None

    def stop(self) -> None:
        """End the process, unless it works on an answer."""
        if self._lock.acquire(blocking=False):
            try:
                self._end()
            finally:
                self._lock.release()

    def _ask(self, request: Request, client: str) -> Reply:
        """Send a request and return the reply. client: that of the request."""
        if self._timer:
            self._timer.cancel()
        process = self.process
        if process is None or process.poll() is not None:
            self._end()
            process = self.process = subprocess.Popen(
                [sys.executable, "-m", self.module],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        assert process.stdin
        assert process.stdout
        late: list[type[Unavailable]] = []
        ended = Event()
        Thread(target=self._watch, args=(process, client, ended, late), daemon=True).start()
        try:
            self._send(process.stdin, request)
            reply = self._receive(process.stdout)
        except (EOFError, OSError):
            self._end()
            raise (late[0] if late else Unavailable) from None
        finally:
            ended.set()
        self._timer = start_timer(self.idle, self.stop)
        return reply

    def _watch(
        self,
        process: subprocess.Popen[bytes],
        client: str,
        ended: Event,
        late: list[type[Unavailable]],
    ) -> None:
        """Kill the process if an answer takes too long, also for other requests; note why."""
        began, fair = time.monotonic(), self.fair_seconds
        while True:
            if ended.wait(min(WATCH_INTERVAL, self.max_seconds)):
                return
            taken = time.monotonic() - began
            is_unfair = fair is not None and self._turns.must_end(client, taken, fair)
            if is_unfair or taken >= self.max_seconds:
                break
        late.append(TooSlow if taken >= self.max_seconds else Busy)
        process.kill()

    def _end(self) -> None:
        process, self.process = self.process, None
        if process:
            process.kill()
            process.communicate()


def start_timer(seconds: float, call: Callable[[], object]) -> Timer:
    """Call a function after so many seconds, unless the process ends or the timer is canceled.

    >>> start_timer(60, print).cancel()
    """
    timer = Timer(seconds, call)
    timer.daemon = True
    timer.start()
    return timer
