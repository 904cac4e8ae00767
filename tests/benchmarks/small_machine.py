"""The memory and response times of a class on a server with little memory and one processor.

    python -m tests.benchmarks.small_machine [--memory 1000] [--students 30] [--quick]

The server runs in a control group with this limit, if one can be made (as root); otherwise only
MERGE_BY_MERGE_MEMORY states it. While the class works, one student trains on a long text, one
training after the other, and one uses a tokenizer file of 19 MB. The class opens a link, steps,
changes a setting and reloads; then one student opens the charts, a sortable table and the report of
Python's source code, and ten train on it, each with another vocabulary, which fills the cache. The
memory of the server and its workers is measured every 0.2 s (proportional set size, so that shared
pages count once). The students are outside of the group. Only Linux.
"""

import argparse
import asyncio
import json
import os
import random
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from pages.resources.machine import MEMORY
from pages.storage.typed import pack
from tests.benchmarks.classroom import COURSE, PACE, VOCAB, Phase, times
from tests.benchmarks.loading import unpack
from tests.support import students
from tests.support.abuse_memory import processes
from tests.support.servers import Server
from tests.support.students import Failure, Student

PAUSE = 0.2  # seconds between two measurements
PATIENCE = 180  # seconds: a report may wait for a training on the only processor
AGAIN = 2.0  # seconds after which a student asks again for a training
OWN, PYTHON = f"corpus=own&text={pack('a b')}", "corpus=python&vocab="
LONG = "&show=rounds&method=em&seeds=frequent&max_seeds=20000&unigram_split=gpt2&unigram_vocab="
HIERARCHIES = (  # folder of the control group, file of its limit, file that counts what was killed
    ("/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.oom_control"),
    ("/sys/fs/cgroup", "memory.max", "memory.events"),
)
KINDS = {  # a part of a command line, and what the process is
    "pages.jobs.worker": "training",
    "pages.jobs.tokenizer_worker": "tokenizer",
    "pages.charts.worker": "charts",
    "pages.report.report_worker": "report",
}


class Group:
    """A control group for a server. folder: None if this machine does not let us make one."""

    def __init__(self, most: int) -> None:
        self.folder: Path | None = None
        for root, limit, self.events in HIERARCHIES:
            folder = Path(root, f"merge-by-merge-{os.getpid()}")
            with suppress(OSError):
                folder.mkdir()
                try:
                    (folder / limit).write_text(str(most))
                except OSError:
                    folder.rmdir()
                    continue
                self.folder = folder
                return

    @property
    def killed(self) -> str:
        """How many processes the system has ended because the memory ran out."""
        if self.folder is None:
            return "?"
        lines = (self.folder / self.events).read_text().splitlines()
        return next(line.split()[1] for line in lines if line.startswith("oom_kill "))

    def remove(self) -> None:
        """Remove the group, once its processes have ended."""
        for _ in range(100):
            if self.folder is None or not self.folder.exists():
                return
            with suppress(OSError):
                self.folder.rmdir()
            threading.Event().wait(PAUSE)


class SmallServer(Server):
    """A server on one processor, in a control group."""

    def __init__(self, log: Path, group: Group, **environment: str) -> None:
        self.group = group
        super().__init__(log, **environment)

    @property
    def command(self) -> list[str]:
        """The command that starts the server."""
        cpu = str(max(os.sched_getaffinity(0)))
        command = ["taskset", "--cpu-list", cpu, *super().command]
        if self.group.folder is None:
            return command
        join = f'echo $$ > {self.group.folder}/cgroup.procs && exec "$@"'
        return ["sh", "-c", join, "sh", *command]


class Meter(threading.Thread):
    """Measures a server and its workers until it ends: the peak of each kind, and of the sum."""

    def __init__(self, server: Server) -> None:
        super().__init__(daemon=True)
        self.server, self.ended = server, threading.Event()
        self.peaks: dict[str, float] = {}
        self.most = 0.0  # at once
        self.then: dict[str, float] = {}  # what there was at that moment

    def run(self) -> None:
        """Measure until the end."""
        while not self.ended.wait(PAUSE):
            now: dict[str, float] = {}
            children, waiting = processes(), [self.server.process.pid]
            while waiting:
                process = waiting.pop()
                waiting += children.get(process, [])
                kind = kind_of(process)
                now[kind] = now.get(kind, 0.0) + proportional(process)
            for kind, size in now.items():
                self.peaks[kind] = max(self.peaks.get(kind, 0.0), size)
            if sum(now.values()) > self.most:
                self.most, self.then = sum(now.values()), now

    def stop(self) -> None:
        """End the measurement."""
        self.ended.set()
        self.join()


def kind_of(process: int) -> str:
    """What a process of the server does."""
    with suppress(OSError):
        command = Path(f"/proc/{process}/cmdline").read_bytes().decode().split("\0")
        return next((kind for part, kind in KINDS.items() if part in command), "server")
    return "server"


def proportional(process: int) -> float:
    """The memory of a process in MB; what it shares with others counts in part."""
    with suppress(OSError, StopIteration):
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        return int(next(line for line in lines if line.startswith("Pss:")).split()[1]) / 1000
    return 0.0


def long_text(words: int) -> bytes:
    """A text of different invented words."""
    chance = random.Random(1)
    syllables = [first + second for first in "bcdfghklmnprstvz" for second in "aeiou"]
    made = ["".join(chance.choices(syllables, k=chance.randint(2, 5))) for _ in range(words)]
    return "\n".join(" ".join(made[i : i + 20]) for i in range(0, words, 20)).encode()


def small_tokenizer() -> bytes:
    """A tokenizer.json of a few tokens."""
    model = {"vocab": {"u": 0, "g": 1, "ug": 2}, "merges": ["u g"]}
    return json.dumps({"model": {"type": "BPE", **model}}).encode()


class Learner(Student):
    """A student who reads warnings."""

    warning = ""

    def take(self, message: ForwardMsg) -> None:
        """Note a warning, such as that a training needs too much memory."""
        alert = message.delta.new_element.alert
        if alert.format == alert.WARNING:
            self.warning = alert.body
        super().take(message)


async def wait_for_stage(url: str, query: str, page: str, pause: float) -> Student | None:
    """Open a link until its training has ended. Returns nothing if it needs too much memory."""
    while True:
        student = Learner(url, query, page)
        await student.open()
        if not student.warning and student.component("stage"):
            return student
        await student.close()
        if "needs more memory" in student.warning:
            return None
        await asyncio.sleep(pause)


async def train(
    url: str, data: bytes, pause: float, ended: asyncio.Event, said: dict[str, int]
) -> None:
    """Train on a long text, with one vocabulary size after the other, until the class has ended."""
    student = Student(url, OWN, "unigram")
    await student.open()
    await student.upload("text.txt", data)
    link, vocab = student.link(), 1_000
    await student.close()
    while not ended.is_set():
        vocab += 1
        query = f"{link}{LONG}{vocab}"
        waiting = asyncio.ensure_future(wait_for_stage(url, query, "unigram", pause))
        stopped = asyncio.ensure_future(ended.wait())
        await asyncio.wait([waiting, stopped], return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
        if not waiting.done():
            waiting.cancel()
            said["in progress"] = said.get("in progress", 0) + 1
        else:
            outcome = "finished" if waiting.result() else "refused"
            said[outcome] = said.get(outcome, 0) + 1
            if found := waiting.result():
                await found.close()


async def encode(url: str, name: str, data: bytes, pause: float, ended: asyncio.Event) -> int:
    """Upload a tokenizer, and encode one text after the other with it."""
    student, texts = Student(url, "input=hello", "encode"), 0
    await student.open()
    await student.upload(name, data)
    link = student.link()
    await student.close()
    while not ended.is_set():
        texts += 1
        another = Student(url, f"{link}&input=text+{texts}", "encode")
        await another.open()
        await another.close()
        await asyncio.sleep(pause / 4)
    return texts


Doing = Callable[[Student], Awaitable[float]]


async def together(students: list[Student], failed: list[str], does: Doing) -> Phase:
    """Let all students do something, so many per second."""
    phase = Phase()

    async def try_it(student: Student) -> None:
        await asyncio.sleep(random.random() * len(students) / PACE)
        try:
            phase.add(await does(student))
        except Exception as error:
            failed.append(f"{type(error).__name__}: {error}")

    await asyncio.gather(*map(try_it, students))
    return phase


async def teach(server: Server, asked: argparse.Namespace, folder: Path) -> list[tuple[str, str]]:
    """Let the class work. Returns the rows of the table."""
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(64))
    failed: list[str] = []
    ended, said = asyncio.Event(), dict[str, int]()
    pause, large = AGAIN, ("tokenizer.json", small_tokenizer())
    if asked.quick:
        pause = 0.5
    else:
        (path,) = (each for each in unpack(folder) if each.name == "tekken.json")
        large = (path.name, path.read_bytes())
    others = [
        asyncio.ensure_future(train(server.url, long_text(asked.words), pause, ended, said)),
        asyncio.ensure_future(encode(server.url, *large, pause, ended)),
    ]
    await asyncio.sleep(0.1 if asked.quick else 10)
    learners = [Student(server.url, COURSE) for _ in range(asked.students)]

    async def step(student: Student) -> float:
        return await student.goto(student.step + 1)

    async def change(student: Student) -> float:
        return await student.change("vocab", random.choice(VOCAB))

    async def on_python(student: Student) -> Student:
        vocab = 300 if asked.quick else 4_900 + learners.index(student)
        await student.close()
        found = await wait_for_stage(server.url, f"{PYTHON}{vocab}", "", pause)
        if found is None:
            raise Failure("the training was refused")
        await found.goto(200)
        return found

    async def train_on_python(student: Student) -> float:
        began = perf_counter()
        await (await on_python(student)).close()
        return perf_counter() - began

    async def open_everything(student: Student) -> float:
        began, found = perf_counter(), await on_python(student)
        stage = found.component("stage")
        await found.get(f"/{stage['files']}records/{stage['run']}/{stage['lang']}/charts")
        await found.get(f"/{stage['files']}downloads/{stage['run']}/report.html?{found.link()}")
        await found.unfold("All pairs")
        await found.close()
        return perf_counter() - began

    heavy = learners[: 1 if asked.quick else 10]
    rows = [
        (name, times(await together(group, failed, does)))
        for name, group, does in (
            ("open the link", learners, Student.open),
            ("step", learners, step),
            ("change a setting", learners, change),
            ("reload", learners, Student.reload),
            ("open charts, a table and the report", learners[-1:], open_everything),
            ("train on Python's source code, until its steps are there", heavy, train_on_python),
        )
    ]
    ended.set()
    _, texts = await asyncio.gather(*others)
    rows.append(("trainings on the long text", ", ".join(f"{n} {k}" for k, n in said.items())))
    rows.append(("texts encoded with the uploaded tokenizer", str(texts)))
    await asyncio.gather(*(each.close() for each in learners))
    rows.append(("failed", "; ".join([str(len(failed)), *sorted(set(failed))[:3]])))
    return rows


@contextmanager
def small_server(folder: Path, most: int) -> Iterator[SmallServer]:
    """A server with so many bytes of memory, and one processor."""
    group = Group(most)
    limit = {} if group.folder else {MEMORY: str(most // 1_000_000)}
    server = SmallServer(folder / "log", group, **limit)
    try:
        yield server
    finally:
        server.stop()
        group.remove()


def main() -> int:
    """Parse the command line, measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--memory", type=int, default=1_000, help="MB")
    parser.add_argument("--students", type=int, default=30)
    parser.add_argument("--words", type=int, default=40_000, help="of the long text")
    parser.add_argument("--quick", action="store_true", help="only show that it works")
    asked = parser.parse_args()
    if asked.quick:
        asked.students, asked.words = 2, 500
    load, students.PATIENCE = os.getloadavg()[0], PATIENCE
    with TemporaryDirectory() as name:
        folder = Path(name)
        with small_server(folder, asked.memory * 1_000_000) as server:
            meter = Meter(server)
            meter.start()
            cpu, began = server.cpu_time(), perf_counter()
            rows = asyncio.run(teach(server, asked, folder))
            cpu, seconds = server.cpu_time() - cpu, perf_counter() - began
            meter.stop()
            limited = "in a control group" if server.group.folder else "without a control group"
            rows.append(("processes that the system ended for want of memory", server.group.killed))
            rows.append(("complaints in the log", str(len(server.complaints().splitlines()))))
    print(f"{asked.students} students, {asked.memory} MB {limited}, one processor, ", end="")
    print(f"load average {load:.1f} before the run, {os.getloadavg()[0]:.1f} after it\n")
    print("| | median / p95 / max |\n|---|--:|")
    for name, value in rows:
        print(f"| {name} | {value} |")
    print(f"| CPU time of the server, without its workers | {cpu:.0f} s of {seconds:.0f} s |")
    print("\n| memory | at the same time, at its peak | peak of each |\n|---|--:|--:|")
    for kind, peak in meter.peaks.items():
        print(f"| {kind} | {meter.then.get(kind, 0):.0f} MB | {peak:.0f} MB |")
    print(f"| all together | {meter.most:.0f} MB | |")
    failures = dict(rows)["failed"] != "0" or dict(rows)["complaints in the log"] != "0"
    return 1 if failures or meter.most > asked.memory else 0


if __name__ == "__main__":
    sys.exit(main())
