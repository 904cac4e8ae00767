"""Where several processes keep a class together: in Redis, or nowhere if there is only one.

Each process also has its own copy of the classes that its readers follow, so a class continues if
the store is away. When it is back, the newer version of each part counts.
"""

import time
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass

HANDED_OVER = 600  # seconds in which another device can take over a key
MAX_KEYS = 1_000  # that are handed over at the same time


class StoreUnavailable(Exception):
    """The store does not answer, so we cannot know whether there is such a class."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A class in the store. state, polls: see `rooms`; empty if there is none yet."""

    key_hash: str
    state: str = ""
    polls: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """What another process did. what: "state", "polls", "votes", "here", "command" or "end"."""

    code: str
    what: str
    text: str = ""


class Store:
    """A store of classes. Only `find` raises StoreUnavailable; all else is repeated by `resync`.

    This one is for a process that is the only one. It keeps nothing, because the process does.
    """

    def __init__(self) -> None:
        self._keys: dict[tuple[str, str], tuple[str, float]] = {}  # and until when

    async def start(
        self, on_change: Callable[[Change], None], resync: Callable[[], Awaitable[None]]
    ) -> None:
        """Begin to report changes. resync is called when the store is back."""

    async def stop(self) -> None:
        """Close the connections."""

    async def find(self, code: str) -> Saved | None:
        """Return a class. Raises StoreUnavailable."""
        return None

    async def save(self, code: str, key_hash: str, what: str, version: int, text: str) -> None:
        """Keep a part of a class unless there is a newer version. what: "state" or "polls"."""

    async def vote(
        self, code: str, ballot: str, votes: Mapping[str, str], is_new: bool = True
    ) -> None:
        """Keep votes with their times, by voter. The latest of each voter counts.

        is_new: whether they were given just now. Then they count in any case.
        """

    async def votes(self, code: str, ballot: str) -> Mapping[str, str]:
        """Return the votes with their times, by voter."""
        return {}

    async def here(self, code: str, phones: Collection[str]) -> int:
        """Note which phones follow here, and return how many follow in all processes."""
        return len(phones)

    async def say(self, code: str, command: str) -> None:
        """Pass a command of the lecturer on to the other processes."""

    async def hand_over(self, code: str, token: str, key: str) -> None:
        """Keep the key of a class for a device with this token, for HANDED_OVER seconds."""
        now = time.monotonic()
        self._keys = {name: each for name, each in self._keys.items() if each[1] > now}
        while len(self._keys) >= MAX_KEYS:
            del self._keys[next(iter(self._keys))]
        self._keys[code, token] = key, now + HANDED_OVER

    async def take_over(self, code: str, token: str) -> str | None:
        """Return the key that was handed over with a token; None if there is none.

        A token works once.
        """
        found, until = self._keys.pop((code, token), (None, 0.0))
        return found if until > time.monotonic() else None

    async def delete(self, code: str) -> None:
        """Delete a class."""
