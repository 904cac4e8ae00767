"""WordPiece on the encoding stage: attempt by attempt, the longest part of a word first."""

import json
from urllib.parse import quote

from pages.storage import file_store
from tests.support.waiting import expect

TOKENS = ["[UNK]", "hug", "h", "un", "##h", "##hug", "##s", "##ug"]


def opened(tab, text: str, more: str = "") -> None:
    """Open a text with a WordPiece tokenizer that has TOKENS."""
    file = {
        "model": {"type": "WordPiece", "vocab": {token: i for i, token in enumerate(TOKENS)}},
        "pre_tokenizer": {"type": "Whitespace"},
    }
    name = file_store.keep(json.dumps(file).encode())
    tab.open(f"corpus=hug&tokenizer={name}&input={quote(text)}{more}", "/encode")


def equation(tab) -> list[tuple[str, str]]:
    """The parts of the word in the headline, with their state."""
    return tab.page.locator(".equation .token").evaluate_all(
        """(tokens) => tokens.map((token) => [token.textContent,
          ['made', 'missing', 'remaining', 'unknown'].find(
            (name) => token.classList.contains(name)) ?? ''])"""
    )


def rows(tab) -> list[list[str]]:
    return tab.page.locator(".attempts tr.row:visible").evaluate_all(
        "(rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent))"
    )


def text(tab) -> list[list[str]]:
    return [[token for token, _ in word] for word in tab.words()]


def test_each_step_tries_one_character_less(tab):
    opened(tab, "unhugs")
    tab.at(0)
    assert tab.last == 8
    assert text(tab) == [["unhugs"]]
    for k in range(1, 5):
        tab.press("ArrowRight")
        tab.at(k)
        assert equation(tab) == [["unhugs"[: 7 - k], "missing"]] + [
            ["unhugs"[7 - k :], "remaining"]
        ] * (k > 1)
        assert len(rows(tab)) == k
    tab.press("ArrowRight")
    tab.at(5)
    assert equation(tab) == [["un", "made"], ["hugs", "remaining"]]
    assert rows(tab)[-1] == ["un", "0–2", "yes"]
    assert text(tab) == [["un", "hugs"]]
    expect(tab.page.locator(".rules .merge-entry.now")).to_contain_text("un")
    tab.press("End")
    tab.at(8)
    assert text(tab) == [["un", "##hug", "##s"]]
    assert rows(tab) == [["##s", "5–6", "yes"]]
    expect(tab.page.locator(".result .found")).to_be_visible()
    tab.page.reload()
    tab.ready()
    tab.at(8)


def test_dead_end_makes_the_whole_word_unknown(tab):
    opened(tab, "hug hugx hug")
    tab.press("End")
    tab.at(4)
    assert text(tab) == [["hug"], ["[UNK]"], ["hug"]]
    assert equation(tab) == [["hug", ""], ["##x", "missing"], ["[UNK]", "unknown"]]
    why = tab.page.locator(".why")
    expect(why).to_contain_text(
        "Not even ##x is in the vocabulary, so no token starts at position 3."
    )
    expect(why).to_contain_text("makes the whole word unknown: hugx becomes one [UNK]")


def test_next_token_goes_to_the_next_match_or_dead_end(tab):
    opened(tab, "unhugs x")
    for step in (5, 7, 8, 9):
        tab.act("stop")
        tab.at(step)
    expect(tab.page.get_by_role("button", name="Next token")).to_be_disabled()


def test_question_asks_for_the_longest_token(tab):
    opened(tab, "unhugs", "&view=predict")
    panel = tab.page.locator(".prediction")
    expect(panel).to_contain_text(
        "Word unhugs: what is the longest token that matches at position 0?"
    )
    choices = tab.page.locator(".choice .content")
    assert choices.all_text_contents() == ["u", "un", "unh", "unhu", "unhugs", "No token"]
    tab.press("e")
    tab.at(1)
    expect(tab.page.locator(".verdict")).to_contain_text("Not this one.")
    expect(tab.page.locator(".detail")).to_contain_text("The longest part that is there is un.")
    tab.page.get_by_role("button", name="Next question").click()
    tab.at(5)
    expect(panel).to_contain_text("at position 2")
    tab.press("c")
    expect(tab.page.locator(".verdict")).to_contain_text("Right.")


def test_unigram_tokenizer_opens_the_lattice_of_a_word(tab):
    vocab = [
        ["<unk>", 0.0],
        ["▁", -4.0],
        ["▁hug", -6.0],
        *([c, -3.0] for c in "hugs"),
        ["ug", -3.5],
    ]
    file = {
        "model": {"type": "Unigram", "vocab": vocab, "unk_id": 0},
        "pre_tokenizer": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always"},
    }
    name = file_store.keep(json.dumps(file).encode())
    tab.open(f"corpus=hug&tokenizer={name}&input=hugs+gush&word={quote('▁gush')}", "/encode")
    expect(tab.page.locator(".lattice")).to_be_visible()
    expect(tab.page.locator(".every h2")).to_have_text("1 segmentation, best first")
    tab.show(f"corpus=hug&tokenizer={name}&input=hugs+gush&word={quote('▁hugs')}", "/encode")
    expect(tab.page.locator(".every h2")).to_have_text("All 3 segmentations, best first")
    tab.press("End")
    expect(tab.page.locator(".equation .token")).to_have_text(["▁hug", "s"])
