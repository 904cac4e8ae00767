"""Responses to plain HTTP requests and WebSocket handshakes, without a browser."""

import gzip
import json
import re
from collections.abc import Iterator
from email.message import Message
from http.client import HTTPConnection

import pytest

from pages.hosting.components import files_path
from pages.hosting.security import source_of
from pages.runs import records
from pages.state.defaults import defaults
from tests.support.servers import Server
from tests.support.students import Student, finish


@pytest.fixture(scope="module")
def server(tmp_path_factory) -> Iterator[Server]:
    """A server with the course's run, because one student has opened it.

    It is behind a proxy with other host names.
    """
    server = Server(
        tmp_path_factory.mktemp("server") / "log",
        MERGE_BY_MERGE_ORIGINS="https://tokens.example.org/ https://b.example.org:8443",
    )
    finish(Student(server.url, "corpus=course").open())
    yield server
    server.stop()
    assert not server.complaints()


def test_records_are_served_as_made(server):
    key = defaults("course").key
    run = defaults("course").train()
    for part in ("head", "0"):
        status, headers, body = server.get(f"{files_path()}/records/{key}/en/{part}")
        assert status == 200
        assert headers["content-type"].startswith("application/json")
        assert body == gzip.decompress(records.serialized(run, key, "en", part))
    assert json.loads(body)["first"] == 0


def test_page_keeps_its_controls_when_its_session_is_new(server):
    """A value drawn before the session knows the URL would come back as if a reader chose it."""

    async def visit() -> None:
        before = Student(server.url, "corpus=course&vocab=60&lang=en")
        await before.open()
        await before.change("vocab", 61)
        after = before.reconnected("vocab", 61)
        await after.open()
        assert "vocab=61" in after.link()
        key = "-choose_vocab_"
        assert after.found("number_input", key=key) == before.found("number_input", key=key)
        await before.close()
        await after.close()

    finish(visit())


MISSING = ["{key}/en/1", "{key}/en/-1", "{key}/en/x", "{key}/en/%D9%A0", "{key}/en/0.0"]
MISSING += ["{key}/en/", "{key}/en", "{key}/xx/0", "{key}/../en/0", "{key}/fr/0", "nothing/en/0"]
MISSING += ["%00/en/head", "{key}/en/999999999999999999999", "{key}/en/%00"]


def test_unknown_records_get_404(server, subtests):
    key = defaults("course").key
    assert server.get(f"{files_path()}/records/{key}/en/0")[0] == 200
    for path in MISSING:
        with subtests.test(path):
            status, _, body = server.get(f"{files_path()}/records/{path.format(key=key)}")
            assert status in (400, 404)
            assert b"Traceback" not in body


FILES = [f"{files_path()}/{name}" for name in ("core.js", "stage.css")]
PAIRS = f"{files_path()}/downloads/{defaults('course').key}/en/pairs-1.csv"


@pytest.mark.parametrize("path", [*FILES, PAIRS, "/", "/algorithm"])
def test_responses_carry_security_headers(server, path):
    status, headers, _ = server.get(path)
    assert status == 200
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "object-src 'none'" in policy
    assert "*" not in policy
    scripts = next(rule for rule in policy.split(";") if rule.strip().startswith("script-src"))
    assert "unsafe" not in scripts
    assert headers["x-content-type-options"] == "nosniff"


def test_follower_page_has_a_strict_policy(server):
    status, headers, body = server.get("/class/K7M2QX")
    assert status == 200
    (style,) = re.findall("<style>(.*?)</style>", body.decode(), re.DOTALL)
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert source_of(style) in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize("path", ["__init__.py", "../frame.py", "%2e%2e/frame.py", "..%2fframe.py"])
def test_source_code_is_not_served(server, path):
    assert b"import" not in server.get(f"{files_path()}/{path}")[2]


def ask(server, method: str, path: str, **headers: str) -> int:
    """The response status of a raw request with only these headers and a Host."""
    return answer(server, method, path, **headers)[0]


def answer(server, method: str, path: str, **headers: str) -> tuple[int, Message]:
    """The status and the headers of the response to a raw request."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=20)
    try:
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in {"host": f"127.0.0.1:{server.port}", **headers}.items():
            connection.putheader(name.replace("_", "-"), value)
        connection.endheaders()
        found = connection.getresponse()
        return found.status, found.headers
    finally:
        connection.close()


def shake_hands(server, **headers: str) -> int:
    """The response status of a WebSocket handshake; 101 if accepted."""
    websocket = {
        "connection": "Upgrade",
        "upgrade": "websocket",
        "sec_websocket_key": "dGhlIHNhbXBsZSBub25jZQ==",
        "sec_websocket_version": "13",
        "sec_websocket_protocol": "streamlit",
    }
    return ask(server, "GET", "/_stcore/stream", **websocket, **headers)


FOREIGN = ["https://example.org", "null", "http://127.0.0.1", "http://127.0.0.1:1", "file://", ""]
FOREIGN += ["http://localhost:{port}", "http://127.0.0.1:{port}.example.org", "http://[", "x"]


@pytest.mark.parametrize("origin", FOREIGN)
def test_cross_origin_writes_are_rejected(server, origin):
    origin = origin.format(port=server.port)
    assert shake_hands(server, origin=origin) == 403
    assert shake_hands(server, origin=origin, x_forwarded_host=origin.rpartition("/")[2]) == 403
    for method in ("PUT", "POST", "DELETE", "PATCH"):
        for path in ("/_stcore/upload_file/a/b", "/", f"{files_path()}/core.js"):
            assert ask(server, method, path, origin=origin) == 403
    assert ask(server, "GET", "/", origin=origin) == 200


def test_same_origin_and_programs_are_accepted(server):
    assert shake_hands(server) == 101
    for scheme in ("http", "https"):
        assert shake_hands(server, origin=f"{scheme}://127.0.0.1:{server.port}") == 101
    host = {"host": "Class.example.org", "origin": "https://class.example.org"}
    assert shake_hands(server, **host) == 101
    assert ask(server, "GET", "/_stcore/health", origin="https://example.org") == 200


def test_rejected_origin_is_not_logged(server):
    for _ in range(2):
        assert shake_hands(server, origin="https://example.org") == 403
    log = server.log.read_text()
    assert "example.org" not in log
    assert log.count("set MERGE_BY_MERGE_ORIGINS") == 1


def test_configured_origins_are_accepted(server):
    assert shake_hands(server, origin="https://tokens.example.org") == 101
    assert shake_hands(server, origin="https://b.example.org:8443") == 101
    assert shake_hands(server, origin="https://b.example.org") == 403
    assert shake_hands(server, origin="https://x.tokens.example.org") == 403
    assert ask(server, "PUT", "/_stcore/upload_file/a/b", origin="https://example.org") == 403


PUBLIC = "https://class.example.org"  # the app's origin in the browser, if a proxy renames the host
BEFORE = "/_stcore/host-config"  # what Streamlit's client asks for before each WebSocket


@pytest.mark.parametrize("site", ["same-origin", "same-site", "cross-site", "none", "", None])
def test_writes_are_accepted_if_the_browser_says_that_the_origin_is_the_same(server, site):
    said = {} if site is None else {"sec_fetch_site": site}
    status = ask(server, "PUT", "/", origin=PUBLIC, **said)
    assert status == (405 if site == "same-origin" else 403)


def test_websocket_needs_the_cookie_that_the_request_before_has_set(server):
    """Chromium says nothing about a WebSocket but its origin."""
    said = {"sec_fetch_site": "same-origin", "referer": f"{PUBLIC}/user/ada/encode?corpus=hug"}
    cookie = answer(server, "GET", BEFORE, **said)[1]["set-cookie"]
    assert re.search("; Path=/; Secure; HttpOnly; ", cookie)
    name, _, value = cookie.partition(";")[0].partition("=")
    assert name.startswith("__Host-")  # no other host can set it
    known = f"a=b; {name}={value}; c=d"
    assert shake_hands(server, origin=PUBLIC, cookie=known) == 101
    for origin in ("https://evil.example.org", "http://class.example.org", "null"):
        assert shake_hands(server, origin=origin, cookie=known) == 403
    for wrong in ("", f"{name}=", f"{name}={value[:-1]}", f"x{name}={value}", f"{name}={PUBLIC}"):
        assert shake_hands(server, origin=PUBLIC, cookie=wrong) == 403


def test_only_a_page_that_the_browser_vouches_for_gets_the_cookie(server):
    same = {"sec_fetch_site": "same-origin"}
    for path, said in [
        (BEFORE, {"sec_fetch_site": "cross-site", "referer": f"{PUBLIC}/"}),
        (BEFORE, {"referer": f"{PUBLIC}/"}),
        (BEFORE, same),
        (BEFORE, {**same, "referer": "null"}),
        (BEFORE, {**same, "x_forwarded_host": "class.example.org"}),
        (BEFORE, {**same, "referer": f"http://127.0.0.1:{server.port}/"}),  # needs none
        ("/", {**same, "referer": f"{PUBLIC}/"}),
    ]:
        assert "__Host-" not in str(answer(server, "GET", path, **said)[1].get_all("set-cookie"))


@pytest.mark.parametrize(
    ("path", "location"),
    [
        ("/unigram/?corpus=hug", "../unigram?corpus=hug"),
        ("/class/K7M2QX/", "../../class/K7M2QX"),
        ("/encode//", "../../encode"),
    ],
)
def test_redirects_stay_under_a_prefix_that_the_server_does_not_know(server, path, location):
    status, headers = answer(server, "GET", path)
    assert (status, headers["location"]) == (301, location)
