"""Journeys of sharing: a copied link, the panel for a class, a lesson."""

from playwright.sync_api import expect

TEXT = "Zwölf Boxkämpfer jagen Viktor\nquer über den großen Sylter Deich 🥊🥊\nbox boxen"


def test_copied_link_restores_the_screen(visitor, server, engine):
    options = {"permissions": ["clipboard-read", "clipboard-write"]}
    query, run = engine.own(TEXT, 60, "metaspace")
    tab = visitor(server, **options).open(f"{query}&lang=ko&view=before")
    tab.press("ArrowRight", "ArrowRight", "ArrowRight")
    tab.at(3)
    tab.page.locator(".share.copy").click()
    expect(tab.page.locator(".share.done")).to_be_visible()
    link = tab.page.evaluate("() => navigator.clipboard.readText()")
    assert "step=3" in link
    other = visitor(server)
    other.page.goto(link)
    other.ready()
    other.at(3)
    assert other.words() == tab.words()
    other.until(lambda: other.rows() == tab.rows())
    expect(other.page.locator("[class*=st-key-choose_own] textarea")).to_have_value(TEXT)
    expect(other.page.locator("html")).to_have_attribute("lang", "ko")
    pressed = "[aria-pressed=true].toggle"
    assert other.page.locator(pressed).inner_text() == tab.page.locator(pressed).inner_text()
    other.address_has(step=3)
    assert other.query() == tab.query()
    other.press("ArrowRight")
    engine.expected(run).shown(other, 4)
    tab.at(3)


def test_lecturer_opens_the_join_panel_and_a_lesson(tab):
    tab.open("corpus=hug&step=2")
    tab.page.get_by_role("button", name="Share with a class").click()
    dialog = tab.page.get_by_role("dialog")
    expect(dialog.get_by_role("img")).to_be_visible()
    tab.press("ArrowRight")
    assert tab.target == 2
    tab.press("Escape")
    expect(dialog).to_be_hidden()
    with tab.watch.expecting("404.*/lesson/_stcore/"):
        tab.page.goto(f"{tab.url}/lesson")
        links = tab.page.locator(".lesson .open")
        expect(links.nth(9)).to_be_visible()
        tab.idle()
        with tab.page.context.expect_page() as opened:
            links.nth(4).click()
    expect(opened.value.locator("[data-step]")).to_have_attribute("data-step", "2")
