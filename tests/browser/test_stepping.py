"""Journeys through settings and steps: Streamlit's own controls next to the stage."""

import re
from urllib.parse import urlencode

import bpe
from pages.state.corpus import CORPORA, OWN_TEXT
from pages.state.defaults import DEFAULT_CORPUS, defaults
from pages.storage.typed import pack
from tests.support.network import Line
from tests.support.waiting import expect

COURSE = "corpus=course&vocab=100"
EVIL = [
    "<img src=x onerror=window.hacked=1> <script>window.hacked=1</script>",
    "[a](javascript:window.hacked=1) ![i](http://example.org/i.png)",
    "**bold** _it_ `code` $x^2$ :red[r] {0} %s &lt;b&gt; </div>",
]


def check_harmless(tab) -> None:
    """Check that typed text became neither an element nor a running script."""
    assert tab.page.evaluate("() => window.hacked") is None
    assert tab.page.locator("img[src='x'], [onerror], a[href^=javascript], .katex").count() == 0
    typed = tab.page.locator("strong, em, a, code").get_by_text(re.compile(r"^(bold|it|a|r)$"))
    assert typed.count() == 0


def test_student_steps_by_keys_and_changes_settings_by_keyboard_and_mouse(tab, engine):
    tab.open(f"{COURSE}&step=3&utm_source=mail")
    history = tab.page.evaluate("() => history.length")
    tab.focus_by_keyboard(".st-key-choose_ties_en")
    tab.press("ArrowRight", "ArrowLeft", "Home", "End", "PageDown", "PageUp")
    tab.still_at(3)
    tab.press("ArrowDown")
    expect(tab.options).to_have_count(3)
    tab.press("ArrowRight")
    tab.still_at(3)
    for key, highlighted in (("End", 2), ("Home", 0), ("ArrowDown", 1)):
        tab.press(key)
        expect(tab.options.nth(highlighted)).to_have_attribute("data-focused", "true")
    tab.press("Enter")
    expect(tab.options).to_have_count(0)
    tab.address_has(ties="lowest")
    engine.expected(engine.course(100, "lowest")).becomes(tab, 3)
    expect(tab.corpus).to_have_count(1)
    tab.idle()
    assert tab.focused(".st-key-choose_ties_en")
    tab.press("ArrowRight", "ArrowRight")
    tab.still_at(3)
    # A list that was opened with the mouse has the keys until it is closed.
    tab.control("ties").get_by_role("combobox").click()
    expect(tab.options).to_have_count(3)
    tab.press("ArrowRight", "Home", "End")
    tab.still_at(3)
    tab.press("PageDown")  # scrolls the sidebar, which closes a list
    tab.still_at(3)
    tab.press("Escape")
    expect(tab.options).to_have_count(0)
    tab.press("ArrowRight")
    tab.still_at(4)

    tab.choose("ties", 2)
    tab.address_has(ties="greatest")
    engine.expected(engine.course(100, "greatest")).becomes(tab, 4)
    tab.press(*["ArrowRight"] * 20)
    tab.still_at(24)
    tab.address_has(step=24)
    more = tab.control("vocab").get_by_test_id("stNumberInputStepUp")
    more.click()
    tab.address_has(vocab=101)
    engine.expected(engine.course(101, "greatest")).becomes(tab, 24)
    tab.idle()
    # Three presses and a click before the server has heard of the first press: all count.
    more.hover()
    tab.press("ArrowRight", "ArrowRight", "ArrowRight")
    tab.page.mouse.down()
    tab.page.mouse.up()
    tab.address_has(vocab=102)
    engine.expected(engine.course(102, "greatest")).becomes(tab, 27)
    tab.press("ArrowLeft", "End", "Home", "ArrowRight")
    tab.still_at(1)
    tab.address_has(step=1, vocab=102, ties="greatest")
    assert "utm_source" not in tab.query()
    tab.page.reload()
    tab.ready()
    engine.expected(engine.course(102, "greatest")).shown(tab, 1)
    tab.address_has(step=1, vocab=102, ties="greatest")
    tab.choose("corpus", 1)
    tab.address_has(corpus="hug", vocab=defaults("hug").bpe.vocab, step=0)
    assert tab.page.evaluate("() => history.length") == history


def test_broken_link_opens_and_own_corpus_can_be_typed(tab, engine):
    tab.open(urlencode({"ties": EVIL[0], "vocab": EVIL[2], "corpus": EVIL[1], "<b>x</b>": "1"}))
    engine.expected(defaults(DEFAULT_CORPUS).train()).shown(tab, 0)
    expect(tab.warnings).to_have_count(1)
    assert tab.warnings.locator("img, b, strong, .katex").count() == 0
    check_harmless(tab)

    tab.choose("corpus", CORPORA.index(OWN_TEXT))
    area = tab.control("own").locator("textarea")
    tab.address_has(corpus="own")
    tab.quiet()
    area.fill("\n".join(EVIL))
    tab.control("vocab").locator("input").fill("120")
    tab.press("Enter")
    own = engine.expected(bpe.train(bpe.Corpus.from_texts(EVIL, "gpt2"), 120))
    tab.until(lambda: tab.last == own.last)
    own.becomes(tab, 0)
    tab.act("last")
    own.shown(tab, own.last)
    tab.address_has(vocab=120, step=own.last, text=pack("\n".join(EVIL)))
    check_harmless(tab)

    tab.act("first")
    area.fill("   ")
    tab.press("Control+Enter")
    expect(tab.errors).to_have_count(1)
    own.shown(tab, 0)
    area.fill("new newer newest")
    tab.press("Control+Enter")
    expect(tab.errors).to_have_count(0)
    new = engine.expected(bpe.train(bpe.Corpus.from_texts(["new newer newest"], "gpt2"), 120))
    new.becomes(tab, 0)
    tab.idle()

    area.click()
    tab.press("End", "ArrowLeft", "ArrowLeft", "Space", "PageUp", "PageDown")
    expect(area).to_have_value("new newer newe st")
    tab.still_at(0)
    number = tab.control("vocab").locator("input")
    number.click()
    tab.press("Home", "ArrowRight", "Delete", "End", "ArrowLeft", "PageDown")
    expect(number).to_have_value("10")
    assert tab.target == 0


def test_presses_count_while_the_page_loads_and_later_send_nothing(tab, engine):
    held = []
    tab.page.route("**/training.js", lambda route: held.append(route))
    tab.page.goto(f"{tab.url}/?{COURSE}&step=0")
    tab.until(lambda: held)
    tab.press("ArrowRight", "ArrowRight")
    for each in held:
        each.continue_()
    engine.expected(engine.course(100)).becomes(tab, 2)
    tab.address_has(step=2)
    tab.ready()
    tab.quiet()
    before = len(tab.sent)
    tab.press(*["ArrowRight"] * 18)
    for _ in range(30):
        tab.page.keyboard.down("ArrowRight")
    tab.page.keyboard.up("ArrowRight")
    tab.still_at(50)
    tab.press("Space")
    tab.until(lambda: tab.step >= 52)
    tab.press("Space", "End", "Home")
    tab.address_has(step=0)
    tab.quiet()
    assert len(tab.sent) == before


def test_step_survives_full_table_and_algorithm_page(visitor, server, engine):
    """The last step and the click on a page are one moment: Streamlit lost that page."""
    tab = visitor(server)
    line = Line(tab.page)
    tab.page.clock.install()
    query, run = engine.own(engine.long_text("abcdefghijklmnopqrstuvwxyz"), 200)
    expected = engine.expected(run)
    assert len(run.pairs(0)) > 300  # too many for the stage's table: all of them are below it
    tab.open(f"{query}&step=70")
    expected.shown(tab, 70)
    tab.page.locator("details summary", has_text="All pairs").click()
    last = expected.last
    presses = (
        ((), 70),
        (("ArrowRight", "ArrowRight"), 72),
        (("End",), last),
        (("ArrowLeft",), last - 1),
    )
    for keys, step in presses:
        tab.press(*keys)
        expected.shown(tab, step)
        caption = tab.page.get_by_test_id("stCaptionContainer")
        expect(caption.get_by_text(f"Step {step} of {last}")).to_be_visible()
    tab.quiet()
    tab.address_has(step=last - 1)
    line.slow = True
    tab.press("ArrowLeft")
    tab.page.locator("a[href$='/algorithm']").click()
    tab.page.clock.run_for(6_000)  # a slow line
    line.restore()
    expect(tab.corpus).to_have_count(0)
    expect(tab.page.get_by_text("def merge_pair").first).to_be_visible()
    tab.idle()
    tab.press("ArrowLeft", "Home", "Space")
    tab.address_has(step=last - 2)
    tab.page.go_back()
    tab.ready()
    tab.at(last - 2)
    tab.press("ArrowLeft")
    tab.still_at(last - 3)


def test_button_is_right_below_the_fast_training(tab):
    tab.page.set_viewport_size({"width": 1366, "height": 768})
    tab.page.goto(f"{tab.url}/fast?corpus=english&step=30&lang=en")
    stage = tab.page.locator("[class*=st-key-stage_fast]")
    box = stage.locator(".code").bounding_box()
    button = tab.page.get_by_role("link", name="Check your own trainer").bounding_box()
    assert 0 < button["y"] - (box["y"] + box["height"]) < 60


def test_explanation_is_not_cut_on_a_small_screen(tab):
    tab.page.set_viewport_size({"width": 1024, "height": 768})
    tab.open("corpus=hug&input=Unhappy+bakers+hug+%E2%98%83&lang=en", "/encode")
    cut = "(node) => [...node.children].some((each) => each.scrollHeight > node.clientHeight + 1)"
    assert not tab.page.locator(".explanation").evaluate(cut)
