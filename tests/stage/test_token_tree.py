"""A reader who picks a token sees how it was made without scrolling."""

import pytest

from tests.support.waiting import expect

STEP = "corpus=course&step=12"
TREE = ["Ġtok", "Ġto", "Ġt", "Ġ", "t", "o", "k"]


def tree_of(tab) -> list[str]:
    return tab.page.locator(".tree .node .token").all_inner_texts()


def pick(tab, text: str, part: str) -> None:
    """Click a token. The browser may not scroll for that."""
    token = tab.page.locator(f"{part} .token").get_by_text(text, exact=True).first
    token.scroll_into_view_if_needed()
    token.click()


def is_seen(tab, css: str) -> bool:
    """Whether an element is on the screen, and not below the buttons for the steps."""
    return tab.page.locator(css).first.evaluate(
        """(e) => {
            const { left, top, bottom } = e.getBoundingClientRect();
            const seen = (y) => e.contains(e.getRootNode().elementFromPoint(left + 20, y))
            return seen(top + 4) && seen(bottom - 4);
        }"""
    )


def test_laptop_shows_the_tree_next_to_the_merges(tab):
    tab.resize((1366, 768))
    tab.open(STEP)
    tab.settle()
    before = tab.page.locator(".columns").bounding_box()
    assert not is_seen(tab, ".roots")
    pick(tab, "Ġto", ".layer.after")
    assert tree_of(tab) == TREE[1:6]
    made = tab.page.locator(".merge-entry", has=tab.page.locator(".same")).first
    expect(made).to_contain_text("5")
    for part in (".merges .list", ".roots", ".layer.after .token.same", ".pairs tr.row"):
        assert is_seen(tab, part), part
    merges, tree = (tab.page.locator(css).bounding_box() for css in (".merges", ".tree"))
    assert merges["y"] == tree["y"]
    bottom = tab.page.locator(".pairs .scroll").evaluate("(e) => e.getBoundingClientRect().bottom")
    tenth = tab.page.locator(".pairs .row").nth(9).bounding_box()
    assert tenth["y"] + tenth["height"] <= bottom

    tab.press("ArrowLeft")
    tab.at(11)
    assert tree_of(tab) == TREE[1:6]
    assert is_seen(tab, ".roots")
    pick(tab, "Ġ", ".roots")  # a part of it: the whole tree stays
    assert tree_of(tab) == TREE[1:6]
    pick(tab, "Ġtok", ".merges")
    tab.at(11)
    assert tree_of(tab) == TREE
    assert is_seen(tab, ".roots")
    tab.press("ArrowRight")
    tab.at(12)

    tab.press("Escape")
    assert tab.page.locator(".columns").bounding_box() == before
    expect(tab.page.locator(".tree .node .token").first).to_have_text("Ġtoken")


@pytest.mark.parametrize("size", [(390, 844), (320, 640), (1000, 800)])
def test_tree_is_right_below_what_was_picked(tab, size):
    tab.resize(size)
    tab.open("corpus=hug&step=4")
    tab.settle()
    for text, part, region in (("ug", ".layer.after", ".words"), ("hug", ".vocab", ".vocab .list")):
        pick(tab, text, part)
        assert tree_of(tab)[0] == text
        assert is_seen(tab, ".roots")
        assert is_seen(tab, f"{part} .token.same")
        above = tab.page.locator(region).bounding_box()
        below = tab.page.locator(".tree").bounding_box()
        assert 0 <= below["y"] - (above["y"] + above["height"]) < 32
    tab.press("Escape")
    tab.page.locator(".merge-entry").nth(1).click()
    tab.at(2)
    expect(tab.page.locator(".tree .node .token").first).to_have_text("un")
    assert is_seen(tab, ".roots")
