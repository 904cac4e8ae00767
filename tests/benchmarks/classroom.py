"""Response times and memory of one server process with a class of students.

    python -m tests.benchmarks.classroom [--students 100] [--think 4] [--presses 10] [--busy 2]
    python -m tests.benchmarks.classroom --soak 3000

A class opens one link within five seconds. Then each student presses a key every few seconds. The
same run also measures an empty Streamlit page with one button. A press is timed until the server
has followed it; a browser paints the step much earlier. --busy adds processes that use the CPU.
--soak opens and closes many sessions and measures the servers' memory. Students and server share
the machine. No browser is used; `tests/browser` tests those.
"""

import argparse
import asyncio
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.support.servers import ROOT, Server, one_button_app, serving
from tests.support.students import Student

RAMP = 5.0  # seconds within which a class opens a link
LAST = 20  # students step up to here and begin again
LINK = "corpus=course&vocab=60"
AT_ONCE = 10  # concurrent students of a soak
PARTS = 12  # of a soak; the memory is measured after each
SHORT_TTL = 1  # seconds until a disconnected session of a soak is deleted
SESSION_TTL = 120  # seconds until Streamlit deletes a disconnected session


@dataclass
class Lesson:
    """The measurements of a class: times in seconds, memory in MB."""

    opened: list[float] = field(default_factory=list)
    pressed: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    sent: int = 0
    settled: float = 0.0  # from the last click on the link until all pages are shown
    opening: float = 0.0  # CPU time, which other work does not change
    pressing: float = 0.0
    before: float = 0.0
    during: float = 0.0
    after: float | None = None


async def open_link(student: Student, lesson: Lesson, asked: argparse.Namespace) -> float:
    """Open the link at a random time within the ramp, and return that time."""
    await asyncio.sleep(random.random() * asked.ramp)
    began = time.perf_counter()
    try:
        lesson.opened.append(await student.open())
    except Exception as error:
        lesson.failed.append(f"{type(error).__name__}: {error}")
    return began


async def press_keys(student: Student, lesson: Lesson, asked: argparse.Namespace) -> None:
    """Press a key repeatedly."""
    try:
        await asyncio.sleep(random.random() * asked.think)
        for k in range(asked.presses):
            step = k % LAST + 1
            taken = await (student.goto(step) if student.query else student.press("Next"))
            lesson.pressed.append(taken)
            await asyncio.sleep(asked.think * (0.5 + random.random()))
    except Exception as error:
        lesson.failed.append(f"{type(error).__name__}: {error}")


async def teach(server: Server, asked: argparse.Namespace, query: str) -> Lesson:
    """Measure a class on a server that one student has visited before."""
    lesson = Lesson()
    first = Student(server.url, query)
    await first.open()
    await first.close()
    students = [Student(server.url, query) for _ in range(asked.students)]
    lesson.before, cpu = server.memory(), server.cpu_time()
    clicks = await asyncio.gather(*(open_link(student, lesson, asked) for student in students))
    lesson.settled = time.perf_counter() - max(clicks)
    lesson.opening = server.cpu_time() - cpu
    await asyncio.gather(*(press_keys(student, lesson, asked) for student in students))
    lesson.pressing = server.cpu_time() - cpu - lesson.opening
    lesson.during = server.memory()
    lesson.sent = sum(student.bytes for student in students)
    await asyncio.gather(*(student.close() for student in students))
    if not asked.quick:
        await asyncio.sleep(SESSION_TTL + 15)
        lesson.after = server.memory()
    lesson.failed += server.complaints().splitlines()
    return lesson


def percentile(values: list[float], share: float) -> float:
    """The smallest value that a share of all values does not exceed.

    >>> percentile([1.0, 2.0, 3.0, 4.0], 0.5), percentile([1.0, 2.0, 3.0, 4.0], 0.95)
    (2.0, 4.0)
    """
    return sorted(values)[max(0, -int(-len(values) * share // 1) - 1)]


def times(values: list[float]) -> str:
    """Median, 95th percentile and maximum, in milliseconds."""
    of = (median(values), percentile(values, 0.95), max(values))
    return " / ".join(f"{1000 * each:.0f}" for each in of) + " ms"


def row(name: str, lesson: Lesson, students: int) -> str:
    """A row of the table."""
    if lesson.failed or not lesson.pressed:
        return f"| {name} | {len(lesson.failed)} failed: {lesson.failed[0]} |"
    opening, pressing = lesson.opening / students, lesson.pressing / len(lesson.pressed)
    runs = len(lesson.pressed) + len(lesson.opened)
    grown = (lesson.during - lesson.before) / students
    after = "–" if lesson.after is None else f"{lesson.after:.0f}"
    return (
        f"| {name} | {times(lesson.opened)} | {lesson.settled:.2f} s | {times(lesson.pressed)} | "
        f"{len(lesson.pressed)} | 0 | {1000 * opening:.1f}, {1000 * pressing:.1f} ms | "
        f"{lesson.before:.0f}, {lesson.during:.0f}, {after} MB | {1000 * grown:.0f} kB | "
        f"{lesson.sent / 1000 / runs:.1f} kB |"
    )


HEAD = """\
| | open the link: median / p95 / max | all open after the last click | follow a press: median \
/ p95 / max | presses | failed | CPU time per link, per press | memory before, during, after \
| per student | sent per run |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|"""


async def measure(asked: argparse.Namespace, folder: Path) -> bool:
    """Measure the app, started by both commands, and the empty page. Returns whether all passed."""
    print(f"{asked.students} students, a press every {asked.think:g} s", end=", ")
    print(f"{asked.busy} other processes, load average {os.getloadavg()[0]:.1f} before the run\n")
    print(HEAD)
    servers = {
        "Merge by Merge": (ROOT, LINK, False),
        "Merge by Merge with uvicorn": (ROOT, LINK, True),
        "one button": (one_button_app(folder / "empty"), "", False),
    }
    failed = False
    for name, (where, query, plain) in servers.items():
        with serving(folder / f"{name}.log", where, plain=plain) as server:
            lesson = await teach(server, asked, query)
        print(row(name, lesson, asked.students), flush=True)
        failed |= bool(lesson.failed)
    return not failed


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


async def visit(server: Server, lesson: Lesson, query: str, waiting: list[int]) -> None:
    """Let students open the page one after the other, take two steps and leave."""
    while waiting:
        waiting.pop()
        student = Student(server.url, query)
        try:
            lesson.opened.append(await student.open())
            for step in (1, 2):
                taken = await (student.goto(step) if query else student.press("Next"))
                lesson.pressed.append(taken)
        except Exception as error:
            lesson.failed.append(f"{type(error).__name__}: {error}")
        await student.close()


async def soak(asked: argparse.Namespace, folder: Path) -> bool:
    """Measure the memory over many sessions, on the app and on the empty page."""
    lesson, part = Lesson(), max(AT_ONCE, asked.soak // PARTS)
    print("| sessions on each | Merge by Merge | one button | seconds |\n|--:|--:|--:|--:|")
    empty = one_button_app(folder / "empty")
    with (
        serving(folder / "log", session_ttl=SHORT_TTL) as ours,
        serving(folder / "other.log", empty, SHORT_TTL) as other,
    ):
        began, done = time.monotonic(), 0
        while done < asked.soak:
            for server, query in ((ours, LINK), (other, "")):
                waiting = list(range(part))
                visits = (visit(server, lesson, query, waiting) for _ in range(AT_ONCE))
                await asyncio.gather(*visits)
            done += part
            if not asked.quick:
                await asyncio.sleep(3 * SHORT_TTL)  # until the servers delete disconnected sessions
            seconds = time.monotonic() - began
            memory = f"{ours.memory():.1f} MB | {other.memory():.1f} MB"
            print(f"| {done} | {memory} | {seconds:.0f} |", flush=True)
        lesson.failed += (ours.complaints() + other.complaints()).splitlines()
    print(f"\n{len(lesson.failed)} of {2 * done} sessions failed")
    print(*lesson.failed[:3], sep="\n")
    return not lesson.failed


def main() -> int:
    """Parse the command line, measure, and print the results."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--students", type=int, default=100)
    parser.add_argument("--think", type=float, default=4.0, help="seconds between presses")
    parser.add_argument("--presses", type=int, default=10)
    parser.add_argument("--busy", type=int, default=0, help="processes that use the CPU meanwhile")
    parser.add_argument(
        "--soak", type=int, default=0, help="measure the memory over this many sessions"
    )
    parser.add_argument(
        "--quick", action="store_true", help="a few students, to check that it works"
    )
    asked = parser.parse_args()
    asked.ramp = RAMP
    if asked.quick:
        asked.students, asked.think, asked.presses, asked.ramp = 5, 0.02, 4, 0.1
        asked.soak = min(asked.soak, 40)
    with TemporaryDirectory() as folder:
        task = soak if asked.soak else measure
        with other_work(asked.busy):
            return 0 if asyncio.run(task(asked, Path(folder))) else 1


if __name__ == "__main__":
    sys.exit(main())
