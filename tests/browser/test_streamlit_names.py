"""The names of Streamlit's elements that we look for are in the running app."""

from tests.support.streamlit_names import ATTRIBUTES, DRAWN, seen
from tests.support.waiting import expect


def test_names_are_on_the_page(tab):
    tab.open("corpus=course&vocab=40", "/encode")
    for name in sorted(DRAWN):
        expect(tab.page.get_by_test_id(name).first).to_be_attached()
    assert seen(tab.page) >= ATTRIBUTES
