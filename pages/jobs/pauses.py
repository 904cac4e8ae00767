"""Trainings that pause, so that those of other clients get a turn.

The system does not run a paused worker, but it keeps its memory. So the memory of all that pause is
limited.
"""

import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Protocol

import bpe
from pages.jobs.training_errors import others_wait
from pages.resources import machine

MAX_MEMORY = machine.scaled(300_000_000)  # bytes of all that pause
USUAL = 200_000_000  # bytes of a worker, where the system does not say
HAS_SIGNALS = hasattr(signal, "SIGSTOP")  # not on Windows


class Pausing(Protocol):
    """A training that can pause. used: seconds for which it has run. memory: bytes."""

    used: float
    memory: int

    def end(self, refusal: bpe.InputError | None = None) -> None:
        """End it."""


class Pauses:
    """The trainings that pause."""

    def __init__(self) -> None:
        self.paused: list[Pausing] = []
        self._lock = Lock()

    def has_room(self, process: "subprocess.Popen[bytes] | None") -> bool:
        """Whether a worker is small enough to pause, perhaps instead of another one."""
        return HAS_SIGNALS and memory_of(process) <= MAX_MEMORY

    def add(self, training: Pausing) -> None:
        """Note that a training pauses. If there is too little memory for all, the largest ends.

        It is not the one that has run longest: whoever starts trainings again and again could end
        all others with that.
        """
        ending: list[Pausing] = []
        with self._lock:
            self.paused.append(training)
            while sum(each.memory for each in self.paused) > MAX_MEMORY:
                ending.append(max(self.paused, key=lambda each: each.memory))
                self.paused.remove(ending[-1])
        for each in ending:
            each.end(others_wait(each.used))

    def remove(self, training: Pausing) -> None:
        """Note that a training goes on."""
        with self._lock:
            if training in self.paused:
                self.paused.remove(training)


def memory_of(process: "subprocess.Popen[bytes] | None") -> int:
    """Return the bytes of memory that a process takes.

    >>> memory_of(None)
    0
    """
    if process is None:
        return 0
    with suppress(OSError, ValueError, IndexError):
        pages = int(Path(f"/proc/{process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    return USUAL


def pause(process: "subprocess.Popen[bytes] | None") -> None:
    """Pause a process."""
    if process and HAS_SIGNALS:
        process.send_signal(signal.SIGSTOP)


def resume(process: "subprocess.Popen[bytes] | None") -> None:
    """Let a process go on."""
    if process and HAS_SIGNALS:
        process.send_signal(signal.SIGCONT)
