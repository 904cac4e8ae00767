"""How much memory and how many processors this server may use, and the limits that follow.

A container sees the memory and the processors of its host. What it may use is in the files of its
control group (version 2: memory.max and cpu.max; version 1: memory.limit_in_bytes and
cpu.cfs_quota_us) and in the processors that the process may run on. The environment variable MEMORY
states the memory by hand. Limits on memory are written down as they are with FULL or more. With
less memory, each is lowered by the same part (`scaled`).
"""

import ctypes
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from math import ceil
from pathlib import Path, PurePosixPath

MEMORY = "MERGE_BY_MERGE_MEMORY"  # MB
BASE = 200_000_000  # bytes of a server whose pages were all opened, with pandas
FULL = 3_000_000_000  # bytes with which no limit is lower than it is written, for one worker
WORKER = 1_000_000_000  # bytes for each further worker, and of the address space of each
RESERVED = 200_000_000  # bytes of address space that a worker has without using them
SMALLEST = 0.1  # part of a limit that always remains
ROOT = PurePosixPath("/sys/fs/cgroup")
OWN_GROUPS = "/proc/self/cgroup"
NO_LIMIT = 1 << 60  # bytes; version 1 writes a number about as large for "no limit"

ARENA_MAX, ARENAS = -8, 2  # M_ARENA_MAX, source: malloc.h of glibc

Read = Callable[[str], str]


def read(path: str) -> str:
    """Return the content of a file; empty if there is none.

    >>> read("no such file")
    ''
    """
    with suppress(OSError, ValueError):
        return Path(path).read_text()
    return ""


def folders(groups: str) -> Iterator[str]:
    """Yield the folders of control groups and of all groups around them.

    groups: content of /proc/self/cgroup. A container may not see its own folder, but its root.

    >>> list(folders("0::/app.slice/web"))[:3]
    ['/sys/fs/cgroup/app.slice/web', '/sys/fs/cgroup/app.slice', '/sys/fs/cgroup']
    >>> list(folders("4:cpu,cpuacct:/docker"))
    ['/sys/fs/cgroup/cpu,cpuacct/docker', '/sys/fs/cgroup/cpu,cpuacct']
    """
    for line in groups.splitlines():
        _, _, rest = line.partition(":")
        controllers, _, path = rest.partition(":")
        root = ROOT / controllers
        own = root / path.lstrip("/")
        for folder in (own, *own.parents):
            if folder.is_relative_to(root):
                yield str(folder)


def memory_of_group(folder: str, read: Read = read) -> int | None:
    """Return the bytes that a control group may use; None without a limit.

    >>> files = {"/g/memory.max": "1073741824", "/old/memory.limit_in_bytes": "9223372036854771712"}
    >>> read = lambda path: files.get(path, "")
    >>> memory_of_group("/g", read), memory_of_group("/old", read), memory_of_group("/", read)
    (1073741824, None, None)
    """
    for name in ("memory.max", "memory.limit_in_bytes"):
        text = read(f"{folder}/{name}").strip()
        if text.isdigit() and int(text) < NO_LIMIT:
            return int(text)
    return None


def processors_of_group(folder: str, read: Read = read) -> float | None:
    """Return how many processors a control group may use; None without a limit.

    >>> files = {"/g/cpu.max": "50000 100000", "/all/cpu.max": "max 100000"}
    >>> files |= {"/old/cpu.cfs_quota_us": "200000", "/old/cpu.cfs_period_us": "100000"}
    >>> read = lambda path: files.get(path, "")
    >>> [processors_of_group(folder, read) for folder in ("/g", "/all", "/old", "/")]
    [0.5, None, 2.0, None]
    """
    text = read(f"{folder}/cpu.max")
    text = text or f"{read(f'{folder}/cpu.cfs_quota_us')} {read(f'{folder}/cpu.cfs_period_us')}"
    quota, period = (*text.split(), "", "")[:2]
    return int(quota) / int(period) if quota.isdigit() and period.isdigit() else None


def least(values: Iterable[float | None], default: float) -> float:
    """Return the lowest of the limits that there are, and of the default.

    >>> least([None, 3, 2], 4), least([None], 4)
    (2, 4)
    """
    return min(default, *(each for each in values if each is not None), default)


def find_memory(machine: int, read: Read = read, by_hand: str = "") -> int:
    """Return how many bytes this server may use. machine: those of the machine.

    by_hand: what MEMORY says.

    >>> files = {OWN_GROUPS: "0::/a/b", "/sys/fs/cgroup/a/memory.max": "1000000000"}
    >>> find_memory(8_000_000_000, lambda path: files.get(path, ""))
    1000000000
    >>> find_memory(8_000_000_000, by_hand="700")
    700000000
    """
    if by_hand.strip():
        return int(by_hand) * 1_000_000
    groups = folders(read(OWN_GROUPS))
    return int(least((memory_of_group(each, read) for each in groups), machine))


def find_processors(allowed: int, read: Read = read) -> int:
    """Return how many processors this server may use. allowed: those that it may run on.

    >>> files = {OWN_GROUPS: "0::/", "/sys/fs/cgroup/cpu.max": "150000 100000"}
    >>> find_processors(8, lambda path: files.get(path, ""))
    2
    """
    groups = folders(read(OWN_GROUPS))
    return max(1, ceil(least((processors_of_group(each, read) for each in groups), allowed)))


@cache
def memory() -> int:
    """Return how many bytes this server may use.

    >>> memory() > 0
    True
    """
    machine = NO_LIMIT
    with suppress(AttributeError, ValueError, OSError):  # not on Windows
        machine = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return find_memory(machine, by_hand=os.environ.get(MEMORY, ""))


@cache
def processors() -> int:
    """Return how many processors this server may use.

    >>> processors() > 0
    True
    """
    if hasattr(os, "sched_getaffinity"):  # not on macOS and Windows
        return find_processors(len(os.sched_getaffinity(0)))
    return find_processors(os.cpu_count() or 2)


def share(available: int) -> float:
    """Return the part of each limit that so many bytes of memory allow.

    >>> share(8_000_000_000), round(share(1_000_000_000), 2)
    (1.0, 0.29)
    """
    return max(SMALLEST, min(1.0, (available - BASE) / (FULL - BASE)))


def scaled(limit: int) -> int:
    """Return a limit on memory, or on what takes memory, for the memory of this server.

    >>> 0 < scaled(1_000) <= 1_000
    True
    """
    return int(limit * share(memory()))


def address_space() -> int:
    """Return the bytes of address space that a worker may have.

    >>> RESERVED < address_space() <= 1_000_000_000
    True
    """
    return RESERVED + scaled(WORKER - RESERVED)


def workers(available: int, processors: int) -> int:
    """Return how many trainings may run at the same time. available: bytes of memory.

    >>> workers(1_000_000_000, 4), workers(4_000_000_000, 4), workers(64_000_000_000, 4)
    (1, 2, 3)
    """
    return max(1, min(processors - 1, 1 + (available - FULL) // WORKER))


def limit_arenas() -> None:
    """Make the threads of this process share few memory pools, so that freed memory is used again.

    It is the same as the environment variable MALLOC_ARENA_MAX, which glibc reads at the start.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # other C libraries have no such pools
            ctypes.CDLL(None).mallopt(ARENA_MAX, ARENAS)
