"""What happens when the server starts and stops: limits, and the cleanup that signals skip."""

import os
import signal
import sys
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from types import FrameType
from typing import Any

from pages.hosting import descriptors, log_limits, protocols, script_runs
from pages.resources import machine
from pages.storage import file_store

LATEST_EXIT = 8  # seconds after a signal; later, the process ends without waiting for threads


@asynccontextmanager
async def lifespan(app: Any) -> AsyncIterator[None]:
    """Prepare the process for clients; at the end, delete what readers have uploaded."""
    machine.limit_arenas()
    descriptors.raise_limit()
    descriptors.use_light_sessions()
    script_runs.install()
    protocols.install()
    log_limits.install()
    file_store.sweep()
    end_on_signals()
    try:
        yield
    finally:
        file_store.close()


def end_on_signals() -> None:
    """Make SIGTERM end the process also during long work, and SIGHUP do the same as SIGTERM.

    uvicorn waits for requests in progress, and Python for their threads. A process that ignores
    SIGHUP (nohup) keeps ignoring it.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    stop = signal.getsignal(signal.SIGTERM)
    if callable(stop):
        signal.signal(signal.SIGTERM, with_deadline(stop))
    hang_up = getattr(signal, "SIGHUP", None)  # not on Windows
    if hang_up is not None and signal.getsignal(hang_up) == signal.SIG_DFL:
        signal.signal(hang_up, lambda number, frame: signal.raise_signal(signal.SIGTERM))


def with_deadline(
    stop: Callable[[int, FrameType | None], Any],
) -> Callable[[int, FrameType | None], None]:
    """Return a signal handler that also ends the process after LATEST_EXIT seconds."""

    def handle(number: int, frame: FrameType | None) -> None:
        timer = threading.Timer(LATEST_EXIT, end_now, [number])
        timer.daemon = True
        timer.start()
        stop(number, frame)

    return handle


def end_now(number: int) -> None:
    """End the process at once, as if by a signal."""
    with suppress(Exception):
        file_store.close()
    with suppress(Exception):
        sys.stderr.flush()
    os._exit(128 + number)
