"""Tokenizers side by side: what a token says of itself, by mouse and by keyboard, and the marks."""

from urllib.parse import urlencode

from pages.side_by_side import compute as side_by_side
from pages.side_by_side.lines import Line
from pages.state.defaults import defaults
from tests.support.waiting import expect

TEXT = "An unhappy 🙂 baker, Käthe."
SETTINGS = defaults("english").replace(passage=TEXT)


def opened(tab):
    """The panel with TEXT, and what the tokenizers make of it."""
    tab.page.goto(f"{tab.url}/tokenizers?{urlencode({'corpus': 'english', 'passage': TEXT})}")
    expect(tab.page.locator(".tokenizers .tokenizer")).to_have_count(2)
    return side_by_side.compare(side_by_side.members(SETTINGS), (Line(TEXT),))[0]


def described(found, i: int) -> tuple[str, str]:
    """The offsets and the bytes of a token, in Python's words."""
    start, end = found.offsets[i]
    return f"offsets {start}–{end}", f"bytes {TEXT[start:end].encode().hex(' ').upper()} of"


def test_pointing_at_a_token_shows_its_offsets_and_bytes(tab):
    compared = opened(tab)
    details = tab.page.locator(".details")
    expect(details).to_contain_text("Point at a token")
    for which, found in enumerate(part[0] for part in compared.results):
        chips = tab.page.locator(".tokenizers .line").nth(which).locator(".token")
        expect(chips).to_have_count(len(found.tokens))
        for i in {0, len(found.tokens) // 2, len(found.tokens) - 1}:  # after the emoji, too
            chips.nth(i).hover()
            for part in described(found, i):
                expect(details).to_contain_text(part)


def test_arrow_keys_go_through_the_tokens_of_a_line(tab):
    compared = opened(tab)
    found = compared.results[0][0]
    details = tab.page.locator(".details")
    line = tab.page.locator(".tokenizers .line").first
    for _ in range(20):
        tab.press("Tab")
        if line.evaluate("(node) => node.getRootNode().activeElement === node"):
            break
    tab.press("ArrowRight")
    expect(details).to_contain_text(described(found, 0)[0])
    tab.press("ArrowRight")
    expect(details).to_contain_text(described(found, 1)[0])
    tab.press("End")
    expect(details).to_contain_text(described(found, len(found.tokens) - 1)[0])


def test_tokens_can_show_their_text(tab):
    compared = opened(tab)
    line = tab.page.locator(".tokenizers .line").nth(1)
    texts = line.locator(".token").all_text_contents()
    assert "▁un" in texts
    tab.page.get_by_label("Show the text of each token").check()
    expect(line.locator(".token", has_text="▁")).to_have_count(0)
    shown = line.locator(".token").all_text_contents()
    pieces = [TEXT[start:end] for start, end in compared.results[1][0].offsets]
    assert [text for text in shown if text in pieces and text.isalpha()]
    tab.page.get_by_label("Show the text of each token").uncheck()
    expect(line.locator(".token", has_text="▁un").first).to_be_visible()


def test_marks_show_where_both_cut_and_where_one_does(tab):
    compared = opened(tab)
    (agreement,) = compared.agreements
    for which, (boundaries,) in enumerate(compared.boundaries):
        line = tab.page.locator(".tokenizers .line").nth(which)
        expect(line.locator(".boundary.agreed")).to_have_count(len(agreement.every))
        expect(line.locator(".boundary.lone")).to_have_count(len(boundaries & agreement.single))
    assert agreement.every
    assert agreement.single


def test_tapped_token_is_described_without_covering_it(visitor, server):
    """Before the first tap, nothing stays over the page."""
    phone = visitor(server, viewport={"width": 390, "height": 700}, has_touch=True, is_mobile=True)
    compared = opened(phone)
    page = phone.page
    details, hint = page.locator(".details"), page.locator(".first-hint")
    expect(hint).to_have_text("Tap a token to see its id, its offsets and its bytes.")
    expect(hint).to_be_visible()
    expect(details).to_be_hidden()
    chips = page.locator(".tokenizers .line").last.locator(".token")
    found = compared.results[1][0]
    chips.last.tap()
    expect(details).to_be_visible()
    expect(details).to_contain_text(described(found, len(found.tokens) - 1)[0])
    box, told = chips.last.bounding_box(), details.bounding_box()
    assert box["y"] + box["height"] <= told["y"]
