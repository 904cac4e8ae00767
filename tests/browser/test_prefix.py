"""Behind proxies that remove the start of every path, as a teacher's host has them.

One is HAProxy, the other is that of Jupyter (jupyter-server-proxy), which a JupyterHub has too.
"""

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest
from playwright.sync_api import Page

from pages.hosting import network_address
from pages.storage.typed import pack
from tests.support.proxies import PREFIXES, Proxy, jupyter, prefixed
from tests.support.servers import ROOT, Server
from tests.support.tab import DEEP, Tab
from tests.support.waiting import expect

PAGES = (
    "",
    "encode",
    "unigram",
    "tokenizers",
    "inspect",
    "practice",
    "lesson",
    "algorithm",
    "fast",
    "course",
)
SOME = ("", "encode", "course")
LINKS = f"() => {{ {DEEP} return deep('a[href]').map((link) => link.href); }}"
ANYWHERE = {"permissions": ["clipboard-read", "clipboard-write"]}
TYPED = "the hat and the cat and the rat"


@pytest.fixture(scope="module")
def proxy(shared_server, tmp_path_factory) -> Iterator[Proxy]:
    with prefixed(shared_server, tmp_path_factory.mktemp("haproxy")) as proxy:
        yield proxy


@pytest.fixture
def arrive(visitor, server):
    """Opens a tab whose app is at another URL than the server's own."""

    def open_tab(url: str, **options) -> Tab:
        tab = visitor(server, **{**ANYWHERE, **options})
        tab.url = url.rstrip("/")
        return tab

    return open_tab


def leaving(tab: Tab) -> list[str]:
    """The links on the page that lead to this machine, but not to the app."""
    ours = {urlsplit(tab.url).hostname, "127.0.0.1", "localhost"}
    links = tab.page.evaluate(LINKS)
    return [
        each
        for each in links
        if urlsplit(each).hostname in ours and not each.startswith(f"{tab.url}/")
    ]


def copied_link(tab: Tab) -> str:
    """What "Copy link" copies."""
    tab.page.locator(".share.copy").click()
    expect(tab.page.locator(".share.done")).to_be_visible()
    return tab.page.evaluate("() => navigator.clipboard.readText()")


def start_class(tab: Tab) -> tuple[str, str]:
    """Start a class on a page with a stage; its code, and the address that the dialog shows."""
    tab.page.locator("button.share.class").click()
    code = tab.page.locator(".class-dialog .class-code")
    expect(code).to_have_text(re.compile("^[2-9A-Z]{6}$"))
    expect(tab.page.locator(".class-dialog .qr-code")).to_be_visible()
    return code.inner_text(), tab.page.locator(".class-dialog .address").inner_text()


def follow(tab: Tab, code: str) -> Page:
    """Have another browser follow a class."""
    tab.page.goto(f"{tab.url}/class/{code}")
    expect(tab.page.locator("[data-step]")).to_have_count(1)
    return tab.page


def at(page: Page, step: int) -> None:
    expect(page.locator("[data-step]")).to_have_attribute("data-step", str(step))


@pytest.mark.parametrize("prefix", PREFIXES)
def test_every_page_works_under_a_prefix(arrive, proxy, prefix):
    pages_work(arrive(proxy.url(prefix)), SOME if prefix == PREFIXES[-1] else PAGES)


def test_app_works_below_a_configured_path(arrive, tmp_path):
    server = Server(tmp_path / "log", base="/teaching/bpe")
    try:
        tab = arrive(server.url)
        pages_work(tab, SOME)
        tab.page.goto(f"{tab.url}?corpus=course&step=3")
        tab.ready()
        tab.at(3)
        code, _ = start_class(tab)
        assert follow(tab, code).url == f"{tab.url}/class/{code}"
    finally:
        server.stop()
    assert not server.complaints()


def pages_work(tab: Tab, pages: tuple[str, ...]) -> None:
    """Open pages. The browser may have no error, and has one for each answer above 399."""
    tab.open("corpus=course&step=2")
    assert tab.step == 2
    tab.press("ArrowRight")
    tab.at(3)
    assert leaving(tab) == []
    for_others = tab.url.replace("127.0.0.1", network_address.local_address() or "127.0.0.1")
    assert copied_link(tab).startswith(f"{for_others}/?corpus=course")
    for name in pages[1:]:
        tab.page.goto(f"{tab.url}/{name}?corpus=hug")
        expect(tab.page.get_by_test_id("stTopNavLink")).to_have_count(len(PAGES))
        tab.quiet()
        assert tab.page.url.partition("?")[0] == f"{tab.url}/{name}"
        if name in ("encode", "unigram"):
            tab.ready()
            tab.press("End")
            tab.at(tab.last)
            tab.quiet()
        assert len(tab.page.evaluate(LINKS)) >= len(PAGES)
        assert leaving(tab) == []


@pytest.mark.parametrize("prefix", PREFIXES[1:])
def test_links_under_a_prefix_lead_to_the_app(arrive, proxy, prefix, tmp_path):
    """What next, the link of a lesson, a report; Streamlit's own links; a slash too many."""
    tab = arrive(proxy.url(prefix, "school.test", tls=True))
    page = tab.page
    tab.open("corpus=hug&vocab=10&step=3")
    page.get_by_role("button", name="Add to my lesson").click()
    assert copied_link(tab).startswith(f"{tab.url}/?corpus=hug")
    with page.expect_download() as saved:
        page.get_by_role("link", name=re.compile("^Report")).click()
    saved.value.save_as(tmp_path / "report.html")
    check_report(arrive(tab.url), tmp_path / "report.html")
    page.get_by_role("link", name="Encode a new word").click()
    tab.ready()
    assert page.url.startswith(f"{tab.url}/encode?")
    page.get_by_test_id("stTopNavLink").filter(has_text="Lesson").click()
    card = page.locator(".draft .card")
    assert card.locator("a.place").evaluate("(link) => link.href").startswith(f"{tab.url}/?")
    card.get_by_label("Sentence").fill("Look at the last merge.")
    page.get_by_role("button", name="Make the link").click()
    expect(page).to_have_url(re.compile("lesson="))
    page.get_by_role("link", name="Start this lesson").first.click()
    tab.at(3)
    assert page.url.startswith(f"{tab.url}/?")
    page.goto(f"{tab.url}/unigram/?corpus=hug&show=word")
    tab.ready()
    assert page.url.startswith(f"{tab.url}/unigram?corpus=hug")


def check_report(tab: Tab, report: Path) -> None:
    """A report works from a file."""
    tab.page.goto(report.as_uri())
    tab.at(0)
    tab.press("ArrowRight")
    tab.at(1)


@pytest.mark.parametrize("name", ["school.test", "renamed.test"])
def test_class_works_under_a_prefix(arrive, proxy, name):
    """The second proxy sends another Host than the browser; Chromium names no site for sockets."""
    url = proxy.url(PREFIXES[1], name, tls=True)
    lecturer = arrive(url)
    lecturer.open("corpus=course&step=2&view=before")
    code, address = start_class(lecturer)
    assert address == f"{url}class/{code}"
    phone = follow(arrive(url, viewport={"width": 390, "height": 844}), code)
    at(phone, 2)
    lecturer.press("Escape", "ArrowRight")
    at(phone, 3)
    full = phone.locator(".class-bar .class-app")
    assert full.evaluate("(link) => link.href").startswith(f"{url}?corpus=course")
    with lecturer.page.expect_popup() as opened:
        lecturer.page.locator("button.share.class").click()
        lecturer.page.get_by_role("button", name="Private window").click()
    remote = opened.value
    remote.locator("details.pairing summary").click()
    expect(remote.locator(".pairing .qr-code")).to_be_visible()
    remote.get_by_role("button", name="Next step", exact=True).click()
    at(phone, 4)
    phone.goto(f"{url}class/{code.lower()}/")
    at(phone, 4)
    lecturer.page.get_by_role("button", name="End the class").click()
    homework = lecturer.page.locator(".homework .address")
    expect(homework).to_have_text(
        re.compile(rf"^{re.escape(url)}practice\?quiz_seed=\d+&quiz_words=en$")
    )


@pytest.fixture(scope="module")
def hub(shared_server, tmp_path_factory) -> Iterator[tuple[Proxy, str]]:
    prefix = f"/user/ada/proxy/{shared_server.port}/"
    with jupyter(prefix, tmp_path_factory.mktemp("jupyter")) as proxy:
        yield proxy, prefix


@pytest.mark.parametrize("tls", [False, True], ids=["http", "https"])
def test_app_and_class_work_behind_the_proxy_of_jupyter(arrive, hub, tls):
    proxy, prefix = hub
    url = proxy.url(prefix, "hub.test", tls)
    tab = arrive(url)
    tab.open(urlencode({"corpus": "own", "text": pack("a b"), "lang": "en"}))
    file = {"name": "t.txt", "mimeType": "text/plain", "buffer": TYPED.encode()}
    tab.page.locator("input[type=file]").set_input_files(file)
    tab.address_has(text="[^&]{30,}")
    tab.quiet()
    expect(tab.control("own").locator("textarea")).to_have_value(TYPED)
    tab.press("ArrowRight", "ArrowRight")
    tab.at(2)
    assert leaving(tab) == []
    code, address = start_class(tab)
    assert address == f"{url}class/{code}".removeprefix("http://")
    phone = follow(arrive(url), code)
    at(phone, 2)
    tab.press("Escape", "ArrowRight")
    at(phone, 3)


def test_binder_starts_the_app_when_it_is_opened(arrive, tmp_path):
    """With the settings that `.binder/postBuild` installs."""
    start = ROOT / ".binder" / "postBuild"
    subprocess.run(["sh", start], cwd=ROOT, env={**os.environ, "HOME": str(tmp_path)}, check=True)
    prefix = "/user/ada/merge-by-merge/"
    with jupyter(prefix, tmp_path) as proxy:
        tab = arrive(proxy.url(prefix, "hub.test"))
        tab.open("step=2")
        tab.at(2)
        tab.page.close()
