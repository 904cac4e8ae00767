"""Journeys in a frame on the page of another site, where browsers send and keep nothing."""

import html
import json
import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.support.browser import clear_storage
from tests.support.servers import Server
from tests.support.waiting import expect

SMALL = {"width": 800, "height": 500}
PHONE = {"width": 390, "height": 640}
# Browsers may also forbid a frame of another site all storage.
NO_STORAGE = """
if (window !== top) for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(window, name, { get() { throw new DOMException("", "SecurityError"); } });
}
"""
# What another site could lead a reader to press, but an embedded page does not have.
OF_FULL_APP = "stSidebar", "stFileUploader", "stHeader", "stTopNavLink"


@pytest.fixture(scope="module")
def loosened(tmp_path_factory):
    """A server that allows the page of a course to show the whole app in a frame."""
    log = tmp_path_factory.mktemp("loosened") / "log"
    server = Server(log, MERGE_BY_MERGE_FRAME_ANCESTORS="http://course.test:*")
    yield server
    server.stop()


@pytest.fixture
def course():
    """A function that puts HTML on the page of a course, on another site, and returns its URL."""
    shown = {}

    class Course(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            page = f'<link rel="icon" href="data:,"><body style="margin: 0">{shown["html"]}'
            self.wfile.write(page.encode())

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Course) as courses:
        Thread(target=courses.serve_forever, daemon=True).start()

        def show(text: str) -> str:
            shown["html"] = text
            return f"http://course.test:{courses.server_port}"

        yield show
        courses.shutdown()


def frame_of(url: str, size=SMALL) -> str:
    width, height = size["width"], size["height"]
    return f'<iframe src="{url}" width="{width}" height="{height}" style="border: 0"></iframe>'


def has_step(frame, step: int) -> None:
    expect(frame.locator("[data-step]")).to_have_attribute("data-step", str(step))


@pytest.mark.parametrize("size", [SMALL, PHONE], ids=["small", "phone"])
def test_embedded_stage_steps_and_changes_its_language(visitor, server, course, size):
    tab = visitor(server, viewport=size)
    tab.page.add_init_script(NO_STORAGE)
    url = f"{server.url}/?corpus=course&step=3&embed=true"
    tab.page.goto(course(frame_of(url, size)))
    frame = tab.page.frame_locator("iframe")
    has_step(frame, 3)
    language = frame.get_by_role("combobox", name="Language")
    expect(language).to_be_visible()
    for name in OF_FULL_APP:
        expect(frame.get_by_test_id(name).locator("visible=true")).to_have_count(0)
    for name in ("Present", "Class", "Start a class", "Start here", "Share with a class"):
        expect(frame.get_by_role("button", name=name, exact=True)).to_have_count(0)
    last = frame.locator(".main-controls .last")
    expect(last).to_be_in_viewport(ratio=1)
    frame.locator(".main-controls .forward").click()
    has_step(frame, 4)
    language.select_option("ko")
    expect(frame.locator("html")).to_have_attribute("lang", "ko")
    has_step(frame, 4)
    link = frame.locator(".embed-bar a")
    link.hover()
    given = parse_qs(urlsplit(link.get_attribute("href")).query)
    assert (given["step"], given["lang"], given["corpus"]) == (["4"], ["ko"], ["course"])
    assert "embed" not in given
    with tab.page.expect_popup() as popup:
        link.click()
    opened = popup.value
    expect(opened.locator("[data-step]")).to_have_attribute("data-step", "4")
    expect(opened.get_by_test_id("stHeader")).to_be_visible()
    assert "embed" not in opened.url


def test_only_embedded_pages_open_on_other_sites(visitor, server, loosened, course):
    for page in ("", "encode", "class/ABCDEF"):
        policy = server.get(f"/{page}?embed=false")[1]["content-security-policy"]
        assert "frame-ancestors 'self'" in policy
    assert "frame-ancestors" not in server.get("/?embed=true")[1]["content-security-policy"]
    for page in ("practice", "lesson", "course", "algorithm"):  # without a stage
        policy = server.get(f"/{page}?embed=true")[1]["content-security-policy"]
        assert "frame-ancestors 'self'" in policy, page
    for query in (
        "embed=false&embed=true",
        "embed=true&embed=false",
        "embed&embed=true",
        "embed=1",
    ):
        policy = server.get(f"/?{query}")[1]["content-security-policy"]
        assert "frame-ancestors 'self'" in policy, query
    policy = server.get("/class/ABCDEF?embed=true")[1]["content-security-policy"]
    assert "frame-ancestors 'self'" in policy
    tab = visitor(server)
    pages = "".join(frame_of(f"{each.url}/?step=3") for each in (loosened, server))
    with tab.watch.expecting("frame-ancestors", "ERR_BLOCKED_BY_RESPONSE"):
        tab.page.goto(course(pages))
        allowed, refused = (tab.page.frame_locator("iframe").nth(i) for i in range(2))
        has_step(allowed, 3)
        tab.until(lambda: any("frame-ancestors" in each for each in tab.watch.seen))
        expect(refused.locator("[data-step]")).to_have_count(0)


@pytest.mark.parametrize("page", ["tokenizers?", "unigram?show=comparison&corpus=hug&"])
def test_embedded_tables_lead_to_no_class(visitor, server, course, page):
    tab = visitor(server, viewport={"width": 1200, "height": 700})
    size = {"width": 1180, "height": 680}
    tab.page.goto(course(frame_of(f"{server.url}/{page}view=projector&embed=true", size)))
    frame = tab.page.frame_locator("iframe")
    expect(frame.locator("[class*=st-key-compar] .token").first).to_be_visible()
    expect(frame.locator(".embed-bar")).to_be_visible()
    for name in ("Present", "Class", "Start a class", "Join"):
        expect(frame.get_by_role("button", name=name, exact=True)).to_have_count(0)
    expect(frame.locator("html[data-projector]")).to_have_count(0)


def test_upload_works_in_a_frame_without_cookies(visitor, loosened, course):
    tab = visitor(loosened, viewport={"width": 1200, "height": 800})
    tab.page.add_init_script(NO_STORAGE)
    size = {"width": 1180, "height": 780}
    tab.page.goto(course(frame_of(f"{loosened.url}/encode?corpus=hug", size)))
    frame = tab.page.frame_locator("iframe")
    has_step(frame, 0)
    model = {"type": "BPE", "vocab": {"h": 0, "u": 1, "hu": 2}, "merges": [["h", "u"]]}
    data = json.dumps({"version": "1.0", "added_tokens": [], "model": model}).encode()
    file = {"name": "tokenizer.json", "mimeType": "application/json", "buffer": data}
    frame.locator("[data-testid=stFileUploader] input").set_input_files(file)
    expect(frame.get_by_role("button", name="Back to the trained tokenizer")).to_be_visible()
    assert tab.page.context.cookies() == []


def test_copied_code_embeds_what_is_on_the_screen(visitor, server, course):
    tab = visitor(server, permissions=["clipboard-read", "clipboard-write"])
    tab.open("step=7&view=predict")
    tab.page.evaluate("() => navigator.clipboard.writeText('')")
    tab.page.get_by_role("button", name="Copy embed code").click()
    expect(tab.page.get_by_role("button", name=re.compile("Copied"))).to_be_visible()
    code = tab.page.evaluate("() => navigator.clipboard.readText()")
    url = html.unescape(re.search('src="([^"]*)"', code)[1])
    given = parse_qs(urlsplit(url).query)
    assert (given["step"], given["view"], given["embed"]) == (["7"], ["predict"], ["true"])
    assert 'title="Merge by Merge: Training"' in code
    clear_storage(tab.page, server.url)
    tab.page.goto(course(code.replace(urlsplit(url).netloc, urlsplit(server.url).netloc)))
    has_step(tab.page.frame_locator("iframe"), 7)
