"""Presenting: a stage fills the screen, below a bar, at every size of a projector."""

import pytest

from tests.stage.addresses import STAGES
from tests.support.cases import combined
from tests.support.page_checks import PAPERS
from tests.support.tab import DEEP
from tests.support.waiting import expect

SIZES = ((1280, 720), (1920, 1080), (2560, 1440), (3840, 2160))
PRESENTED = {
    **STAGES,
    "both, before the last step": ("/unigram", "corpus=hug&show=both&at=2"),
    "word of six characters": ("/unigram", "corpus=english&show=word&at=5"),
    "long word": ("/unigram", "corpus=course&show=word&word=%E2%96%81tokenization&at=8"),
    "long word, all arcs": ("/unigram", "corpus=hug&show=word&word=hugpunbunpug&at=0"),
    "both, long word": ("/unigram", "corpus=english&show=both&word=understanding&at=19"),
    "five words": ("/", "corpus=hug&step=2"),
    "long sentence": ("/", f"corpus=course&step=3&watch={'A+long+sentence.+' * 8}"),
    "tall word": ("/unigram", "corpus=course&show=word&word=%E2%96%81This&at=8"),
    "both, predict": ("/unigram", "corpus=english&show=both&at=8&view=projector+predict"),
    "predict": ("/", "corpus=course&step=5&view=projector+predict"),
    "comparison": ("/comparison", "corpus=course"),
    "text": ("/text", f"corpus=english&passage={'The+keeper+walks+under+the+trees.+' * 30}"),
    "decoded": ("/decoded", f"corpus=course&input={'Trained+tokens.+' * 9}"),
    "rules": ("/rules", "corpus=course"),
    "orders": ("/orders", "corpus=course"),
    "orders, long text": ("/orders", f"corpus=course&input={'Trained+tokens.+' * 30}"),
    "by hand": ("/", "corpus=course&step=2&view=projector+by_hand"),
    "by hand, word": ("/unigram", "corpus=hug&show=word&word=unhug&view=projector+by_hand"),
    "by hand, rounds": ("/unigram", "corpus=hug&show=rounds&view=projector+by_hand"),
}
REGIONS = ".scroll, .words, .picture, .line, .list, .piece-list, .prediction, .both-verdict"
# What is wrong with the layout: what goes over an edge, a scroll bar, small text, unused space, and
# tables that don't say how many of their rows are out of sight.
FAULTS = f"""() => {{ {DEEP}
  const [stage] = deep('.stage.projector');
  if (!stage) return ['no presented stage'];
  const faults = [];
  const box = (e) => e.getBoundingClientRect();
  const name = (e) => `${{e.tagName}}.${{e.className.baseVal ?? e.className}}`;
  const shows = (e) => e.checkVisibility({{ visibilityProperty: true }});
  const regions = deep('{REGIONS}').filter(shows);
  for (const e of [document.documentElement, document.querySelector('[data-testid=stMain]')]) {{
    if (e.scrollHeight > e.clientHeight || e.scrollWidth > e.clientWidth) {{
      faults.push(`${{name(e)}} scrolls`);
    }}
  }}
  for (const e of deep('.stage *').filter(shows)) {{
    const {{ width, height, right, bottom, left, top }} = box(e);
    const own = e.closest('{REGIONS}');
    const isOver = right > innerWidth + 1 || bottom > innerHeight + 1 || left < -1 || top < -1;
    if (Math.min(width, height) <= 1 || e.closest('.visually-hidden')) continue;
    if (isOver && (!own || own === e)) {{
      faults.push(`${{name(e)}} is over the edge`);
    }}
  }}
  for (const e of regions) {{
    const style = getComputedStyle(e);
    const overflows = e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1;
    if (overflows && style.overflow !== 'hidden' && style.scrollbarWidth !== 'none') {{
      faults.push(`${{name(e)}} has a scroll bar`);
    }}
  }}
  for (const e of deep('.picture > .lattice, .both-verdict :is(h2, p)').filter(shows)) {{
    const [inner, outer] = [box(e), box(e.closest('.picture, .both-verdict'))];
    const isCut = ['right', 'bottom'].some((side) => inner[side] > outer[side] + 1);
    if (isCut) faults.push(`${{name(e)}} is cut`);
  }}
  const ofPictures = (css) =>
    deep('.picture').filter(shows).flatMap((e) => [...e.querySelectorAll(css)]);
  const arcs = ofPictures('.arc');
  const undrawn = ofPictures('.arc-line path').filter((line) => !box(line).width).length;
  if (undrawn) faults.push(`${{undrawn}} arcs are not drawn`);
  for (const e of deep('.picture')) {{
    if (e.scrollWidth > e.clientWidth + 1) faults.push(`${{name(e)}} scrolls`);
  }}
  for (const label of arcs.filter((arc) => !arc.matches('.unlabeled'))) {{
    const texts = [...label.querySelectorAll('text')].filter((each) => each.checkVisibility());
    const {{ left, right, bottom }} = box(label.querySelector('rect'));
    const isOut = (e) =>
      box(e).left < left - 1 || box(e).right > right + 1 || box(e).bottom > bottom + 6;
    const lines = texts.map(box).sort((a, b) => a.top - b.top);
    const isClose = lines.some((e, i) => i && lines[i - 1].bottom > e.top + 0.35 * e.height);
    if (!texts.length) faults.push('a text is hidden');
    if (isClose || texts.some(isOut)) faults.push(`"${{label.textContent}}" does not fit its box`);
  }}
  let texts = 0;
  const least = innerHeight / 36 - 0.1;
  for (const e of deep('.stage *').filter((each) => shows(each) && each.checkVisibility())) {{
    const hasText = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    if (!hasText || e.closest('.visually-hidden, dialog, title, option')) continue;
    const scale = e.ownerSVGElement?.getScreenCTM().a ?? 1;
    texts += 1;
    const size = parseFloat(getComputedStyle(e).fontSize) * scale;
    if (size < least) faults.push(`${{name(e)}} "${{e.textContent}}" has ${{size}}`);
  }}
  if (texts < 30) faults.push(`only ${{texts}} texts`);
  const lowest = Math.max(
    ...[...regions, ...deep('.halves > *, .watched, .rule .note')].map((e) => box(e).bottom));
  if (lowest < 0.93 * innerHeight) faults.push(`${{lowest}} of ${{innerHeight}} is used`);
  const parts = regions.filter((e) => !e.matches('.line'));
  const area = parts.reduce((sum, e) => sum + box(e).width * box(e).height, 0);
  if (area < 0.3 * innerWidth * innerHeight) faults.push(`regions use ${{area}}`);
  for (const e of regions.filter((each) => each.matches('.scroll, .list'))) {{
    const rows = [...e.querySelectorAll('tbody tr, .merge-entry')].filter(
      (tr) => tr.offsetHeight && getComputedStyle(tr).visibility !== 'hidden');
    const {{ bottom }} = box(e);
    const heads = e.querySelector('thead');
    const isHead = heads && getComputedStyle(heads).position !== 'absolute';
    const head = isHead && heads.querySelector('th'); // only the cells are sticky
    const top = head ? box(head).bottom : box(e).top;
    const out = rows.filter((tr) => box(tr).bottom > bottom + 2 || box(tr).top < top - 2).length;
    const text = e.parentElement.querySelector('.hidden-parts')?.textContent ?? 'nothing';
    const says = Number(text.match(/[0-9]+/) ?? text);
    if (says !== out) faults.push(`${{name(e)}} hides ${{out}} rows and says "${{text}}"`);
  }}
  for (const line of deep('.corpus .watched .line').filter(shows)) {{
    const {{ left, right, top, bottom }} = box(line);
    const isOut = (e) => box(e).left < left - 2 || box(e).right > right + 2 ||
      box(e).top < top - 2 || box(e).bottom > bottom + 2;
    const tokens = [...line.querySelectorAll('.token')];
    const out = tokens.filter(isOut).length;
    const text = line.parentElement.querySelector('.hidden-parts')?.textContent ?? 'nothing';
    const says = Number(text.match(/[0-9]+/) ?? text);
    if (says !== out) faults.push(`a sentence hides ${{out}} tokens and says "${{text}}"`);
    const short = tokens.length < 26 && innerWidth > 1.7 * innerHeight;
    const zoom = parseFloat(getComputedStyle(document.documentElement).fontSize) / innerHeight;
    if (short && out && zoom < 0.03) faults.push(`a sentence of ${{tokens.length}} is cut`);
  }}
  return faults;
}}"""
CONTRAST = """(e) => {
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const lightness = (color) => {
    canvas.fillStyle = '#fff'; canvas.fillRect(0, 0, 1, 1);
    canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1);
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


def presented(tab, query: str, path: str = "/"):
    """Show a page in the layout for presenting."""
    tab.go(f"{query}&view=projector", path)
    expect(tab.page.locator(".stage.projector")).to_have_count(1)
    expect(bar(tab)).to_be_visible()
    return tab


def bar(tab):
    return tab.page.locator(".present-bar")


def fits(tab) -> None:
    """Wait until the layout has no faults."""
    faults: list[str] = ["not checked"]

    def has_none() -> bool:
        faults[:] = tab.page.evaluate(FAULTS)
        return not faults

    try:
        tab.until(has_none)
    except AssertionError:
        pytest.fail("\n".join(faults))


def is_full(tab) -> bool:
    return tab.page.evaluate("() => document.fullscreenElement !== null")


def test_presented_stage_fits_and_fills_every_projector(tab, subtests):
    tab.resize(SIZES[0])
    for name, larger in combined(PRESENTED, SIZES[1:]):
        path, query = PRESENTED[name]
        with subtests.test(name, larger=larger):
            presented(tab, query, path)
            for size in (larger, SIZES[0]):
                tab.resize(size)
                fits(tab)
            tab.press("+")  # the largest text that fits
            fits(tab)
            if tab.page.evaluate("() => localStorage.getItem('merge-by-merge-zoom')") == "1.15":
                tab.press("-")


def test_six_choices_fit_above_the_box_that_hides_the_answer(tab):
    presented(tab, "corpus=english&vocab=200&step=2")
    tab.resize(SIZES[0])
    tab.page.get_by_role("button", name="Predict").click()
    choices = tab.page.locator(".choice")
    expect(choices).to_have_count(6)
    last, held = choices.last.bounding_box(), tab.page.locator(".held").bounding_box()
    assert last["y"] + last["height"] <= held["y"]


def test_presented_free_modes_fit_with_choices_and_compared(tab, subtests):
    for name in ("by hand", "by hand, word", "by hand, rounds"):
        path, query = PRESENTED[name]
        presented(tab, query, path).resize(SIZES[0])
        mode = tab.page.locator(".by-hand")
        expect(mode.locator(":is(button.token, button.choice)").first).to_be_visible()
        for _ in range(3):
            if name == "by hand":
                tokens = mode.locator(".word", has=tab.page.locator("button.token + button.token"))
                tokens.last.locator("button.token").first.click()
                tokens.last.locator("button.token").nth(1).click()
            else:
                mode.locator("button.choice").last.click()
            expect(mode.locator(".own tr.row").last).to_be_visible()
        with subtests.test(name):
            fits(tab)
        mode.locator(".compare").click()
        with subtests.test(f"{name}, compared"):
            for size in (SIZES[0], SIZES[-1]):
                tab.resize(size)
                fits(tab)


@pytest.mark.parametrize("lang", ["zh-Hant", "ko"])
def test_presented_training_fits_in_chinese_and_korean(tab, lang):
    presented(tab, f"corpus=course&step=5&lang={lang}")
    tab.resize(SIZES[0])
    fits(tab)


def test_present_fills_the_screen_until_the_browser_leaves_it(tab):
    tab.open("corpus=course&step=3")
    tab.page.get_by_role("button", name="Present").click()
    tab.address_has(view="projector")
    tab.until(lambda: is_full(tab))
    expect(bar(tab).get_by_role("button", name="Full screen")).to_be_hidden()
    tab.press("PageDown")
    tab.at(4)
    tab.page.evaluate("() => document.exitFullscreen()")  # the browser's own Escape
    expect(bar(tab)).to_have_count(0)
    expect(tab.page.get_by_test_id("stSidebar")).to_be_visible()
    tab.until(lambda: "view" not in tab.query())


def test_link_opens_the_layout_and_offers_full_screen(tab):
    presented(tab, "corpus=course&step=3")
    tab.page.evaluate("() => { Element.prototype.requestFullscreen = () => Promise.reject(); }")
    bar(tab).get_by_role("button", name="Full screen").click()
    expect(bar(tab).get_by_role("button", name="Full screen")).to_be_visible()  # refused
    bar(tab).get_by_role("textbox", name="Step").fill("7")
    tab.press("Enter")
    tab.at(7)
    bar(tab).get_by_role("button", name="Leave").click()
    expect(bar(tab)).to_have_count(0)


def test_escape_first_releases_what_is_pinned(tab):
    presented(tab, "corpus=course&step=3")
    tab.at(3)
    tab.page.locator(".pairs .row").nth(1).click()
    pinned = tab.page.locator(".row.highlighted")
    expect(pinned).to_have_count(1)
    tab.press("Escape")
    expect(pinned).to_have_count(0)
    expect(bar(tab)).to_be_visible()
    bar(tab).get_by_role("button", name="Share with a class").click()
    dialog = tab.page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    tab.press("Escape")
    expect(dialog).to_be_hidden()
    expect(bar(tab)).to_be_visible()
    tab.press("Escape")
    expect(bar(tab)).to_have_count(0)


def test_zoom_is_remembered(tab):
    def size() -> float:
        return tab.page.evaluate(
            "() => parseFloat(getComputedStyle(document.documentElement).fontSize)"
        )

    presented(tab, "corpus=hug&step=2").resize(SIZES[0])
    larger = bar(tab).get_by_role("button", name="Larger")
    expect(larger).to_have_attribute("aria-disabled", "false")
    tab.press("+", "+", "+")  # the stage does not fit with a zoom above 1.15
    expect(larger).to_have_attribute("aria-disabled", "true")
    large = size()
    assert large == pytest.approx(23, abs=0.1)  # 1.15 times 720 / 36
    fits(tab)
    tab.open("corpus=course&step=2&view=projector")
    expect(bar(tab)).to_be_visible()
    assert size() == large
    bar(tab).get_by_role("button", name="Smaller").click()
    assert size() == pytest.approx(20, abs=0.1)
    tab.press("Escape")
    assert size() == 16


def test_zoom_leaves_out_nothing_that_a_step_shows(tab):
    """The merges, and the numbers in the lattice, have no room with larger text."""
    presented(tab, "corpus=unigram-en&show=both&word=restart&position=11", "/unigram")
    tab.resize(SIZES[0])
    expect(bar(tab).get_by_role("button", name="Larger")).to_have_attribute("aria-disabled", "true")
    tab.press("+")
    expect(tab.page.locator(".word-merges")).to_be_visible()
    expect(tab.page.locator(".arc .value").first).to_be_visible()


def test_class_is_not_asked_to_start_the_course(tab):
    tab.go("corpus=hug")
    start = tab.page.get_by_role("link", name="Start here")
    expect(start).to_be_visible()
    tab.page.get_by_role("button", name="Present", exact=True).click()
    expect(start).to_be_hidden()


def test_remote_blanks_the_screen(tab):
    presented(tab, "corpus=course&step=3")
    blank = tab.page.get_by_role("img", name="The screen is blank")
    tab.press(".")
    expect(blank).to_be_visible()
    tab.press(".")
    expect(blank).to_have_count(0)
    tab.press(".", "PageDown")
    expect(blank).to_have_count(0)
    tab.at(4)
    field = bar(tab).get_by_role("textbox", name="Step")
    field.fill("1")
    tab.press(".", "PageDown")
    expect(field).to_have_value("1.")
    tab.still_at(4)


def menu(tab, name: str):
    """A list of the bar, and its options."""
    box = bar(tab).locator(f".bar-menu.{name}")
    return box, box.locator(".options")


def sent(tab) -> list[tuple[str, str]]:
    """What the bar has sent."""
    return [next(iter(what.items())) for name, what in tab.messages() if name == "present"]


def test_page_corpus_and_word_change_with_one_click(tab):
    presented(tab, "corpus=course&show=word&at=6", "/unigram")
    tab.resize(SIZES[0])
    chosen = [("page", "rounds"), ("corpus", "hug"), ("word", "▁is")]
    for name, value in chosen:
        box, options = menu(tab, name)
        expect(options).to_be_hidden()
        box.hover()
        options.locator(f'[data-value="{value}"]').click()
        expect(options).to_be_hidden()
    assert sent(tab) == chosen
    tab.press("ArrowRight")  # the lists do not keep the keys
    tab.at(7)


def test_lists_of_the_bar_open_for_keys_and_leave_the_steps_alone(tab):
    presented(tab, "corpus=course&step=3")
    box, options = menu(tab, "corpus")
    box.locator(".now").focus()
    expect(options).to_be_visible()
    tab.press("PageDown")  # a presenter remote
    tab.at(4)
    tab.press("ArrowDown")
    (name,) = options.locator(":focus").evaluate_all("(all) => all.map((e) => e.dataset.value)")
    tab.press("Enter")
    expect(options).to_be_hidden()
    assert sent(tab) == [("corpus", name)]
    box.locator(".now").focus()
    expect(options).to_be_visible()
    tab.press("Escape")
    expect(options).to_be_hidden()
    expect(bar(tab)).to_be_visible()


def test_finger_opens_a_list_and_slides_to_an_option(tab):
    presented(tab, "corpus=course&step=3").resize(SIZES[0])
    box, options = menu(tab, "page")
    slide = """(box) => {
      const fire = (type, node) => node.dispatchEvent(new PointerEvent(type, {
        pointerType: 'touch', pointerId: 1, bubbles: true, composed: true }));
      const now = box.querySelector('.now');
      fire('pointerenter', box);
      now.releasePointerCapture = () => {};
      fire('pointerdown', now);
      const option = box.querySelector('[data-value=rules]');
      const isOpen = option.checkVisibility();
      fire('pointerup', option);
      return isOpen; }"""
    assert box.evaluate(slide)
    expect(options).to_be_hidden()
    assert sent(tab) == [("page", "rules")]


def test_contrast_on_a_projector_is_at_least_seven(tab):
    tab.open("corpus=course&step=9&view=projector")
    tab.at(9)
    texts = ".why, .fact, .title, .pairs td.count .number, .pairs h2, .corpus h2, .watched .count"
    seen = f"""(all) => all.filter((e) => e.checkVisibility({{ visibilityProperty: true }}))
      .map((e) => [({CONTRAST})(e), e.textContent])"""
    for scheme, paper in PAPERS.items():
        tab.page.emulate_media(color_scheme=scheme)
        expect(tab.page.locator("body")).to_have_css("background-color", paper)
        found = tab.page.locator(texts).evaluate_all(seen)
        assert len(found) > 10
        assert [each for each in found if not each[0] >= 7] == []
