"""CPU time, response times and memory of one server process with a class of students.

    python -m tests.benchmarks.classroom [--students 30 100 300] [--think 4] [--busy 2]
    python -m tests.benchmarks.classroom --first-visit
    python -m tests.benchmarks.classroom --soak 3000

A class opens one link, twenty students per second. Then everybody waits, and then everybody presses
a key every few seconds for as long, so that the difference is what the presses cost. Then everybody
jumps to three random steps, changes a setting (to one of ten values, each trained once) and reloads
the page, again twenty per second. The rows:

course       the course's four sentences, 30 steps: the browser gets all of them in one record
Python       Python's source code, 4,868 steps; nobody changes a setting
one button   an empty Streamlit page with one button; a press runs its script

--first-visit also measures what the files of a page cost, with an empty browser cache. --busy adds
processes that use the CPU. --soak opens and closes many sessions and measures the servers' memory.
Students and server share the machine. A student is simulated: tests/browser/test_classroom.py
checks that a browser asks the server for the same.
"""

import argparse
import asyncio
import os
import random
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from tests.benchmarks import first_paint
from tests.support.browser import ARGUMENTS, find_chromium
from tests.support.servers import ROOT, Server, one_button_app, serving
from tests.support.students import Student

PACE = 20  # students who do the same per second
COURSE, PYTHON = "corpus=course&vocab=60", "corpus=python&vocab=5000"
VOCAB = range(61, 71)  # the values of the setting that students change
JUMPS = 3  # to random steps, per student
AT_ONCE = 10  # concurrent students of a soak
REQUESTS = 64  # concurrent requests of a class
PARTS = 12  # of a soak; the memory is measured after each
SHORT_TTL = 1  # seconds until a disconnected session of a soak is deleted
SESSION_TTL = 120  # seconds until Streamlit deletes a disconnected session


@dataclass
class Phase:
    """What a class did together.

    times: how many seconds it took, each time that it was done. cpu: the server's CPU time.
    """

    times: list[float] = field(default_factory=list)
    cpu: float = 0.0
    seconds: float = 0.0  # that the phase lasted
    sent: int = 0  # messages to the server
    requested: int = 0  # records

    def add(self, taken: float) -> None:
        """Note how long something took."""
        self.times.append(taken)

    @property
    def load(self) -> float:
        """The CPU time per second."""
        return self.cpu / self.seconds

    def cost(self, idle: float) -> str:
        """The CPU time for doing it once. idle: the CPU time per second while nobody does it."""
        own = self.cpu - idle * self.seconds
        return f"{1000 * own / len(self.times):.2f} ms" if self.times else "–"


@dataclass
class Lesson:
    """The measurements of a class; memory in MB."""

    opening: Phase = field(default_factory=Phase)
    waiting: Phase = field(default_factory=Phase)
    pressing: Phase = field(default_factory=Phase)
    jumping: Phase = field(default_factory=Phase)
    changing: Phase = field(default_factory=Phase)
    reloading: Phase = field(default_factory=Phase)
    failed: list[str] = field(default_factory=list)
    before: float = 0.0
    during: float = 0.0
    after: float | None = None


Doing = Callable[[Student, Phase], Awaitable[None]]


async def together(students: list[Student], server: Server, lesson: Lesson, does: Doing) -> Phase:
    """Let all students do something, and measure it."""
    phase, cpu, began = Phase(), server.cpu_time(), time.monotonic()
    sent = sum(student.sent for student in students)
    requested = sum(len(student.requested) for student in students)

    async def try_it(student: Student) -> None:
        try:
            await does(student, phase)
        except Exception as error:
            lesson.failed.append(f"{type(error).__name__}: {error}")

    await asyncio.gather(*map(try_it, students))
    phase.cpu, phase.seconds = server.cpu_time() - cpu, time.monotonic() - began
    phase.sent = sum(student.sent for student in students) - sent
    phase.requested = sum(len(student.requested) for student in students) - requested
    return phase


async def teach(server: Server, asked: argparse.Namespace, query: str, count: int) -> Lesson:
    """Measure a class on a server that one student has visited before."""
    lesson, ramp = Lesson(), 0.1 if asked.quick else count / PACE
    await visit_first(server, query)
    students = [Student(server.url, query) for _ in range(count)]
    lesson.before = server.memory()

    async def open_link(student: Student, phase: Phase) -> None:
        await asyncio.sleep(random.random() * ramp)
        phase.add(await student.open())

    async def wait(student: Student, phase: Phase) -> None:
        await asyncio.sleep(asked.presses * asked.think)

    async def press(student: Student, phase: Phase) -> None:
        for _ in range(asked.presses):
            await asyncio.sleep(asked.think * (0.5 + random.random()))
            phase.add(await (student.goto(student.step + 1) if query else student.press("Next")))

    async def jump(student: Student, phase: Phase) -> None:
        last = (await student.record("head"))["last"]
        for _ in range(JUMPS):
            await asyncio.sleep(random.random() * ramp / JUMPS)
            known = len(student.requested)
            taken = await student.goto(random.randint(0, last))
            if len(student.requested) > known:
                phase.add(taken)

    async def change(student: Student, phase: Phase) -> None:
        await asyncio.sleep(random.random() * ramp)
        phase.add(await student.change("vocab", random.choice(VOCAB)))

    async def reload(student: Student, phase: Phase) -> None:
        await asyncio.sleep(random.random() * ramp)
        phase.add(await student.reload())

    async def measure(does: Doing) -> Phase:
        return await together(students, server, lesson, does)

    lesson.opening = await measure(open_link)
    lesson.waiting = await measure(wait)
    lesson.pressing = await measure(press)
    if query:
        lesson.jumping = await measure(jump)
    if query == COURSE:
        lesson.changing = await measure(change)
    lesson.during = server.memory()
    lesson.reloading = await measure(reload)
    await asyncio.gather(*(student.close() for student in students))
    if asked.after:
        await asyncio.sleep(SESSION_TTL + 15)
        lesson.after = server.memory()
    lesson.failed += server.complaints().splitlines()
    return lesson


async def visit_first(server: Server, query: str) -> None:
    """Open a link, and wait until its training is finished."""
    first = Student(server.url, query)
    await first.open()
    while query and not first.component("stage"):
        await first.close()
        await asyncio.sleep(0.5)
        await first.open()
    await first.close()


def percentile(values: list[float], share: float) -> float:
    """The smallest value that a share of all values does not exceed.

    >>> percentile([1.0, 2.0, 3.0, 4.0], 0.5), percentile([1.0, 2.0, 3.0, 4.0], 0.95)
    (2.0, 4.0)
    """
    return sorted(values)[max(0, -int(-len(values) * share // 1) - 1)]


def times(phase: Phase) -> str:
    """Median, 95th percentile and maximum, in milliseconds."""
    if not phase.times:
        return "–"
    of = (median(phase.times), percentile(phase.times, 0.95), max(phase.times))
    return " / ".join(f"{1000 * each:.0f}" for each in of) + " ms"


HEADS = (
    """\
| students | page | open the link: median / p95 / max | a press | a jump that fetches records | \
change a setting | reload | failed |
|--:|---|--:|--:|--:|--:|--:|--:|
""",
    """\
| students | page | presses | messages | records | CPU while waiting, while pressing | per press | \
per link | per jump | per setting | per reload | memory before, during, after | per student |
|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
""",
)


def rows(name: str, lesson: Lesson, students: int) -> tuple[str, str]:
    """The rows of the two tables: response times, and what the server needs."""
    start = f"| {students} | {name} | "
    if lesson.failed:
        failed = f"{start}{len(lesson.failed)} failed: {lesson.failed[0]} |"
        return failed, failed
    did = (lesson.opening, lesson.pressing, lesson.jumping, lesson.changing, lesson.reloading)
    costs = [each.cost(lesson.waiting.load) for each in (lesson.pressing, lesson.opening, *did[2:])]
    pressing, idle = lesson.pressing, 100 * lesson.waiting.load
    grown = (lesson.during - lesson.before) / students
    after = "–" if lesson.after is None else f"{lesson.after:.0f}"
    return (
        f"{start}{' | '.join(map(times, did))} | 0 |",
        f"{start}{len(pressing.times)} | {pressing.sent} | {pressing.requested} | "
        f"{idle:.1f}, {100 * pressing.load:.1f} % | {' | '.join(costs)} | "
        f"{lesson.before:.0f}, {lesson.during:.0f}, {after} MB | {1000 * grown:.0f} kB |",
    )


async def measure(asked: argparse.Namespace, folder: Path) -> bool:
    """Measure the app and the empty page. Returns whether all passed."""
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(REQUESTS))
    print(f"A press every {asked.think:g} s, {asked.busy} other processes", end=", ")
    print(f"load average {os.getloadavg()[0]:.1f} before the run", flush=True)
    empty = one_button_app(folder / "empty")
    python = "corpus=python&vocab=600" if asked.quick else PYTHON
    servers = [("course", ROOT, COURSE), ("Python", ROOT, python), ("one button", empty, "")]
    tables: list[tuple[str, str]] = []
    failed = False
    for count in asked.students:
        for name, where, query in servers:
            if name in asked.pages:
                log = folder / f"{name}-{count}.log"
                with serving(log, where, plain=asked.uvicorn and where == ROOT) as server:
                    lesson = await teach(server, asked, query, count)
                tables.append(rows(name, lesson, count))
                failed |= bool(lesson.failed)
    for head, table in zip(HEADS, zip(*tables, strict=True), strict=True):
        print("\n" + head + "\n".join(table))
    print(f"\nload average {os.getloadavg()[0]:.1f} after the run")
    return not failed


def measure_first_visits(asked: argparse.Namespace, folder: Path) -> bool:
    """Measure what a page costs the server if the browser has no files of it."""
    print(f"load average {os.getloadavg()[0]:.1f} before the run\n")
    print("| page | requests | CPU time per visit |\n|---|--:|--:|")
    empty, visits = one_button_app(folder / "empty"), 1 if asked.quick else 10
    cases = (("course", ROOT, f"?{COURSE}", "[data-step]"), ("one button", empty, "", "button"))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        for name, where, link, element in cases:
            with serving(folder / f"{name}.log", where) as server:
                page = first_paint.Page(name, server, link, element)
                first_paint.visit(browser, page)
                cpu = server.cpu_time()
                requests = [first_paint.visit(browser, page).requests for _ in range(visits)]
                cpu = (server.cpu_time() - cpu) / visits
            print(f"| {name} | {median(requests):.0f} | {1000 * cpu:.0f} ms |", flush=True)
        browser.close()
    return True


@contextmanager
def other_work(count: int) -> Iterator[None]:
    """Keep `count` processes running that use the CPU."""
    command = [sys.executable, "-c", "while True: pass"]
    spinning = [subprocess.Popen(command) for _ in range(count)]
    try:
        yield
    finally:
        for process in spinning:
            process.kill()
            process.wait()


async def visit(server: Server, failed: list[str], query: str, waiting: list[int]) -> None:
    """Let students open the page one after the other, do a little and leave."""
    while waiting:
        waiting.pop()
        student = Student(server.url, query)
        try:
            await student.open()
            if query:
                await student.goto(2)
                await student.change("vocab", random.choice(VOCAB))
            else:
                await student.press("Next")
        except Exception as error:
            failed.append(f"{type(error).__name__}: {error}")
        await student.close()


async def soak(asked: argparse.Namespace, folder: Path) -> bool:
    """Measure the memory over many sessions, on the app and on the empty page."""
    failed: list[str] = []
    part = max(AT_ONCE, asked.soak // PARTS)
    print("| sessions on each | Merge by Merge | one button | seconds |\n|--:|--:|--:|--:|")
    empty = one_button_app(folder / "empty")
    with (
        serving(folder / "log", session_ttl=SHORT_TTL) as ours,
        serving(folder / "other.log", empty, SHORT_TTL) as other,
    ):
        began, done = time.monotonic(), 0
        while done < asked.soak:
            for server, query in ((ours, COURSE), (other, "")):
                waiting = list(range(part))
                visits = (visit(server, failed, query, waiting) for _ in range(AT_ONCE))
                await asyncio.gather(*visits)
            done += part
            if not asked.quick:
                await asyncio.sleep(3 * SHORT_TTL)  # until the servers delete disconnected sessions
            seconds = time.monotonic() - began
            memory = f"{ours.memory():.1f} MB | {other.memory():.1f} MB"
            print(f"| {done} | {memory} | {seconds:.0f} |", flush=True)
        failed += (ours.complaints() + other.complaints()).splitlines()
    print(f"\n{len(failed)} of {2 * done} sessions failed")
    print(*failed[:3], sep="\n")
    return not failed


def main() -> int:
    """Parse the command line, measure, and print the results."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    pages = ["course", "Python", "one button"]
    parser.add_argument("--students", type=int, nargs="+", default=[30, 100, 300])
    parser.add_argument("--pages", nargs="+", choices=pages, default=pages)
    parser.add_argument("--think", type=float, default=4.0, help="seconds between presses")
    parser.add_argument("--presses", type=int, default=5)
    parser.add_argument("--busy", type=int, default=0, help="processes that use the CPU meanwhile")
    parser.add_argument("--uvicorn", action="store_true", help="start the app with uvicorn")
    parser.add_argument(
        "--after", action="store_true", help="also measure the memory when all have left"
    )
    parser.add_argument(
        "--first-visit", action="store_true", help="measure pages with an empty browser cache"
    )
    parser.add_argument(
        "--soak", type=int, default=0, help="measure the memory over this many sessions"
    )
    parser.add_argument(
        "--quick", action="store_true", help="a few students, to check that it works"
    )
    asked = parser.parse_args()
    if asked.quick:
        asked.students, asked.think, asked.presses = [5], 0.02, 4
        asked.soak = min(asked.soak, 40)
    with TemporaryDirectory() as name, other_work(asked.busy):
        folder = Path(name)
        if asked.first_visit:
            return 0 if measure_first_visits(asked, folder) else 1
        task = soak if asked.soak else measure
        return 0 if asyncio.run(task(asked, folder)) else 1


if __name__ == "__main__":
    sys.exit(main())
