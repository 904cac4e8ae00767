"""A class with its readers: what they get when something changes.

One task for each class makes the events, so a class is never ahead of itself: if the lecturer
presses faster than steps can be drawn, readers get the latest.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from pages.classroom.asking import Asking
from pages.classroom.listeners import PING, Event, Listener, Scene
from pages.classroom.phones import Phones
from pages.classroom.record_types import Hello
from pages.classroom.rooms import Room
from pages.classroom.scenes import scenes_of
from pages.classroom.store import Store
from pages.classroom.summary import homework
from pages.hosting.errors import format_traceback
from pages.resources.turns import Busy, Turns
from pages.runs.runs import Waiting

T = TypeVar("T")
LOG = logging.getLogger(__name__)
RETRY = 0.5  # seconds until a run that is being trained is asked for again
REST = 0.0001  # seconds after each event, for each reader, so that a class leaves time for others
SAVED_PER_SECOND = 200_000  # characters of what restores a class that its lecturer gets
CALM = 0.25  # seconds between two counts of votes or readers
LONGEST_RETRY = 30.0  # seconds until an event that failed is made again; at first RETRY
SILENCE = 15.0  # seconds after which readers get a comment, so that proxies keep waiting


class Live:
    """A room and the readers of its events.

    turns: for work in threads. client: whose turn it is, by default the class's own.
    here: how many follow in all processes. was_followed: whether anybody has ever followed.
    """

    def __init__(self, room: Room, store: Store, turns: Turns, client: str = "") -> None:
        self.room, self.store, self.turns = room, store, turns
        self.client = client or room.code
        self.listeners: set[Listener] = set()
        self.here = 0
        self.was_followed = False
        self.phones = Phones(room.key_hash)
        self.asking = Asking(room, store, self.run, self.phones.in_network)
        self._failures: Counter[str] = Counter()  # in a row, by kind of event
        self._scenes: dict[str, Scene] = {}  # by language
        self._questions: dict[str, Event] = {}  # the latest by language
        self._dirty: set[str] = set()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._task: asyncio.Task[None] | None = None
        self._commands = 0
        self._last_saved = ""

    def mark(self, *kinds: str) -> None:
        """Tell the readers soon that something has changed: "state", "question", "tally", ..."""
        self._dirty.update(kinds)
        if "question" in kinds:
            self._dirty.add("state")  # it depends on whether a question is open
        if self._dirty and (self._task is None or self._task.done()):
            self._task = asyncio.get_running_loop().create_task(self._publish())

    def mark_later(self, kind: str, seconds: float = CALM) -> None:
        """Call `mark` after a while. Several calls in between count once."""
        if kind not in self._timers:
            loop = asyncio.get_running_loop()
            self._timers[kind] = loop.call_later(seconds, self._on_timer, kind)

    def _on_timer(self, kind: str) -> None:
        del self._timers[kind]
        if kind != "silence":
            self.mark(kind)
        elif self.listeners:
            self._put(PING)
            self.mark_later("silence", SILENCE)

    def join(self, listener: Listener) -> None:
        """Add a reader. It gets everything that is current."""
        self.listeners.add(listener)
        if not listener.leads:
            self.was_followed = True
            self.phones.add(listener)
        listener.voter = self.phones.voter_of(listener)
        self.mark_later("silence", SILENCE)
        hello: Hello = {
            "code": self.room.code,
            "version": self.room.version,
            "voter": listener.voter,
            "leads": listener.leads,
            "homework": homework(self.room.code, self.room.state.place),
        }
        listener.put(Event("hello", self.room.version, hello))
        scene = self._scenes.get(listener.lang)
        if scene and scene.shows == self._shows:
            listener.put(scene)
        else:
            self.mark("state")
        question = self._questions.get(listener.lang)
        if question and question.version >= self.room.polls.version:
            listener.put(question)
        else:
            self.mark("question")
        listener.put(self._here())
        self.mark_later("here")
        if listener.leads:
            if self._last_saved:
                listener.put(self._saved())
            self.mark_later("saved", len(self._last_saved) / SAVED_PER_SECOND)
            if self._failures:
                self._tell_failures()
            self.mark("tally")
        elif self.asking.is_revealed:
            self.mark("tally")

    def leave(self, listener: Listener) -> None:
        """Remove a reader."""
        if listener in self.listeners and not listener.leads:
            self.phones.remove(listener)
        self.listeners.discard(listener)
        if not any(each.lang == listener.lang for each in self.listeners):
            self._scenes.pop(listener.lang, None)
        self.mark_later("here")

    def say(self, command: str) -> None:
        """Pass a command on to the lecturer's devices."""
        self._commands += 1
        event = Event("command", self.room.version, {"command": command, "number": self._commands})
        self._put(event, leads=True)

    def end(self) -> None:
        """Tell everybody that the class is over."""
        for listener in self.listeners:
            listener.put(Event("end", self.room.version, {}))
        self.close()

    def close(self) -> None:
        """End all streams. Followers connect again, to this server or to another one."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        for listener in self.listeners:
            listener.close()

    @property
    def _shows(self) -> tuple[int, bool]:
        """What a `state` event depends on: another value needs another event."""
        return self.room.state.version, self.room.is_asking

    @property
    def followers(self) -> int:
        """How many streams of followers there are in this process."""
        return sum(not each.leads for each in self.listeners)

    @property
    def present(self) -> set[str]:
        """The phones that follow in this process. One that came back may have two streams."""
        return {each.voter or str(id(each)) for each in self.listeners if not each.leads}

    async def _publish(self) -> None:
        """Make and send what has changed, until nothing is left."""
        while self._dirty:
            kinds, self._dirty = self._dirty, set()
            for kind, send in (
                ("state", self._send_state),
                ("question", self._send_question),
                ("tally", self._send_tally),
                ("here", self._send_here),
                ("saved", self._send_saved),
            ):
                if kind not in kinds:
                    continue
                try:
                    await send()
                except (Busy, Waiting):
                    self.mark_later(kind, RETRY)
                except Exception as error:  # the class goes on, and the event is made again
                    self._failed(kind, error)
                else:
                    self._worked(kind)
            if kinds - {"saved", "here"}:
                self.mark_later("saved", len(self._last_saved) / SAVED_PER_SECOND)
            await asyncio.sleep(REST * len(self.listeners))

    def _failed(self, kind: str, error: Exception) -> None:
        """Make an event that failed again later, and tell the lecturer that phones wait for it."""
        self._failures[kind] += 1
        number = min(self._failures[kind], 10)
        if number == 1:
            trace = format_traceback(error)
            LOG.error("%s in a live class: no %s\n%s", type(error).__name__, kind, trace)
        if self.listeners:
            self.mark_later(kind, min(LONGEST_RETRY, RETRY * 2 ** (number - 1)))
            self._tell_failures()

    def _worked(self, kind: str) -> None:
        """Note that an event was sent, and tell the lecturer if it had failed before."""
        if self._failures.pop(kind, 0):
            self._tell_failures()

    def _tell_failures(self) -> None:
        data = {"failed": sorted(self._failures)}
        self._put(Event("problem", self.room.version, data), leads=True)

    async def _send_state(self) -> None:
        """Send where the lecturer is, in each language."""
        shows = self._shows
        langs = {each.lang for each in self.listeners}
        known = {lang for lang in langs & set(self._scenes) if self._scenes[lang].shows == shows}
        made: dict[str, Scene] = {}
        is_complete = True
        if langs - known:
            missing = sorted(langs - known)
            make = partial(scenes_of, self.room.state, self.room.is_asking, missing, shows)
            made, is_complete = await self.run(make)
        if is_complete:
            self._scenes |= made
        for each in self.listeners:
            scene = made.get(each.lang) or self._scenes.get(each.lang)
            if scene and each.scene is not scene:
                each.put(scene)
        if not is_complete:
            raise Waiting

    async def _send_question(self) -> None:
        """Send the question, in each language; with its result once it is revealed."""
        version = self.room.polls.version
        for lang in sorted({each.lang for each in self.listeners}):
            event = Event("question", version, await self.asking.question(lang))
            self._questions[lang] = event
            self._put(event, lang=lang)
        self.mark("tally")

    async def _send_tally(self) -> None:
        """Send how many have voted; the bars to the lecturer, and once revealed to everybody."""
        for lang in sorted({each.lang for each in self.listeners}):
            tally, own = await self.asking.tally(lang, self.here)
            if tally:
                self._put(Event("tally", self.room.version, tally), lang=lang, leads=False)
            if own:
                self._put(Event("tally", self.room.version, own), lang=lang, leads=True)

    async def _send_here(self) -> None:
        """Send how many follow."""
        self.here = await self.store.here(self.room.code, self.present)
        self._put(self._here())

    def _here(self) -> Event:
        return Event("here", self.room.version, {"count": max(self.here, len(self.present))})

    async def _send_saved(self) -> None:
        """Send what restores the class to its lecturer, if there is one and it has changed."""
        if any(each.leads for each in self.listeners):
            saved = self.room.save()
            if self._last_saved != saved:
                self._last_saved = saved
                self._put(self._saved(), leads=True)

    def _saved(self) -> Event:
        return Event("saved", self.room.version, {"saved": self._last_saved})

    def _put(self, event: Event, lang: str = "", leads: bool | None = None) -> None:
        """Leave an event for some readers."""
        for each in self.listeners:
            if (not lang or each.lang == lang) and leads in (None, each.leads):
                each.put(event)

    async def run(self, work: Callable[[], T]) -> T:
        """Do work in a thread. Raises Busy if there is too much of it."""
        return await self.turns.run(self.client, work)
