"""Trainings that pause, so that those of other clients get a turn.

The system does not run a paused worker, but it keeps its memory. So only a few pause.
"""

import signal
import subprocess
from threading import Lock
from typing import Protocol

import bpe
from pages.jobs.training_errors import others_wait
from pages.resources import machine

MAX_PAUSED = min(2, machine.workers(machine.memory(), 3))
CAN_PAUSE = hasattr(signal, "SIGSTOP")  # not on Windows


class Pausing(Protocol):
    """A training that can pause. used: seconds for which it has run."""

    used: float

    def end(self, refusal: bpe.InputError | None = None) -> None:
        """End it."""


class Pauses:
    """The trainings that pause."""

    def __init__(self) -> None:
        self.paused: list[Pausing] = []
        self._lock = Lock()

    def add(self, training: Pausing) -> None:
        """Note that a training pauses. If too many do, the one that has run longest ends."""
        with self._lock:
            self.paused.append(training)
            if len(self.paused) <= MAX_PAUSED:
                return
            longest = max(self.paused, key=lambda each: each.used)
            self.paused.remove(longest)
        longest.end(others_wait(longest.used))

    def remove(self, training: Pausing) -> None:
        """Note that a training goes on."""
        with self._lock:
            if training in self.paused:
                self.paused.remove(training)


def pause(process: "subprocess.Popen[bytes] | None") -> None:
    """Pause a process."""
    if process and CAN_PAUSE:
        process.send_signal(signal.SIGSTOP)


def resume(process: "subprocess.Popen[bytes] | None") -> None:
    """Let a process go on."""
    if process and CAN_PAUSE:
        process.send_signal(signal.SIGCONT)
