"""How fast a class follows its lecturer, and what that costs the server.

    python -m tests.benchmarks.live_class [--followers 300] [--browsers 2] [--languages 3]
        [--busy 1] [--quick] [--only panels]

One server process with all pages. The followers are real HTTP connections with compressed events;
every twentieth reads nothing at all. Some more are pages in a browser. A pair of times is
median / 95th percentile. The rows:

joining     everybody opens the class at once, until each has the stage
steps       the lecturer goes one step on, every half a second; a row for each kind of stage
panels      the lecturer shows something without a stage, and then others of its kind
settings    the lecturer changes a setting, so that everybody gets a new stage
votes       everybody answers at once, until the lecturer has the count

Times are from the lecturer's request to the last follower, or to the painted step in a browser.
--busy adds processes that use the CPU. Followers and server share the machine.
"""

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import time
import zlib
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from playwright.async_api import Page, async_playwright

from tests.support.browser import ARGUMENTS, find_chromium
from tests.support.servers import Server, serving

PLACES = {
    "training": ("", "corpus=course&vocab=120"),
    "encoding": ("encode", "corpus=course&input=a tokenizer for several tokens"),
    "lattice": ("unigram", "corpus=hug&show=word&word=unhughugs"),
    "rounds": ("unigram", "corpus=course&show=rounds"),
    "both": ("unigram", "corpus=hug&show=both&word=unhughugs"),
    "matching": (
        "encode",
        "corpus=course&algorithm=wordpiece&input=a tokenizer for several tokens",
    ),
}
# What has no stage, as a page and a query. {text} is another text each time. Where there is none,
# what is in [brackets] takes turns, so it has been computed before.
PANELS = {
    "Side by side": ("tokenizers", "corpus=hug&passage={text}"),
    "Free text": ("unigram", "corpus=hug&show=text&passage={text}"),
    "BPE and Unigram": ("unigram", "show=comparison&corpus=[hug unigram-en]"),
    "decoding": ("encode", "corpus=hug&section=decode&ids={ids}"),
    "merge order": ("encode", "corpus=hug&section=orders&input={text}"),
    "tie rules": ("", "corpus=course&section=rules&against=[lowest greatest]"),
    "Inspector": ("inspect", "corpus=hug&input={text}"),
    "Practice": ("practice", "corpus=hug&quiz_seed=7&position={number}"),
    "The algorithm": ("[algorithm practice]", "corpus=hug&quiz_seed=7&position=1"),
}
WORDS = ("hugs", "pun", "bugs", "unhug", "gun")
SLEEPY = 20  # one follower in so many reads nothing
PACE = 0.5  # seconds between two steps
REST = 1.0  # seconds
QUIET = 0.1  # CPU seconds per second: a server that has loaded all its modules
PATIENCE = 60.0
# Notes in the page when each step is painted, by step.
WATCH = """() => {
  window.painted = {};
  const note = () => {
    const step = document.querySelector("[data-step]")?.dataset.step;
    if (step !== undefined && !(step in window.painted)) {
      window.painted[step] = 0;
      setTimeout(() => { window.painted[step] = Date.now(); });
    }
    window.watching = requestAnimationFrame(note);
  };
  cancelAnimationFrame(window.watching);
  note();
}"""


# Notes in the page when each panel is painted.
WATCH_PANELS = """() => {
  window.shown = [];
  window.watch?.disconnect();
  window.watch = new MutationObserver(() => {
    setTimeout(() => window.shown.push(Date.now()));
  });
  window.watch.observe(document.querySelector(".class-panels"), { childList: true });
}"""


def panel(name: str, i: int) -> tuple[str, str]:
    """The page and the query of a panel. i: how many of its kind came before."""
    values = {
        "text": f"{WORDS[i % 5]}+{WORDS[i // 5 % 5]}+{'pug' * (i + 1)}",
        "ids": "+".join(str(each % 7) for each in range(i, 2 * i + 3)),
        "number": i + 1,
    }
    turn = (re.sub(r"\[(\S+) (\S+)\]", r"\2" if i % 2 else r"\1", each) for each in PANELS[name])
    page, query = (each.format(**values) for each in turn)
    return page, f"{query}&view=projector"


class Follower:
    """A connection that reads events; `times` has when each version of the state came."""

    def __init__(self, reads: bool = True) -> None:
        self.reads = reads
        self.times: dict[int, float] = {}
        self.latest: dict[str, Any] = {}
        self.bytes = 0
        self.has_come = asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    async def open(self, port: int, path: str, key: str = "") -> None:
        """Connect, and read in the background."""
        reader, self.writer = await asyncio.open_connection("127.0.0.1", port, limit=2**22)
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept-Encoding: gzip\r\n"
        head += f"Authorization: Bearer {key}\r\n" if key else ""
        self.writer.write(f"{head}\r\n".encode())
        if self.reads:
            status = await reader.readuntil(b"\r\n\r\n")
            assert b" 200 " in status[:20], status
            self.task = asyncio.create_task(self.read(reader))

    async def read(self, reader: asyncio.StreamReader) -> None:
        """Note what comes until the stream ends."""
        unpack, text = zlib.decompressobj(zlib.MAX_WBITS | 16), b""
        while size := int(await reader.readline() or b"0", 16):
            part = (await reader.readexactly(size + 2))[:-2]
            now = time.time()
            self.bytes += size
            text += unpack.decompress(part)
            *events, text = text.split(b"\n\n")
            for event in events:
                name = event[event.find(b"event: ") + 7 :].partition(b"\n")[0]
                if name == b"state":
                    self.times.setdefault(int(event[4 : event.find(b"\n")]), now)
                elif name in (b"hello", b"tally", b"question"):
                    self.latest[name.decode()] = json.loads(event[event.find(b"data: ") + 6 :])
            self.has_come.set()

    async def until(self, fits: Callable[["Follower"], object]) -> None:
        """Wait for a condition."""
        async with asyncio.timeout(PATIENCE):
            while not fits(self):
                self.has_come.clear()
                await self.has_come.wait()


@dataclass
class Phase:
    """What was measured: seconds to the last follower, to a page in a browser, and CPU seconds."""

    last: list[float] = field(default_factory=list)
    painted: list[float] = field(default_factory=list)
    cpu: float = 0.0
    bytes: float = 0.0  # for each follower and time


class Class:
    """A class on a server: its lecturer, its followers, and pages in a browser."""

    def __init__(self, server: Server, languages: int = 1, pace: float = PACE) -> None:
        self.server, self.languages, self.pace = server, languages, pace
        self.followers: list[Follower] = []
        self.pages: list[Page] = []
        self.idle = 0.0  # CPU seconds per second while nothing happens

    async def rest(self) -> None:
        """Measure what the server costs while nothing happens, once its start is over."""
        for _ in range(60):
            cpu = self.server.cpu_time()
            await asyncio.sleep(REST)
            self.idle = (self.server.cpu_time() - cpu) / REST
            if self.idle < QUIET:
                return

    @asynccontextmanager
    async def measuring(self, phase: Phase, times: int = 1) -> AsyncIterator[None]:
        """Note the CPU time and the bytes of what is done so many times in a block."""
        cpu, received, began = self.server.cpu_time(), self.received(), time.time()
        yield
        own = self.server.cpu_time() - cpu - self.idle * (time.time() - began)
        phase.cpu = max(0.0, own) / times
        phase.bytes = (self.received() - received) / times / len(self.followers)

    async def call(self, path: str, body: object, key: str = "") -> Any:
        """Post JSON, and return the answer."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        data = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\n"
        head += f"Authorization: Bearer {key}\r\n" if key else ""
        head += f"Connection: close\r\nContent-Length: {len(data)}\r\n\r\n"
        writer.write(head.encode() + data)
        answer = await reader.read()
        writer.close()
        status, text = int(answer[9:12]), answer.partition(b"\r\n\r\n")[2]
        assert status in (200, 201, 204), answer
        return json.loads(text) if text else None

    async def begin(self) -> None:
        """Open the class."""
        opened = await self.call("/class", {})
        self.path, self.key = f"/class/{opened['code']}", opened["key"]
        self.lecturer = Follower()
        await self.lecturer.open(self.server.port, f"{self.path}/events", self.key)
        await self.go("training", 1)
        await self.rest()

    async def go(self, place: str, step: int, more: str = "") -> float:
        """Send a state, and return when that began."""
        page, query = PLACES[place]
        return await self.lead(page, query + more, step)

    async def lead(self, page: str, query: str, step: int = 0) -> float:
        """Send a place, and return when that began."""
        began = time.time()
        body = {"page": page, "query": query, "step": step}
        await self.call(f"{self.path}/state", body, self.key)
        return began

    async def everybody_has(self, number: int) -> float:
        """Wait until all who read have so many states, and return when the last got it."""
        readers = [each for each in self.followers if each.reads]
        await asyncio.gather(*(each.until(lambda it: len(it.times) >= number) for each in readers))
        return max(sorted(each.times.values())[number - 1] for each in readers)

    async def join(self, count: int) -> Phase:
        """Let followers join at once."""
        phase, began = Phase(), time.time()
        self.followers = [Follower(reads=bool((i + 1) % SLEEPY)) for i in range(count)]
        path = f"{self.path}/events?lang="
        languages = ("en", "zh-Hant", "ko")[: self.languages]
        async with self.measuring(phase):
            await asyncio.gather(
                *(
                    each.open(self.server.port, path + languages[i % self.languages])
                    for i, each in enumerate(self.followers)
                )
            )
            phase.last.append(await self.everybody_has(1) - began)
            await asyncio.sleep(PACE)  # until the number of followers has been told
        return phase

    async def follow(self, place: str, steps: int) -> Phase:
        """Go through the steps of a stage."""
        await self.change(place, "")
        for page in self.pages:
            await page.wait_for_selector('[data-step="1"]')
            await page.evaluate(WATCH)
        phase, starts = Phase(), {}
        async with self.measuring(phase, steps):
            for step in range(2, 2 + steps):
                before = self.states()
                starts[step] = await self.go(place, step)
                phase.last.append(await self.everybody_has(before + 1) - starts[step])
                await asyncio.sleep(max(0.0, starts[step] + self.pace - time.time()))
        for page in self.pages:
            await page.wait_for_function(f"() => window.painted[{1 + steps}]")
            painted = await page.evaluate("() => window.painted")
            for step, start in starts.items():
                if painted.get(str(step)):
                    phase.painted.append(painted[str(step)] / 1000 - start)
        return phase

    async def show(self, name: str, times: int) -> Phase:
        """Show what has no stage, and others of its kind."""
        for page in self.pages:
            await page.evaluate(WATCH_PANELS)
        phase, starts = Phase(), []
        async with self.measuring(phase, times + 1):
            for i in range(times + 1):
                before = self.states()
                starts.append(await self.lead(*panel(name, i)))
                phase.last.append(await self.everybody_has(before + 1) - starts[-1])
                for page in self.pages:
                    await page.wait_for_function(f"() => window.shown.length > {i}")
                await asyncio.sleep(max(0.0, starts[-1] + self.pace - time.time()))
        for page in self.pages:
            shown = await page.evaluate("() => window.shown")
            assert len(shown) == times + 1, f"{name}: {len(shown)} panels"
            found = [each / 1000 - start for each, start in zip(shown, starts, strict=True)]
            phase.painted += found[1:]
        del phase.last[0]  # the first one may train, and loads how panels are drawn
        return phase

    async def change(self, place: str, more: str) -> float:
        """Open another stage, and return how long it took until everybody had it."""
        before = self.states()
        began = await self.go(place, 1, more)
        return await self.everybody_has(before + 1) - began

    async def change_settings(self, times: int) -> Phase:
        """Change a setting several times."""
        phase = Phase()
        async with self.measuring(phase, times):
            for i in range(times):
                phase.last.append(await self.change("training", f"&vocab={121 + i}"))
                await asyncio.sleep(self.pace)
        return phase

    async def vote(self) -> Phase:
        """Let everybody answer at once."""
        body = {"question": {"kind": "predict"}}
        question = (await self.call(f"{self.path}/question", body, self.key))["id"]
        readers = [each for each in self.followers if each.reads]
        await asyncio.gather(*(each.until(lambda it: "question" in it.latest) for each in readers))
        bodies = (
            {"voter": each.latest["hello"]["voter"], "question": question, "answer": i % 4}
            for i, each in enumerate(readers)
        )
        phase, began = Phase(), time.time()
        async with self.measuring(phase):
            await asyncio.gather(*(self.call(f"{self.path}/answer", each) for each in bodies))
            await self.lecturer.until(
                lambda it: it.latest.get("tally", {}).get("answered") == len(readers)
            )
        phase.last.append(time.time() - began)
        return phase

    def states(self) -> int:
        """How many states a follower that reads has received, at most."""
        return max(len(each.times) for each in self.followers if each.reads)

    def received(self) -> int:
        """The bytes that all have received."""
        return sum(each.bytes for each in self.followers)


@contextmanager
def busy(count: int) -> Iterator[None]:
    """Processes that use the CPU, for the duration of a `with` block."""
    code = "while True: pass"
    processes = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(count)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def ms(seconds: list[float], share: float) -> str:
    """A quantile in milliseconds; a dash if nothing was measured."""
    if not seconds:
        return "–"
    found = sorted(seconds)[min(len(seconds) - 1, int(len(seconds) * share))]
    return f"{1000 * found:.0f}"


def line(name: str, phase: Phase) -> str:
    """A row of the table."""
    painted = f"{ms(phase.painted, 0.5)} / {ms(phase.painted, 0.95)}"
    last = f"{1000 * median(phase.last):.0f} / {ms(phase.last, 0.95)}"
    size = f"{phase.bytes / 1000:.1f}" if phase.bytes else "–"
    return f"| {name} | {last} | {painted} | {1000 * phase.cpu:.0f} | {size} |"


async def measure(server: Server, asked: argparse.Namespace) -> list[str]:
    """The rows of the table."""
    steps = 4 if asked.quick else 60
    rows = []
    lesson = Class(server, asked.languages, PACE / 5 if asked.quick else PACE)
    await lesson.begin()
    async with async_playwright() as playwright:
        browser = None
        if asked.browsers:
            chromium = find_chromium()
            browser = await playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
            for _ in range(asked.browsers):
                page = await browser.new_page()
                await page.goto(f"{server.url}{lesson.path}")
                await page.wait_for_selector("[data-step]")
                lesson.pages.append(page)
        memory = server.memory()
        rows.append(line("joining", await lesson.join(asked.followers)))
        for place in PLACES if not asked.only else ():
            number = {"training": steps, "rounds": min(steps, 9)}.get(place, min(steps, 7))
            rows.append(line(f"steps, {place}", await lesson.follow(place, number)))
        shown = 4 if asked.quick else 20
        rows += [line(f"panels, {each}", await lesson.show(each, shown)) for each in PANELS]
        if asked.only:
            return rows
        rows.append(line("settings", await lesson.change_settings(2 if asked.quick else 20)))
        rows.append(line("votes", await lesson.vote()))
        more = (server.memory() - memory) / asked.followers
        rows.append(f"\nMemory for each follower: {more:.3f} MB")
        if browser:
            await browser.close()
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--followers", type=int, default=300)
    parser.add_argument("--browsers", type=int, default=2)
    parser.add_argument("--languages", type=int, default=1, choices=(1, 2, 3))
    parser.add_argument("--busy", type=int, default=0)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", choices=("panels",))
    asked = parser.parse_args()
    with TemporaryDirectory() as folder, serving(Path(folder) / "log") as server, busy(asked.busy):
        print(f"{asked.followers} followers, {asked.browsers} pages in a browser,", end=" ")
        print(f"languages: {asked.languages}, load: {os.getloadavg()[0]:.1f}\n")
        print("| | last follower, ms | painted in a browser, ms | CPU, ms | kB each |")
        print("|---|--:|--:|--:|--:|", flush=True)
        for row in asyncio.run(measure(server, asked)):
            print(row)
        if complaints := server.complaints():
            print(complaints)


if __name__ == "__main__":
    main()
