"""The rounds of Unigram training: which pieces are removed, and why."""

import re

import pytest

from pages.runs import runs
from pages.state.defaults import defaults
from pages.storage.typed import pack
from tests.support.waiting import expect


def dropped(tab) -> list[str]:
    """The pieces that the table marks as removed in this round."""
    return tab.page.locator(".pieces tbody tr:visible").evaluate_all(
        """(rows) => rows.filter((row) => row.cells[3].textContent === 'removed'
          ).map((row) => row.cells[0].textContent)"""
    )


def test_each_round_marks_removed_pieces(tab):
    tab.open("corpus=course&show=rounds", "/unigram")
    run = runs.unigram_run_of(defaults("course"))
    tab.at(0)
    assert tab.last == len(run.rounds) == 11
    for k in (1, 2, 3):
        tab.press("ArrowRight")
        tab.at(k)
        tab.until(lambda k=k: dropped(tab) == list(run.rounds[k - 1].removed))
    tab.press("End")
    tab.at(11)
    expect(tab.page.locator(".why")).to_contain_text("Training ends here")
    tab.address_has(position=11, show="rounds")


def test_words_have_one_segmentation_before_the_first_round(tab):
    tab.open("corpus=unigram-en&show=rounds", "/unigram")
    heads, cells = tab.page.locator(".changes th"), tab.page.locator(".changes .row").first
    expect(heads).to_have_text(["Word × count", "Segmentation"])
    expect(cells.locator("td")).to_have_text(["art ×7", "art"])
    tab.press("ArrowRight")
    tab.at(1)
    expect(heads).to_have_text(["Word × count", "Segmentation before", "Segmentation after"])


def test_bar_of_a_word_says_its_count_once(tab):
    tab.open("corpus=unigram-en&method=em&show=rounds&at=2", "/unigram")
    tab.at(2)
    row = tab.page.locator(".shares li").first
    expect(row.locator(".name")).to_have_text("deer ×11")  # has the fewest segmentations
    expect(row.locator(".totals")).to_have_text("")


def test_hovered_piece_shows_its_cost(tab):
    tab.open("corpus=course&show=rounds&at=1", "/unigram")
    tab.page.locator(".pieces tr", has_text=re.compile(r"^ll6\.")).first.hover()
    expect(tab.page.locator(".detail")).to_contain_text("rises by 6.376412")


def test_hovered_loss_shows_its_terms_and_sum(tab):
    run = runs.unigram_run_of(defaults("unigram-en"))
    tab.open("corpus=unigram-en&show=rounds&at=1", "/unigram")
    tab.at(1)
    tab.page.locator(".fact.loss").hover()
    detail = tab.page.locator(".detail")
    expect(detail).to_contain_text(re.compile(r"Loss = 7 × [\d.]+ \(art\) \+ 4 × "))
    expect(detail).to_contain_text(f"= {run.rounds[0].loss:,.4f}")


def test_focused_loss_and_bars_of_em_show_their_terms(tab):
    tab.open("corpus=unigram-en&method=em&show=rounds&at=2", "/unigram")
    tab.at(2)
    detail = tab.page.locator(".detail")
    tab.page.keyboard.press("Tab")
    tab.page.locator(".fact.loss").focus()
    expect(detail).to_contain_text("adds up all segmentations")
    tab.page.locator(".shares li", has_text="starter").hover()
    terms = r"The count of starter is 12\. .+: 12 × [\d.]+ / [\d.]+ = "
    expect(detail).to_contain_text(re.compile(terms))
    tab.press("ArrowRight")
    tab.at(3)
    bar = tab.page.locator(".shares li").filter(has=tab.page.get_by_text("er", exact=True)).first
    bar.hover()
    expect(detail).to_contain_text(re.compile(r"^er: .+ expected\.$"))


EM_STEP = (
    "&norm=none&split=whitespace&ties=first&vocab=50&min_count=1&special=&method=em"
    "&shares=plain&sentence=an&show=rounds&lang=en&at=2"
)
CUT = """() => {
  const shares = document.querySelector(".st-key-stage").shadowRoot;
  const parts = [...shares.querySelectorAll(".shares .soft .part")];
  const right = (e) => e.getBoundingClientRect().right;
  const isShown = (e) => e.checkVisibility({ visibilityProperty: true });
  const cut = (part) => [...part.children].filter(
    (e) => isShown(e) && right(e) > right(part) + 1);
  const below = (part) => [...part.closest(".share-bars").querySelectorAll(".narrow > *")]
    .filter(isShown).map((e) => e.textContent);
  const isMissing = (part) =>
    ![...part.children].every(isShown) && !below(part).includes(part.textContent);
  return {
    parts: parts.length,
    cut: parts.flatMap(cut).map((e) => e.textContent),
    missing: parts.filter(isMissing).map((e) => e.textContent),
  };
}"""


@pytest.mark.parametrize("size", [(1366, 768), (1030, 768), (390, 844)])
def test_shares_of_em_can_all_be_read(tab, size):
    tab.resize(size)
    tab.open("corpus=own&counts=" + pack("an 45\nand 45") + EM_STEP, "/unigram")
    tab.at(2)
    found = tab.page.evaluate(CUT)
    assert found["parts"] > 4
    assert (found["cut"], found["missing"]) == ([], [])
