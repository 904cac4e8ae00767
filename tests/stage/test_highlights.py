"""What is explained and lit when a pair or a token is pointed at, focused or tapped."""

import pytest

from pages.state.settings import Settings
from pages.state.url import query_of
from pages.training.pair_sums import explain_count
from pages.translations.language import translation
from tests.support.waiting import expect

HUG = "corpus=hug&step=1"
UG = "u+g: 10 hug + 5 pug + 5 hugs = 20"


def detail(tab):
    return tab.page.locator(".detail")


def without_marks(sentence: str) -> str:
    """A sentence without the marks around the texts in it, which the stage draws as chips."""
    return sentence.replace("\u2068", "").replace("\u2069", "")


def has_highlighted(tab, tokens: list[str]) -> None:
    """Wait until these tokens are highlighted: a step that slides together shows both sides."""
    expect(tab.page.locator(".words .token.highlighted:visible")).to_have_text(tokens)


def row(tab, pair: str):
    return tab.page.locator(".columns tr.row").filter(has_text=pair).first


def test_hovered_pair_is_summed_and_highlighted(tab):
    tab.open(HUG)
    for pair, sentence, tokens in (
        ("u+g", f"{UG}. Merge 1 turned each of them into ug.", ["ug"] * 3),
        ("u+n", "u+n: 12 pun + 4 bun = 16", ["u", "n"] * 2),
        ("h+u", "h+u: 10 hug + 5 hugs = 15. None is left after merge 1.", []),
        ("p+u", "p+u: 5 pug + 12 pun = 17. Some are gone after merge 1.", ["p", "u"]),
    ):
        row(tab, pair).hover()
        expect(detail(tab)).to_have_text(sentence)
        has_highlighted(tab, tokens)
        shows(tab, "After", "Corpus after merge 1")
    tab.page.mouse.move(5, 5)
    expect(tab.page.locator(".why")).to_be_visible()
    tab.page.locator(".toggle", has_text="Before").click()
    row(tab, "u+g").hover()
    expect(detail(tab)).to_have_text(UG)
    has_highlighted(tab, ["u", "g"] * 3)
    shows(tab, "Before", "Corpus before merge 1")


def shows(tab, button: str, title: str) -> None:
    """The state that is shown: the button that is on, and the heading."""
    expect(tab.page.locator(".toggle[aria-pressed=true]")).to_have_text(button)
    expect(tab.page.locator(".corpus h2")).to_have_text(title)


def test_click_pins_a_pair_and_shows_where_it_was(tab):
    tab.open(HUG)
    expect(tab.page.locator(".pairs h2")).to_have_text("Counts before merge 1")
    row(tab, "p+u").click()
    has_highlighted(tab, ["p", "u"] * 2)
    shows(tab, "Before", "Corpus before merge 1")
    row(tab, "u+n").hover()  # hover does not count while something is pinned
    expect(detail(tab)).to_have_text("p+u: 5 pug + 12 pun = 17")
    tab.press("ArrowRight")
    tab.at(2)
    shows(tab, "After", "Corpus after merge 2")
    expect(detail(tab)).to_contain_text("p+u: 12 pun = 12")
    expect(tab.page.locator(".body")).to_contain_class("pinned")
    tab.press("Escape")
    expect(tab.page.locator(".pinned, .highlighted")).to_have_count(0)
    row(tab, "p+u").click()
    row(tab, "p+u").click()
    shows(tab, "After", "Corpus after merge 2")
    expect(tab.page.locator(".pinned")).to_have_count(0)


def test_pinned_pair_stays_until_it_is_merged_and_after(tab):
    tab.open("corpus=hug&step=0")
    tab.focus_by_keyboard(".pairs .scroll")
    tab.press("ArrowDown", "ArrowDown", "ArrowDown", "Enter")
    expect(tab.page.locator("tr[aria-current=true]")).to_have_text("u+n16")
    for step, sentence, tokens in (
        (1, "u+n: 12 pun + 4 bun = 16", ["u", "n"] * 2),
        (2, "u+n: 12 pun + 4 bun = 16. Merge 2 turned each of them into un.", ["un"] * 2),
        (4, "u+n. Merge 2 turned each of them into un.", ["un"]),
    ):
        tab.press(*["ArrowRight"] * (step - tab.step))
        tab.at(step)
        expect(detail(tab)).to_have_text(sentence)
        has_highlighted(tab, tokens)
    tab.page.get_by_text("pun", exact=True).first.click()
    expect(tab.page.locator(".layer.after .token.same")).to_have_text(["pun"])
    tab.page.locator(".toggle", has_text="Before").click()
    expect(tab.page.locator(".pinned")).to_have_count(1)  # the button does not release it
    words = tab.page.locator(".words")
    size = words.bounding_box()  # its last corner is empty
    words.click(position={"x": size["width"] - 8, "y": size["height"] - 8})
    expect(tab.page.locator(".pinned")).to_have_count(0)


def test_pair_sums_match_the_engine(tab, engine):
    tab.open("step=12&view=before")
    run, t = engine.course(), translation("en")
    counts = run.pairs(11)
    rows = tab.page.locator(".columns tr.row:not(.gone)")
    for i in range(0, 12, 3):
        rows.nth(i).hover()
        leader = run.leaders(11, 12)[i]
        pair = (leader.left, leader.right)
        expect(detail(tab)).to_have_text(
            without_marks(explain_count(run, pair, "+".join(pair), 11, counts[pair], t))
        )


def test_pairs_are_reachable_by_keyboard(tab):
    tab.open(HUG)
    tab.focus_by_keyboard(".pairs .scroll")
    tab.press("ArrowDown")
    expect(detail(tab)).to_contain_text(UG)
    tab.press("ArrowDown")
    expect(detail(tab)).to_contain_text("p+u")
    tab.press("ArrowRight")
    tab.at(2)


def test_tapped_pair_stays_highlighted_until_the_next_tap(visitor, server):
    size = {"width": 390, "height": 844}
    tab = visitor(server, viewport=size, has_touch=True).open(HUG)
    rows = tab.page.locator("tr.row")
    rows.first.tap()
    expect(detail(tab)).to_have_text(UG)
    rows.nth(1).tap()
    expect(detail(tab)).to_contain_text("p+u")
    rows.nth(1).tap()
    expect(tab.page.locator(".why")).to_be_visible()


def test_hovered_token_is_highlighted_and_explained(tab):
    tab.open("step=1")
    tab.page.locator(".layer.after .token", has_text="Ġt").first.hover()
    expect(detail(tab)).to_contain_text("the bytes 20 74 (hexadecimal), the text “␣t”")
    expect(detail(tab)).to_contain_text("made by merge 1 from Ġ and t")
    assert set(tab.page.locator(".token.same").all_inner_texts()) == {"Ġt"}
    assert tab.page.locator(".layer.after .token.same").count() == 7


def test_partial_character_is_labeled(tab):
    tab.open(query_of(Settings().replace(corpus="text", own="é é", special=""), 0))
    tab.page.locator(".layer.after .token", has_text="Ã").first.hover()
    expect(detail(tab)).to_contain_text("the byte C3 (hexadecimal), part of a character")


def test_encoded_token_shows_id_and_position(tab):
    tab.open("corpus=course&input=a+token", "/encode")
    tab.press("End")
    tab.at(tab.last)
    tab.page.locator(".word .token", has_text="Ġtoken").hover()
    expect(detail(tab)).to_contain_text("text[1:7]")
    tab.page.locator(".word .token").first.click()
    expect(detail(tab)).to_contain_text("text[0:1]")


@pytest.mark.parametrize(
    "address", ["/?corpus=hug&step=1", "/unigram?corpus=hug&show=word&word=unhug&at=8"]
)
def test_explanation_disappears_when_the_mouse_leaves(tab, address):
    path, query = address.split("?")
    tab.open(query, path)
    tab.page.locator(".body [data-id], .body [data-pair]").first.hover()
    expect(detail(tab)).to_be_visible()
    tab.page.mouse.move(5, 5)
    expect(detail(tab)).to_be_hidden()


def test_click_pins_on_every_stage_until_escape(tab):
    for path, query, css in (
        ("/encode", "corpus=course&at=1", ".words .token"),
        ("/unigram", "corpus=hug&show=word&word=unhug&at=8", ".arc .piece"),
        ("/unigram", "corpus=course&show=rounds&at=2", ".pieces .row td:nth-child(2)"),
    ):
        tab.open(query, path)
        tab.page.locator(css).first.click()
        expect(tab.page.locator(".body")).to_contain_class("pinned")
        expect(tab.page.locator(".same, .highlighted").first).to_be_visible()
        tab.press("Escape")
        expect(tab.page.locator(".pinned")).to_have_count(0)
        expect(tab.page.locator(":focus-visible")).to_have_count(0)  # nor a ring around the region
