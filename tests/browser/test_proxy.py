"""HAProxy with the configuration under .deploy: it accepts it, and it limits each address."""

import os
import re
import shutil
import subprocess
from contextlib import ExitStack
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from types import SimpleNamespace

import pytest

from tests.benchmarks.replicas import Proxy, proxying

CODE = "K7M2QX"
FOLDER = Path(__file__).parents[2] / ".deploy"
SEARCHED = f"{os.environ['PATH']}:/usr/sbin"  # where Debian has haproxy


def run(*command: str) -> None:
    """Run a command, which may not complain."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stdout + done.stderr
    assert not re.search("warning|error", done.stdout + done.stderr, re.IGNORECASE)


@pytest.mark.parametrize("redis", ["", "redis://localhost"], ids=["alone", "redis"])
def test_haproxy_accepts_its_configuration(redis, monkeypatch):
    monkeypatch.setenv("MERGE_BY_MERGE_REDIS", redis)
    program = shutil.which("haproxy", path=SEARCHED)
    assert program
    run(program, "-c", "-q", "-f", str(FOLDER / "haproxy.cfg"))


class Replica(BaseHTTPRequestHandler):
    """Says its name and the headers of a request, and opens the class of a code."""

    read = Event()  # set when the first event of a stream has arrived

    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(f"{self.server.name}\n{self.headers}".encode())
        if self.path.endswith("/events?wait"):
            self.read.wait(60)

    def do_POST(self):
        self.send_response(201)
        self.send_header("Location", f"{self.path}/{CODE}")
        self.end_headers()

    def log_message(self, *_):
        pass


@pytest.fixture
def proxy(tmp_path, monkeypatch):
    """Starts HAProxy with some variables in front of two replicas, named a and b."""
    with ExitStack() as stack:
        replicas = []
        for name in "ab":
            server = stack.enter_context(ThreadingHTTPServer(("127.0.0.1", 0), Replica))
            server.name = name
            stack.callback(server.shutdown)
            Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
            replicas.append(SimpleNamespace(port=server.server_port))

        def start(**variables: str) -> Proxy:
            for name, value in variables.items():
                monkeypatch.setenv(f"MERGE_BY_MERGE_{name}", value)
            return stack.enter_context(proxying(tmp_path, replicas))

        yield start


@pytest.fixture
def front(proxy):
    """HAProxy with few searches per minute, in front of servers that repeat their headers."""
    return proxy(SEARCHES_PER_MINUTE="2").url.removeprefix("http://")


def ask(
    front: str,
    path: str,
    address: str = "127.0.0.1",
    method: str = "GET",
    body: bytes | None = None,
    **headers: str,
) -> tuple[int, str]:
    """Status and body of a request from an address."""
    connection = HTTPConnection(front, source_address=(address, 0), timeout=60)
    connection.request(method, path, body, headers)
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


def asked(front: str, replica: str, times: int = 6) -> set[str]:
    """The replicas that get requests to the class, some from a browser with another's cookie."""
    path = f"/class/{CODE.lower()}/events"
    cookies = [{}, {"Cookie": f"replica={replica}"}] * times
    return {ask(front, path, **cookie)[1].partition("\n")[0] for cookie in cookies}


def test_class_stays_on_the_replica_of_its_lecturer(proxy):
    haproxy = proxy(REDIS="")
    front = haproxy.url.removeprefix("http://")
    for own, other in ("ba", "ab"):  # the second time, the class is restored on another replica
        ask(front, "/class", method="POST", Cookie=f"replica={own}")
        assert asked(front, other) == {own}
    haproxy.say("set server replicas/a state maint")
    assert asked(front, "a") == {"b"}


def test_class_uses_all_replicas_that_share_redis(proxy):
    front = proxy(REDIS="redis://localhost").url.removeprefix("http://")
    ask(front, "/class", method="POST", Cookie="replica=b")
    assert asked(front, "a") == {"a", "b"}


def test_haproxy_sends_an_event_at_once(proxy):
    connection = HTTPConnection(proxy(REDIS="").url.removeprefix("http://"), timeout=60)
    connection.request("GET", f"/class/{CODE}/events?wait")
    stream = connection.getresponse()
    assert stream.readline().strip() in (b"a", b"b")
    Replica.read.set()
    connection.close()


def test_haproxy_limits_requests_to_classes(proxy):
    front = proxy(CLASS_REQUESTS_PER_MINUTE="3").url.removeprefix("http://")
    paths = [f"/class/AAAAA{i}/events" for i in range(2, 6)]
    assert [ask(front, path, "127.0.0.2")[0] for path in paths] == [200, 200, 200, 429]
    assert ask(front, "/", "127.0.0.2")[0] == 200
    assert ask(front, paths[0], "127.0.0.3")[0] == 200
    state = f"/class/{CODE}/state"
    assert ask(front, state, "127.0.0.3", "POST", body=bytes(200_000))[0] == 413
