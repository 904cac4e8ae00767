"""Nothing on a stage is cut off, touches its neighbor, or lies half on a bar."""

import pytest

from tests.stage.addresses import STAGES
from tests.support.page_checks import PAPERS
from tests.support.tab import DEEP
from tests.support.waiting import expect

LAPTOP = (1366, 768)

# The tokens with a ring that a box around them cuts off: at the top, at the bottom, or at the left.
CUT_RINGS = f"""() => {{ {DEEP}
  const seen = (e) => e.checkVisibility({{ visibilityProperty: true }});
  const clips = (e) => getComputedStyle(e).overflowY !== "visible";
  const ringed = deep(".token").filter((e) => {{
    const {{ outlineStyle, outlineColor }} = getComputedStyle(e);
    return seen(e) && outlineStyle !== "none" && !outlineColor.endsWith(", 0)");
  }});
  const cut = ringed.filter((e) => {{
    const {{ outlineWidth, outlineOffset }} = getComputedStyle(e);
    const ring = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset) - 0.6;
    const box = e.getBoundingClientRect();
    let outer = e.parentElement;
    while (outer && !clips(outer)) outer = outer.parentElement;
    if (!outer) return false;
    const edge = outer.getBoundingClientRect();
    const isInView = box.top >= edge.top && box.bottom <= edge.bottom;
    return isInView && (box.top - ring < edge.top || box.bottom + ring > edge.bottom
      || (box.left >= edge.left && box.left - ring < edge.left));
  }});
  const names = cut.map((e) => `${{e.textContent}} in ${{e.parentElement.className}}`);
  return [ringed.length > 0, ...names];
}}"""

RINGS = {  # what is chosen, and where
    "result": ("/encode", "corpus=course&at=99", ".result-tokens .token"),
    "candidates": ("/unigram", "corpus=course&show=word&at=8", ""),
    "pairs": ("/", "corpus=hug&step=4", ".pairs .row .token"),
    "corpus": ("/", "corpus=hug&step=4", ".words .token"),
}


@pytest.mark.parametrize("place", RINGS)
def test_ring_of_a_token_is_not_cut(tab, place):
    path, query, chosen = RINGS[place]
    tab.open(query, path)
    if chosen:
        tab.page.locator(chosen).first.click()
        expect(tab.page.locator(".pinned")).to_have_count(1)
        tab.settle()
    assert tab.page.evaluate(CUT_RINGS) == [True]


def test_longest_status_of_a_piece_fits_beside_the_course(tab):
    tab.resize((1240, 768))
    tab.open("corpus=hug&show=rounds&at=3", "/unigram")
    tab.page.evaluate("() => { document.documentElement.dataset.guide = 'open'; }")
    tab.settle()
    column = tab.page.locator(".pieces th.mark")
    expect(column).to_have_text("Status")
    assert column.evaluate("(e) => e.getBoundingClientRect().width") >= 88  # for "removed"


def test_facts_have_space_at_the_first_step(tab):
    tab.resize(LAPTOP)
    tab.open("corpus=hug&step=0")
    box, fact = (tab.page.locator(css).bounding_box() for css in (".merge", ".fact.vocab"))
    assert box["y"] + box["height"] - fact["y"] - fact["height"] >= 6
    link = tab.page.locator(".start-course")
    if link.count():
        above = link.bounding_box()
        assert fact["y"] >= above["y"] + above["height"] + 2


def test_step_counter_has_space_at_its_right(tab, subtests):
    tab.resize(LAPTOP)
    for query in ("corpus=hug&step=7", "corpus=english&step=166"):
        tab.open(query)
        counter = tab.page.locator(".title").bounding_box()
        ring = tab.page.locator(".main-controls").bounding_box()
        after = tab.page.locator(".more-controls").bounding_box()
        with subtests.test(query):
            end = ring["x"] + ring["width"]
            assert end - counter["x"] - counter["width"] >= 6
            assert after["x"] - end >= 10  # a ring around the steps is wider than they are


def test_short_sentence_fits_beside_the_course(tab):
    tab.resize(LAPTOP)
    tab.page.goto(f"{tab.url}/?part=count-pair&lang=en")
    expect(tab.page.locator(".guide .part-title")).to_be_visible()
    line = tab.page.locator(".watched .line")
    expect(line.locator(".token")).to_have_count(12)
    assert line.evaluate("(e) => e.clientWidth - e.scrollWidth") >= 0
    assert line.evaluate("(e) => getComputedStyle(e).overflowX") == "auto"  # no bar without need


SHADES = """(e) => {
  const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const rgb = (color) => {
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const { color, backgroundColor, filter } = getComputedStyle(e);
  const by = Number(/brightness\\(([\\d.]+)\\)/.exec(filter)?.[1] ?? 1);
  return [color, backgroundColor].map((each) => rgb(each).map((c) => Math.min(255, c * by)));
}"""


def luminance(color: list[float]) -> float:
    parts = [part / 255 for part in color]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def test_filled_buttons_are_readable_when_hovered(tab, subtests):
    tab.open("corpus=hug&step=2")
    for scheme, paper in PAPERS.items():
        tab.page.emulate_media(color_scheme=scheme)
        expect(tab.page.locator("body")).to_have_css("background-color", paper)
        for css in (
            ".button.play",
            ".toggle[aria-pressed=true]",
            ".button.predict",
            ".start-course",
        ):
            if css == ".start-course":
                tab.open("corpus=hug&step=0")
            button = tab.page.locator(css).first
            if not button.count():
                continue
            button.hover()
            one, other = sorted(map(luminance, button.evaluate(SHADES)))
            with subtests.test(css, scheme=scheme):
                assert (other + 0.05) / (one + 0.05) >= 4.5
        tab.open("corpus=hug&step=2")


# The share of a box that is empty below its last word or row.
EMPTY = """(e) => {
  const box = e.getBoundingClientRect();
  const parts = [...e.querySelectorAll(".word, tr.row")];
  const ends = parts.map((part) => part.getBoundingClientRect().bottom);
  return 1 - (Math.max(...ends) - box.top) / box.height;
}"""


def test_boxes_of_five_words_are_not_half_empty(tab, subtests):
    for size in (LAPTOP, (1920, 1080)):
        tab.resize(size)
        tab.open("corpus=hug&step=2")
        for css, most in ((".corpus .words", 0.3), (".pairs .scroll", 0.4)):
            with subtests.test(css, size=size):
                assert tab.page.locator(css).evaluate(EMPTY) < most
        cut = "(cells) => cells.filter((e) => e.scrollWidth > e.clientWidth).length"
        with subtests.test("status", size=size):
            assert tab.page.locator(".pairs td:visible").evaluate_all(cut) == 0


# The boxes with a frame or a ground of their own that are empty in more than their lower half.
HALF_EMPTY = f"""() => {{ {DEEP}
  const seen = (e) => e.checkVisibility({{ visibilityProperty: true }});
  const clear = (color) => color.endsWith(", 0)");
  const isFramed = (e) => {{
    const {{ borderTopWidth, borderTopColor, backgroundColor }} = getComputedStyle(e);
    return !clear(backgroundColor) || (borderTopWidth !== "0px" && !clear(borderTopColor));
  }};
  const share = (e) => {{
    const box = e.getBoundingClientRect();
    const parts = [...e.querySelectorAll("tr, .word, .merge-entry, p, .token")].filter(seen);
    const ends = parts.map((part) => part.getBoundingClientRect().bottom);
    return (Math.max(...ends, box.top) - box.top) / box.height;
  }};
  const boxes = deep(".scroll, .words, .list, .result, .both-verdict");
  return boxes.filter((e) => seen(e) && isFramed(e) && share(e) < 0.5)
    .map((e) => `${{e.className}} in ${{e.parentElement.className}}`);
}}"""


def test_no_box_with_a_frame_is_more_than_half_empty(tab, subtests):
    for size in (LAPTOP, (1920, 1080)):
        tab.resize(size)
        for name, (path, query) in STAGES.items():
            for view in ("", "&view=projector"):
                tab.open(query + view, path)
                tab.settle()
                with subtests.test(name, view=view, size=size):
                    assert tab.page.evaluate(HALF_EMPTY) == []


def test_change_of_a_pair_fits_on_a_small_phone_in_korean(tab):
    tab.resize((360, 640))
    tab.open("corpus=course&algorithm=wordpiece&step=5&lang=ko")
    gone = tab.page.locator(".pairs td.change", has_text="사라짐").first
    assert gone.evaluate("(e) => e.scrollWidth - e.clientWidth") <= 0
