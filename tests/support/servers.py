"""The app as a learner starts it."""

import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATIENCE = 60  # seconds until something that must happen counts as not happening


class Server:
    """The app as a learner starts it, on a port of its own."""

    def __init__(self, log: Path, headless: bool = True, **environment: str) -> None:
        self.log = log
        self.headless = headless
        self.environment = environment
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "streamlit", "run", "app.py"]
        command += ["--server.headless", str(self.headless).lower()]
        command += ["--server.port", str(self.port)]
        environment = {**os.environ, "BROWSER": "true", **self.environment}  # opens no window
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=environment, stdout=log, stderr=log
            )
        until = time.monotonic() + PATIENCE
        while self.get("/_stcore/health")[0] != 200:
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < until, "the server does not answer"
            time.sleep(0.05)

    def stop(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)

    def get(self, path: str) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of what is served there; status 0 where nobody answers."""
        try:
            with urllib.request.urlopen(self.url + path, timeout=PATIENCE) as answer:
                return answer.status, dict(answer.headers), answer.read()
        except urllib.error.HTTPError as error:
            return error.code, dict(error.headers), error.read()
        except OSError:
            return 0, {}, b""

    def complaints(self, since: int = 0) -> str:
        """What the server logged, from a place in its log on, if it is of errors."""
        log = self.log.read_bytes()[since:].decode(errors="replace")
        return log if re.search("Traceback|ERROR|Exception", log) else ""
