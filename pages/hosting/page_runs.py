"""The pages that run: few of one address at a time, and each to its end before its next message.

Streamlit starts a thread for each page, and a message replaces a page that still runs. Hundreds of
threads would slow down everybody, and a page that is replaced again and again costs more than one
that ends, and is never seen. So messages wait here, where they take no thread. None waits for long
because of one page: a page that waits for something itself, or for a browser that does not read,
gives up its place. Next is the page that has run least often, so that a page that opens does not
wait behind those of its address that run again and again.

A class behind one address waits no longer than before: its scripts take turns anyway, two at a
time (`script_turns`).
"""

import asyncio
from heapq import heappop, heappush
from weakref import WeakValueDictionary

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from pages.resources.client import VIA

MAX_PER_ADDRESS = 4
MAX_VIA_PROXIES = 64  # of all visitors of an unknown proxy, as in `script_turns`
MAX_PLACE = 0.5  # seconds after which a page gives up its place
MAX_RUN = 2  # seconds after which it may be replaced
MANY_RUNS = 10  # pages that have run so often are equal, also one that is open for hours
SMALL_MESSAGE = 500  # bytes; the message that a page has run is smaller


class Places:
    """The places of one address for pages that run.

    free: how many there are. waiting: a heap of the pages that wait, by how often they have run and
    by when they came.
    """

    def __init__(self, free: int) -> None:
        self.free = free
        self.waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self.came = 0

    async def take(self, runs: int) -> None:
        """Wait for a place. runs: how often the page has run."""
        if self.free:
            self.free -= 1
            return
        place = asyncio.get_running_loop().create_future()
        self.came += 1
        heappush(self.waiting, (min(runs, MANY_RUNS), self.came, place))
        try:
            await place
        except asyncio.CancelledError:
            if not place.cancelled():  # it got its place at that moment
                self.give()
            raise

    def give(self) -> None:
        """Give a place back, to the page that is next."""
        while self.waiting:
            _, _, place = heappop(self.waiting)
            if not place.done():
                place.set_result(None)
                return
        self.free += 1


class PlacesByAddress:
    """The places of each address."""

    def __init__(self) -> None:
        self.by_address: WeakValueDictionary[str, Places] = WeakValueDictionary()

    def of(self, address: str) -> Places:
        """Return the places of an address."""
        places = self.by_address.get(address)
        if places is None:
            most = MAX_VIA_PROXIES if address.startswith(VIA) else MAX_PER_ADDRESS
            places = self.by_address[address] = Places(most)
        return places


class PageRun:
    """Whether the page of a WebSocket runs. places: those of its address."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.runs = 0
        self.has_ended = asyncio.Event()
        self.has_ended.set()
        self.has_place = False
        self.timers: list[asyncio.TimerHandle] = []
        self.fragment = ""

    def is_running(self, fragment: str) -> bool:
        """Whether the run is one of this fragment of the page.

        >>> PageRun(Places(1)).is_running("a")
        False
        """
        return fragment == self.fragment and not self.has_ended.is_set()

    async def begin(self, fragment: str = "") -> None:
        """Wait until the last run has ended, and for a place. fragment: that runs; empty for all.

        See `is_running`.
        """
        await self.has_ended.wait()
        await self.places.take(self.runs)
        self.runs += 1
        self.has_place = True
        self.fragment = fragment
        self.has_ended.clear()
        later = asyncio.get_running_loop().call_later
        self.timers = [later(MAX_PLACE, self.leave), later(MAX_RUN, self.end)]

    def leave(self) -> None:
        """Give up the place, if it has one."""
        if self.has_place:
            self.has_place = False
            self.places.give()

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
