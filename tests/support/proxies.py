"""Proxies in front of the app, as hosts have them: they remove the start of every path."""

import os
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.support.network import PUBLIC
from tests.support.servers import PATIENCE, Server, free_port

# As Streamlit Community Cloud and JupyterHub have them, and one with odd characters.
PREFIXES = ["/~/+/", "/user/ada/proxy/8501/", "/user/a%40b.c%20%C3%A9/(x)'/"]
HAPROXY = """
defaults
    mode http
    timeout connect 10s
    timeout client 10m
    timeout server 10m
    timeout tunnel 10m
    option http-no-delay

frontend pages
    bind 127.0.0.1:{port}
    bind 127.0.0.1:{tls_port} ssl crt {certificate}
    {rules}
    default_backend app

backend app
    server app 127.0.0.1:{app}
"""


@dataclass(frozen=True)
class Proxy:
    """A proxy's ports. Its hosts are 127.0.0.1 and, for browsers, all names that end in .test."""

    port: int
    tls_port: int

    def url(self, prefix: str = "/", host: str = "127.0.0.1", tls: bool = False) -> str:
        """The URL of a path."""
        origin = f"https://{host}:{self.tls_port}" if tls else f"http://{host}:{self.port}"
        return origin + prefix


def certificate(folder: Path) -> Path:
    """Create a certificate and its key in one file. No browser trusts it by itself."""
    path = folder / "certificate.pem"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    command += ["-nodes", "-days", "2", "-subj", f"/CN={PUBLIC}", "-out", path, "-keyout", path]
    subprocess.run(command, check=True, capture_output=True)
    return path


@contextmanager
def running(command: list[str], url: str, log: Path, **environment: str) -> Iterator[None]:
    """A process for the duration of a `with` block, from when the app answers at a URL."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, stdout=output, stderr=output, env={**os.environ, **environment}
        )
    try:
        until = time.monotonic() + PATIENCE
        while not is_healthy(url):
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < until, f"{url} does not answer"
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


def is_healthy(url: str) -> bool:
    """Whether the app answers at a URL."""
    try:
        with urllib.request.urlopen(f"{url}_stcore/health") as answer:
            return answer.status == 200
    except OSError:
        return False


@contextmanager
def haproxy(folder: Path, app: int, rules: list[str], prefix: str) -> Iterator[Proxy]:
    """HAProxy in front of a port, with and without TLS. The app answers under the prefix."""
    program = shutil.which("haproxy", path=f"{os.environ['PATH']}:/usr/sbin")
    assert program, "No haproxy found"
    proxy = Proxy(free_port(), free_port())
    text = HAPROXY.format(
        port=proxy.port,
        tls_port=proxy.tls_port,
        certificate=certificate(folder),
        rules="\n    ".join(rules),
        app=app,
    )
    file = folder / "haproxy.cfg"
    file.write_text(text)
    command = [program, "-db", "-f", str(file)]
    with running(command, proxy.url(prefix), folder / "haproxy.log"):
        yield proxy


@contextmanager
def prefixed(server: Server, folder: Path) -> Iterator[Proxy]:
    """HAProxy that serves the app under PREFIXES, and nothing elsewhere.

    At the host renamed.test, the app gets another Host than the browser has sent.
    """
    known = " ".join(map(quoted, PREFIXES))
    rules = [f"http-request deny deny_status 404 unless {{ path_beg {known} }}"]
    rules += [
        f'http-request set-path "/%[path,bytes({len(each)})]" if {{ path_beg {quoted(each)} }}'
        for each in PREFIXES
    ]
    rules += ["http-request set-header Host localhost:8501 if { hdr_beg(host) renamed. }"]
    with haproxy(folder, server.port, rules, PREFIXES[0]) as proxy:
        yield proxy


def quoted(text: str) -> str:
    """A word of HAProxy's configuration."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


@contextmanager
def jupyter(prefix: str, folder: Path) -> Iterator[Proxy]:
    """A Jupyter server with its proxy, behind HAProxy, as on a JupyterHub.

    prefix: the path of the app, which starts with /user/ada/. folder: the home of the user, which
    may have settings in `.jupyter`.
    """
    port = free_port()
    command = [sys.executable, "-m", "jupyter_server", "--no-browser", "--allow-root"]
    command += ["--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}"]
    command += ["--ServerApp.base_url=/user/ada/", "--ServerApp.port_retries=0"]
    command += ["--ServerApp.allow_remote_access=True", f"--ServerApp.root_dir={folder}"]
    command += ["--ServerApp.jpserver_extensions={'jupyter_server_proxy': True}"]
    command += ["--IdentityProvider.token="]
    folders = {"HOME": str(folder), "JUPYTER_CONFIG_DIR": str(folder / ".jupyter")}
    folders |= dict.fromkeys(("JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"), str(folder))
    with (
        running(command, f"http://127.0.0.1:{port}{prefix}", folder / "jupyter.log", **folders),
        haproxy(folder, port, [], prefix) as proxy,
    ):
        yield proxy
