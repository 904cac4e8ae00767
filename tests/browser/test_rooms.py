"""For every room: the tour of the first minute, the keys, the projector, the phone."""

import re

import pytest
from playwright.sync_api import expect

from pages.view import streamlits
from tests.support.tab import ACTIVE, DEEP


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


def test_the_tour_is_on_the_screen_of_a_phone_at_every_stop(visitor, server):
    size = {"width": 360, "height": 740}
    tab = visitor(server, first_visit=True, viewport=size, has_touch=True).open("corpus=course")
    note = tab.page.locator(".tour")
    for _ in range(5):
        expect(note).to_be_visible()
        tab.settle()
        box, pointed = note.bounding_box(), tab.page.locator(".pointed").bounding_box()
        steps = tab.page.locator(".moves").bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= steps["y"]
        assert 0 <= pointed["y"] < box["y"] or pointed["y"] >= steps["y"]
        note.locator(".reveal").tap()
    expect(note).to_be_hidden()


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


SIZES = {  # a page is opened in the first, and then made smaller
    "desk": ((1920, 1080), (1366, 768), (1150, 800), (1000, 800), (820, 1100), (768, 1024)),
    "phone": ((390, 844), (360, 740)),
}
PLACES = {  # every page and view, and what shows that it is drawn
    "/?step=5": "[data-step='5']",
    "/?corpus=english&step=40": "[data-step='40']",
    "/?step=6&view=projector": "[data-step='6']",
    "/encode?corpus=course&at=3": "[data-step='3']",
    "/unigram?corpus=course&at=3": "[data-step='3']",
    "/unigram?corpus=course&show=rounds&at=2": "[data-step='2']",
    "/unigram?corpus=course&show=beside": ".beside tr.row",
    "/practice?corpus=hug&seed=3": ".practice.question",
    "/lesson?": ".lesson li",
    "/course?": ".figures table",
    "/algorithm?": "[data-testid=stCode]",
}
# What goes over the edge and is not scrolled within a region of its own that the keyboard reaches.
OVER = f"""() => {{ {DEEP}
  const box = (e) => e.getBoundingClientRect();
  const out = (e) => box(e).width > 1 && box(e).right > innerWidth + 1;
  const page = document.querySelector('[data-testid=stMain]');
  const seen = (e) => e.checkVisibility({{ visibilityProperty: true }});
  const wide = [document.documentElement, page].filter((e) => e.scrollWidth > innerWidth);
  const own = 'svg, .picture, .wide, thead, ' + (innerWidth > 700 ? '.line' : 'none');
  return [...wide, ...deep('.stage *').filter((e) => out(e) && seen(e) && !e.closest(own))]
    .map((e) => e.tagName + '.' + (e.className.baseVal ?? e.className)).slice(0, 5);
}}"""


@pytest.mark.parametrize("lang", ["en", "zh-Hant", "ko"])
@pytest.mark.parametrize("sizes", SIZES.values(), ids=SIZES)
def test_nothing_is_wider_than_any_screen(visitor, server, subtests, sizes, lang):
    tab = visitor(server)
    for path, drawn in PLACES.items():
        tab.resize(sizes[0])
        with tab.watch.expecting("404.*/_stcore/"):
            tab.page.goto(f"{tab.url}{path}&lang={lang}")
            expect(tab.page.locator(drawn).first).to_be_visible()
            tab.idle()
        for size in sizes:
            with subtests.test(path, size=size):
                tab.resize(size)
                tab.until(lambda: tab.page.evaluate(OVER) == [])  # a plot follows a window late


FOLDED = "/encode?at=3", "/unigram?corpus=course&at=9", "/unigram?corpus=course&show=rounds&at=3"


@pytest.mark.parametrize("place", ["/?step=9", *FOLDED, "/unigram?corpus=course&show=beside"])
def test_on_a_phone_tables_fold(visitor, server, place):
    """No table is wider than its region, no cell is cut off, and a table is still a table."""
    tab = visitor(server, viewport={"width": 360, "height": 740})
    with tab.watch.expecting("404.*/_stcore/"):
        tab.page.goto(tab.url + place)
        expect(tab.page.locator("tr.row").first).to_be_visible()
        tab.idle()
    wide = "e.offsetWidth > 1 && e.scrollWidth > e.clientWidth + 1"
    for parts in (".scroll", "tr.row:not(.yet) td"):
        assert not tab.page.locator(parts).evaluate_all(
            f"(all) => all.filter((e) => {wide}).map((e) => e.className)"
        )
    assert tab.page.get_by_role("row").count() > 3
    assert tab.page.get_by_role("columnheader").count() > 2


@pytest.mark.parametrize("place", ["/?step=3", *FOLDED])
def test_on_a_phone_the_steps_are_within_reach_of_the_thumb(visitor, server, place):
    """At the lower edge wherever the stage is scrolled to, and large enough to be hit."""
    tab = visitor(server, viewport={"width": 360, "height": 740}, has_touch=True)
    with tab.watch.expecting("404.*/_stcore/"):
        tab.page.goto(tab.url + place)
        tab.ready()
    step = tab.step
    for way in (0, 300, 300):
        tab.page.mouse.move(180, 300)
        tab.page.mouse.wheel(0, way)
        tab.settle()
        for name in ("first", "back", "play", "forward", "last"):
            box = tab.transport.locator(f".{name}").bounding_box()
            assert box["width"] >= 44
            assert box["height"] >= 44
            assert 740 / 2 < box["y"] < 740 - box["height"]
        tab.transport.locator(".forward").tap()
        step += 1
        tab.at(step)


SAMPLES = {"chinese": "zh-Hant", "korean": "ko", "arabic": "ar", "course": "en"}


@pytest.mark.parametrize("corpus", SAMPLES)
def test_the_language_of_a_text_is_told_wherever_it_is_shown(tab, corpus):
    """Of words, tokens in tables, and tokens in sentences, on a page in another language."""
    of = "e => e.closest('[lang]')?.lang ?? e.className + e.textContent"
    with tab.watch.expecting("404.*/_stcore/"):
        for path, query in (("/", "step=9"), ("/encode", "at=2"), ("/unigram", "at=2"),
                            ("/unigram", "show=rounds&at=1")):  # fmt: skip
            tab.open(f"corpus={corpus}&lang=ko&{query}", path)
            told = tab.page.locator(".body .token, .body .quote").evaluate_all(f"a => a.map({of})")
            assert len(told) > 5
            assert set(told) == {SAMPLES[corpus]}
            assert tab.page.locator("html").get_attribute("lang") == "ko"


def test_the_course_s_quotations_are_in_english_on_every_page(tab):
    with tab.watch.expecting("404.*/course/_stcore/"):
        tab.page.goto(f"{tab.url}/course?lang=ko")
        quoted = tab.page.locator("tr.figure:not(.prose) .value :is(bdi, mark)")
        expect(quoted.first).to_be_visible()
        tab.idle()
    assert set(quoted.evaluate_all("all => all.map((e) => e.lang)")) == {"en"}
    assert tab.page.locator(".figures").get_attribute("lang") == "ko"


ORDER = """(all) => all.map((word) => [...word.querySelectorAll('.token')].map((t) =>
  t.getBoundingClientRect()).filter((b, i, all) => b.top === all[0].top).map((b) => b.left))"""


@pytest.mark.parametrize("path", ["/?step=20", "/encode?at=2", "/unigram?show=beside"])
def test_from_right_to_left(visitor, server, path):
    """Words run from the right, and tokens within them; what is Latin keeps its order."""
    tab = visitor(server)
    words = "td.bpe" if "beside" in path else ".layer:not(.before) .word"
    with tab.watch.expecting("404.*/_stcore/"):
        for corpus, falls in (("arabic", True), ("english", False)):
            tab.page.goto(f"{tab.url}{path}&corpus={corpus}")
            expect(tab.page.locator(words).first).to_be_visible()
            tab.quiet()
            for lefts in tab.page.locator(words).evaluate_all(ORDER):
                assert lefts == sorted(lefts, reverse=falls)
            if "step" in path:
                first, second = (tab.page.locator(words).nth(i).bounding_box() for i in (0, 1))
                assert (first["x"] > second["x"]) == falls


def test_positions_of_a_lattice_run_from_right_to_left(tab):
    with tab.watch.expecting("404.*/_stcore/"):
        tab.open("corpus=arabic", "/unigram")
    places = tab.page.locator(".lattice .place").evaluate_all(
        "all => all.map((e) => [Number(e.textContent), e.getBoundingClientRect().left])"
    )
    assert len(places) > 3
    lefts = [left for _, left in sorted(places)]
    assert lefts == sorted(lefts, reverse=True)


def test_a_token_has_one_colour_everywhere(tab):
    """On every page with a stage, at every step, and in sentences' chips drawn there."""
    tint = "getComputedStyle(e).getPropertyValue('--tint')"
    look = f"(all) => all.map((e) => [e.textContent, {tint}])"
    seen: dict[str, set[str]] = {}
    pages: dict[str, int] = {}
    with tab.watch.expecting("404.*/_stcore/"):
        for path, query in (("/", "step=6"), ("/", "step=18"), ("/encode", "at=9"),
                            ("/unigram", "at=5&cut=gpt2&word=Ġtokenizer"),
                            ("/unigram", "show=rounds&cut=gpt2&at=1")):  # fmt: skip
            tab.open(f"corpus=course&{query}", path)
            for text, tint in tab.page.locator(".body .token[class*=tint]").evaluate_all(look):
                seen.setdefault(text, set()).add(tint)
                pages[text] = pages.get(text, 0) | 1 << len(path + query)
    everywhere = [text for text, mask in pages.items() if mask.bit_count() > 2 and len(text) > 1]
    assert len(everywhere) > 5
    assert {text: tints for text, tints in seen.items() if len(tints) > 1} == {}


def test_plots_say_in_words_what_they_show(tab, engine):
    """A name, the ends of the curve and where the reader is; marks alone say nothing."""
    run = engine.course()
    words = sum(run.corpus.counts.values())
    tab.open("step=3")
    tab.press("ArrowRight")
    first, now, last = (f"{run.token_totals[k] / words:.2f}" for k in (0, 4, -1))
    said = tab.page.get_by_text(f"{first} at first, {now} at this step, {last} at last")
    expect(said).to_be_visible()
    plots = tab.page.get_by_test_id("stVegaLiteChart")
    expect(plots).to_have_count(3)
    names = [plots.nth(i).get_attribute("aria-label") for i in range(3)]
    assert names == ["Tokens per word", "Bytes per token", "Count of the merged pair, by rank"]
    expect(plots.locator("[aria-label]")).to_have_count(0)


EDGES = """(all) => all.filter((e) => e.checkVisibility({visibilityProperty: true})).map((e) => {
  const look = getComputedStyle(e);
  return [e.textContent, look.borderTopWidth, look.borderTopColor, look.backgroundColor]; })"""


def grey(colour: str) -> float:
    """The luminance of a computed colour: all that a grey print keeps of it."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("place", ["/?corpus=english&step=60", "/encode?at=5"])
def test_tokens_have_edges_in_a_grey_print(visitor, server, place, scheme):
    tab = visitor(server, color_scheme=scheme)
    with tab.watch.expecting("404.*/_stcore/"):
        tab.page.goto(tab.url + place)
        tab.ready()
    tab.page.emulate_media(media="print")
    tokens = tab.page.locator(".body .token").evaluate_all(EDGES)
    assert len(tokens) > 10
    for text, width, edge, inside in tokens:
        assert float(width[:-2]) >= 1, text
        for beside in (grey(inside), 1):
            assert (beside + 0.05) / (grey(edge) + 0.05) >= 3, (text, edge, inside)
    for css in (".why", ".corpus h2"):
        assert grey(tab.page.locator(css).evaluate("e => getComputedStyle(e).color")) < 0.1
    expect(tab.transport).to_be_hidden()


STAGES = {  # a page with a stage, and what its first step says
    "/?corpus=hug&step=0": "Step 1 of 7. u+g occurs 20 times",
    "/encode?corpus=hug&input=bug&at=0": "Step 1 of ",
    "/unigram?corpus=hug&word=unhug&at=0": "Step 1 of 7. ",
    "/unigram?corpus=course&show=rounds&at=0": "Step 1 of ",
}


@pytest.mark.parametrize("place", STAGES)
def test_each_step_is_announced_in_a_sentence(visitor, server, place):
    """Once it has been at rest for a moment: the step, and why, as on the screen."""
    tab = visitor(server)
    with tab.watch.expecting("404.*/_stcore/"):
        tab.page.goto(tab.url + place)
        tab.ready()
    live = tab.page.locator(".stage [role=status][aria-live=polite].unseen")
    expect(live).to_contain_text(re.compile("^Step 0 of"))
    tab.press("ArrowRight")
    tab.at(1)
    expect(live).to_contain_text(re.compile("^Step 1 of"))
    why = tab.page.locator(".why").text_content()
    assert live.text_content().endswith(f". {why}")
    assert live.text_content().startswith(STAGES[place])


def test_a_lattice_says_in_words_what_it_shows(tab):
    with tab.watch.expecting("404.*/_stcore/"):
        tab.open("corpus=hug&word=unhug", "/unigram")
    items = tab.page.get_by_role("region", name="The lattice of unhug").get_by_role("listitem")
    told = [text for text in items.all_text_contents() if "unh" not in text]
    arcs = tab.page.locator(".lattice .arc").count()
    assert items.count() == arcs
    hug = "hug: probability 15/210 = 0.071429, logarithm −2.6391; from position 2 to 5."
    assert hug in told


SIGNATURE = """(e) => { const look = (n) => { const s = getComputedStyle(n); return [s.outline,
  s.boxShadow, s.borderColor, s.backgroundColor, s.color, s.textDecoration].join('|'); };
  const found = [];
  for (let n = e, i = 0; n && i < 6; n = n.parentElement ?? n.getRootNode().host, i += 1)
    found.push(look(n), getComputedStyle(n, '::before').boxShadow);
  return found.join('\\n'); }"""


@pytest.mark.parametrize("place", [*PLACES, "/encode?view=projector"])
def test_the_focus_is_seen_wherever_it_is(visitor, server, place):
    """What has it looks otherwise than without it, for each stop of the Tab key."""
    tab = visitor(server)
    with tab.watch.expecting("404.*/_stcore/"):
        tab.page.goto(tab.url + place)
        expect(tab.page.locator(PLACES.get(place, "[data-step]")).first).to_be_visible()
        tab.quiet()
    tab.page.add_style_tag(content="* { transition: none !important }")
    unseen, before, stops = [], None, 0
    for _ in range(45):
        tab.press("Tab")
        tab.settle()
        element = tab.page.evaluate_handle(ACTIVE).as_element()
        if before and before[0].evaluate(SIGNATURE) == before[1]:
            unseen.append(before[0].evaluate("e => e.outerHTML.slice(0, 200)"))
        if element is None or element.evaluate("e => e === document.body"):
            break
        before = (element, element.evaluate(SIGNATURE))
        stops += 1
    assert stops > 10
    assert unseen == []


SAID = """() => { const said = new Set();
  for (const e of document.querySelectorAll('body *:not(script, style, noscript)')) {
    for (const name of ['aria-label', 'placeholder', 'title', 'alt', 'aria-roledescription'])
      if (e.hasAttribute(name)) said.add(e.getAttribute(name).trim());
    for (const n of e.childNodes) if (n.nodeType === Node.TEXT_NODE) said.add(n.nodeValue.trim());
  }
  return [...said]; }"""


@pytest.mark.parametrize("lang", ["zh-Hant", "ko"])
def test_streamlit_speaks_the_language_of_the_page(tab, lang):
    """Wherever it speaks: fields, lists, menus, the uploader; and English again in English."""
    theirs = {word for word in streamlits.dictionary(lang) if "{it}" not in word}
    ours = streamlits.dictionary(lang)
    with tab.watch.expecting("404.*/_stcore/"):
        tab.open(f"lang={lang}&corpus=course&at=1", "/encode")
    page, heard = tab.page, []

    def listen(wanted: str) -> None:
        tab.until(lambda: ours[wanted] in page.evaluate(SAID))
        heard.extend(page.evaluate(SAID))

    page.locator("textarea").first.click()
    page.keyboard.type("a")
    listen("Press Ctrl+Enter to apply")
    listen("Upload")
    page.locator("input[type=file]").set_input_files(
        {"name": "t.json", "mimeType": "application/json", "buffer": b"1" * 21_000_000}
    )
    tab.until(lambda: any("20.0MB" in each for each in page.evaluate(SAID)))
    heard += page.evaluate(SAID)
    tab.open(f"lang={lang}&corpus=course")
    listen("Increment")
    page.get_by_test_id("stVegaLiteChart").first.hover()
    listen("visualization")
    assert theirs.isdisjoint(heard)
    assert not any("or smaller" in each for each in heard)
    page.locator("[class*=st-key-choose_lang]").get_by_role("combobox").click()
    tab.options.nth(0).click()
    tab.until(lambda: "Increment" in page.evaluate(SAID))
    tab.quiet()
    assert set(ours.values()).isdisjoint(page.evaluate(SAID))
