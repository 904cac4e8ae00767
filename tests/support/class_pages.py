"""Pages of a live class in a browser: of a lecturer, and of phones that follow."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import Page

from tests.support.bare import BareServer
from tests.support.waiting import expect

PHONE = {"viewport": {"width": 390, "height": 844}, "locale": "ko-KR"}
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
