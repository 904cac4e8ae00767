"""Two replicas behind HAProxy, and what students notice when one is emptied, and when one dies.

    python -m tests.benchmarks.replicas [--students 40] [--quick]

Starts haproxy with .deploy/haproxy.cfg and two servers. Students with links and steps of their own
spread over them, one brings a file; one replica is drained, and later killed. Everybody must be
back on the same step by their own link. But: how a page in a browser outlives its server is tested
in tests/browser/test_server.py.
"""

import argparse
import asyncio
import os
import shutil
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from pages.settings import OWN_TEXT, Settings
from tests.benchmarks.servers import PATIENCE, ROOT, Server, serving
from tests.benchmarks.students import Failure, Student

FILE = b"one replica has the file that was brought to it, the other does not have the file"
OWN = Settings(corpus=OWN_TEXT, own="to be replaced", special="", lang="en").query()


class Proxy:
    """HAProxy before some replicas."""

    def __init__(self, folder: Path, replicas: list[Server]) -> None:
        program = shutil.which("haproxy", path=f"{os.environ['PATH']}:/usr/sbin")
        if not program:
            raise SystemExit("No haproxy found. Install one (Debian: apt-get install haproxy).")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self.socket, self.log = folder / "socket", folder / "haproxy.log"
        names = {
            "MERGE_BY_MERGE_LISTEN": f"127.0.0.1:{port}",
            "MERGE_BY_MERGE_SOCKET": str(self.socket),
            "MERGE_BY_MERGE_REPLICA_A": f"127.0.0.1:{replicas[0].port}",
            "MERGE_BY_MERGE_REPLICA_B": f"127.0.0.1:{replicas[1].port}",
        }
        command = [program, "-db", "-f", str(ROOT / ".deploy" / "haproxy.cfg")]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command, env={**os.environ, **names}, stdout=log, stderr=log
            )
        until = time.monotonic() + PATIENCE
        while not self.socket.exists() or "UP" not in self.say("show stat"):
            if self.process.poll() is not None or time.monotonic() > until:
                raise SystemExit(f"haproxy does not start:\n{self.log.read_text()}")
            time.sleep(0.05)

    def say(self, command: str) -> str:
        """Give a command over the admin's socket; its answer."""
        with socket.socket(socket.AF_UNIX) as admin:
            admin.settimeout(PATIENCE)
            admin.connect(str(self.socket))
            admin.sendall(command.encode() + b"\n")
            parts = []
            while part := admin.recv(65_536):
                parts.append(part)
        return b"".join(parts).decode()


@contextmanager
def proxying(folder: Path, replicas: list[Server]) -> Iterator[Proxy]:
    """A proxy that ends with the block."""
    proxy = Proxy(folder, replicas)
    try:
        yield proxy
    finally:
        proxy.process.kill()
        proxy.process.wait()


def replica_of(student: Student) -> str:
    """The replica that a student's cookie names."""
    return student.cookies["replica"].value


def spread(students: list[Student]) -> str:
    """How many students are on which replica."""
    count = Counter(map(replica_of, students))
    return ", ".join(f"{number} on {name}" for name, number in sorted(count.items()))


async def come(url: str, number: int) -> Student:
    """A student with settings and a step of their own; the first one with a file of their own."""
    student = Student(url, OWN if number == 0 else f"corpus=course&vocab={60 + number}&lang=en")
    await student.open()
    if number == 0:
        await student.upload("a.txt", FILE)
    await student.goto(1 + number % 15)
    return student


async def come_back(student: Student) -> float:
    """Follow one's own link, as a browser does that has lost its server; how long it took."""
    assert student.socket
    began = time.perf_counter()
    await student.socket.wait_closed()
    student.query, step = student.link(), student.step
    while True:
        try:
            await student.open()
            break
        except (OSError, Failure):
            if time.perf_counter() - began > PATIENCE:
                raise
            await asyncio.sleep(0.2)
    if step is None or not student.shows(step):
        raise Failure(f"a student is not back on step {step}")
    await student.goto(step + 1)
    return time.perf_counter() - began


async def lesson(proxy: Proxy, replicas: dict[str, Server], count: int) -> None:
    """What happens to a class; raises Failure where a student would notice."""
    students = [await come(proxy.url, number) for number in range(count)]
    print(f"{count} students, one with a file: {spread(students)}")
    if {replica_of(student) for student in students} != set(replicas):
        raise Failure("the students are all on one replica")
    dying = replica_of(students[0])
    living = "b" if dying == "a" else "a"

    proxy.say(f"set server replicas/{dying} state drain")
    newcomers = [await come(proxy.url, count + number) for number in range(4)]
    if {replica_of(student) for student in newcomers} != {living}:
        raise Failure(f"new students came to {dying} while it was to become empty")
    for student in students:
        await student.goto(1 + (student.step or 0))
    print(f"{dying} drained: those on it go on, {spread(newcomers)} newly come")
    proxy.say(f"set server replicas/{dying} state ready")

    hit = [student for student in students if replica_of(student) == dying]
    replicas[dying].kill()
    taken = await asyncio.gather(*map(come_back, hit))
    if {replica_of(student) for student in hit} != {living}:
        raise Failure("a student is still sent to a replica that is gone")
    for student in (*students, *newcomers):
        await student.goto(2)
        await student.close()
    print(f"{dying} killed: its {len(hit)} students are back on {living}, each on their step,")
    print(f"the one with the file too; the last after {max(taken):.1f} s")


def main() -> int:
    """Read the command line, and try it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--students", type=int, default=40)
    parser.add_argument("--quick", action="store_true", help="a handful, to see that it works")
    asked = parser.parse_args()
    with TemporaryDirectory() as name:
        folder = Path(name)
        with (
            serving(ROOT, folder / "a.log") as a,
            serving(ROOT, folder / "b.log") as b,
            proxying(folder, [a, b]) as proxy,
        ):
            asyncio.run(lesson(proxy, {"a": a, "b": b}, 6 if asked.quick else asked.students))
            complaints = [*a.complaints(), *b.complaints()]
            print(*complaints, sep="\n")
            return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
