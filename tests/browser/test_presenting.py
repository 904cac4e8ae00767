"""Presenting in the whole app: the bar changes the page, the corpus, the word and the step."""

from tests.browser.test_server import AWAY
from tests.support.tab import DEEP
from tests.support.waiting import expect

# Counts Streamlit's dialogs in `window.dialogs`.
NOTE_DIALOGS = """() => { window.dialogs = 0; new MutationObserver(() => {
  if (document.querySelector('[data-testid=stDialog]')) window.dialogs += 1;
}).observe(document.body, { childList: true }); }"""

SIZES = ((1280, 720), (1920, 1080), (2560, 1440), (3840, 2160))
FILLS = f"""(css) => {{ {DEEP}
  const main = document.querySelector('[data-testid=stMain]');
  const stage = deep('.stage.projector').find((e) => e.getRootNode().host?.closest(css));
  const field = [...document.querySelectorAll('textarea')].find((e) => e.checkVisibility());
  if (!stage || !field || main.scrollHeight > main.clientHeight) return false;
  const {{ top, bottom }} = stage.getBoundingClientRect();
  const isApart = field.getBoundingClientRect().bottom < top;
  return isApart && bottom > 0.93 * innerHeight && bottom <= innerHeight;
}}"""


def option(tab, name: str, value: str):
    return tab.page.locator(f'.bar-menu.{name} [data-value="{value}"]')


def choose(tab, name: str, value: str) -> None:
    """Choose in a list of the bar, with one click."""
    tab.page.locator(f".bar-menu.{name}").hover()
    option(tab, name, value).click()


def is_chosen(tab, name: str, value: str) -> None:
    expect(option(tab, name, value)).to_have_attribute("aria-pressed", "true")


def test_lecturer_presents_every_stage_in_full_screen(tab):
    tab.open("corpus=course&step=3")
    tab.page.get_by_role("button", name="Present").click()
    sidebar = tab.page.get_by_test_id("stSidebar")
    expect(sidebar).to_be_hidden()
    tab.page.evaluate("() => { window.sameDocument = true; }")
    bar = tab.page.get_by_role("navigation", name="Settings of the presentation")
    choose(tab, "corpus", "hug")
    tab.address_has(corpus="hug", view="projector")
    expect(tab.page.locator(".layer.after .word")).to_have_count(5)
    choose(tab, "page", "rules")
    tab.address_has(section="rules")
    expect(tab.page.get_by_test_id("stAlert")).to_contain_text("Both rules produce the same merges")
    choose(tab, "corpus", "course")
    expect(tab.page.locator(".tie-rules .equation").first).to_be_visible()
    expect(tab.page.locator(".transport")).to_be_hidden()
    for name, shown in {
        "encoding": ".text-columns",
        "orders": ".st-key-orders_sheet",
        "decode": ".st-key-decoded",
        "rounds": ".pieces",
        "comparison": ".comparison",
        "text": ".st-key-passage",
        "lattice": ".lattice",
    }.items():
        choose(tab, "page", name)
        expect(tab.page.locator(shown).first).to_be_visible()
        is_chosen(tab, "page", name)
    choose(tab, "word", "▁is")
    expect(tab.page.locator(".lattice .letter")).to_have_text(["▁", "i", "s"])
    bar.get_by_role("textbox", name="Step").fill("2")
    tab.press("Enter")
    tab.at(2)
    tab.press("PageDown")
    tab.at(3)
    is_same = "() => window.sameDocument && document.fullscreenElement !== null"
    assert tab.page.evaluate(is_same)
    tab.address_has(corpus="course", view="projector", position=3)
    tab.press("Escape")
    expect(sidebar).to_be_visible()
    expect(bar).to_have_count(0)


def test_word_of_the_audience_is_typed_in_the_bar(tab):
    """With the keyboard; the keys are then those of the stage again."""
    tab.open("corpus=unigram-en&show=word&word=start&step=0&view=projector", "/unigram")
    word = tab.page.locator(".bar-menu.word .now")
    word.focus()
    tab.press("Tab")
    field = tab.page.get_by_role("textbox", name="Type a word")
    expect(field).to_be_focused()
    tab.page.keyboard.type("2 un")
    tab.at(0)
    tab.press("Escape")
    expect(field).to_be_hidden()
    expect(word).to_have_text("start")
    tab.press("ArrowRight")
    tab.at(1)
    word.hover()
    field.fill(" unrest ")
    tab.press("Enter")
    tab.address_has(word="unrest", view="projector")
    expect(word).to_have_text("unrest")
    expect(field).to_be_hidden()
    tab.at(0)
    tab.press("ArrowRight")
    tab.at(1)


def test_practice_and_the_algorithm_are_presented(tab):
    """Whole pages of text: nothing is hidden but the sidebar, and no other site may show them."""
    tab.open_algorithm()
    sidebar = tab.page.get_by_test_id("stSidebar")
    expect(tab.page.get_by_role("button", name="Copy embed code")).to_be_hidden()
    sidebar.get_by_role("button", name="Present", exact=True).click()
    expect(sidebar).to_be_hidden()
    expect(tab.page.get_by_text("def merge_pair").first).to_be_visible()
    tab.address_has(view="projector")
    is_chosen(tab, "page", "algorithm")
    choose(tab, "page", "practice")
    expect(tab.page.get_by_label("Your answer")).to_be_visible()
    expect(tab.page.locator(".practice.question, .question").first).to_be_visible()
    is_chosen(tab, "page", "practice")
    choose(tab, "page", "training")
    expect(tab.page.locator(".stage.projector .corpus")).to_be_visible()


def test_page_down_leads_a_class_through_a_lesson(tab):
    """On a page with and without a stage, it reveals, ends the question, and goes on."""
    page = tab.page
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{tab.url}/lesson?lang=en")
    page.get_by_role("button", name="Open the ready lecture").click()
    with page.expect_popup() as popup:
        page.get_by_role("button", name="Present this lesson").click()
    notes = popup.value
    page.locator(".present-bar button.class").click()
    expect(page.locator("dialog .class-code")).to_be_visible()
    page.keyboard.press("Escape")
    title, asked = page.locator(".guide .part-title"), page.locator(".class-question")
    page.locator(".guide").get_by_role("button", name="Next part").click()
    language = page.locator(".static-tables td.subject").first
    cost = page.locator(".static-tables td.cost").first
    for name, following in (
        ("What a sentence costs", "Count pairs"),  # without a stage
        ("Count pairs", "Vote 1: the first merge"),
    ):
        expect(title).to_have_text(name)
        expect(page.locator(".stage.projector .corpus")).to_have_count(int(name == "Count pairs"))
        page.get_by_role("button", name="Ask the class", exact=True).click()
        expect(asked.and_(page.locator("[data-state=open]"))).to_be_visible()
        expect(page.locator(".guide")).to_be_hidden()
        if name == "What a sentence costs":
            expect(language).to_be_visible()
            expect(cost).to_be_hidden()  # it would answer the question
        page.keyboard.press("PageDown")
        expect(asked.and_(page.locator("[data-state=revealed]"))).to_be_visible()
        if name == "What a sentence costs":
            expect(cost).to_be_visible()
        page.keyboard.press("PageDown")
        expect(asked).to_be_hidden()
        expect(title).to_have_text(name)
        expect(page.locator(".guide .worked")).to_be_visible()
        expect(notes.get_by_role("button", name="Next part")).to_be_visible()
        page.keyboard.press("PageDown")
        expect(title).to_have_text(following)


def test_field_and_its_result_fill_every_projector(tab):
    tab.page.goto(f"{tab.url}/encode?corpus=english&section=decode&view=projector")
    tab.until(lambda: tab.page.evaluate(FILLS, ".st-key-decoded"))
    tab.page.get_by_label("Page", exact=True)
    for name, result in (("decode", ".st-key-decoded"), ("text", ".st-key-passage")):
        choose(tab, "page", name)
        for size in SIZES:
            tab.resize(size)
            tab.until(lambda result=result: tab.page.evaluate(FILLS, result))


def test_costs_of_all_languages_fit_on_a_small_projector(tab):
    tab.page.set_viewport_size({"width": 1280, "height": 720})
    query = "corpus=english&alphabet=bytes&vocab=600&tokenizers=bpe&compared=languages"
    tab.page.goto(f"{tab.url}/tokenizers?{query}&section=costs&view=projector")
    rows = tab.page.locator(".static-tables td.cost:visible")
    expect(rows).to_have_count(21)
    expect(rows.last).to_be_in_viewport(ratio=1)


def test_stage_can_be_clicked_while_the_server_is_away(mortal_server, tab):
    """Streamlit's dialog, which would cover all, comes after some tries to connect."""
    tab.open("corpus=hug&step=2&view=projector")
    forward = tab.page.get_by_role("button", name="One step forward (Right)")
    forward.click()
    tab.at(3)
    tab.page.evaluate(NOTE_DIALOGS)
    with tab.watch.expecting(*AWAY):
        mortal_server.stop()
        expect(tab.page.locator(".server-notice")).to_contain_text("The server does not answer.")
        tab.until(lambda: tab.page.evaluate("() => window.dialogs"))
        tab.still_at(3)
        forward.click()
        tab.at(4)
        mortal_server.start()
        expect(tab.page.locator(".server-notice")).to_be_empty()
    tab.press("ArrowRight")
    tab.at(5)


def test_presenter_remote_scrolls_a_table_by_whole_rows(tab):
    """And the words of the corpus are all there before."""
    tab.page.set_viewport_size({"width": 1280, "height": 720})
    tab.page.goto(f"{tab.url}/unigram?corpus=unigram-en&show=comparison&view=projector&lang=en")
    rows = tab.page.locator(".comparison .row")
    expect(rows).to_have_count(13)
    corpus, new = rows.filter(has_text="reread"), rows.filter(has_text="serene")
    expect(corpus).to_be_in_viewport(ratio=0.9)
    left = tab.page.locator(".comparison .hidden-parts")
    expect(left).to_have_text("2 more rows")  # a line, and the word below it
    tab.page.keyboard.press("PageDown")
    expect(new).to_be_in_viewport(ratio=1)
    head = "(node) => node.getBoundingClientRect()"
    below = tab.page.locator(".comparison thead").evaluate(head)["bottom"]
    scroll = tab.page.locator(".comparison .scroll").evaluate(head)["bottom"]
    assert new.evaluate(head)["bottom"] <= scroll + 1
    tab.page.keyboard.press("PageUp")
    expect(left).to_have_text("2 more rows")
    assert rows.first.evaluate(head)["top"] >= below - 1
