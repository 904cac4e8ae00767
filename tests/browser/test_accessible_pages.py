"""axe on the real pages that have no stage: Streamlit's elements, and our panels between them."""

import pytest

from pages.registry import PAGES
from tests.support.page_checks import broken_rules, broken_rules_in
from tests.support.waiting import expect

PATHS = [each.path for each in PAGES if not each.stage]


@pytest.mark.parametrize("path", PATHS)
def test_axe_finds_no_violations_on_a_page_without_a_stage(tab, path):
    tab.page.goto(f"{tab.url}/{path}?corpus=hug&lang=en")
    tab.quiet()
    expect(tab.page.locator("main > h1")).to_have_count(1)
    for scheme in ("light", "dark"):
        assert broken_rules_in(tab.page, scheme, first=scheme == "light") == []


def test_axe_finds_no_violations_where_nothing_is(tab):
    with tab.watch.expecting("404"):
        tab.page.goto(f"{tab.url}/nowhere")
        for scheme in ("light", "dark"):
            tab.page.emulate_media(color_scheme=scheme)
            assert broken_rules(tab.page) == []


def test_axe_finds_no_violations_on_the_first_screen_and_a_presented_page(tab, visitor, server):
    """A presented page has no menu, so there is nothing that a link could skip."""
    newcomer = visitor(server, first_visit=True)
    newcomer.page.goto(f"{server.url}/?lang=en")
    expect(newcomer.page.locator(".beginning h1")).to_be_visible()
    tab.page.goto(f"{tab.url}/?corpus=hug&step=2&view=projector&lang=en")
    expect(tab.page.locator(".present-bar")).to_be_visible()
    tab.quiet()
    for page in (newcomer.page, tab.page):
        assert broken_rules_in(page, "light", first=True) == []
