"""The pages that run: few of one address at a time, and each to its end before its next message.

Streamlit starts a thread for each page, and a message replaces a page that still runs. Hundreds of
threads would slow down everybody, and a page that is replaced again and again costs more than one
that ends, and is never seen. So messages wait here, where they take no thread. None waits for long
because of one page: a page that waits for something itself, or for a browser that does not read,
gives up its place.

A class behind one address waits no longer than before: its scripts take turns anyway, two at a
time (`script_turns`).
"""

import asyncio
from weakref import WeakValueDictionary

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from pages.resources.client import VIA

MAX_PER_ADDRESS = 4
MAX_VIA_PROXIES = 64  # of all visitors of an unknown proxy, as in `script_turns`
MAX_PLACE = 0.5  # seconds after which a page gives up its place
MAX_RUN = 2  # seconds after which it may be replaced
SMALL_MESSAGE = 500  # bytes; the message that a page has run is smaller


class Places:
    """The places of each address for pages that run."""

    def __init__(self) -> None:
        self.by_address: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    def of(self, address: str) -> asyncio.Semaphore:
        """Return the places of an address."""
        places = self.by_address.get(address)
        if places is None:
            most = MAX_VIA_PROXIES if address.startswith(VIA) else MAX_PER_ADDRESS
            places = self.by_address[address] = asyncio.Semaphore(most)
        return places


class PageRun:
    """Whether the page of a WebSocket runs. places: those of its address."""

    def __init__(self, places: asyncio.Semaphore) -> None:
        self.places = places
        self.has_ended = asyncio.Event()
        self.has_ended.set()
        self.has_place = False
        self.timers: list[asyncio.TimerHandle] = []

    async def begin(self) -> None:
        """Wait until the last run has ended, and for a place."""
        await self.has_ended.wait()
        await self.places.acquire()
        self.has_place = True
        self.has_ended.clear()
        later = asyncio.get_running_loop().call_later
        self.timers = [later(MAX_PLACE, self.leave), later(MAX_RUN, self.end)]

    def leave(self) -> None:
        """Give up the place, if it has one."""
        if self.has_place:
            self.has_place = False
            self.places.release()

    def end(self) -> None:
        """Give up the place, and let the page be replaced."""
        for each in self.timers:
            each.cancel()
        self.timers.clear()
        self.leave()
        self.has_ended.set()


def is_end_of_run(data: bytes) -> bool:
    """Whether a message of the server says that the page has run.

    >>> is_end_of_run(ForwardMsg(script_finished=0).SerializeToString()), is_end_of_run(b"")
    (True, False)
    """
    if len(data) > SMALL_MESSAGE:
        return False
    message = ForwardMsg.FromString(data)
    return bool(message.WhichOneof("type") == "script_finished")
