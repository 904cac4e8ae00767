"""The page of Unigram in a browser: its three views, stepped, lit, linked."""

import re

import pytest
from playwright.sync_api import expect

from pages import records
from pages.usual import defaults


@pytest.fixture
def page(tab):
    """A tab on the page of Unigram: `page(query)`. Streamlit looks for its server there first."""

    def enter(query: str = "", ready: bool = True):
        tab.page.goto(f"{tab.url}/unigram?{query}")
        if ready:
            tab.ready()
        return tab

    with tab.watch.expecting("404.*/unigram/_stcore/"):
        yield enter


def state(tab) -> dict[str, list[str]]:
    """The arcs of the lattice by their state, and the position that is met."""
    return tab.page.locator(".lattice").evaluate(
        """(svg) => {
          const places = [...svg.querySelectorAll('.point.now .place')];
          const states = {now: places.map((place) => place.textContent)};
          for (const arc of svg.querySelectorAll('.arc')) {
            (states[arc.dataset.state ?? ''] ??= []).push(arc.querySelector('.piece').textContent);
          }
          return states; }"""
    )


def rows(tab, css: str) -> list[list[str]]:
    """The texts of the cells of a table that is shown; empty where a cell is not."""
    return tab.page.locator(f"{css} tbody tr:visible").evaluate_all(
        """(rows) => rows.map((row) => [...row.cells].map((cell) =>
          getComputedStyle(cell).visibility === 'hidden' ? '' : cell.textContent))"""
    )


def test_viterbi_goes_position_by_position_and_back(page):
    tab = page("corpus=hug&word=unhug")
    tab.at(0)
    assert tab.last == 7
    assert len(rows(tab, ".every")) == 8
    for k in range(1, 6):
        tab.press("ArrowRight")
        tab.at(k)
        assert state(tab)["now"] == [str(k)]
        best = rows(tab, ".best")
        assert [row[1] != "" for row in best[1:]] == [i < k for i in range(5)]
    assert state(tab)["chosen"] == ["hug"]
    assert best[5][1:] == ["unhug", "0.005442", "−5.2136"]
    tab.press("PageDown")
    tab.at(6)
    assert state(tab)["path"] == ["hug"]
    tab.press("End")
    tab.at(7)
    assert sorted(state(tab)["path"]) == ["hug", "un"]
    expect(tab.page.locator(".equation")).to_have_text("unhug=0.005442")
    tab.address_has(at=7, corpus="hug")
    tab.page.reload()
    tab.ready()
    tab.at(7)
    tab.press("Home")
    tab.at(0)
    assert "path" not in state(tab)


def test_a_tie_is_shown_as_a_tie(page):
    tab = page("corpus=hug&word=pug")
    tab.act("stop")
    tab.at(3)
    shown = state(tab)
    assert (shown["chosen"], shown["tied"]) == (["ug"], ["g"])
    assert [row[0] for row in rows(tab, ".candidates")] == ["pugbest", "pugtied"]
    expect(tab.page.locator(".why")).to_contain_text("equally good")


def test_a_piece_pointed_at_says_what_it_is(page):
    tab = page("corpus=hug&word=unhug&at=5")
    tab.at(5)
    tab.page.locator(".arc[data-id=hu] .piece").hover()
    expect(tab.page.locator(".told")).to_contain_text("15/210 = 0.071429")
    tab.page.mouse.move(5, 5)
    expect(tab.page.locator(".told")).to_be_hidden()


def test_a_word_is_typed_and_steps_follow(page):
    tab = page("corpus=hug")
    box = tab.control("word").get_by_role("combobox")
    box.click()
    box.fill("huggun")
    tab.press("Enter")
    tab.address_has(word="huggun")
    tab.until(lambda: tab.last == 6 + 3)
    tab.press("End")
    tab.at(9)
    expect(tab.page.locator(".equation")).to_have_text("huggun=0.00051830")
    box.click()
    box.fill("thug")
    tab.press("Enter")
    tab.until(lambda: tab.last == 4)
    tab.page.mouse.click(900, 5)
    tab.press("End")
    expect(tab.page.locator(".why")).to_contain_text("[UNK]")


def test_round_by_round(page):
    tab = page("corpus=course&show=rounds")
    run = records.pieces_of(defaults("course"))
    tab.at(0)
    assert tab.last == len(run.rounds) == 11
    for k in (1, 2, 3):
        tab.press("ArrowRight")
        tab.at(k)
        tab.settle()
        gone = [row[0] for row in rows(tab, ".pieces") if row[3] == "goes"]
        assert gone == list(run.rounds[k - 1].removed)
    tab.press("End")
    tab.at(11)
    expect(tab.page.locator(".why")).to_contain_text("Training ends here")
    tab.address_has(at=11, show="rounds")
    tab.press("Home", "ArrowRight")
    tab.at(1)
    tab.settle()
    tab.page.locator(".pieces tr", has_text=re.compile("^ll0")).first.hover()
    expect(tab.page.locator(".told")).to_contain_text("rises by 6.376412")


def test_beside_bpe_the_filter_and_the_links(page):
    tab = page("corpus=hug&show=beside", ready=False)
    table = tab.page.locator(".beside tbody tr")
    expect(table).to_have_count(5)
    differ = tab.page.locator(".beside tr.differs")
    count = differ.count()
    assert 0 < count < 5
    tab.page.get_by_label("Only words that are cut differently").check()
    expect(tab.page.locator(".beside tbody tr:visible")).to_have_count(count)
    differ.first.locator("a").nth(1).click()
    tab.ready()
    tab.address_has(word="pug")
    expect(tab.page.locator(".lattice")).to_be_visible()
    tab.page.go_back()
    expect(table).to_have_count(5)
    differ.first.locator("a").first.click()
    tab.ready()
    expect(tab.page.locator(".watched .line")).to_have_text("pug")
    tab.address_has(vocab=10)


def test_the_step_of_bpe_and_the_place_here_live_side_by_side(page):
    tab = page("corpus=course&step=5&word=This&at=2")
    tab.at(2)
    tab.press("ArrowRight")
    tab.at(3)
    tab.address_has(at=3, step=5)
    tab.page.get_by_test_id("stTopNavLink").filter(has_text="Training").click()
    tab.ready()
    tab.at(5)
    tab.press("ArrowRight")
    tab.at(6)
    tab.told(6)
    tab.page.get_by_test_id("stTopNavLink").filter(has_text="Unigram").click()
    tab.ready()
    tab.at(3)
    tab.address_has(at=3, step=6)


@pytest.mark.parametrize("size", [(360, 740), (1366, 768), (1920, 1080)])
@pytest.mark.parametrize("show", ["word", "rounds", "beside"])
def test_nothing_is_wider_than_the_screen(visitor, server, show, size):
    tab = visitor(server, viewport={"width": size[0], "height": size[1]})
    with tab.watch.expecting("404.*/unigram/_stcore/"):
        tab.page.goto(f"{tab.url}/unigram?corpus=course&show={show}&at=2")
        expect(tab.page.locator("section.stage, .beside").first).to_be_visible()
        tab.idle()
    assert tab.page.evaluate("() => document.documentElement.scrollWidth") <= size[0]
