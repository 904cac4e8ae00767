"""What a signal that stops the server does, in one place: the parts of the server only register.

uvicorn waits for requests in progress, and Python for its threads. So SIGTERM ends the process
after a while also during long work, and SIGHUP does the same as SIGTERM. A process that ignores
SIGHUP (nohup) keeps ignoring it.
"""

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from types import FrameType
from typing import Any

LATEST_EXIT = 8  # seconds after SIGTERM; later, the process ends without waiting for threads

_on_signal: list[Callable[[], object]] = []
_at_exit: list[Callable[[], object]] = []


def on_stop(call: Callable[[], object]) -> None:
    """Call a function in this event loop when a signal stops the process."""
    _on_signal.append(partial(asyncio.get_running_loop().call_soon_threadsafe, call))


def before_exit(call: Callable[[], object]) -> None:
    """Call a function if the process ends without waiting for its threads."""
    _at_exit.append(call)


def install() -> None:
    """Handle the signals from now on, then do what was done before."""
    if threading.current_thread() is not threading.main_thread():
        return
    for number in (signal.SIGTERM, signal.SIGINT):
        stop = signal.getsignal(number)
        if callable(stop):
            signal.signal(number, handler(stop))
    hang_up = getattr(signal, "SIGHUP", None)  # not on Windows
    if hang_up is not None and signal.getsignal(hang_up) == signal.SIG_DFL:
        signal.signal(hang_up, lambda number, frame: signal.raise_signal(signal.SIGTERM))


def handler(
    stop: Callable[[int, FrameType | None], Any],
) -> Callable[[int, FrameType | None], None]:
    """Return a signal handler. stop: the one before, which it calls."""

    def handle(number: int, frame: FrameType | None) -> None:
        for call in _on_signal:
            with suppress(RuntimeError):  # its loop has ended
                call()
        if number == signal.SIGTERM:
            timer = threading.Timer(LATEST_EXIT, end_now, [number])
            timer.daemon = True
            timer.start()
        stop(number, frame)

    return handle


def end_now(number: int) -> None:
    """End the process at once, as if by a signal."""
    for call in _at_exit:
        with suppress(Exception):
            call()
    with suppress(Exception):
        sys.stderr.flush()
    os._exit(128 + number)
