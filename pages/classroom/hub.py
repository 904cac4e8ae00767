"""All classes that this process knows: how they begin, are found again, and end."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

from pages.classroom import codes
from pages.classroom.live import Live
from pages.classroom.redis_store import configured_store
from pages.classroom.rooms import Room
from pages.classroom.store import Change, Store
from pages.hosting.stop_signals import on_stop
from pages.resources.turns import Turns

MAX_CLASSES = 300  # that are open in this process
MAX_CLASSES_PER_ADDRESS = 30
SWEEP_EVERY = 300.0  # seconds


class TooMany(Exception):
    """There is no room for one more class."""


class Hub:
    """The classes of this process by code, and the store that it shares with others."""

    def __init__(self, store: Store | None = None) -> None:
        self.store = store or configured_store()
        self.classes: dict[str, Live] = {}
        self.turns = Turns(max_running=2, max_waiting=400, max_per_client=8)  # of classes
        self.hashing = Turns(max_running=1, max_waiting=40, max_per_client=10)  # slow hashes
        self._openers: dict[str, str] = {}  # code -> the address that has opened the class
        self._finding: dict[str, asyncio.Future[Live | None]] = {}

    async def open(self, address: str) -> tuple[str, str]:
        """Begin a class, and return its code and its key. Raises TooMany and Busy."""
        self._check_room_for(address)
        while True:
            key = codes.new_key()
            code = await self.hashing.run(address, partial(codes.code_of, key))
            if await self.find(code) is None:
                break
        self._openers[code] = address
        room = Room(code, codes.hash_of(key))
        live = self._add(room)
        await self.save(live, "state")
        return code, key

    async def reopen(self, code: str, key: str, saved: str, address: str) -> Live | None:
        """Return a class again; None for a wrong key. What was saved counts where it is newer.

        Raises TooMany, Busy, and ValueError if what was saved is malformed.
        """
        live = await self.find(code)
        if live is not None:
            return (
                await self._update(live, saved) if codes.is_key(key, live.room.key_hash) else None
            )
        self._check_room_for(address)
        if await self.hashing.run(address, partial(codes.code_of, key)) != code:
            return None
        room = Room(code, codes.hash_of(key))
        if saved:
            room.restore(saved)
        if code in self.classes:  # another device was faster
            return await self._update(self.classes[code], saved)
        self._openers[code] = address
        live = self._add(room)
        await self.save(live, "state", "polls")
        return live

    async def _update(self, live: Live, saved: str) -> Live:
        """Take over what was saved where it is newer than what is known, and return the class."""
        before = live.room.version
        if saved:
            live.room.restore(saved)
        if live.room.version > before:
            live.mark("state", "question")
            await self.save(live, "state", "polls")
        return live

    def _check_room_for(self, address: str) -> None:
        """Raise TooMany if an address, or everybody together, has too many classes."""
        self.sweep()
        own = sum(each == address for each in self._openers.values())
        if len(self.classes) >= MAX_CLASSES or own >= MAX_CLASSES_PER_ADDRESS:
            raise TooMany

    def _add(self, room: Room) -> Live:
        live = self.classes[room.code] = Live(room, self.store, self.turns)
        return live

    async def find(self, code: str) -> Live | None:
        """Return a class that this process or the store knows. Raises StoreUnavailable."""
        live = self.classes.get(code)
        if live and live.room.is_over:
            await self.delete(live)
            live = None
        if live:
            return live
        if code not in self._finding:
            self._finding[code] = asyncio.ensure_future(self._load(code))
            self._finding[code].add_done_callback(lambda done: self._finding.pop(code, None))
        return await asyncio.shield(self._finding[code])

    async def _load(self, code: str) -> Live | None:
        """Take over a class from the store."""
        saved = await self.store.find(code)
        if saved is None or len(self.classes) >= MAX_CLASSES:
            return None
        room = Room(code, saved.key_hash)
        if saved.state:
            room.load_state(saved.state)
        if saved.polls:
            room.load_polls(saved.polls)
        return self.classes.get(code) or self._add(room)

    async def save(self, live: Live, *parts: str) -> None:
        """Keep parts of a class in the store: "state", "polls"."""
        room = live.room
        for part in parts:
            version = room.state.version if part == "state" else room.polls.version
            text = room.save_state() if part == "state" else room.save_polls()
            await self.store.save(room.code, room.key_hash, part, version, text)

    async def delete(self, live: Live) -> None:
        """End a class everywhere."""
        self.forget(live)
        await self.store.delete(live.room.code)

    def forget(self, live: Live) -> None:
        """End a class in this process."""
        self.classes.pop(live.room.code, None)
        self._openers.pop(live.room.code, None)
        live.end()

    def sweep(self) -> None:
        """Forget the classes in which nothing has happened for too long."""
        for live in [each for each in self.classes.values() if each.room.is_over]:
            self.forget(live)

    def on_change(self, change: Change) -> None:
        """Take over what another process did."""
        live = self.classes.get(change.code)
        if live is None:
            return
        if change.what != "here":
            live.room.touch()
        if change.what == "state" and live.room.load_state(change.text):
            live.mark("state")
        elif change.what == "polls" and live.room.load_polls(change.text):
            live.mark("question")
        elif change.what == "votes":
            live.mark_later("tally")
        elif change.what == "here":
            live.mark_later("here")
        elif change.what == "command":
            live.say(change.text)
        elif change.what == "end":
            self.forget(live)

    async def resync(self) -> None:
        """Bring this process and the store to the same state after the store was away."""
        for live in list(self.classes.values()):
            room = live.room
            await self.save(live, "state", "polls")
            for name, ballot in list(room.ballots.items()):
                await self.store.vote(room.code, name, ballot.stamped)
            saved = await self.store.find(room.code)
            if saved and saved.state:
                room.load_state(saved.state)
            if saved and saved.polls:
                room.load_polls(saved.polls)
            live.mark("state", "question", "tally", "here")

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Follow the store, and forget old classes, for the duration of a `with` block."""
        await self.store.start(self.on_change, self.resync)
        sweeper = asyncio.create_task(repeat(self.sweep, SWEEP_EVERY))
        on_stop(self.close)
        try:
            yield
        finally:
            sweeper.cancel()
            self.close()
            await self.store.stop()

    def close(self) -> None:
        """End all streams, because the server stops. It would wait for them."""
        for live in self.classes.values():
            live.close()


async def repeat(call: Callable[[], None], seconds: float) -> None:
    """Call a function again and again."""
    while True:
        await asyncio.sleep(seconds)
        call()
