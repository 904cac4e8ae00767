"""The by-hand modes: the reader merges, segments or prunes, and compares with the algorithm."""

import re

import pytest

from tests.support.network import Answered
from tests.support.page_checks import PHONE, broken_rules_in
from tests.support.waiting import expect

LATTICE = "corpus=hug&show=word&word=unhug&view=by_hand"
ROUNDS = "corpus=hug&show=rounds&view=by_hand"


def mode(tab):
    return tab.page.locator(".by-hand")


def button(tab, name: str):
    return mode(tab).get_by_role("button", name=name)


def token(tab, word: int, place: int):
    return mode(tab).locator(".word").nth(word).locator("button.token").nth(place)


def corpus(tab) -> list[str]:
    """The words of the reader's corpus, with spaces between tokens."""
    words = mode(tab).locator(".word").all()
    return [" ".join(word.locator(".token").all_text_contents()) for word in words]


def has_tokens(tab, count: int) -> None:
    expect(mode(tab).locator(".facts")).to_contain_text(f"tokens in the corpus: {count}")


def has_chart(tab, name: str) -> None:
    """The chart of the comparison has a name with the last values, and two lines."""
    expect(mode(tab).get_by_role("img", name=name)).to_be_in_viewport()
    expect(mode(tab).locator(".chart polyline")).to_have_count(2)


def test_reader_merges_neighbors_and_compares_with_the_training(tab):
    tab.open("corpus=hug&step=2")
    tab.page.get_by_role("button", name="You are the trainer").click()
    expect(mode(tab).get_by_role("heading").first).to_be_focused()
    expect(tab.page.locator(".pairs")).to_be_hidden()
    expect(tab.transport).to_be_hidden()
    has_tokens(tab, 113)
    expect(button(tab, "Compare")).to_be_disabled()
    token(tab, 0, 0).click()
    expect(token(tab, 0, 0)).to_have_attribute("aria-pressed", "true")
    token(tab, 1, 1).click()  # not next to the first: it is the first token now
    expect(token(tab, 0, 0)).to_have_attribute("aria-pressed", "false")
    token(tab, 1, 0).click()  # from the right to the left
    has_tokens(tab, 96)
    assert corpus(tab) == ["h u g", "pu g", "pu n", "b u n", "h u g s"]
    expect(mode(tab).locator(".said")).to_have_text(
        "p+u: 17 times in the corpus. It had 113 tokens, now it has 96."
    )
    expect(tab.page.locator("[role=status]")).to_contain_text("p+u: 17 times")
    token(tab, 1, 0).click()
    token(tab, 1, 1).click()
    has_tokens(tab, 91)
    button(tab, "Compare").click()
    expect(mode(tab).locator(".verdict-of-choices")).to_have_text(
        "Tokens in the corpus after 2 merges: 91 yours, 77 in the training. "
        "Your choices cost 14 tokens."
    )
    expect(mode(tab).locator(".own-comparison tr.row")).to_have_count(2)
    has_chart(tab, "Tokens in the corpus after each merge: Yours 91, The algorithm 77")
    button(tab, "Undo").click()
    has_tokens(tab, 96)
    button(tab, "Start again").click()
    has_tokens(tab, 113)
    button(tab, "Back to the steps").click()
    expect(mode(tab)).to_have_count(0)
    expect(tab.page.get_by_role("button", name="You are the trainer")).to_be_focused()
    tab.press("ArrowRight")
    tab.at(3)
    assert "view" not in tab.query()


def test_choices_survive_a_reload_and_a_change_of_language(tab):
    tab.open("corpus=hug&step=2&view=by_hand")
    token(tab, 0, 1).click()
    token(tab, 0, 2).click()
    has_tokens(tab, 93)
    tab.address_has(view="by_hand", step=2)
    tab.page.reload()
    has_tokens(tab, 93)
    tab.show("corpus=hug&lang=ko")
    expect(mode(tab).locator(".facts")).to_contain_text("말뭉치의 토큰: 93")
    tab.page.evaluate(
        "() => { for (const k of Object.keys(sessionStorage)) "
        "if (/by-merge \\S/.test(k)) sessionStorage[k] = '99-98'; }"
    )
    with tab.watch.expecting("400"):
        tab.page.reload()
        expect(mode(tab).locator(".facts")).to_contain_text("113")


def test_answer_that_does_not_come_can_be_asked_for_again(tab):
    lost = Answered(tab.page, "**/by_hand/**", lambda route: route.abort())
    tab.open("corpus=hug&step=0&view=by_hand")
    has_tokens(tab, 113)
    with tab.watch.expecting("ERR_FAILED"):
        lost.start()
        token(tab, 0, 1).click()
        token(tab, 0, 2).click()
        expect(mode(tab).get_by_role("alert")).to_contain_text("Couldn't load this step.")
    lost.stop()
    button(tab, "Try again").click()
    has_tokens(tab, 93)
    expect(mode(tab).get_by_role("alert")).to_be_hidden()


def test_keyboard_merges_and_keeps_its_place(tab):
    tab.open("corpus=hug&step=0&view=by_hand")
    has_tokens(tab, 113)
    tab.focus_by_keyboard(".by-hand .token")
    tab.press("ArrowRight", "Enter")
    expect(mode(tab).locator(".note").first).to_contain_text("First token: u.")
    tab.press("Escape")
    expect(token(tab, 0, 1)).to_have_attribute("aria-pressed", "false")
    tab.press("Enter", "ArrowRight", "Enter")
    has_tokens(tab, 93)
    expect(token(tab, 0, 1)).to_be_focused()
    tab.press("Enter", "ArrowLeft", " ")
    has_tokens(tab, 78)
    expect(token(tab, 0, 0)).to_be_focused()
    tab.press("ArrowRight")
    expect(token(tab, 1, 0)).to_be_focused()  # and the stage, which is covered, does not step
    tab.press("Tab")
    assert not tab.focused(".by-hand .token")
    button(tab, "Back to the steps").click()
    assert tab.target == 0


def test_reader_fills_in_the_lattice_and_compares_with_viterbi(tab):
    tab.open(LATTICE, "/unigram")
    choices = mode(tab).locator("button.choice")
    said = mode(tab).locator(".said")
    expect(choices).to_have_count(1)
    choices.click()
    expect(mode(tab).get_by_role("heading", name="up to position 2")).to_be_visible()
    mode(tab).locator(".arc[data-id=un] text").first.click()  # in the picture
    expect(said).to_have_text("Up to position 2, your product is 0.076190.")
    choices.last.click()
    expect(said).to_contain_text("Up to position 3")
    choices.last.click()
    expect(said).to_contain_text("Up to position 4")
    expect(choices).to_have_count(3)
    choices.filter(has_text=re.compile("^unhug")).first.click()
    expect(said).to_contain_text("Compare now.")
    expect(choices).to_have_count(0)
    button(tab, "Compare").click()
    verdict = mode(tab).locator(".verdict-of-choices")
    expect(verdict).to_contain_text("no segmentation is better than yours")
    expect(mode(tab).locator(".own-comparison tr.tied")).to_have_count(1)  # at position 4
    expect(tab.corpus).to_have_count(1)
    button(tab, "Undo").click()
    choices.last.click()
    expect(verdict).to_contain_text("and the best has 0.005442")


def test_removed_piece_keeps_its_place_and_a_character_says_why_it_stays(tab):
    tab.open(ROUNDS, "/unigram")
    choices = mode(tab).locator(".choice")
    expect(choices).to_have_count(15)
    names = choices.locator(".content").all_text_contents()
    last = choices.last.bounding_box()
    choices.nth(names.index("hu")).click()
    expect(mode(tab).locator(".said")).to_contain_text("Without hu")
    expect(mode(tab).locator(".choice.gone")).to_have_text("hu–")
    mode(tab).locator(".choice.gone").click()  # a second press removes nothing
    assert choices.locator(".content").all_text_contents() == names
    assert choices.last.bounding_box()["x"] == last["x"]
    mode(tab).locator(".choice.fixed").first.click()
    note = mode(tab).locator(".by-hand-pieces .note")
    expect(note).to_have_text("h stays, because single characters are never removed.")
    expect(mode(tab).locator(".fact.vocab")).to_have_text("removed 1 of 5")


def test_reader_removes_pieces_and_compares_the_losses(tab):
    tab.open(ROUNDS, "/unigram")
    pieces = mode(tab).locator("button.choice")
    expect(pieces).to_have_count(8)
    tab.focus_by_keyboard(".by-hand .choice")
    tab.press("ArrowRight", "ArrowRight", "Enter")
    expect(pieces).to_have_count(7)
    expect(mode(tab).locator(".said")).to_contain_text("Without hug, the loss rises by 23.513753.")
    expect(pieces.nth(2)).to_be_focused()
    button(tab, "Compare").click()
    expect(mode(tab).locator(".verdict-of-choices")).to_have_text(
        "Loss after 1 removal: 187.9808 yours, 165.2081 of the algorithm. "
        "Your choices cost 22.7727."
    )
    has_chart(tab, "Loss after each removal: Yours 187.98, The algorithm 165.21")
    for left in (6, 5, 4):
        pieces.first.click()
        expect(pieces).to_have_count(left)
    pieces.first.click()
    expect(pieces).to_have_count(0)  # as many as in the training
    expect(mode(tab).locator(".said")).to_contain_text("There is nothing left to remove.")


@pytest.mark.parametrize(
    "address", ["/?corpus=hug&view=by_hand", f"/unigram?{LATTICE}", f"/unigram?{ROUNDS}"]
)
def test_free_modes_are_accessible_and_fit_on_a_phone(visitor, server, address):
    tab = visitor(server, viewport={"width": PHONE[0], "height": PHONE[1]}, has_touch=True)
    tab.page.goto(tab.url + address)
    items = mode(tab).locator(":is(button.token, button.choice)")
    for _ in range(2):
        items.first.tap()
        if "unigram" not in address:
            items.nth(1).tap()
        expect(mode(tab).locator(".said")).not_to_be_empty()
    button(tab, "Compare").tap()
    expect(mode(tab).locator(".own-comparison tr.row").first).to_be_visible()
    assert broken_rules_in(tab.page, "light", first=True) == []
    width = tab.page.evaluate("() => document.documentElement.scrollWidth")
    assert width <= PHONE[0]
    wide = "(all) => all.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.className)"
    assert not tab.page.locator(".by-hand :is(.scroll, .words, tr.row td)").evaluate_all(wide)
    for each in mode(tab).locator(".controls .button").all():
        assert each.bounding_box()["height"] >= 44
