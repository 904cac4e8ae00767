"""What one hostile client does to a server and to a bystander.

    python -m tests.benchmarks.abuse [--only NAME ...] [--seconds 60] [--app FOLDER] [--quick]
    python -m tests.benchmarks.abuse --list

Each attack has a server of its own, on its own port. The attacker is a process of its own with an
address of its own, and repeats the attack until its time is over. Meanwhile a bystander opens a
link, requests a page and a record, and changes a setting, again and again. A press is not measured
because it does not reach the server.

The table: the most memory of the server with its workers; how long the bystander waited (95th
percentile, or the share that failed); whether the server survived; what the attacker saw. A server
with more than 5.5 GB is killed. --app measures another checkout. --quick gives each attack two
seconds and small numbers, and fails if a server does not survive or needs more than 1.5 GB.
"""

import argparse
import asyncio
import multiprocessing
import os
import random
import resource
import sys
import threading
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.benchmarks.classroom import percentile
from tests.support import abuse_connections, abuse_files, abuse_links
from tests.support.abuse import ATTACKS, ERRORS, Client
from tests.support.servers import ROOT, Server
from tests.support.students import Student

MODULES = (abuse_links, abuse_files, abuse_connections)  # importing them fills ATTACKS
DEAD = 5_500  # MB
ALLOWED = 1_500  # MB
ADDRESS_SPACE = 16 * 2**30  # bytes, so that an attack cannot take the machine's memory
NOBODY = "nobody"  # a row without an attack
COURSE = "corpus=course&vocab=60&lang=en"
PAUSE = 0.3  # seconds between two requests of the bystander
PATIENCE = 10  # seconds until the bystander gives up


def processes() -> dict[int, list[int]]:
    """The children of each process."""
    children: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parent = int(path.read_text().rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(path.parent.name))
    return children


def tree_memory(root: int) -> float:
    """The resident memory of a process and all of its descendants, in MB."""
    children, waiting, total = processes(), [root], 0.0
    while waiting:
        process = waiting.pop()
        waiting += children.get(process, [])
        with suppress(OSError):
            pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
            total += pages * os.sysconf("SC_PAGE_SIZE") / 1_000_000
    return total


class Watch(threading.Thread):
    """Measures the memory of a server, and kills the server if it needs too much."""

    def __init__(self, server: Server) -> None:
        super().__init__(daemon=True)
        self.server, self.peak, self.ended = server, 0.0, threading.Event()

    def run(self) -> None:
        """Measure until the end."""
        while not self.ended.wait(0.1):
            self.peak = max(self.peak, tree_memory(self.server.process.pid))
            if self.peak > DEAD:
                self.server.process.kill()


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
                await visitor.get(f"{stage['files']}records/{stage['run']}/en/0")

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

        doings = {"HTTP": http, "open": open_link, "setting": change}
        tasks = [asyncio.create_task(self.repeat(*each)) for each in doings.items()]
        await asyncio.sleep(seconds)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(*ERRORS, TimeoutError):
            await asyncio.wait_for(visitor.close(), 2)

    async def repeat(self, name: str, do: Callable[[], Awaitable[None]]) -> None:
        """Do one thing again and again; a failure counts as an endless wait."""
        times = self.times.setdefault(name, [])
        while True:
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


def attacker(name: str, url: str, seconds: float, quick: bool, pipe: Connection) -> None:
    """The process of the attacker."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    client = Client(url, quick)
    with suppress(BaseException):
        asyncio.run(asyncio.wait_for(ATTACKS[name].run(client, seconds), seconds + 2))
    pipe.send(client.seen)
    os._exit(0)  # threads may still wait for an answer


@contextmanager
def attacking(name: str, url: str, seconds: float, quick: bool) -> Iterator[Callable[[], Counter]]:
    """Attack in another process. Yields a function that returns what the attacker saw."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=attacker, args=(name, url, seconds, quick, theirs))

    def seen() -> Counter[str]:
        return ours.recv() if ours.poll(10) else Counter({"the attacker did not end": 1})

    if name != NOBODY:
        process.start()
    try:
        yield seen if name != NOBODY else Counter
    finally:
        if process.is_alive():
            process.kill()


@contextmanager
def limited_server(folder: Path, app: Path, plain: bool, descriptors: int) -> Iterator[Server]:
    """A server with a limited address space, and possibly with few descriptors."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if descriptors:
        resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, hard))
    names = {"STREAMLIT_BROWSER_SERVER_ADDRESS": "127.0.0.1", "TMPDIR": str(folder)}
    try:
        server = Server(folder / "log", folder=app, plain=plain, **names)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    limit = (ADDRESS_SPACE, ADDRESS_SPACE)
    resource.prlimit(server.process.pid, resource.RLIMIT_AS, limit)
    try:
        yield server
    finally:
        server.stop()


@dataclass
class Row:
    """The measurements of an attack."""

    name: str
    about: str
    bystander: Bystander
    peak: float
    survived: bool
    seen: Counter[str]
    log: int

    def __str__(self) -> str:
        """The row of the table."""
        waited = " | ".join(self.bystander.waited(name) for name in ("HTTP", "open", "setting"))
        peak = f"{self.peak:.0f} MB" if self.peak < DEAD else f"more than {DEAD} MB"
        saw = "; ".join(f"{count} × {what[:110]}" for what, count in self.seen.most_common(4))
        saw += f"; {self.log / 1000:.0f} kB of log" if self.log > 20_000 else ""
        survived = "yes" if self.survived else "no"
        return f"| {self.name}: {self.about} | {peak} | {waited} | {survived} | {saw or '–'} |"


HEAD = """\
| attack | memory | HTTP | open | setting | survived | the attacker saw |
|---|--:|--:|--:|--:|---|---|"""


def answers(server: Server) -> bool:
    """Whether a server still answers within some seconds."""
    found: list[int] = []
    asking = threading.Thread(target=lambda: found.append(server.get("/_stcore/health")[0]))
    asking.daemon = True
    asking.start()
    asking.join(PATIENCE)
    return found == [200] and server.process.poll() is None


def measure(name: str, asked: argparse.Namespace, folder: Path) -> Row:
    """Run an attack on a new server."""
    attack = ATTACKS.get(name)
    plain, descriptors = (attack.plain, attack.descriptors) if attack else (False, 0)
    with limited_server(folder, asked.app, plain, descriptors) as server:
        log, bystander, watch = server.log.stat().st_size, Bystander(server.url), Watch(server)
        watch.start()
        with attacking(name, server.url, asked.seconds, asked.quick) as seen:
            asyncio.run(bystander.use(asked.seconds + (1 if asked.quick else 3)))
            found = seen()
        survived = answers(server)
        watch.ended.set()
        watch.join()
        log = server.log.stat().st_size - log
        if asked.keep_log:
            Path(asked.keep_log, f"{name}.log").write_bytes(server.log.read_bytes())
    about = attack.about if attack else "no attack"
    return Row(name, about, bystander, watch.peak, survived, found, log)


def main() -> int:
    """Parse the command line, attack, and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    names = [NOBODY, *ATTACKS]
    parser.add_argument("--only", nargs="+", choices=names, default=names, metavar="NAME")
    parser.add_argument("--seconds", type=float, default=60.0, help="for each attack")
    parser.add_argument("--pause", type=float, default=5.0, help="seconds between two attacks")
    parser.add_argument("--app", type=Path, default=ROOT, help="the checkout that is attacked")
    parser.add_argument("--keep-log", help="a folder for the servers' logs")
    parser.add_argument("--list", action="store_true", help="print the attacks")
    parser.add_argument("--quick", action="store_true", help="to check that all attacks work")
    asked = parser.parse_args()
    if asked.list:
        print(*(f"{name:20} {each.about}" for name, each in ATTACKS.items()), sep="\n")
        return 0
    asked.seconds, asked.pause = (2.0, 0.0) if asked.quick else (asked.seconds, asked.pause)
    print(HEAD, flush=True)
    failed = 0
    for name in asked.only:
        with TemporaryDirectory() as folder:
            row = measure(name, asked, Path(folder))
        print(row, flush=True)
        failed += asked.quick and (not row.survived or row.peak > ALLOWED)
        time.sleep(asked.pause)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
