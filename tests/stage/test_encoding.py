"""The encoding stage: the merges applied one by one to a text."""

from playwright.sync_api import expect


def shown(tab) -> list[str]:
    """The displayed tokens."""
    return [text for word in tab.words() for text, _ in word]


def test_merges_are_applied_one_at_a_time(tab):
    tab.open("corpus=hug&vocab=10&input=unhug", "/encode")
    tab.at(0)
    assert shown(tab) == list("unhug")
    for k, tokens in enumerate(["u n h ug", "un h ug", "un hug"], 1):
        tab.press("ArrowRight")
        tab.at(k)
        assert shown(tab) == tokens.split()
    tab.press("Home")
    tab.at(0)
    tab.press("ArrowRight")
    tab.at(1)
    assert tab.words() == [[("u", False), ("n", False), ("h", False), ("ug", True)]]
    expect(tab.page.locator(".merge-candidates tr.chosen")).to_contain_text("u+g")
    expect(tab.page.locator(".why")).to_contain_text("lowest rank")
    tab.address_has(position=1, input="unhug")
    tab.page.reload()
    tab.ready()
    tab.at(1)


def test_only_the_first_merges_are_applied(tab):
    tab.open("corpus=course&input=a+token&first=0", "/encode")
    assert shown(tab) == ["a", "Ġ", "t", "o", "k", "e", "n"]
    tab.press("End")
    tab.at(2)
    assert "Ġtoken" not in shown(tab)
    tab.show("corpus=course&input=a+token&first=12", "/encode")
    tab.until(lambda: tab.last > 2)
    tab.press("End")
    tab.until(lambda: shown(tab) == ["a", "Ġtoken"])
