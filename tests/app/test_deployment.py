"""The files under .deploy: the lock, and the examples for systemd and HAProxy."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import SimpleNamespace

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.benchmarks.replicas import proxying

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".deploy"
LOCK = FOLDER / "requirements.lock"
INSTALLED = "/opt/merge-by-merge/.venv/bin/streamlit"  # in the unit
SEARCHED = f"{os.environ['PATH']}:/usr/sbin"  # where Debian has haproxy


def requirements(text: str) -> Iterator[str]:
    """The requirements in a file, with their options, each as one line."""
    for line in text.replace("\\\n", " ").splitlines():
        if line.strip() and not line.startswith("#"):
            yield line


def locked() -> dict[str, list[tuple[Requirement, Version, list[str]]]]:
    """By package, each pinned version with its hashes. Markers may select one of several."""
    pins: dict[str, list[tuple[Requirement, Version, list[str]]]] = {}
    for line in requirements(LOCK.read_text()):
        pinned, *options = re.split(r"\s+--hash=", line)
        requirement = Requirement(pinned)
        (version,) = re.findall(r"^==(\S+)$", str(requirement.specifier))
        name = canonicalize_name(requirement.name)
        pins.setdefault(name, []).append((requirement, Version(version), options))
    return pins


def test_lock_satisfies_every_direct_requirement():
    pins = locked()
    for line in requirements((ROOT / "requirements.txt").read_text()):
        wanted = Requirement(line)
        versions = pins.get(canonicalize_name(wanted.name), [])
        assert versions, f"{wanted.name} is not in the lock: make it again"
        for _, version, _ in versions:
            assert wanted.specifier.contains(version, prereleases=True), (line, str(version))


def test_lock_has_hashes_and_names_no_host():
    pins = locked()
    assert len(pins) > 30
    for versions in pins.values():
        for requirement, _, hashes in versions:
            assert hashes, str(requirement)
            assert all(re.fullmatch("sha256:[0-9a-f]{64}", each.strip()) for each in hashes)
    text = LOCK.read_text()
    assert not re.search(r"://|^-|index-url|find-links|file:", text, re.MULTILINE)


def has(program: str) -> bool:
    return bool(shutil.which(program, path=SEARCHED))


def run(*command: str) -> None:
    """Run a command, which may not complain."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stdout + done.stderr
    assert not re.search("warning|error", done.stdout + done.stderr, re.IGNORECASE)


@pytest.mark.skipif(not has("haproxy"), reason="needs haproxy")
def test_haproxy_accepts_its_configuration():
    program = shutil.which("haproxy", path=SEARCHED)
    assert program
    run(program, "-c", "-q", "-f", str(FOLDER / "haproxy.cfg"))


@pytest.fixture
def front(tmp_path, monkeypatch):
    """HAProxy with few searches per minute, in front of a server that repeats its headers."""
    monkeypatch.setenv("MERGE_BY_MERGE_SEARCHES_PER_MINUTE", "2")

    class Repeat(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(str(self.headers).encode())

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Repeat) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        replica = SimpleNamespace(port=server.server_port)
        with proxying(tmp_path, [replica, replica]) as proxy:
            yield proxy.url.removeprefix("http://")
        server.shutdown()


def ask(front: str, path: str, address: str, **headers: str) -> tuple[int, str]:
    """Status and body of a GET request from an address."""
    connection = HTTPConnection(front, source_address=(address, 0), timeout=60)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    body = answer.read().decode()
    connection.close()
    return answer.status, body


@pytest.mark.skipif(not has("haproxy"), reason="needs haproxy")
def test_haproxy_limits_each_address(front):
    search = "/stage/records/run/en/0?words=find&find=a"
    assert [ask(front, search, "127.0.0.2")[0] for _ in range(4)] == [200, 200, 429, 429]
    assert ask(front, search, "127.0.0.3")[0] == 200
    assert ask(front, "/stage/records/run/en/0", "127.0.0.2")[0] == 200


@pytest.mark.skipif(not has("haproxy"), reason="needs haproxy")
def test_haproxy_says_where_a_request_comes_from(front):
    said = {"X-Forwarded-For": "10.9.9.9", "Sec-WebSocket-Extensions": "permessage-deflate"}
    _, headers = ask(front, "/", "127.0.0.2", **said)
    assert re.findall("(?i)x-forwarded-for: (.*)", headers) == ["127.0.0.2"]
    assert "permessage-deflate" not in headers


@pytest.mark.skipif(not has("systemd-analyze"), reason="needs systemd-analyze")
def test_systemd_accepts_its_unit(tmp_path):
    unit = (FOLDER / "merge-by-merge@.service").read_text()
    assert unit.count(INSTALLED) == 1
    (tmp_path / "merge-by-merge@.service").write_text(unit.replace(INSTALLED, "/bin/true"))
    run("systemd-analyze", "verify", f"{tmp_path}/merge-by-merge@8501.service")


def test_every_environment_variable_is_documented():
    said = (FOLDER / "README.md").read_text()
    names = re.findall("presetenv (\\S+)", (FOLDER / "haproxy.cfg").read_text())
    for path in (ROOT / "pages").rglob("*.py"):
        names += re.findall('"(MERGE_BY_MERGE_[A-Z_]+)"', path.read_text())
    assert len(names) > 10
    assert not [name for name in names if name not in said]
