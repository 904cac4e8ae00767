"""The code of a step: every line and every value can be read, at any width."""

import pytest
from playwright.sync_api import expect

import bpe
from pages.i18n.language import translation
from pages.serving import runs
from pages.state.defaults import defaults
from pages.view.bpe import code

SIZES = [(1366, 768), (1920, 1080), (390, 844)]
CUT = """(nodes) => nodes.filter((node) => {
  const style = getComputedStyle(node);
  const hides = node.scrollWidth > node.clientWidth && style.overflowX !== 'visible';
  return hides || style.textOverflow === 'ellipsis';
}).map((node) => node.textContent)"""


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}px")
def tab(visitor, server, request):
    width, height = request.param
    tab = visitor(server, viewport={"width": width, "height": height})
    tab.page.goto(f"{server.url}/code?corpus=hug&at=2")
    expect(tab.page.locator(".code")).to_be_visible()
    return tab


def boxes(locator) -> list[dict[str, float]]:
    return [each.bounding_box() for each in locator.all()]


def test_every_line_and_value_is_fully_visible(tab):
    page = tab.page
    run = bpe.train(bpe.SAMPLES["hug"].corpus("whitespace", "none"), 20)
    values = code.values(run, 2, translation("en"))
    expect(page.locator(".code td.result:not(:empty)")).to_have_text(list(values.values()))
    lines = page.locator(".code td.text").all_text_contents()
    assert lines[-1] == "    return tuple(merges)"
    assert page.locator(".code td").evaluate_all(CUT) == []
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    scroll = page.locator(".code .scroll")
    assert scroll.evaluate("(node) => node.scrollWidth <= node.clientWidth")


def test_line_numbers_are_narrow(tab):
    number, text = (tab.page.locator(f".code td.{kind}").first for kind in ("number", "text"))
    region = tab.page.locator(".code .scroll").bounding_box()
    assert number.bounding_box()["width"] <= 0.15 * region["width"]
    assert text.bounding_box()["width"] >= 0.5 * region["width"]
    assert number.evaluate("(node) => getComputedStyle(node).textAlign") in ("end", "right")


def test_value_is_next_to_its_line_or_below_on_a_phone(tab):
    rows = tab.page.locator(".code tr.chosen")
    for text, made in zip(
        boxes(rows.locator("td.text")), boxes(rows.locator("td.result")), strict=True
    ):
        if tab.page.viewport_size["width"] > 800:
            assert made["x"] >= text["x"] + text["width"] - 1
            assert abs(made["y"] - text["y"]) < 2
        else:
            assert made["y"] >= text["y"] + text["height"] - 1


def test_executed_lines_are_marked(tab):
    chosen = tab.page.locator(".code tr.chosen")
    run = runs.run_of(defaults("hug"))
    expect(chosen).to_have_count(len(code.values(run, 2, translation("en"))))
    line, other = (
        tab.page.locator(f".code {css} td.text").first.evaluate(
            "(node) => getComputedStyle(node).backgroundColor"
        )
        for css in ("tr.chosen", "tr.row:not(.chosen)")
    )
    assert line != other
