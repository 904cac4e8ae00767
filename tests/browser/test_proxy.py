"""HAProxy with the configuration under .deploy: it accepts it, and it limits each address."""

import os
import re
import shutil
import subprocess
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import SimpleNamespace

import pytest

from tests.benchmarks.replicas import proxying

FOLDER = Path(__file__).parents[2] / ".deploy"
SEARCHED = f"{os.environ['PATH']}:/usr/sbin"  # where Debian has haproxy


def run(*command: str) -> None:
    """Run a command, which may not complain."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stdout + done.stderr
    assert not re.search("warning|error", done.stdout + done.stderr, re.IGNORECASE)


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


def test_haproxy_limits_each_address(front):
    search = "/stage/records/run/en/0?words=find&find=a"
    assert [ask(front, search, "127.0.0.2")[0] for _ in range(4)] == [200, 200, 429, 429]
    assert ask(front, search, "127.0.0.3")[0] == 200
    assert ask(front, "/stage/records/run/en/0", "127.0.0.2")[0] == 200


def test_haproxy_says_where_a_request_comes_from(front):
    said = {"X-Forwarded-For": "10.9.9.9", "Sec-WebSocket-Extensions": "permessage-deflate"}
    _, headers = ask(front, "/", "127.0.0.2", **said)
    assert re.findall("(?i)x-forwarded-for: (.*)", headers) == ["127.0.0.2"]
    assert "permessage-deflate" not in headers
