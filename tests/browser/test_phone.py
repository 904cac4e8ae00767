"""The app on a phone: pages are reached by visible links, and the stage is not covered."""

from playwright.sync_api import expect

from tests.support.page_checks import PHONE


def test_reader_visits_pages_by_visible_links_and_keeps_the_settings(visitor, server):
    tab = visitor(server, viewport={"width": PHONE[0], "height": PHONE[1]}, has_touch=True)
    tab.open("corpus=hug&vocab=18&step=3")
    tab.idle()
    expect(tab.page.get_by_test_id("stSidebar")).not_to_be_in_viewport()
    nav = tab.page.locator("nav.page-links")
    expect(nav).to_have_accessible_name("Pages")
    links = nav.get_by_role("link")
    expect(links.filter(has_text="Training")).to_have_attribute("aria-current", "page")
    expect(links).to_have_count(7)

    links.filter(has_text="Encoding").tap()
    expect(tab.page.get_by_label("Text to encode")).to_be_visible()
    tab.ready()
    tab.address_has(corpus="hug", vocab=18, step=3)
    tab.act("forward")
    tab.at(1)

    links.last.tap()  # it is out of view until the row of links is scrolled
    expect(tab.page.locator(".figures table").first).to_be_attached()
    expect(links.last).to_have_attribute("aria-current", "page")
    expect(links.last).to_be_in_viewport(ratio=0.9)
    links.filter(has_text="Training").tap()
    tab.at(3)
    tab.page.go_back()
    expect(links.last).to_have_attribute("aria-current", "page")

    tab.open("corpus=hug&lang=ko")
    expect(nav).to_have_accessible_name("페이지")
    expect(links.first).to_have_text("학습")
    tab.resize((768, 1024))  # there, Streamlit shows its own links
    expect(nav).to_be_hidden()
    expect(tab.page.get_by_test_id("stTopNavLink").first).to_be_visible()
