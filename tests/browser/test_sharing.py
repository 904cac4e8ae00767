"""The copied link shows another reader just what its sender saw; lessons open beside the page."""

import pytest
from playwright.sync_api import expect


def copied(tab) -> str:
    tab.page.get_by_role("button", name="Copy link").click()
    expect(tab.page.get_by_role("button", name="Copied")).to_be_visible()
    return tab.page.evaluate("() => navigator.clipboard.readText()")


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_the_copied_link_opens_what_was_on_the_screen(visitor, server, lang):
    options = {"permissions": ["clipboard-read", "clipboard-write"]}
    tab = visitor(server, **options).open(f"corpus=hug&lang={lang}&view=before")
    tab.press("ArrowRight", "ArrowRight", "ArrowRight")
    tab.at(3)
    if lang != "en":
        tab.page.locator(".share").click()
        link = tab.page.evaluate("() => navigator.clipboard.readText()")
    else:
        link = copied(tab)
    assert "step=3" in link
    other = visitor(server)
    other.page.goto(link)
    other.ready()
    other.at(3)
    assert other.words() == tab.words()
    assert other.page.locator("[aria-pressed=true].side").inner_text() == (
        tab.page.locator("[aria-pressed=true].side").inner_text()
    )


def test_join_shows_a_code_and_an_address(tab):
    tab.open("corpus=hug&step=2")
    tab.page.get_by_role("button", name="Join, for a class").click()
    dialog = tab.page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("img")).to_be_visible()
    tab.press("ArrowRight")
    tab.still_at(2)
    tab.press("Escape")
    expect(dialog).to_be_hidden()


def test_a_lesson_opens_its_parts(tab):
    with tab.watch.expecting("404.*/lesson/_stcore/"):
        tab.page.goto(f"{tab.url}/lesson")
        links = tab.page.locator(".lesson .open")
        expect(links.nth(9)).to_be_visible()
        tab.idle()
    with tab.page.context.expect_page() as opened:
        links.nth(4).click()
    page = opened.value
    expect(page.locator("[data-step]")).to_have_attribute("data-step", "2")
