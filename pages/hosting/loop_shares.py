"""Shares of the event loop: in each of its passes, one address gets only so much time.

One thread parses what arrives and answers most requests. Whoever sends a lot, in however many
frames, chunks, headers or requests, would make all others wait. With shares, it waits itself: work
above its share is done in later passes, in the order in which it arrived.

A class of 300 behind one address does not notice. Its pages send some 100 requests and 3 messages
each when they open. A share of 3 ms is enough for the start of ten requests in a pass, and a pass
in which there is nothing else to do takes little longer, so the server is as busy as without
shares. They only decide who is next.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable

SHARE = 0.003  # seconds of each pass
START = 0.0003  # seconds that a request or a message is likely to take after its start

Work = Callable[[], object]


class LoopShares:
    """Does work now, or in a later pass of the event loop if its address has used up its share.

    clock: the time in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self.clock = clock
        self.used: dict[str, float] = {}  # seconds of this pass, by address
        self.waiting: dict[str, deque[Work]] = {}
        self.is_scheduled = self.is_working = False

    def do(self, address: str, work: Work) -> None:
        """Do work now if nothing of this address waits and some of its share is left.

        Work that other work asks for is done after it.
        """
        if self.is_working or self.must_wait(address):
            self.waiting.setdefault(address, deque()).append(work)
        else:
            self._do(address, work)
        self._schedule()

    async def turn(self, address: str) -> None:
        """Wait until a request or a message of an address may start."""
        if not self.must_wait(address):
            self.used[address] = self.used.get(address, 0.0) + START
            self._schedule()
            return
        turn = asyncio.get_running_loop().create_future()

        def start() -> None:
            if not turn.done():  # it is done if the client has left
                turn.set_result(None)
                self.used[address] = self.used.get(address, 0.0) + START

        self.do(address, start)
        await turn

    def must_wait(self, address: str) -> bool:
        """Whether work of an address has to wait for a later pass.

        >>> LoopShares().must_wait("10.0.0.7")
        False
        """
        return address in self.waiting or self.used.get(address, 0.0) >= SHARE

    def _do(self, address: str, work: Work) -> None:
        began, self.is_working = self.clock(), True
        try:
            work()
        finally:
            self.is_working = False
            self.used[address] = self.used.get(address, 0.0) + self.clock() - began

    def _schedule(self) -> None:
        if not self.is_scheduled:
            self.is_scheduled = True
            asyncio.get_running_loop().call_soon(self._begin_pass)

    def _begin_pass(self) -> None:
        """Give each address its share of this pass, and begin with the work that waits."""
        self.is_scheduled = False
        if not (self.used or self.waiting):
            return
        self.used.clear()
        self._schedule()
        for address in list(self.waiting):
            works = self.waiting[address]
            while works and self.used.get(address, 0.0) < SHARE:
                self._do(address, works.popleft())
            if not works:
                del self.waiting[address]


SHARES = LoopShares()
