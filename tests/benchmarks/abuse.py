"""What one hostile client does to a server and to a bystander.

    python -m tests.benchmarks.abuse [--only NAME ...] [--seconds 60] [--proxy] [--app FOLDER]
    python -m tests.benchmarks.abuse --quick
    python -m tests.benchmarks.abuse --list

Each attack has a server of its own, on its own port. The attacker is a process of its own with an
address of its own, and repeats the attack until its time is over. Meanwhile a bystander opens a
link, requests a page and a record, changes a setting, and leads a class to another step, again and
again. A press is not measured because it does not reach the server; the step of a class is measured
until a phone has it.

The table: the most memory of the server with its workers; how long the bystander waited (95th
percentile, or the share that failed); whether the server survived; what the attacker saw. A server
with more than 5.5 GB is killed. --proxy puts HAProxy with .deploy/haproxy.cfg in front of the
server. --app measures another checkout. --quick gives each attack two
seconds and small numbers, and fails if a server does not survive or needs more than 1.5 GB.
"""

import argparse
import multiprocessing
import os
import resource
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.benchmarks.replicas import proxying
from tests.support import (
    abuse_class,
    abuse_class_state,
    abuse_connections,
    abuse_files,
    abuse_frames,
    abuse_inspected,
    abuse_links,
    abuse_neighbor,
    abuse_requests,
    abuse_store,
    abuse_turns,
)
from tests.support.abuse import ATTACKS, Client
from tests.support.abuse_bystander import PATIENCE, Bystander, run_without_waiting
from tests.support.abuse_memory import ALLOWED, DEAD, Watch
from tests.support.redis_server import Redis
from tests.support.servers import ROOT, Server

# Importing them fills ATTACKS.
MODULES = (
    abuse_class,
    abuse_class_state,
    abuse_connections,
    abuse_files,
    abuse_frames,
    abuse_inspected,
    abuse_links,
    abuse_neighbor,
    abuse_requests,
    abuse_store,
    abuse_turns,
)
ADDRESS_SPACE = 16 * 2**30  # bytes, so that an attack cannot take the machine's memory
NOBODY = "nobody"  # a row without an attack


def attacker(
    name: str, urls: tuple[str, str], seconds: float, quick: bool, pipe: Connection
) -> None:
    """The process of the attacker. urls: of the server, and of another replica."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    client = Client(urls[0], quick, replica=urls[1])
    run_without_waiting(ATTACKS[name].run(client, seconds))
    pipe.send(client.seen)
    os._exit(0)


@contextmanager
def attacking(
    name: str, urls: tuple[str, str], seconds: float, quick: bool
) -> Iterator[Callable[[], Counter]]:
    """Attack in another process. Yields a function that returns what the attacker saw."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=attacker, args=(name, urls, seconds, quick, theirs))

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
def limited_server(
    folder: Path, app: Path, plain: bool, descriptors: int, proxy: bool, redis: str = ""
) -> Iterator[Server]:
    """A server with a limited address space, and possibly with few descriptors."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if descriptors:
        resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, hard))
    names = {"STREAMLIT_BROWSER_SERVER_ADDRESS": "127.0.0.1", "TMPDIR": str(folder)}
    names |= {"MERGE_BY_MERGE_PROXIES": "127.0.0.1"} if proxy else {}
    names["MERGE_BY_MERGE_SECRET"] = ""  # a secret that the attacker does not have
    names |= {"MERGE_BY_MERGE_REDIS": redis} if redis else {}
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


@contextmanager
def replica(folder: Path, asked: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """A replica next to the one that is measured: its URL, and that of the Redis of both."""
    redis = Redis(folder, "--maxmemory", "64mb", "--maxmemory-policy", "volatile-lru")
    there = folder / "replica"
    there.mkdir()
    try:
        with limited_server(there, asked.app, False, 0, False, redis.url) as server:
            yield server.url, redis.url
    finally:
        redis.stop()


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
        waited = " | ".join(
            self.bystander.waited(name) for name in ("HTTP", "open", "setting", "class")
        )
        peak = f"{self.peak:.0f} MB" if self.peak < DEAD else f"more than {DEAD} MB"
        saw = "; ".join(f"{count} × {what[:100]}" for what, count in self.seen.most_common(6))
        saw += f"; {self.log / 1000:.0f} kB of log" if self.log > 20_000 else ""
        survived = "yes" if self.survived else "no"
        return f"| {self.name}: {self.about} | {peak} | {waited} | {survived} | {saw or '–'} |"


HEAD = """\
| attack | memory | HTTP | open | setting | class | survived | the attacker saw |
|---|--:|--:|--:|--:|--:|---|---|"""


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
    shares = attack is not None and attack.shares
    with (
        replica(folder, asked) if shares else nullcontext(("", "")) as (other, redis),
        limited_server(folder, asked.app, plain, descriptors, asked.proxy, redis) as server,
        proxying(folder, [server, server]) if asked.proxy else nullcontext(server) as front,
    ):
        log, bystander, watch = server.log.stat().st_size, Bystander(front.url), Watch(server)
        watch.start()
        with attacking(name, (front.url, other), asked.seconds, asked.quick) as seen:
            run_without_waiting(bystander.use(asked.seconds + (1 if asked.quick else 3)))
            found = seen()
        survived = answers(server)
        watch.ended.set()
        watch.join()
        log = server.log.stat().st_size - log
        if asked.keep_log:
            asked.keep_log.mkdir(parents=True, exist_ok=True)
            (asked.keep_log / f"{name}.log").write_bytes(server.log.read_bytes())
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
    parser.add_argument("--proxy", action="store_true", help="put HAProxy in front of the server")
    parser.add_argument("--keep-log", type=Path, help="a folder for the servers' logs")
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
        try:
            with TemporaryDirectory() as folder:
                row = measure(name, asked, Path(folder))
        except AssertionError as error:  # the server did not start
            print(f"| {name}: not measured: {error} |", flush=True)
            failed += 1
            continue
        print(row, flush=True)
        failed += asked.quick and (not row.survived or row.peak > ALLOWED)
        time.sleep(asked.pause)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
