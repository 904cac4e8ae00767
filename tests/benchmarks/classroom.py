"""A class on one server process: how long it waits, and what memory it takes.

    python -m tests.benchmarks.classroom [--students 100] [--think 4] [--presses 10] [--quick]
    python -m tests.benchmarks.classroom --soak 3000

A class opens one link within five seconds, then each student presses every few seconds; the same
for an empty page of Streamlit's with one button, in the same run. Each press is timed until the
server has followed it, whereas the browser has long painted it. With --soak: so many sessions one
after the other, some at a time, and the server's memory meanwhile. Students and server share the
machine. But: there is no browser; `tests/browser` has those.
"""

import argparse
import asyncio
import random
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.benchmarks.servers import ROOT, Server, empty_app, serving
from tests.benchmarks.students import Student

RAMP = 5.0  # seconds within which a class opens a link
LAST = 20  # students step up to here and begin again
LINK = "corpus=course&vocab=60"
AT_ONCE = 10  # students of a soak
SHORT = 1  # seconds after which a session of a soak is forgotten
KEPT = 120  # seconds for which Streamlit keeps a session that left


@dataclass
class Lesson:
    """What came of a class: times in seconds, memory in MB."""

    opened: list[float] = field(default_factory=list)
    pressed: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    sent: int = 0
    busy: float = 0.0  # the processor's time for all of it: what other work does not change
    before: float = 0.0
    during: float = 0.0
    after: float | None = None


async def attend(server: Server, lesson: Lesson, asked: argparse.Namespace, empty: bool) -> Student:
    """One student of a class: open the link, then press again and again."""
    student = Student(server.url, "" if empty else LINK)
    try:
        await asyncio.sleep(random.random() * asked.ramp)
        lesson.opened.append(await student.open())
        await asyncio.sleep(random.random() * asked.think)
        for k in range(asked.presses):
            step = k % LAST + 1
            taken = await (student.press("Next") if empty else student.goto(step))
            lesson.pressed.append(taken)
            await asyncio.sleep(asked.think * (0.5 + random.random()))
    except Exception as error:
        lesson.failed.append(f"{type(error).__name__}: {error}")
    return student


async def teach(server: Server, asked: argparse.Namespace, empty: bool = False) -> Lesson:
    """A whole class on a server that one student has visited before."""
    lesson = Lesson()
    first = Student(server.url, "" if empty else LINK)
    await first.open()
    await first.close()
    lesson.before, busy = server.memory(), server.busy()
    students = await asyncio.gather(
        *(attend(server, lesson, asked, empty) for _ in range(asked.students))
    )
    lesson.during, lesson.busy = server.memory(), server.busy() - busy
    lesson.sent = sum(student.bytes for student in students)
    await asyncio.gather(*(student.close() for student in students))
    if not asked.quick:
        await asyncio.sleep(KEPT + 15)
        lesson.after = server.memory()
    lesson.failed += server.complaints()
    return lesson


def late(values: list[float], share: float) -> float:
    """The value that a share of all does not exceed.

    >>> late([1.0, 2.0, 3.0, 4.0], 0.5), late([1.0, 2.0, 3.0, 4.0], 0.95)
    (2.0, 4.0)
    """
    return sorted(values)[max(0, -int(-len(values) * share // 1) - 1)]


def row(name: str, lesson: Lesson, students: int) -> str:
    """A line of the table."""
    if lesson.failed or not lesson.pressed:
        return f"| {name} | {len(lesson.failed)} failed: {lesson.failed[0]} |"
    times = [lesson.opened, lesson.pressed]
    cells = [
        " / ".join(
            f"{1000 * each:.0f}" for each in (median(values), late(values, 0.95), max(values))
        )
        for values in times
    ]
    runs = len(lesson.pressed) + len(lesson.opened)
    grown = (lesson.during - lesson.before) / students
    after = "–" if lesson.after is None else f"{lesson.after:.0f}"
    return (
        f"| {name} | {cells[0]} ms | {cells[1]} ms | {len(lesson.pressed)} | 0 | "
        f"{lesson.before:.0f}, {lesson.during:.0f}, {after} MB | {1000 * grown:.0f} kB | "
        f"{lesson.sent / 1000 / runs:.1f} kB | {1000 * lesson.busy / runs:.1f} ms |"
    )


HEAD = """\
| | link opened: median / p95 / max | press followed: median / p95 / max | presses | failed \
| memory before, during, after | a student | sent a run | processor a run |
|---|--:|--:|--:|--:|--:|--:|--:|--:|"""


async def measure(asked: argparse.Namespace, folder: Path) -> bool:
    """The class on the app, then on the empty page. Returns whether nothing failed."""
    print(f"{asked.students} students, each pressing every {asked.think:g} s\n")
    lessons = {}
    for name, where in (("Merge by Merge", ROOT), ("one button", empty_app(folder / "empty"))):
        with serving(where, folder / f"{name}.log") as server:
            lessons[name] = await teach(server, asked, empty=where != ROOT)
    print(HEAD)
    for name, lesson in lessons.items():
        print(row(name, lesson, asked.students))
    return not any(lesson.failed for lesson in lessons.values())


async def visit(server: Server, lesson: Lesson, waiting: list[int]) -> None:
    """One after the other, students who come, take two steps and leave."""
    while waiting:
        waiting.pop()
        student = Student(server.url, LINK)
        try:
            lesson.opened.append(await student.open())
            for step in (1, 2):
                lesson.pressed.append(await student.goto(step))
        except Exception as error:
            lesson.failed.append(f"{type(error).__name__}: {error}")
        await student.close()


async def soak(asked: argparse.Namespace, folder: Path) -> bool:
    """Thousands of sessions on one server; its memory as they come and go."""
    lesson, part = Lesson(), max(AT_ONCE, asked.soak // 10)
    print("| sessions | memory | seconds |\n|--:|--:|--:|")
    with serving(ROOT, folder / "log", SHORT) as server:
        began, done = time.monotonic(), 0
        while done < asked.soak:
            waiting = list(range(part))
            await asyncio.gather(*(visit(server, lesson, waiting) for _ in range(AT_ONCE)))
            done += part
            if not asked.quick:
                await asyncio.sleep(3 * SHORT)  # the server forgets those who left
            print(f"| {done} | {server.memory():.0f} MB | {time.monotonic() - began:.0f} |")
        lesson.failed += server.complaints()
    print(f"\n{len(lesson.failed)} of {len(lesson.opened) + len(lesson.failed)} sessions failed")
    print(*lesson.failed[:3], sep="\n")
    return not lesson.failed


def main() -> int:
    """Read the command line, measure, and say what came of it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--students", type=int, default=100)
    parser.add_argument("--think", type=float, default=4.0, help="seconds between presses")
    parser.add_argument("--presses", type=int, default=10)
    parser.add_argument("--soak", type=int, default=0, help="so many sessions, for the memory")
    parser.add_argument("--quick", action="store_true", help="a handful, to see that it works")
    asked = parser.parse_args()
    asked.ramp = RAMP
    if asked.quick:
        asked.students, asked.think, asked.presses, asked.ramp = 5, 0.02, 4, 0.1
        asked.soak = min(asked.soak, 40)
    with TemporaryDirectory() as folder:
        work = soak if asked.soak else measure
        return 0 if asyncio.run(work(asked, Path(folder))) else 1


if __name__ == "__main__":
    sys.exit(main())
