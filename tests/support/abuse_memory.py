"""The memory of a server under attack, with its workers."""

import os
import threading
from contextlib import suppress
from pathlib import Path

from tests.support.servers import Server

DEAD = 5_500  # MB; a server that needs more is killed
ALLOWED = 1_500  # MB that an attack may make a server use
PAUSE = 0.3  # seconds between two measurements


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
        while not self.ended.wait(PAUSE):
            self.peak = max(self.peak, tree_memory(self.server.process.pid))
            if self.peak > DEAD:
                self.server.process.kill()
