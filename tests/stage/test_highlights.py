"""What is explained and lit when a pair or a token is pointed at, focused or tapped."""

import pytest
from playwright.sync_api import expect

from pages.i18n.language import translation
from pages.state.settings import Settings
from pages.state.url import query_of
from pages.view.bpe.pair_sums import explain_count

HUG = "corpus=hug&step=1"


def detail(tab):
    return tab.page.locator(".detail")


def without_marks(sentence: str) -> str:
    """A sentence without the marks around the texts in it, which the stage draws as chips."""
    return sentence.replace("\u2068", "").replace("\u2069", "")


def highlighted(tab) -> list[str]:
    return tab.page.locator(".layer.before .token.highlighted").all_inner_texts()


def row(tab, pair: str):
    return tab.page.locator(".columns tr.row").filter(has_text=pair).first


def test_hovered_pair_is_summed_and_highlighted(tab):
    tab.open(HUG)
    row(tab, "u+g").hover()
    expect(detail(tab)).to_have_text("u+g: 10 hug + 5 pug + 5 hugs = 20")
    assert highlighted(tab) == ["u", "g"] * 3
    expect(tab.page.locator(".corpus h2")).to_have_text("The corpus before merge 1")
    row(tab, "u+n").hover()
    expect(detail(tab)).to_have_text("u+n: 12 pun + 4 bun = 16")
    assert highlighted(tab) == ["u", "n"] * 2
    tab.page.mouse.move(5, 5)
    expect(tab.page.locator(".why")).to_be_visible()
    expect(tab.page.locator(".corpus h2")).to_have_text("The corpus after merge 1")


def test_pair_sums_match_the_engine(tab, engine):
    tab.open("step=12")
    run, t = engine.course(), translation("en")
    counts = run.pairs(11)
    rows = tab.page.locator(".columns tr.row:not(.gone)")
    for i in range(0, 12, 3):
        rows.nth(i).hover()
        leader = run.leaders(11, 12)[i]
        pair = (leader.left, leader.right)
        expect(detail(tab)).to_have_text(
            without_marks(explain_count(run, pair, 11, counts[pair], t))
        )


def test_pairs_are_reachable_by_keyboard(tab):
    tab.open(HUG)
    tab.focus_by_keyboard(".pairs .scroll")
    tab.press("ArrowDown")
    expect(detail(tab)).to_have_text("u+g: 10 hug + 5 pug + 5 hugs = 20")
    tab.press("ArrowDown")
    expect(detail(tab)).to_contain_text("p+u")
    tab.press("ArrowRight")
    tab.at(2)


def test_tapped_pair_stays_highlighted_until_the_next_tap(visitor, server):
    size = {"width": 390, "height": 844}
    tab = visitor(server, viewport=size, has_touch=True).open(HUG)
    rows = tab.page.locator("tr.row")
    rows.first.tap()
    expect(detail(tab)).to_have_text("u+g: 10 hug + 5 pug + 5 hugs = 20")
    rows.nth(1).tap()
    expect(detail(tab)).to_contain_text("p+u")
    rows.nth(1).tap()
    expect(tab.page.locator(".why")).to_be_visible()


def test_hovered_token_is_highlighted_and_explained(tab):
    tab.open("step=1")
    tab.page.locator(".layer.after .token", has_text="Ġt").first.hover()
    expect(detail(tab)).to_contain_text("the bytes 20 74, the text “␣t”")
    expect(detail(tab)).to_contain_text("made by merge 1 from Ġ and t")
    assert set(tab.page.locator(".token.same").all_inner_texts()) == {"Ġt"}
    assert tab.page.locator(".layer.after .token.same").count() == 7


def test_partial_character_is_labeled(tab):
    tab.open(query_of(Settings().replace(corpus="text", own="é é", special=""), 0))
    tab.page.locator(".layer.after .token", has_text="Ã").first.hover()
    expect(detail(tab)).to_contain_text("the byte C3, part of a character")


def test_encoded_token_shows_id_and_position(tab):
    tab.open("corpus=course&input=a+token", "/encode")
    tab.press("End")
    tab.at(tab.last)
    tab.page.locator(".word .token", has_text="Ġtoken").hover()
    expect(detail(tab)).to_contain_text("text[1:7]")
    tab.page.locator(".word .token").first.click()
    expect(detail(tab)).to_contain_text("text[0:1]")


@pytest.mark.parametrize("address", ["/?corpus=hug&step=1", "/unigram?corpus=hug&word=unhug&at=5"])
def test_explanation_disappears_when_the_mouse_leaves(tab, address):
    path, query = address.split("?")
    tab.open(query, path)
    tab.page.locator(".body [data-id], .body [data-pair]").first.hover()
    expect(detail(tab)).to_be_visible()
    tab.page.mouse.move(5, 5)
    expect(detail(tab)).to_be_hidden()
