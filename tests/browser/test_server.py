"""Journeys through a restart of the server, and in a frame."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from tests.support.servers import Server
from tests.support.waiting import expect

# What a browser says by itself while its server is away.
AWAY = (
    "ERR_",
    "WebSocket",
    "disconnected",
    "reaching server endpoint",
    "not responding",
    "/records/",
)


def test_stepping_works_while_the_server_restarts(mortal_server, tab, engine):
    query, run = engine.own(engine.long_text(), 250)
    expected = engine.expected(run)
    tab.open(f"{query}&step=12")
    expected.shown(tab, 12)
    tab.control("vocab").get_by_test_id("stNumberInputStepUp").click()
    tab.address_has(vocab=251)
    expected = engine.expected(engine.own(engine.long_text(), 251)[1])
    expected.becomes(tab, 12)
    tab.press("ArrowRight")
    tab.address_has(step=13)
    with tab.watch.expecting(*AWAY):
        before, heard = tab.sockets, len(tab.sent)
        mortal_server.stop()
        tab.press("ArrowRight")
        expected.shown(tab, 14)
        tab.press("End")  # records that only the new server can send
        tab.until(lambda: tab.target == expected.last)
        assert tab.step == 14
        assert tab.words() == expected.words(14)
        tab.address_has(step=expected.last)
        mortal_server.start()  # it has lost its state
        tab.until(lambda: tab.sockets > before and len(tab.sent) > heard)
        expected.shown(tab, expected.last)
        tab.quiet()
    tab.press("ArrowLeft")
    expected.shown(tab, expected.last - 1)
    tab.address_has(step=expected.last - 1, vocab=251)
    tab.control("vocab").get_by_test_id("stNumberInputStepUp").click()
    tab.address_has(vocab=252)


@pytest.fixture(scope="module")
def loosened(tmp_path_factory):
    """A server that allows the page of a course to show the app in a frame."""
    log = tmp_path_factory.mktemp("loosened") / "log"
    server = Server(log, MERGE_BY_MERGE_FRAME_ANCESTORS="http://127.0.0.1:*")
    yield server
    server.stop()


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


def test_course_shows_the_app_in_a_frame_only_if_allowed(visitor, server, course):
    assert "frame-ancestors 'self'" in server.get("/")[1]["content-security-policy"]
    tab = visitor(server)
    with tab.watch.expecting("frame-ancestors", "ERR_BLOCKED_BY_RESPONSE"):
        tab.page.goto(course)
        allowed, refused = (tab.page.frame_locator("iframe").nth(i) for i in range(2))
        expect(allowed.locator("[data-step]")).to_have_attribute("data-step", "3")
        tab.until(lambda: any("frame-ancestors" in each for each in tab.watch.seen))
        expect(refused.locator("[data-step]")).to_have_count(0)
