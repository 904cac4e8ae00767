"""The code of a step: every line and every value can be read, at any width."""

import re

import pytest

import bpe
from pages.runs import runs
from pages.state.defaults import defaults
from pages.training import code
from pages.training.record_parts import BLOCK
from pages.translations.language import translation
from tests.support.waiting import expect

SIZES = [(1366, 768), (1920, 1080), (390, 844)]
CUT = """(nodes) => nodes.filter((node) => {
  const style = getComputedStyle(node);
  const hides = node.scrollWidth > node.clientWidth && style.overflowX !== 'visible';
  return hides || style.textOverflow === 'ellipsis';
}).map((node) => node.textContent)"""


@pytest.fixture
def tab(tab):
    tab.open("corpus=hug&step=2")
    unfold(tab)
    return tab


def unfold(tab) -> None:
    """Open the code, and wait until it is shown."""
    tab.page.locator(".code summary").click()
    expect(tab.page.locator(".code:not(.waiting) td.text").first).to_be_visible()


def values_of(run: bpe.Run, k: int, lang: str = "en") -> list[str]:
    """The values at a step, from top to bottom."""
    (table,) = run.tables(k, k + 1, code.NAMED)
    found = code.LINES.values(code.values(run, table, translation(lang)))
    return [found[i] for i in sorted(found)]


def boxes(locator) -> list[dict[str, float]]:
    return [each.bounding_box() for each in locator.all()]


def test_every_line_and_value_is_fully_visible(tab, subtests):
    page = tab.page
    run = bpe.train(bpe.SAMPLES["hug"].corpus("whitespace", "none"), 20)
    expect(page.locator(".code td.line-value:not(:empty)")).to_have_text(values_of(run, 2))
    lines = page.locator(".code td.text").all_text_contents()
    assert lines[-1] == "    return tuple(merges)"
    for size in SIZES:
        with subtests.test(size=size):
            tab.resize(size)
            assert page.locator(".code td").evaluate_all(CUT) == []
            assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
            scroll = page.locator(".code .scroll")
            assert scroll.evaluate("(node) => node.scrollWidth <= node.clientWidth")
            check_line_numbers_are_narrow(tab)
            check_values_are_next_to_their_lines_or_below_on_a_phone(tab)


def check_line_numbers_are_narrow(tab) -> None:
    number, text = (tab.page.locator(f".code td.{kind}").first for kind in ("line-number", "text"))
    region = tab.page.locator(".code .scroll").bounding_box()
    assert text.bounding_box()["x"] - number.bounding_box()["x"] <= 0.15 * region["width"]
    assert text.bounding_box()["width"] >= 0.5 * region["width"]
    assert number.evaluate("(node) => getComputedStyle(node).textAlign") in ("end", "right")


def check_values_are_next_to_their_lines_or_below_on_a_phone(tab) -> None:
    rows = tab.page.locator(".code tr.chosen")
    for text, made in zip(
        boxes(rows.locator("td.text")), boxes(rows.locator("td.line-value")), strict=True
    ):
        if tab.page.viewport_size["width"] > 800:
            assert made["x"] >= text["x"] + text["width"] - 1
            assert abs(made["y"] - text["y"]) < 2
        else:
            assert made["y"] >= text["y"] + text["height"] - 1


def test_executed_lines_are_marked(tab):
    chosen = tab.page.locator(".code tr.chosen")
    run = runs.run_of(defaults("hug"))
    expect(chosen).to_have_count(len(values_of(run, 2)))
    line, other = (
        tab.page.locator(f".code {css} td.text").first.evaluate(
            "(node) => getComputedStyle(node).backgroundColor"
        )
        for css in ("tr.chosen", "tr.row:not(.chosen)")
    )
    assert line != other


def fetched_code(tab) -> list[str]:
    """The URLs of the code records that the page requests from now on."""
    urls: list[str] = []
    tab.page.on("request", lambda request: "/code-" in request.url and urls.append(request.url))
    return urls


def test_values_follow_the_step_with_a_fetch_at_block_borders_only(visitor, server):
    tab = visitor(server)
    run = runs.run_of(defaults("english"))
    border = BLOCK
    assert len(run.merges) > border
    urls = fetched_code(tab)
    tab.open(f"corpus=english&step={border - 3}")
    results = tab.page.locator(".code:not(.waiting) td.line-value:not(:empty)")
    tab.press("ArrowRight")
    tab.at(border - 2)
    assert urls == []  # closed: nothing is fetched
    unfold(tab)
    expect(results).to_have_text(values_of(run, border - 2))
    for step in (border - 1, border, border + 1):
        tab.press("ArrowRight")
        expect(results).to_have_text(values_of(run, step))
        expect(tab.page.locator(".code summary")).to_have_text(f"Code for step {step}")
    tab.press("Home")
    expect(results).to_have_text(values_of(run, 0))
    assert [re.search(r"code-\d+", url)[0] for url in urls] == ["code-0", "code-1"]


def test_code_stays_open_with_another_language_and_run(visitor, server):
    tab = visitor(server)
    tab.open("corpus=hug&step=2")
    unfold(tab)
    results = tab.page.locator(".code:not(.waiting) td.line-value:not(:empty)")
    tab.show("corpus=hug&lang=ko")
    expect(tab.page.locator(".code summary")).to_have_text("2단계의 코드")
    expect(results).to_have_text(values_of(runs.run_of(defaults("hug")), 2, "ko"))
    tab.show("corpus=course")
    tab.at(0)
    expect(results).to_have_text(values_of(runs.run_of(defaults("course")), 0))


@pytest.mark.parametrize(
    ("path", "query", "value"),
    [
        ("/encode", "corpus=hug&input=hug", "3: h + ug"),
        ("/unigram", "corpus=hug&show=word&word=unhug&round=0", "un, hug"),
        ("/unigram", "corpus=hug&show=rounds", "14 → 13"),
        ("/unigram", "corpus=english&method=em&show=rounds&at=4", "180 → 134"),
    ],
)
def test_other_stages_show_the_values_of_their_steps(tab, path, query, value):
    tab.open(query, path)
    unfold(tab)
    results = tab.page.locator(".code:not(.waiting) td.line-value:not(:empty)")
    expect(results.get_by_text(value, exact=True)).to_have_count(0)
    tab.press("ArrowRight", "ArrowRight") if value != "un, hug" else tab.press("End")
    expect(results.get_by_text(value, exact=True)).to_have_count(1)
    expect(tab.page.locator(".code summary")).to_contain_text("Code for step")
    for size in ((1366, 768), (390, 844)):
        tab.resize(size)
        assert tab.page.locator(".code td").evaluate_all(CUT) == []
        assert tab.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
