"""For every room: the tour of the first minute, the keys, the projector, the phone."""

import pytest
from playwright.sync_api import expect


def test_the_tour_comes_once_and_is_left_at_once(visitor, server):
    tab = visitor(server, first_visit=True).open("corpus=hug")
    note = tab.page.locator(".tour")
    expect(note).to_contain_text("Right key")
    tab.press("ArrowRight")
    tab.at(1)
    expect(note).to_contain_text("Here is the merge")
    tab.page.get_by_role("button", name="Leave the tour").click()
    expect(note).to_be_hidden()
    tab.page.reload()
    tab.ready()
    tab.settle()
    expect(note).to_be_hidden()
    tab.press("?")
    tab.page.get_by_role("button", name="Take the tour").click()
    for _ in range(4):
        expect(note).to_be_visible()
        note.get_by_role("button", name="Next").click()
    note.get_by_role("button", name="Done").click()
    expect(note).to_be_hidden()


def test_escape_leaves_the_tour_and_it_covers_no_control(visitor, server):
    tab = visitor(server, first_visit=True).open("corpus=course")
    note = tab.page.locator(".tour").bounding_box()
    for name in ("first", "back", "play", "forward", "last", "stop", "predict"):
        box = tab.page.locator(f".act.{name}").bounding_box()
        assert box["y"] + box["height"] <= note["y"]
    tab.press("Escape")
    expect(tab.page.locator(".tour")).to_be_hidden()
    tab.press("ArrowRight")
    tab.at(1)


@pytest.mark.parametrize("lang", ["en", "zh-Hant", "ko"])
def test_the_keys_are_listed_on_a_question_mark(tab, lang):
    tab.open(f"corpus=hug&lang={lang}")
    tab.press("?")
    keys = tab.page.locator("dialog.keys")
    expect(keys).to_be_visible()
    tab.press("ArrowRight")
    tab.still_at(0)
    tab.press("Escape")
    expect(keys).to_be_hidden()
    tab.press("ArrowRight")
    tab.at(1)


def test_a_question_mark_that_is_typed_opens_nothing(tab):
    tab.open("corpus=hug")
    tab.control("watch").locator("input").click()
    tab.page.keyboard.type("hugs?")
    expect(tab.page.locator("dialog.keys")).to_be_hidden()


def test_a_projector_shows_the_stage_alone(tab):
    tab.open("corpus=course&step=3")
    tab.page.locator(".act.wide").click()
    tab.address_has(view="projector")
    expect(tab.page.get_by_test_id("stSidebar")).to_be_hidden()
    expect(tab.page.get_by_test_id("stVegaLiteChart").first).to_be_hidden()
    size = tab.page.locator(".equation .token").first.evaluate(
        "(e) => parseFloat(getComputedStyle(e).fontSize)"
    )
    assert size >= 60
    tab.press("PageDown")
    tab.at(4)
    tab.address_has(step=4)
    tab.page.reload()
    tab.ready()
    tab.at(4)
    expect(tab.page.get_by_test_id("stSidebar")).to_be_hidden()
    tab.page.locator(".act.wide").click()
    expect(tab.page.get_by_test_id("stSidebar")).to_be_visible()


LUMINANCE = """(e) => {
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const lightness = (colour) => {
    canvas.fillStyle = '#fff'; canvas.fillRect(0, 0, 1, 1);
    canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)
      .map((v) => v / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  let back = e;
  const of = (node, name) => getComputedStyle(node)[name];
  const clear = (node) => ['rgba(0, 0, 0, 0)', 'transparent'].includes(of(node, 'backgroundColor'));
  while (clear(back)) back = back.parentElement ?? back.getRootNode().host ?? document.body;
  const [one, other] = [lightness(of(e, 'color')), lightness(of(back, 'backgroundColor'))];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05); }"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_projector_the_contrast_is_seven(visitor, server, scheme):
    tab = visitor(server, color_scheme=scheme).open("corpus=course&step=9&view=projector")
    texts = ".why, .fact, .title, .pairs td.count .number, .pairs h2, .corpus h2, .watched .count"
    for each in tab.page.locator(texts).all():
        if each.is_visible():
            assert each.evaluate(LUMINANCE) >= 7, each.inner_text()


SIZES = [(360, 740), (390, 844), (768, 1024), (1366, 768), (1920, 1080)]


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_wider_than_any_screen(visitor, server, subtests, size):
    tab = visitor(server, viewport={"width": size[0], "height": size[1]})
    for path in ("/?step=5", "/practice?", "/lesson?", "/course?", "/algorithm?"):
        with subtests.test(path), tab.watch.expecting("404.*/_stcore/"):
            tab.page.goto(f"{tab.url}{path}")
            tab.idle()
            wide = "() => document.documentElement.scrollWidth"
            assert tab.page.evaluate(wide) <= size[0]
