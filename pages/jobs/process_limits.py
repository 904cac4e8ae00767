"""Limits that a worker process sets itself: memory, time, priority, and the life of its parent."""

import ctypes
import os
import signal
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

PR_SET_PDEATHSIG = 1  # source: linux/prctl.h
CHECK = 1.0  # seconds between two looks whether the parent lives


def limit_memory(most: int) -> None:
    """Limit the bytes of address space, if the system supports it."""
    _limit("RLIMIT_AS", most)


def limit_data(most: int) -> None:
    """Limit the bytes that are in use, without reserved address space, if the system can."""
    _limit("RLIMIT_DATA", most)


def _limit(name: str, most: int) -> None:
    with suppress(ImportError, AttributeError, OSError, ValueError):
        import resource

        resource.setrlimit(getattr(resource, name), (most, most))


def lower_priority() -> None:
    """Leave the processor to the server, and if the memory runs out, let the system end this first.

    Without that, Linux ends the largest process, which can be the server.
    """
    with suppress(AttributeError, OSError):
        os.nice(5)
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("900")


def limit_seconds(seconds: int) -> None:
    """Let the system end this process after so many seconds from now; 0: never.

    The system does it even while C code runs that does not return to Python.
    """
    if hasattr(signal, "alarm"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(seconds)


def limit_processor(seconds: int) -> None:
    """Let the system end this process after so many seconds of a processor.

    Unlike `limit_seconds`, it does not count while the process is paused.
    """
    _limit("RLIMIT_CPU", seconds)


def end_with_parent(has_lasting_parent_thread: bool) -> None:
    """End this process when its parent ends, however that ends.

    has_lasting_parent_thread: whether the parent's thread that started this process waits for it.
    Then Linux ends this process at once; otherwise a thread looks every second.
    """
    parent = os.getppid()
    if has_lasting_parent_thread and sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(CHECK)
    os._exit(1)
