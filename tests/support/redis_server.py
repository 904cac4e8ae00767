"""A real redis-server for tests and measurements."""

import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import redis

from tests.support.servers import PATIENCE, free_port


class Redis:
    """A redis-server that keeps nothing on disk, so a restart loses everything.

    options: more options of its command line.
    """

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder, self.port, self.options = folder, free_port(), options
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        program = shutil.which("redis-server") or shutil.which("valkey-server")
        assert program, "install redis-server (Debian: apt-get install redis-server)"
        options = ["--port", str(self.port), "--save", "", "--appendonly", "no"]
        options += ["--bind", "127.0.0.1", "--dir", str(self.folder), *self.options]
        with (self.folder / "redis.log").open("ab") as log:
            self.process = subprocess.Popen([program, *options], stdout=log, stderr=log)
        client, until = redis.Redis.from_url(self.url), time.monotonic() + PATIENCE
        while True:
            try:
                client.ping()
                break
            except redis.ConnectionError:
                assert time.monotonic() < until
                time.sleep(0.02)
        client.close()

    def stop(self) -> None:
        """Kill it."""
        self.process.kill()
        self.process.wait(PATIENCE)

    @contextmanager
    def away(self, how: str) -> Iterator[None]:
        """It is away: restarted without its data, or unreachable, so that nothing answers."""
        if how == "restarted":
            self.stop()
        else:
            self.process.send_signal(signal.SIGSTOP)
        yield
        if how == "restarted":
            self.start()
        else:
            self.process.send_signal(signal.SIGCONT)
