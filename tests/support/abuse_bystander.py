"""Somebody who uses a server while another client attacks it, and how long everything takes."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field

from tests.benchmarks.classroom import percentile
from tests.support.abuse import ERRORS, Client
from tests.support.abuse_class import Answer, Class, lead, listen, open_class
from tests.support.students import Student

COURSE = "corpus=course&vocab=60&lang=en"
PAUSE = 0.3  # seconds between two requests of the bystander
PATIENCE = 10  # seconds until the bystander gives up


def run_without_waiting(doing: Coroutine[object, object, None]) -> None:
    """Run a coroutine, but do not wait for its threads: a request may have no answer."""
    loop = asyncio.new_event_loop()
    loop.run_until_complete(doing)
    while left := asyncio.all_tasks(loop):  # a connection that was just made begins new ones
        for task in left:
            task.cancel()
        loop.run_until_complete(asyncio.wait(left))


class Lecture:
    """A lecturer and a phone in a class of their own."""

    def __init__(self, url: str) -> None:
        self.client = Client(url, address="127.0.0.1")
        self.live: Class | None = None
        self.phone: Answer | None = None
        self.at = 0

    async def step(self) -> None:
        """Go to another step, until the phone has it."""
        if self.live is None:
            self.live = await open_class(self.client)
        if self.phone is None:
            self.phone = await listen(self.client, self.live)
        self.at = self.at % 20 + 1
        try:
            assert await lead(self.client, self.live, COURSE, self.at) == 204
            await self.phone.reader.readuntil(f'"step":{self.at},'.encode())
        except BaseException:
            self.phone.writer.close()
            self.phone = None
            raise


@dataclass
class Bystander:
    """Somebody else who uses the server; times in seconds by what was done."""

    url: str
    times: dict[str, list[float]] = field(default_factory=dict)

    async def use(self, seconds: float) -> None:
        """Do everything again and again for some seconds."""
        visitor = Student(self.url, COURSE)
        with suppress(*ERRORS, TimeoutError):
            await visitor.open()

        async def http() -> None:
            await visitor.get("/")
            if stage := visitor.component("stage"):
                await visitor.get(f"/{stage['files']}records/{stage['run']}/en/0")

        async def open_link() -> None:
            newcomer = Student(self.url, COURSE)
            try:
                await newcomer.open()
            finally:
                await newcomer.close()

        async def change() -> None:
            nonlocal visitor
            try:
                await visitor.change("vocab", random.randint(61, 70))
            except BaseException:
                fresh = Student(self.url, COURSE)
                await fresh.open()
                visitor = fresh
                raise

        lecture = Lecture(self.url)
        doings = {"HTTP": http, "open": open_link, "setting": change, "class": lecture.step}
        until = time.perf_counter() + seconds
        tasks = [asyncio.create_task(self.repeat(*each, until)) for each in doings.items()]
        await asyncio.sleep(seconds)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(*ERRORS, TimeoutError):
            await asyncio.wait_for(visitor.close(), 2)

    async def repeat(self, name: str, do: Callable[[], Awaitable[None]], until: float) -> None:
        """Do one thing again and again; a failure counts as an endless wait.

        until: when to stop. Canceling is not enough: Python 3.11's `wait_for` may lose it.
        """
        times = self.times.setdefault(name, [])
        while time.perf_counter() < until:
            began = time.perf_counter()
            try:
                await asyncio.wait_for(do(), PATIENCE)
                times.append(time.perf_counter() - began)
            except (*ERRORS, TimeoutError):
                times.append(float("inf"))
            except asyncio.CancelledError:
                if time.perf_counter() - began > 1:
                    times.append(time.perf_counter() - began)  # it has waited at least so long
                raise
            await asyncio.sleep(PAUSE)

    def waited(self, name: str) -> str:
        """The 95th percentile, and the share that failed."""
        times = self.times.get(name, [])
        done = [each for each in times if each != float("inf")]
        failed = f", {len(times) - len(done)} of {len(times)} failed" if times != done else ""
        return (f"{1000 * percentile(done, 0.95):.0f} ms" if done else "–") + failed
