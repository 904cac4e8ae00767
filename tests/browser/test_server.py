"""First visitors, a server that was restarted, and what the server sends to whom."""

import gzip
import json
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import expect

from pages import records
from pages.components import files_path
from pages.usual import defaults
from tests.support.servers import Server

# What a browser says by itself while its server is away.
AWAY = ("ERR_CONNECTION_REFUSED", "ERR_EMPTY_RESPONSE", "WebSocket", "disconnected", "/records/")


def test_the_first_visitor_follows_a_link(visitor, fresh_server, engine):
    tab = visitor(fresh_server)
    tab.open("step=7")
    engine.expected(engine.course()).shown(tab, 7)
    expect(tab.page.get_by_test_id("stSidebar")).to_be_visible()
    expect(tab.control("corpus")).to_be_visible()
    tab.press("ArrowRight")
    tab.still_at(8)


def test_the_first_visitor_enters_by_another_page(visitor, fresh_server, engine):
    tab = visitor(fresh_server)
    tab.open_algorithm("vocab=60&ties=lowest&step=5")
    expect(tab.page.get_by_test_id("stSidebar")).to_be_visible()
    expect(tab.control("lang")).to_be_visible()
    tab.address_has(vocab=60, ties="lowest", step=5)
    tab.page.locator(f"a[href='{tab.url}/']").click()
    tab.ready()
    expect(tab.control("vocab").locator("input")).to_have_value("60")
    engine.expected(engine.course(60, "lowest")).becomes(tab, 5)


def restart(server, tab) -> None:
    """The server is gone, then another one is there that has forgotten everything; wait for it."""
    before, sent = tab.sockets, len(tab.sent)
    server.stop()
    server.start()
    tab.until(lambda: tab.sockets > before and len(tab.sent) > sent)
    tab.quiet()


def test_a_page_outlives_its_server(visitor, fresh_server, engine):
    query, run = engine.own(engine.long_text(), 250)
    expected = engine.expected(run)
    tab = visitor(fresh_server).open(f"{query}&step=12")
    expected.shown(tab, 12)
    with tab.watch.expecting(*AWAY):
        restart(fresh_server, tab)
        tab.press("ArrowRight")
        expected.shown(tab, 13)
        tab.press("End")
        expected.shown(tab, expected.last)
        tab.address_has(step=expected.last)
    tab.press("ArrowLeft")
    expected.shown(tab, expected.last - 1)


def test_steps_and_settings_outlive_the_server(visitor, fresh_server, engine):
    tab = visitor(fresh_server).open("step=2&vocab=60")
    tab.choose("ties", 1)
    expected = engine.expected(engine.course(60, "lowest"))
    expected.becomes(tab, 2)
    tab.press("ArrowRight", "ArrowRight")
    tab.told(4)
    tab.address_has(step=4, ties="lowest")
    with tab.watch.expecting(*AWAY):
        restart(fresh_server, tab)
        expected.shown(tab, 4)
        tab.press("ArrowRight")
        expected.shown(tab, 5)
        tab.told(5)
        tab.quiet()
        tab.control("vocab").get_by_test_id("stNumberInputStepUp").click()
        tab.address_has(step=5, ties="lowest", vocab=61)
        engine.expected(engine.course(61, "lowest")).becomes(tab, 5)


def test_steps_go_on_while_the_server_is_away(visitor, fresh_server, engine):
    expected = engine.expected(engine.course())
    tab = visitor(fresh_server).open("step=3")
    with tab.watch.expecting(*AWAY):
        fresh_server.stop()
        tab.press("ArrowRight")
        tab.still_at(4)
        assert tab.words() == expected.words(4)
        tab.press("End")
        tab.still_at(expected.last)
        tab.address_has(step=expected.last)


def test_what_was_asked_for_while_the_server_was_away_comes_later(visitor, fresh_server, engine):
    query, run = engine.own(engine.long_text(), 250)
    expected = engine.expected(run)
    tab = visitor(fresh_server).open(f"{query}&step=3")
    with tab.watch.expecting(*AWAY):
        fresh_server.stop()
        tab.press("End")
        tab.settle()
        assert (tab.target, tab.step) == (expected.last, 3)
        assert tab.words() == expected.words(3)
        tab.address_has(step=expected.last)
        fresh_server.start()
        expected.shown(tab, expected.last)
        tab.idle()
    tab.press("ArrowLeft")
    tab.still_at(expected.last - 1)


def test_records_are_served_to_everybody_as_they_are_made(tab, server, engine):
    tab.open("vocab=50")
    key = defaults("course").key
    run = defaults("course").train()
    for part in ("head", "0"):
        status, headers, body = server.get(f"{files_path()}/records/{key}/en/{part}")
        assert status == 200
        assert headers["content-type"].startswith("application/json")
        assert body == records.serialised(run, key, "en", part)
    assert json.loads(gzip.decompress(body))["first"] == 0


MISSING = ["{key}/en/1", "{key}/en/-1", "{key}/en/x", "{key}/en/%D9%A0", "{key}/en/0.0"]
MISSING += ["{key}/en/", "{key}/en", "{key}/xx/0", "{key}/../en/0", "{key}/EN/0", "nothing/en/0"]
MISSING += ["%00/en/head", "{key}/en/999999999999999999999", "{key}/en/%00"]


def test_other_records_do_not_exist(tab, server, subtests):
    tab.open()
    key = defaults("course").key
    assert server.get(f"{files_path()}/records/{key}/en/0")[0] == 200
    for path in MISSING:
        with subtests.test(path):
            status, _, body = server.get(f"{files_path()}/records/{path.format(key=key)}")
            assert status in (400, 404)
            assert b"Traceback" not in body


FILES = [f"{files_path()}/{name}" for name in ("core.js", "stage.css")]


@pytest.mark.parametrize("path", [*FILES, "/", "/algorithm"])
def test_files_and_pages_tell_browsers_what_to_refuse(server, path):
    status, headers, _ = server.get(path)
    assert status == 200
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "object-src 'none'" in policy
    assert "*" not in policy
    scripts = next(rule for rule in policy.split(";") if rule.strip().startswith("script-src"))
    assert "unsafe" not in scripts
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("path", ["__init__.py", "../frame.py", "%2e%2e/frame.py", "..%2fframe.py"])
def test_no_source_of_the_server_is_served(server, path):
    assert b"import" not in server.get(f"{files_path()}/{path}")[2]


def test_a_script_that_was_smuggled_in_does_not_run(tab):
    tab.open()
    with tab.watch.expecting("Content Security Policy", "https://example.org") as refused:
        tab.page.evaluate("""() => {
          const box = document.createElement('div');
          box.innerHTML = '<img src="data:,x" onerror="window.hacked = 1">';
          const script = document.createElement('script');
          script.textContent = 'window.hacked = 2';
          const image = document.createElement('img');
          image.src = 'https://example.org/i.png';
          document.body.append(box, script, image);
        }""")
        tab.settle()
        assert tab.page.evaluate("() => window.hacked") is None
    assert "failed: https://example.org/i.png csp" in refused
    assert len([each for each in refused if "console: error" in each]) == 3


def test_a_class_shares_one_run_and_each_has_its_step(visitor, server, engine):
    expected = engine.expected(engine.course(90))
    tabs = [visitor(server) for _ in range(3)]
    for place, tab in enumerate(tabs):
        tab.open(f"vocab=90&step={place * 10}")
    for tab in tabs:
        tab.press(*["ArrowRight"] * 5)
    for place, tab in enumerate(tabs):
        expected.shown(tab, place * 10 + 5)
        tab.address_has(step=place * 10 + 5)


def ask(server, method: str, path: str, **headers: str) -> int:
    """The status of an answer to a raw request, with just these headers and a Host."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=20)
    try:
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in {"host": f"127.0.0.1:{server.port}", **headers}.items():
            connection.putheader(name.replace("_", "-"), value)
        connection.endheaders()
        return connection.getresponse().status
    finally:
        connection.close()


def shake_hands(server, **headers: str) -> int:
    """The status of an answer to a websocket's handshake: 101 where it is taken up."""
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
def test_what_pages_of_others_send_is_refused(server, origin):
    origin = origin.format(port=server.port)
    assert shake_hands(server, origin=origin) == 403
    assert shake_hands(server, origin=origin, x_forwarded_host=origin.rpartition("/")[2]) == 403
    for method in ("PUT", "POST", "DELETE", "PATCH"):
        for path in ("/_stcore/upload_file/a/b", "/", f"{files_path()}/core.js"):
            assert ask(server, method, path, origin=origin) == 403
    assert ask(server, "GET", "/", origin=origin) == 200


def test_our_own_page_and_programs_are_let_in(server):
    assert shake_hands(server) == 101
    for scheme in ("http", "https"):
        assert shake_hands(server, origin=f"{scheme}://127.0.0.1:{server.port}") == 101
    host = {"host": "Tokens.example.org", "origin": "https://tokens.example.org"}
    assert shake_hands(server, **host) == 101
    assert ask(server, "GET", "/_stcore/health", origin="https://example.org") == 200


def test_a_foreign_page_is_not_even_mentioned_by_the_server(server):
    before = server.log.stat().st_size
    assert shake_hands(server, origin="https://example.org") == 403
    assert b"example.org" not in server.log.read_bytes()[before:]


@pytest.fixture(scope="module")
def loosened(tmp_path_factory):
    """A server behind a proxy with another name, which a course's page may show in a frame."""
    server = Server(
        tmp_path_factory.mktemp("loosened") / "log",
        MERGE_BY_MERGE_ORIGINS="https://tokens.example.org/ https://b.example.org:8443",
        MERGE_BY_MERGE_FRAME_ANCESTORS="http://127.0.0.1:*",
    )
    yield server
    server.stop()


def test_an_origin_that_the_environment_names_is_let_in(loosened):
    assert shake_hands(loosened, origin="https://tokens.example.org") == 101
    assert shake_hands(loosened, origin="https://b.example.org:8443") == 101
    assert shake_hands(loosened, origin="https://b.example.org") == 403
    assert shake_hands(loosened, origin="https://x.tokens.example.org") == 403
    assert ask(loosened, "PUT", "/_stcore/upload_file/a/b", origin="https://example.org") == 403


@pytest.fixture
def course(server, loosened):
    """The page of a course on a server of its own, with both of ours in frames on it."""
    frames = "".join(f'<iframe src="{each.url}/?step=3"></iframe>' for each in (loosened, server))

    class Course(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(b'<link rel="icon" href="data:,">' + frames.encode())

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Course) as courses:
        Thread(target=courses.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{courses.server_port}"
        courses.shutdown()


def test_a_course_may_show_the_page_in_a_frame_where_it_was_allowed(visitor, server, course):
    assert "frame-ancestors 'self'" in server.get("/")[1]["content-security-policy"]
    tab = visitor(server)
    with tab.watch.expecting("frame-ancestors", "ERR_BLOCKED_BY_RESPONSE"):
        tab.page.goto(course)
        allowed, refused = (tab.page.frame_locator("iframe").nth(i) for i in range(2))
        expect(allowed.locator("[data-step]")).to_have_attribute("data-step", "3")
        tab.until(lambda: any("frame-ancestors" in each for each in tab.watch.seen))
        expect(refused.locator("[data-step]")).to_have_count(0)
