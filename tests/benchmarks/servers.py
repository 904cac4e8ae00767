"""Servers to be measured: the app, and an empty page under the same settings; and their memory."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATIENCE = 30
EMPTY = "import streamlit as st\n\nst.button('Next')\n"


class Server:
    """A process that serves a folder's app.py, with its log in a file.

    ttl: after so many seconds it forgets a session that left. plain: served by uvicorn alone, not
    by `streamlit run`.
    """

    def __init__(
        self, folder: Path, log: Path, ttl: int | None = None, plain: bool = False
    ) -> None:
        self.log = log
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        environment = {**os.environ, "STREAMLIT_BROWSER_SERVER_ADDRESS": "127.0.0.1"}
        if ttl is not None:
            environment["STREAMLIT_SERVER_DISCONNECTED_SESSION_TTL"] = str(ttl)
        if plain:
            command = [sys.executable, "-m", "uvicorn", "app:app"]
            command += ["--port", str(self.port)]
        else:
            command = [sys.executable, "-m", "streamlit", "run", "app.py"]
            command += ["--server.headless", "true", "--server.port", str(self.port)]
        with log.open("ab") as out:
            self.process = subprocess.Popen(
                command, cwd=folder, env=environment, stdout=out, stderr=out
            )
        until = time.monotonic() + PATIENCE
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > until:
                raise SystemExit(f"The server does not start:\n{log.read_text()}")
            time.sleep(0.05)

    def answers(self) -> bool:
        """Whether it serves."""
        try:
            with urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=5) as answer:
                return answer.status == 200
        except OSError:
            return False

    def memory(self) -> float:
        """What the process holds in memory, in MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        (line,) = (line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1000

    def busy(self) -> float:
        """The processor's time that the process has taken, in seconds."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def complaints(self) -> list[str]:
        """Lines of its log that tell of an error."""
        lines = self.log.read_text(errors="replace").splitlines()
        return [line for line in lines if "Traceback" in line or "ERROR" in line]

    def kill(self) -> None:
        """End it at once, as if its machine was gone."""
        self.process.kill()
        self.process.wait()


@contextmanager
def serving(
    folder: Path, log: Path, ttl: int | None = None, plain: bool = False
) -> Iterator[Server]:
    """A server of a folder that ends with the block."""
    server = Server(folder, log, ttl, plain)
    try:
        yield server
    finally:
        server.kill()


def empty_app(folder: Path) -> Path:
    """A folder with a page of one button, and our settings."""
    folder.mkdir()
    shutil.copytree(ROOT / ".streamlit", folder / ".streamlit")
    (folder / "app.py").write_text(EMPTY)
    return folder
