"""What students notice when one of two replicas behind HAProxy is drained or fails.

    python -m tests.benchmarks.replicas [--students 300] [--hang] [--quick]

Starts haproxy with .deploy/haproxy.cfg and two servers. Each student has their own link and step,
and every third uploads a text. One replica is drained and later killed (with --hang, it stops
answering). Every student must return to the same step, and be able to change a setting. A page in a
browser survives its server too: see tests/browser/test_server.py.
"""

import argparse
import asyncio
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from websockets.exceptions import WebSocketException

import bpe
from pages.state.corpus import OWN_TEXT
from pages.state.settings import Settings
from pages.state.url import query_of
from tests.support.servers import PATIENCE, ROOT, Server, serving
from tests.support.students import Failure, Student

TEXT = (
    "This is what student {number} has written about tokens, and nobody else has it.\n"
    "It is the token {other} of them, and the tokens of it are the student's own.\n"
)
UPLOAD_EVERY = 3  # every third student uploads a text
PACE = 10  # students per second
AT_ONCE = 64  # concurrent requests
OWN = query_of(
    Settings().replace(corpus=OWN_TEXT, own="to be replaced", special="", vocab=60, lang="en")
)


class Proxy:
    """HAProxy in front of some replicas."""

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
        while not self.is_up():
            if self.process.poll() is not None or time.monotonic() > until:
                raise SystemExit(f"haproxy does not start:\n{self.log.read_text()}")
            time.sleep(0.05)

    def is_up(self) -> bool:
        """Whether a replica can be reached. The admin socket exists before it answers."""
        try:
            return "UP" in self.say("show stat")
        except (FileNotFoundError, ConnectionRefusedError):
            return False

    def say(self, command: str) -> str:
        """Send a command to the admin socket and return the answer."""
        with socket.socket(socket.AF_UNIX) as admin:
            admin.settimeout(PATIENCE)
            admin.connect(str(self.socket))
            admin.sendall(command.encode() + b"\n")
            parts = []
            while part := admin.recv(65_536):
                parts.append(part)
        return b"".join(parts).decode()

    def failed_checks(self, replica: str) -> int:
        """The number of failed health checks of a replica."""
        names, *rows = [line.split(",") for line in self.say("show stat").split("\n") if line]
        (row,) = (row for row in rows if row[:2] == ["replicas", replica])
        return int(row[names.index("chkfail")])


@contextmanager
def proxying(folder: Path, replicas: list[Server]) -> Iterator[Proxy]:
    """A proxy for the duration of a `with` block."""
    proxy = Proxy(folder, replicas)
    try:
        yield proxy
    finally:
        proxy.process.kill()
        proxy.process.wait()


def replica_of(student: Student) -> str:
    """The replica in a student's cookie."""
    return student.cookies["replica"].value


def spread(students: list[Student]) -> str:
    """The number of students on each replica."""
    count = Counter(map(replica_of, students))
    return ", ".join(f"{number} on {name}" for name, number in sorted(count.items()))


def uploads(number: int) -> bool:
    """Whether a student uploads a text."""
    return number % UPLOAD_EVERY == 0


async def open_student(url: str, number: int) -> Student:
    """A student with their own settings and step, and possibly an uploaded text."""
    ties = bpe.TIES[number % len(bpe.TIES)]
    query = f"corpus=course&vocab={60 + number % 40}&ties={ties}&lang=en"
    student = Student(url, OWN if uploads(number) else query)
    await student.open()
    if uploads(number):
        text = TEXT.format(number=number, other=7919 * number)
        await student.upload(f"{number}.txt", text.encode())
    await student.goto(1 + number % 15)
    return student


async def arrive(url: str, numbers: Iterable[int]) -> list[Student]:
    """Open students one shortly after the other."""

    async def later(seconds: float, number: int) -> Student:
        await asyncio.sleep(seconds)
        return await open_student(url, number)

    return await asyncio.gather(*(later(i / PACE, number) for i, number in enumerate(numbers)))


async def come_back(student: Student, since: float) -> float:
    """Reconnect through the student's link, as a browser does. Returns the seconds it took."""
    assert student.socket
    await student.socket.wait_closed()
    link, step, run = student.link(), student.step, student.component("stage")["run"]
    student.query = link
    student.records.clear()  # the other replica must serve them
    while True:
        try:
            await student.open()
            break
        except (OSError, HTTPException, WebSocketException, Failure):
            if time.perf_counter() - since > 2 * PATIENCE:
                raise
            await asyncio.sleep(0.2 + 0.3 * random.random())
    taken = time.perf_counter() - since
    if student.step != step or student.component("stage")["run"] != run:
        raise Failure(f"a student is not back on step {step} of the same training")
    if student.link() != link:
        raise Failure("a link lost a parameter")
    return taken


async def lesson(proxy: Proxy, replicas: dict[str, Server], asked: argparse.Namespace) -> None:
    """Drain and stop a replica; raises Failure if a student would notice."""
    count = asked.students
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(AT_ONCE))
    students = await arrive(proxy.url, range(count))
    files = sum(map(uploads, range(count)))
    print(f"{count} students, {files} with an uploaded text: {spread(students)}")
    if {replica_of(student) for student in students} != set(replicas):
        raise Failure("the students are all on one replica")
    dying = replica_of(students[0])
    living = "b" if dying == "a" else "a"

    proxy.say(f"set server replicas/{dying} state drain")
    newcomers = await arrive(proxy.url, range(count, count + 4))
    if {replica_of(student) for student in newcomers} != {living}:
        raise Failure(f"new students were sent to {dying} while it was drained")
    for student in students:
        await student.change("vocab", 50)
    print(f"{dying} drained: its students can continue; new students: {spread(newcomers)}")
    proxy.say(f"set server replicas/{dying} state ready")

    hit = [student for student in students if replica_of(student) == dying]
    since, cpu = time.perf_counter(), replicas[living].cpu_time()
    if asked.hang:
        replicas[dying].process.send_signal(signal.SIGSTOP)
    else:
        replicas[dying].stop()
    taken = await asyncio.gather(*(come_back(student, since) for student in hit))
    cpu = replicas[living].cpu_time() - cpu
    if {replica_of(student) for student in hit} != {living}:
        raise Failure("a student is still sent to the replica that failed")
    if proxy.failed_checks(living):
        raise Failure(f"{living} failed a health check")
    for student in (*students, *newcomers):
        await student.change("vocab", 51)
        await student.close()
    outcome = "stopped answering" if asked.hang else "killed"
    print(f"{dying} {outcome}: its {len(hit)} students are back on replica {living}, on their step")
    print(f"and text. Half of them after {median(taken):.1f} s, the last after", end=" ")
    print(f"{max(taken):.1f} s; {1000 * cpu / len(hit):.0f} ms of CPU time each")


def main() -> int:
    """Parse the command line, and run the lesson."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--students", type=int, default=300)
    parser.add_argument(
        "--hang", action="store_true", help="the replica stops answering instead of ending"
    )
    parser.add_argument("--quick", action="store_true", help="12 students, to check that it works")
    asked = parser.parse_args()
    asked.students = 12 if asked.quick else asked.students
    with TemporaryDirectory() as name:
        folder = Path(name)
        with (
            serving(folder / "a.log") as a,
            serving(folder / "b.log") as b,
            proxying(folder, [a, b]) as proxy,
        ):
            asyncio.run(lesson(proxy, {"a": a, "b": b}, asked))
            complaints = a.complaints() + b.complaints()
            print(complaints, end="")
            return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
