"""Readers of a class's events. Each has room for the latest event of each kind, and no more.

An event is encoded once for all readers: as text, and compressed. A compressed stream consists of
parts that end with a full flush, so parts that were compressed alone can follow one another.
"""

import asyncio
import json
import zlib
from collections import deque
from collections.abc import Mapping
from functools import cached_property

ORDER = (
    *("hello", "state", "question", "tally", "here", "saved", "problem", "command", "end", "ping"),
)
LARGE = ("block", "late")  # what the lecturer's page draws itself
MAX_COMMANDS = 50  # that wait for a reader
PATIENCE = 0.5  # seconds in which a reader can take the last events
GZIP_HEADER = bytes.fromhex("1f8b0800000000000003")
LEVEL = 5


class Event:
    r"""An event for several readers. version: of the class; it becomes the event's id.

    >>> Event("here", 7, {"count": 3}).plain
    b'id: 7\nevent: here\ndata: {"count":3}\n\n'
    """

    def __init__(self, kind: str, version: int, data: Mapping[str, object]) -> None:
        self.kind, self.version, self.data = kind, version, data

    @cached_property
    def plain(self) -> bytes:
        """The event as text."""
        text = json.dumps(self.data, ensure_ascii=False, separators=(",", ":"))
        return f"id: {self.version}\nevent: {self.kind}\ndata: {text}\n\n".encode()

    @cached_property
    def compressed(self) -> bytes:
        """The event as a part of a compressed stream."""
        return compressed(self.plain)


def compressed(text: bytes) -> bytes:
    """Return a text as a part of a gzip stream.

    >>> stream = GZIP_HEADER + compressed(b"hug ") + compressed(b"pug")
    >>> zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(stream)
    b'hug pug'
    """
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(text) + packer.flush(zlib.Z_FULL_FLUSH)


class Ping(Event):
    r"""A comment, which readers ignore.

    >>> PING.plain
    b': \n\n'
    """

    @cached_property
    def plain(self) -> bytes:
        """The comment as text."""
        return b": \n\n"


PING = Ping("ping", 0, {})


class Scene(Event):
    """A `state` event. name: of its stage; a reader who has that stage gets `data` without it.

    leads: what only the lecturer gets. shows: tells it from other events about the same stage.

    >>> scene = Scene(7, {"step": 3}, {"stage": {}, "head": {}}, "a stage", {"leader": "a window"})
    >>> scene.whole.data, scene.brief.data
    ({'step': 3, 'stage': {}, 'head': {}}, {'step': 3, 'leader': 'a window'})
    """

    def __init__(
        self,
        version: int,
        data: Mapping[str, object],
        stage: Mapping[str, object],
        name: str,
        leads: Mapping[str, object],
        shows: object = None,
    ) -> None:
        super().__init__("state", version, data)
        self.stage, self.name, self.leads, self.shows = stage, name, leads, shows

    @cached_property
    def whole(self) -> Event:
        """The event with the stage."""
        return Event("state", self.version, {**self.data, **self.stage})

    @cached_property
    def brief(self) -> Event:
        """The event for the lecturer, whose page draws the stage itself."""
        data = {name: each for name, each in self.data.items() if name not in LARGE}
        return Event("state", self.version, {**data, **self.leads})


class Listener:
    """A reader of events. lang: its language; leads: whether it has sent the key.

    address: of its client. voter: who votes with this stream, at first if its client has said so.

    >>> listener = Listener("en", leads=False)
    >>> listener.put(Event("here", 1, {"count": 1}))
    >>> listener.put(Event("here", 2, {"count": 2}))
    >>> [each.data for each in listener.take()]
    [{'count': 2}]
    """

    def __init__(
        self,
        lang: str,
        leads: bool,
        compresses: bool = False,
        address: str = "",
        voter: str = "",
    ) -> None:
        self.lang, self.leads, self.compresses, self.address = lang, leads, compresses, address
        self.voter = voter
        self.stage = ""  # the name of the stage that the reader has
        self.scene: Event | None = None  # the latest `state` event that was put here
        self.is_over = False
        self._latest: dict[str, Event] = {}
        self._commands: deque[Event] = deque(maxlen=MAX_COMMANDS)
        self._wake = asyncio.Event()
        self._has_begun = False
        self._task: asyncio.Task[object] | None = None  # that sends the events

    def close(self) -> None:
        """End the stream, also if the reader does not read. It may connect again."""
        self.is_over = True
        self._wake.set()
        if self._task:
            self._task.get_loop().call_later(PATIENCE, self._task.cancel)

    def put(self, event: Event) -> None:
        """Leave an event for the reader, in place of an earlier one of its kind."""
        if event.kind == "command":
            self._commands.append(event)
        else:
            self._latest[event.kind] = event
        if isinstance(event, Scene):
            self.scene = event
        self._wake.set()

    def take(self) -> list[Event]:
        """Return what has come, in a fixed order, and forget it."""
        self._wake.clear()
        found = list(self._latest.values())
        if len(found) > 1:
            found.sort(key=lambda each: ORDER.index(each.kind))
        self._latest.clear()
        if self._commands:
            found += self._commands
            self._commands.clear()
        return [self._for_me(each) for each in found]

    def _for_me(self, event: Event) -> Event:
        if not isinstance(event, Scene):
            return event
        if self.leads:
            return event.brief
        has, self.stage = self.stage == event.name, event.name
        return event if has and event.name else event.whole

    async def next(self) -> bytes:
        """Wait for events, and return them as bytes; nothing once the stream is over."""
        if self.compresses and not self._has_begun:
            self._has_begun = True
            return GZIP_HEADER
        self._task = asyncio.current_task()
        if self.is_over and not self._latest:
            return b""
        await self._wake.wait()
        events = self.take()
        self.is_over |= any(each.kind == "end" for each in events)
        return b"".join(each.compressed if self.compresses else each.plain for each in events)
