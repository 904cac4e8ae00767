"""Pages of a live class in a browser: of a lecturer, and of phones that follow."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import Page

from pages.course.course import find_part
from tests.support.bare import BareServer
from tests.support.live_class import Lecturer
from tests.support.waiting import expect

PHONE = {"viewport": {"width": 390, "height": 844}, "locale": "ko-KR"}
PROJECTOR = {"viewport": {"width": 1280, "height": 720}}
SMALL = {"viewport": {"width": 320, "height": 640}}


def host(server: BareServer) -> str:
    return urlsplit(server.url).netloc


def button(page: Page, name: str):
    return page.get_by_role("button", name=name, exact=True)


def start_class(tab, query: str = "step=2&view=projector", path: str = "/") -> str:
    """Start a class from the bar of a presented page, and return its code."""
    tab.open(query, path)
    button(tab.page, "Class").click()
    code = tab.page.locator(".class-code")
    expect(code).to_have_text(re.compile("^[2-9A-Z]{6}$"))
    return code.inner_text()


def follow(visitor, server, code: str, **options) -> Page:
    """A phone that follows a class."""
    page = visitor(server, **{**SMALL, **options}).page
    page.goto(f"{server.url}/class/{code}")
    expect(page.locator("[data-step]")).to_have_count(1)
    return page


def choose(page: Page, letter: str) -> None:
    page.locator(".vote-choice", has=page.get_by_text(letter, exact=True).first).click()
    expect(page.locator(".vote-choice[aria-pressed=true]")).to_have_count(1)


def follow_anywhere(visitor, server, lecturer: Lecturer) -> Page:
    """A phone that follows, and whose styles a test may change."""
    lecturer.go("", "corpus=course", 3)
    return follow(visitor, server, lecturer.code, **{**PHONE, "locale": "en"}, bypass_csp=True)


def box(page: Page, css: str) -> dict[str, float]:
    """Where the first element is."""
    found = page.locator(css).first.bounding_box()
    assert found, css
    return {**found, "right": found["x"] + found["width"], "bottom": found["y"] + found["height"]}


def key_of(page: Page) -> str:
    """The key of the class that a page leads."""
    return str(page.evaluate("() => JSON.parse(localStorage['merge-by-merge-class']).key"))


def presented_part(name: str) -> str:
    """The query of a part of the course that is presented."""
    part = find_part(name, "en")
    assert part
    return f"{part.place.query}&view=projector&part={name}"
