"""Server processes: the app, or another Streamlit app to compare it with."""

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATIENCE = 60  # seconds until a test gives up waiting
ONE_BUTTON = "import streamlit as st\n\nst.button('Next')\n"


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class Server:
    """A process that serves a folder's app.py on a free port, with its log in a file.

    headless: whether Streamlit opens no browser window. plain: start it with uvicorn instead of
    `streamlit run`. base: the path that it is served below, such as "/teaching". environment: extra
    environment variables.
    """

    def __init__(
        self,
        log: Path,
        headless: bool = True,
        folder: Path = ROOT,
        plain: bool = False,
        base: str = "",
        **environment: str,
    ) -> None:
        self.log, self.folder = log, folder
        self.headless, self.plain = headless, plain
        self.environment = environment
        if base:
            self.environment["STREAMLIT_SERVER_BASE_URL_PATH"] = base
        while True:
            self.port = free_port()
            self.url = f"http://127.0.0.1:{self.port}{base}"
            try:
                return self.start()
            except AssertionError:  # another program may have taken the port meanwhile
                if not re.search(f"{self.port}.*(not available|already in use)", log.read_text()):
                    raise

    @property
    def command(self) -> list[str]:
        """The command that starts the server."""
        if self.plain:
            return [sys.executable, "-m", "uvicorn", "app:app", "--port", str(self.port)]
        command = [sys.executable, "-m", "streamlit", "run", "app.py"]
        command += ["--server.headless", str(self.headless).lower()]
        return [*command, "--server.port", str(self.port)]

    def start(self) -> None:
        """Start the process and wait until it answers."""
        environment = {**os.environ, "BROWSER": "true", **self.environment}  # opens no window
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command, cwd=self.folder, env=environment, stdout=log, stderr=log
            )
        until = time.monotonic() + PATIENCE
        while self.get("/_stcore/health")[0] != 200:
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < until, "the server does not answer"
            time.sleep(0.05)

    def stop(self) -> None:
        """Kill the process."""
        self.process.kill()
        self.process.wait(PATIENCE)

    def get(self, path: str) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of a GET request; status 0 if the server does not answer."""
        try:
            with urllib.request.urlopen(self.url + path, timeout=PATIENCE) as answer:
                return answer.status, dict(answer.headers), answer.read()
        except urllib.error.HTTPError as error:
            return error.code, dict(error.headers), error.read()
        except OSError:
            return 0, {}, b""

    def complaints(self, since: int = 0) -> str:
        """The log from byte `since` on if it contains an error, otherwise an empty string."""
        log = self.log.read_bytes()[since:].decode(errors="replace")
        return log if re.search('Traceback|ERROR|Exception|  File "', log) else ""

    def memory(self) -> float:
        """The resident memory of the process, in MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        (line,) = (line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1000

    def cpu_time(self) -> float:
        """The CPU time that the process has used, in seconds."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def serving(
    log: Path, folder: Path = ROOT, session_ttl: int | None = None, plain: bool = False
) -> Iterator[Server]:
    """A server for the duration of a `with` block. Links name 127.0.0.1.

    session_ttl: seconds after which the server deletes a disconnected session.
    """
    environment = {"STREAMLIT_BROWSER_SERVER_ADDRESS": "127.0.0.1"}
    if session_ttl is not None:
        environment["STREAMLIT_SERVER_DISCONNECTED_SESSION_TTL"] = str(session_ttl)
    server = Server(log, folder=folder, plain=plain, **environment)
    try:
        yield server
    finally:
        server.stop()


def one_button_app(folder: Path) -> Path:
    """Create a folder with a page of one button and our Streamlit settings."""
    folder.mkdir()
    shutil.copytree(ROOT / ".streamlit", folder / ".streamlit")
    (folder / "app.py").write_text(ONE_BUTTON)
    return folder
