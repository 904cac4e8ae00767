"""Server processes: the app, or another Streamlit app to compare it with."""

import json
import os
import re
import socket
import subprocess
import sys
import time
import tomllib
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pages.hosting import options

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
    `streamlit run`. app: the folder of the app.py, if the process starts in another one. base: the
    path that it is served below, such as "/teaching". environment: extra environment variables.
    """

    def __init__(
        self,
        log: Path,
        headless: bool = True,
        folder: Path = ROOT,
        plain: bool = False,
        app: Path | None = None,
        base: str = "",
        **environment: str,
    ) -> None:
        self.log, self.folder, self.app = log, folder, app or folder
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
            start = [sys.executable, "-m", "uvicorn", "app:app", "--app-dir", str(self.app)]
            return [*start, "--port", str(self.port)]
        command = [sys.executable, "-m", "streamlit", "run", str(self.app / "app.py")]
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
    (folder / "app.py").write_text(ONE_BUTTON)
    configure(folder, options.NEEDED | options.DEFAULTS | configured())
    return folder


def configured() -> dict[str, object]:
    """The options in our configuration file."""
    sections = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text())
    return {f"{name}.{key}": each for name, of in sections.items() for key, each in of.items()}


def configure(folder: Path, values: dict[str, object]) -> None:
    """Write Streamlit's configuration file in a folder. values: by option."""
    sections: dict[str, list[str]] = {}
    for key, value in values.items():
        section, _, name = key.rpartition(".")
        sections.setdefault(section, []).append(f"{name} = {json.dumps(value)}\n")
    text = "".join(f"[{name}]\n{''.join(lines)}" for name, lines in sections.items())
    (folder / ".streamlit").mkdir()
    (folder / ".streamlit" / "config.toml").write_text(text)


HOSTILE = {  # options that a host could set, and that the app does not work with
    "runner.fastReruns": True,
    "runner.enforceSerializableSessionState": True,
    "browser.gatherUsageStats": True,
    "client.toolbarMode": "developer",
    "client.showErrorDetails": "full",
    "client.showSidebarNavigation": False,
    "server.allowRunOnSave": True,
    "server.runOnSave": True,
    "ui.hideTopBar": True,
    "theme.base": "dark",
    "theme.primaryColor": "#ff0000",
}
HOSTS = ("own", "environment", "elsewhere", "uvicorn")


@contextmanager
def hosted(host: str, folder: Path) -> Iterator[Server]:
    """A server as a host starts it that has other options.

    host: "own" has ours; "environment" sets others in the environment; "elsewhere" and "uvicorn"
    have no configuration of ours, and start in a folder with another one.
    """
    log, environment = folder / "log", {}
    if host in ("own", "environment"):
        if host == "environment":
            names = {key: re.sub("([A-Z.])", r"_\1", key).replace(".", "") for key in HOSTILE}
            values = {key: json.dumps(value).strip('"') for key, value in HOSTILE.items()}
            environment = {f"STREAMLIT_{names[key].upper()}": values[key] for key in HOSTILE}
        server = Server(log, **environment)
    else:
        configure(folder, HOSTILE)
        app = folder / "app"
        app.mkdir()
        for name in ("app.py", "bpe", "pages"):
            (app / name).symlink_to(ROOT / name)
        server = Server(log, folder=folder, app=app, plain=host == "uvicorn")
    try:
        yield server
    finally:
        server.stop()
