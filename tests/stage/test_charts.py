"""Charts in the stage: the marker is where the engine's value is, and a click goes to a step."""

import re

import pytest

from pages.runs import runs
from pages.state.defaults import defaults
from tests.support.network import Held
from tests.support.tab import DEEP
from tests.support.waiting import expect

NOTE_CHARTS = f"""{{ {DEEP}
  window.drawnAtFetch = [];
  const real = window.fetch;
  window.fetch = (url, ...more) => {{
    if (String(url).endsWith("/charts")) {{
      window.drawnAtFetch.push(deep("[data-step]")[0]?.dataset.step ?? "nothing");
    }}
    return real.call(window, url, ...more);
  }};
}}"""

# The center of the marker, and that of what Vega has drawn: a dot, or a corner of the line.
PLACES = """(drawing, i) => {
  const center = (e) => { const r = e.getBoundingClientRect();
    return [r.x + r.width / 2, r.y + r.height / 2]; };
  const dots = drawing.querySelectorAll('.mark-symbol path');
  if (dots.length) return [center(drawing.querySelector('.now')), center(dots[i])];
  const line = drawing.querySelector('.mark-line path');
  const corner = line.getAttribute('d').match(/[-.\\d]+,[-.\\d]+/g)[i];
  const [x, y] = corner.split(',').map(Number);
  const at = new DOMPoint(x, y).matrixTransform(line.getScreenCTM());
  return [center(drawing.querySelector('.now')), [at.x, at.y]];
}"""


def charts(tab):
    """The three charts of the training page, loaded."""
    drawings = tab.page.locator(".charts .drawing")
    drawings.last.scroll_into_view_if_needed()
    expect(drawings.locator("svg")).to_have_count(drawings.count())
    return drawings


def place_of(drawing, step: int, last: int) -> tuple[float, float]:
    """The place of a step in a linear chart on the screen."""
    box = drawing.bounding_box()
    x = (46 + 300 * step / last) / 360
    return box["x"] + x * box["width"], box["y"] + box["height"] / 2


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_marker_is_where_vega_has_drawn_the_value(tab, size):
    tab.resize(size)
    tab.open("corpus=course&vocab=60&step=7")
    run = runs.run_of(defaults("course").replace(vocab=60))
    drawings = charts(tab)
    for k in (7, 1, len(run.merges)):
        tab.page.locator(".text-field").fill(str(k))
        tab.press("Enter")
        tab.at(k)
        for i, corner in enumerate((2 * k, 2 * k, k - 1)):  # stairs twice, then a line by rank
            tab.until(lambda i=i, corner=corner: near(drawings.nth(i).evaluate(PLACES, corner)))


def near(places: list[list[float]]) -> bool:
    (x, y), (wanted_x, wanted_y) = places
    return abs(x - wanted_x) < 1 and abs(y - wanted_y) < 1


def test_marker_of_rounds_is_on_the_dot_of_the_round(tab):
    tab.open("corpus=course&show=rounds&at=3", "/unigram")
    drawings = charts(tab)
    tab.until(lambda: near(drawings.nth(0).evaluate(PLACES, 2)))  # round 0 has no loss
    tab.until(lambda: near(drawings.nth(1).evaluate(PLACES, 3)))
    tab.press("End")
    tab.at(11)
    tab.until(lambda: near(drawings.nth(1).evaluate(PLACES, 11)))
    tab.press("Home")
    tab.at(0)
    expect(drawings.nth(0).locator(".now")).to_be_hidden()
    expect(drawings.nth(1).locator(".now")).to_be_visible()


def test_caption_has_the_value_of_the_step(tab):
    tab.open("corpus=course&step=4")
    run = runs.run_of(defaults("course"))
    words = run.word_total
    charts(tab)
    for k in (4, 5, 6):
        tab.at(k)
        values = [run.token_totals[i] / words for i in (0, k, -1)]
        sentence = "{:.2f} at the start, {:.2f} at this step, {:.2f} at the end".format(*values)
        expect(tab.page.locator(".chart .sentence").first).to_have_text(sentence)
        count = tab.page.locator(".chart .sentence").last
        expect(count).to_contain_text(f", {run.merges[k - 1].count} at this step")
        tab.press("ArrowRight")


def test_charts_have_names_and_descriptions(tab):
    tab.open("corpus=course&step=4")
    charts(tab)
    for name in ("Tokens per word", "Bytes per token", "Count of the merged pair, by rank"):
        chart = tab.page.get_by_role("img", name=name, exact=True)
        expect(chart).to_have_count(1)
        expect(chart).to_have_accessible_description(re.compile("at this step"))


def test_click_and_drag_on_a_chart_seek(tab):
    tab.open("corpus=course&vocab=60&step=7")
    first = charts(tab).first
    last = tab.last
    tab.page.mouse.click(*place_of(first, 12, last))
    tab.at(12)
    tab.page.mouse.move(*place_of(first, 3, last))
    tab.page.mouse.down()
    tab.at(3)
    tab.page.mouse.move(*place_of(first, 9, last))
    tab.at(9)
    x, y = place_of(first, last, last)
    tab.page.mouse.move(x + 400, y + 300)  # outside the chart
    tab.at(last)
    tab.page.mouse.up()
    tab.page.mouse.move(*place_of(first, 5, last))
    tab.still_at(last)
    tab.address_has(step=last)


def test_click_on_a_logarithmic_chart_seeks(tab):
    tab.open("corpus=course&vocab=60&step=7")
    box = charts(tab).last.bounding_box()
    middle = (46 + 300 / 2) / 360
    tab.page.mouse.click(box["x"] + middle * box["width"], box["y"] + box["height"] / 2)
    tab.at(round(tab.last**0.5))


def test_pointing_at_a_chart_shows_the_value_there(tab):
    tab.open("corpus=course&vocab=60&step=7")
    run = runs.run_of(defaults("course").replace(vocab=60))
    first = charts(tab).first
    tab.page.mouse.move(*place_of(first, 12, tab.last))
    value = run.token_totals[12] / run.word_total
    expect(first.locator(".tip")).to_have_text(f"Step 12 of {tab.last}: {value:.2f}")
    tab.still_at(7)
    tab.page.mouse.move(5, 5)
    expect(first.locator(".tip")).to_be_hidden()


def swipe(tab, start: tuple[float, float], by: tuple[float, float]) -> None:
    """Put a finger down, move it in ten parts, and lift it."""
    session = tab.page.context.new_cdp_session(tab.page)
    for part in range(11):
        place = {"x": start[0] + by[0] * part / 10, "y": start[1] + by[1] * part / 10}
        event = "touchMove" if part else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": event, "touchPoints": [place]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_tap_and_sideways_swipe_seek_and_upward_swipe_scrolls(visitor, server):
    tab = visitor(server, has_touch=True, viewport={"width": 390, "height": 844})
    tab.open("corpus=course&vocab=60&step=7")
    first = charts(tab).first
    first.scroll_into_view_if_needed()
    scrolled = tab.page.evaluate("scrollY")
    swipe(tab, place_of(first, 12, tab.last), (0, -90))
    tab.until(lambda: tab.page.evaluate("scrollY") > scrolled)
    tab.still_at(7)
    tab.page.touchscreen.tap(*place_of(first, 12, tab.last))
    tab.at(12)
    x, y = place_of(first, 3, tab.last)
    swipe(tab, (x, y), (place_of(first, 20, tab.last)[0] - x, 0))
    tab.at(20)


def test_charts_are_fetched_when_they_are_near_and_nothing_moves(tab):
    tab.page.add_init_script(NOTE_CHARTS)
    held = Held(tab.page, re.compile("/charts$"))
    held.start()
    tab.resize((390, 844))
    tab.open("corpus=course&step=4")
    tab.at(4)
    tab.press("ArrowRight")
    tab.at(5)
    for _ in range(5):
        tab.settle()
    assert tab.page.evaluate("window.drawnAtFetch") == []
    nodes = tab.page.locator(".chart")
    nodes.first.scroll_into_view_if_needed()
    tab.until(lambda: tab.page.evaluate("window.drawnAtFetch") == ["5"])
    before = [nodes.nth(i).bounding_box()["height"] for i in range(3)]
    held.release()
    charts(tab)
    assert [nodes.nth(i).bounding_box()["height"] for i in range(3)] == before


def test_charts_are_fetched_after_the_first_step_is_drawn(tab):
    tab.page.add_init_script(NOTE_CHARTS)
    tab.open("corpus=course&step=4")
    charts(tab)
    assert tab.page.evaluate("window.drawnAtFetch") == ["4"]


def test_charts_are_fetched_again_after_an_error(tab):
    tab.page.route(re.compile("/charts$"), lambda route: route.fulfill(status=503), times=1)
    with tab.watch.expecting("503"):
        tab.open("corpus=course&step=4")
        charts(tab)
    expect(tab.page.locator(".chart .sentence").first).to_contain_text("at this step")


def test_presented_stage_draws_no_charts(tab):
    tab.page.add_init_script(NOTE_CHARTS)
    tab.open("corpus=course&step=4&view=projector")
    tab.at(4)
    for _ in range(5):
        tab.settle()
    expect(tab.page.locator(".charts")).to_be_hidden()
    assert tab.page.evaluate("window.drawnAtFetch") == []
    tab.press("Escape")
    charts(tab)
    expect(tab.page.locator(".chart .sentence").first).to_contain_text("at this step")


@pytest.mark.parametrize("how", ["key", "menu"])
def test_charts_are_loaded_for_printing_before_the_reader_scrolls_to_them(tab, how):
    tab.resize((390, 500))  # the charts are far below the screen
    tab.open("corpus=course&vocab=60&step=7")
    drawn = tab.page.locator(".charts .drawing svg")
    expect(drawn).to_have_count(0)
    if how == "menu":
        tab.page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
        expect(drawn).to_have_count(3)
        return
    tab.page.evaluate(
        f"() => {{ {DEEP} window.print = () => {{ window.drawn = deep('.charts svg').length; }} }}"
    )
    tab.page.keyboard.press("Control+p")
    tab.until(lambda: tab.page.evaluate("window.drawn") == 3)
