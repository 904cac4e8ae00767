"""Draws charts in a worker process, which ends when nobody has needed it for a while."""

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock, Semaphore, Timer

from pages.charts.chart import Chart
from pages.charts.worker import MAX_SECONDS, dump

ROOT = Path(__file__).parents[2]
IDLE = 60.0  # seconds without a request, after which the process ends
LONGEST = float(MAX_SECONDS)  # seconds that a request may take before the process is killed
MAX_WAITING = 8  # requests, the current one included


class Unavailable(Exception):
    """A chart cannot be drawn now: too many requests wait, or the process has just ended."""


class Renderer:
    """A worker process, started when it is needed. It draws one request at a time."""

    def __init__(self, idle: float = IDLE) -> None:
        self.idle = idle
        self.process: subprocess.Popen[bytes] | None = None
        self._lock = Lock()
        self._waiting = Semaphore(MAX_WAITING)
        self._timer: Timer | None = None

    def render(self, charts: Sequence[Chart]) -> list[str]:
        """Return the pictures of charts. Raises Unavailable."""
        if not self._waiting.acquire(blocking=False):
            raise Unavailable
        try:
            with self._lock:
                return self._ask(dump(charts))
        finally:
            self._waiting.release()

    def stop(self) -> None:
        """End the process, unless it is drawing."""
        if self._lock.acquire(blocking=False):
            try:
                self._end()
            finally:
                self._lock.release()

    def _ask(self, request: bytes) -> list[str]:
        """Send a request and return the answer; in a new process if the old one has ended."""
        if self._timer:
            self._timer.cancel()
        process = self.process
        if process is None or process.poll() is not None:
            self._end()
            process = self.process = subprocess.Popen(
                [sys.executable, "-m", "pages.charts.worker"],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        assert process.stdin
        assert process.stdout
        limit = self._start_timer(LONGEST, process.kill)
        answer = b""
        with suppress(OSError):  # the process has ended
            process.stdin.write(request)
            process.stdin.flush()
            answer = process.stdout.readline()
        limit.cancel()
        if not answer.endswith(b"\n"):
            self._end()
            raise Unavailable
        self._timer = self._start_timer(self.idle, self.stop)
        pictures: list[str] = json.loads(answer)
        return pictures

    def _end(self) -> None:
        process, self.process = self.process, None
        if process:
            process.kill()
            process.communicate()

    @staticmethod
    def _start_timer(seconds: float, call: Callable[[], None]) -> Timer:
        timer = Timer(seconds, call)
        timer.daemon = True
        timer.start()
        return timer


RENDERER = Renderer()
