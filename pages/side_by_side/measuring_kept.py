"""The measurements of all sessions, and how much memory their counts take together."""

from threading import Lock
from typing import Protocol
from weakref import WeakSet

from pages.resources.machine import scaled

MAX_KEPT = scaled(100_000_000)  # bytes of the counts of all sessions
TOKEN_WEIGHT = 150  # bytes of a token and its count, without its characters


class Measurement(Protocol):
    """What a session measures. weight: about the bytes of its counts. at: when it last went on."""

    weight: int
    at: float

    @property
    def ended(self) -> bool:
        """Whether it has ended."""
        ...

    def reduce(self) -> None:
        """Keep only what is shown. A measurement that goes on ends with what it has."""
        ...


class KeptMeasurements:
    """The measurements of all sessions, as long as these live. most: the limit for their weight."""

    def __init__(self, most: int = MAX_KEPT) -> None:
        self.most = most
        self._all: WeakSet[Measurement] = WeakSet()
        self._lock = Lock()

    def add(self, measurement: Measurement) -> None:
        """Keep a measurement. If all are too heavy, reduce some: first those that have ended."""
        with self._lock:
            self._all.add(measurement)
            kept = sorted(self._all, key=lambda each: (not each.ended, each.at))
            weight = sum(each.weight for each in kept)
            for each in kept:
                if weight <= self.most:
                    return
                weight -= each.weight
                each.reduce()


KEPT = KeptMeasurements()
