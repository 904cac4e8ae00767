"""All classes that this process knows: how they begin, are found again, and end."""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

from pages.classroom import codes
from pages.classroom.live import Live
from pages.classroom.redis_store import configured_store
from pages.classroom.rooms import Room
from pages.classroom.saved_class import read_polls, read_saved, read_state
from pages.classroom.store import Change, Saved, Store
from pages.hosting.stop_signals import on_stop
from pages.resources.turns import Turns

LOG = logging.getLogger(__name__)
MAX_CLASSES = 300  # that are open in this process
MAX_CLASSES_PER_ADDRESS = 30
OWN_TURNS = 3  # classes of an address that have a turn of their own; the others share one
UNUSED = 900.0  # seconds after which a class that nobody has ever followed is forgotten
SWEEP_EVERY = 300.0  # seconds


class TooMany(Exception):
    """There is no room for one more class."""


class Hub:
    """The classes of this process by code, and the store that it shares with others."""

    def __init__(self, store: Store | None = None) -> None:
        self.store = store or configured_store()
        self.classes: dict[str, Live] = {}
        self.turns = Turns(max_running=2, max_waiting=400, max_per_client=60)
        self.hashing = Turns(max_running=1, max_waiting=400, max_per_client=10)  # slow hashes
        self._openers: dict[str, str] = {}  # code -> the address that has opened the class
        self._finding: dict[str, asyncio.Future[Live | None]] = {}

    async def open(self, address: str, client: str = "") -> tuple[str, str]:
        """Begin a class, and return its code and its key. Raises TooMany and Busy.

        client: whose turn it is when a class needs work, if the address has many; by default the
        address.
        """
        while True:
            key = codes.new_key()
            code = await self._code_of(key, f"new {address}")
            if await self.find(code) is None:
                break
        live = self._begin(Room(code, codes.hash_of(key)), address, client)
        await self.save(live, "state")
        return code, key

    async def reopen(
        self, code: str, key: str, saved: str, address: str, client: str = ""
    ) -> Live | None:
        """Return a class again; None for a wrong key. What was saved counts where it is newer.

        Raises TooMany, Busy, and ValueError if what was saved is malformed.
        """
        live = await self.find(code)
        if live is not None:
            is_right = codes.is_key(key, live.room.key_hash)
        else:
            is_right = await self._code_of(key, address) == code
        if not is_right:
            return None
        found = await self.turns.run(client or address, partial(read_saved, saved)) if saved else ()
        live = self.classes.get(code)  # another device may have been faster
        is_new = live is None
        if live is None:
            live = self._begin(Room(code, codes.hash_of(key)), address, client)
        before = live.room.version
        if found:
            live.room.take_state(found[0])
            live.room.take_polls(found[1])
        if live.room.version > before:
            live.mark("state", "question")
        if is_new or live.room.version > before:
            await self.save(live, "state", "polls")
        return live

    async def _code_of(self, key: str, client: str) -> str:
        """Return the code of a key. Raises Busy."""
        if not codes.is_slow():
            return codes.code_of(key)
        return await self.hashing.run(client, partial(codes.code_of, key))

    def _begin(self, room: Room, address: str, client: str) -> Live:
        """Add a class that an address has opened. Raises TooMany."""
        self.sweep()
        own = [code for code, opener in self._openers.items() if opener == address]
        if len(own) >= MAX_CLASSES_PER_ADDRESS:
            self._displace([self.classes[code] for code in own if code in self.classes])
        if len(self.classes) >= MAX_CLASSES:
            self._displace(list(self.classes.values()))
        self._openers[room.code] = address
        return self._add(room, room.code if len(own) < OWN_TURNS else client or address)

    def number_next_to(self, code: str) -> int:
        """Return how many classes the address has that has opened a class, with this one."""
        opener = self._openers.get(code)
        return sum(each == opener for each in self._openers.values()) if opener else 1

    def _displace(self, classes: list[Live]) -> None:
        """Forget the class that is needed least. Raises TooMany if all are needed.

        Nobody follows it, and its address has the most. Its lecturer's browser, if there is one,
        restores it when there is room.
        """
        owned = Counter(self._openers.values())

        def rank(live: Live) -> tuple[int, bool, float]:
            number = owned[self._openers.get(live.room.code, "")]
            return number, not live.listeners, live.room.idle

        found = max((each for each in classes if not each.followers), key=rank, default=None)
        if found is None or rank(found)[0] == 1:
            raise TooMany
        self._drop(found)
        found.close()

    def _is_unused(self, live: Live) -> bool:
        """Whether nobody has followed a class, and nobody leads it."""
        return not live.was_followed and not live.listeners and live.room.idle > UNUSED

    def _add(self, room: Room, client: str) -> Live:
        live = self.classes[room.code] = Live(room, self.store, self.turns, client)
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
        if saved is None:
            return None
        if len(self.classes) >= MAX_CLASSES:
            try:
                self._displace(list(self.classes.values()))
            except TooMany:
                return None
        room = Room(code, saved.key_hash)
        self._take_over(room, saved)
        return self.classes.get(code) or self._add(room, code)

    def _take_over(self, room: Room, saved: Saved) -> None:
        """Take over what the store has where it is newer. What is malformed is ignored."""
        try:
            if saved.state:
                room.take_state(read_state(saved.state))
            if saved.polls:
                room.take_polls(read_polls(saved.polls, room.polls.asked))
        except ValueError:
            LOG.warning("A class in the store is damaged; the damaged part is ignored")

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
        self._drop(live)
        live.end()

    def _drop(self, live: Live) -> None:
        self.classes.pop(live.room.code, None)
        self._openers.pop(live.room.code, None)

    def sweep(self) -> None:
        """Forget the classes in which nothing has happened for too long."""
        for live in list(self.classes.values()):
            if live.room.is_over or self._is_unused(live):
                self.forget(live)

    def on_change(self, change: Change) -> None:
        """Take over what another process did."""
        live = self.classes.get(change.code)
        if live is None:
            return
        if change.what != "here":
            live.room.touch()
        if change.what == "state" and live.room.take_state(read_state(change.text)):
            live.mark("state")
        elif change.what == "polls" and live.room.take_polls(
            read_polls(change.text, live.room.polls.asked)
        ):
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
                await self.store.vote(room.code, name, ballot.stamped, is_new=False)
            saved = await self.store.find(room.code)
            if saved:
                self._take_over(room, saved)
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
