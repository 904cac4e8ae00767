"""What a phone keeps of a class that is over."""

from urllib.parse import parse_qs, urlsplit

import pytest

from tests.support.live_class import Lecturer
from tests.support.page_checks import broken_rules_in
from tests.support.waiting import expect

PHONE = {"viewport": {"width": 360, "height": 640}, "locale": "en-US"}


@pytest.fixture
def lecturer(server):
    found = Lecturer(urlsplit(server.url).netloc)
    found.go("", "corpus=hug&lang=ko", 1)
    return found


def test_phone_shows_and_keeps_the_homework_when_the_class_is_over(visitor, server, lecturer):
    tab = visitor(server, **PHONE, bypass_csp=True)
    page = tab.page
    page.goto(f"{server.url}/class/{lecturer.code}")
    link = page.get_by_role("link", name="Homework: practice questions for your class")
    expect(page.locator("[data-step]")).to_have_count(1)
    expect(link).to_be_hidden()
    assert lecturer.call("DELETE", f"/class/{lecturer.code}", key=lecturer.key)[0] == 204
    expect(page.get_by_text("This class is over.")).to_be_visible()
    expect(link).to_be_in_viewport()
    assert broken_rules_in(page, "light", first=True) == []
    address = urlsplit(link.evaluate("(node) => node.href"))
    assert address.path == "/practice"
    assert parse_qs(address.query)["quiz_words"] == ["ko"]  # the lecturer's language
    assert parse_qs(address.query)["lang"] == ["en"]
    with tab.watch.expecting("404"):
        page.reload()
        expect(page.get_by_text("There is no class with this code.")).to_be_visible()
        expect(link).to_be_in_viewport()


def test_phone_that_slept_at_the_end_shows_the_homework(visitor, server, lecturer):
    tab = visitor(server, **PHONE)
    page = tab.page
    page.goto(f"{server.url}/class/{lecturer.code}")
    expect(page.locator("[data-step]")).to_have_count(1)
    with tab.watch.expecting("ERR_INTERNET_DISCONNECTED", "404"):
        page.context.set_offline(True)
        page.evaluate("window.dispatchEvent(new Event('online'))")  # it tries, and fails
        expect(page.locator(".class-status")).to_contain_text("No connection.")
        assert lecturer.call("DELETE", f"/class/{lecturer.code}", key=lecturer.key)[0] == 204
        page.context.set_offline(False)
        expect(page.get_by_role("link", name="Homework")).to_be_in_viewport()
        for _ in range(2):
            with page.expect_response("**/events?*"):
                page.evaluate("window.dispatchEvent(new Event('online'))")
        expect(page.get_by_text("This class is over.")).to_be_visible()


def test_damaged_homework_is_not_a_link(visitor, server):
    tab = visitor(server, **PHONE)
    page, name = tab.page, "merge-by-merge-homework K7M2QX"
    with tab.watch.expecting("404"):
        page.goto(f"{server.url}/class/K7M2QX")
        for bad in ("javascript:alert(1)", "quiz_seed=1&quiz_words=en&lang=<b>", "x" * 9_000):
            page.evaluate("([name, text]) => localStorage.setItem(name, text)", [name, bad])
            page.reload()
            expect(page.get_by_text("There is no class with this code.")).to_be_visible()
            expect(page.locator(".class-homework")).to_be_hidden()
