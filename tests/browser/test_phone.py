"""The app on a phone: pages are reached by visible links, and nothing covers the stage."""

from itertools import pairwise

from tests.support.page_checks import PHONE
from tests.support.waiting import expect


def test_reader_visits_pages_by_visible_links_and_keeps_the_settings(visitor, server):
    tab = visitor(server, viewport={"width": PHONE[0], "height": PHONE[1]}, has_touch=True)
    tab.open("corpus=hug&vocab=18&step=3")
    tab.idle()
    expect(tab.page.get_by_test_id("stSidebar")).not_to_be_in_viewport()
    nav = tab.page.locator("nav.page-links")
    expect(nav).to_have_accessible_name("Page links")
    links = nav.get_by_role("link")
    expect(links.filter(has_text="Training")).to_have_attribute("aria-current", "page")
    expect(links).to_have_count(8)

    links.filter(has_text="Encoding").tap()
    expect(tab.page.get_by_label("Text to encode")).to_be_visible()
    tab.ready()
    tab.address_has(corpus="hug", vocab=18, step=3)
    tab.act("forward")
    tab.at(1)

    tab.page.get_by_test_id("stExpandSidebarButton").tap()
    tab.page.get_by_test_id("stSidebarCollapseButton").get_by_role("button").tap()
    expect(tab.page.get_by_test_id("stSidebar")).not_to_be_in_viewport()

    links.last.tap()  # it is out of view until the row of links is scrolled
    expect(tab.page.locator(".figures table").first).to_be_attached()
    expect(links.last).to_have_attribute("aria-current", "page")
    expect(links.last).to_be_in_viewport(ratio=0.9)
    links.filter(has_text="Training").tap()
    tab.at(3)
    tab.page.go_back()
    expect(links.last).to_have_attribute("aria-current", "page")

    tab.resize((768, 1024))  # there, Streamlit shows its own links
    expect(nav).to_be_hidden()
    expect(tab.page.get_by_test_id("stTopNavLink").first).to_be_visible()


def test_lattice_comes_before_the_choice_of_word_and_vocabulary(visitor, server, subtests):
    tab = visitor(server, viewport={"width": 390, "height": 844}, has_touch=True)
    with tab.watch.expecting("404.*/unigram/_stcore/"):
        tab.open("corpus=hug&position=2", "/unigram")
    lattice, controls = tab.page.locator(".picture"), tab.page.locator(".st-key-word_controls")
    buttons = tab.page.locator(".more-controls")
    for size in ((390, 844), (320, 640)):
        with subtests.test(size=size):
            tab.resize(size)
            expect(lattice).to_be_in_viewport(ratio=1)
            expect(controls).to_be_in_viewport(ratio=1)
            boxes = [each.bounding_box() for each in (lattice, controls, buttons)]
            for above, below in pairwise(boxes):
                assert above["y"] + above["height"] <= below["y"]
            left, right = (each.bounding_box() for each in controls.locator("label p").all())
            assert left["x"] + left["width"] + 8 <= right["x"]
    tab.control("word").get_by_role("combobox").fill("huggun")
    tab.press("Enter")
    tab.address_has(word="huggun")
    with tab.watch.expecting("404.*/unigram/_stcore/"):
        tab.open("corpus=hug&show=word&word=unhug&view=by_hand&lang=ko", "/unigram")
    mode = tab.page.locator(".by-hand")  # in place of the lattice and its steps
    expect(mode.locator("button.choice")).to_be_visible()
    tab.until(lambda: bottom_of(controls) <= mode.bounding_box()["y"])
    nav = tab.page.locator("nav.page-links")
    expect(nav).to_have_accessible_name("페이지 링크")
    expect(nav.get_by_role("link").first).to_have_text("학습")


def bottom_of(box) -> float:
    """The lower edge of an element."""
    place = box.bounding_box()
    return place["y"] + place["height"]
