"""A reader goes through parts of the course in the app."""

from pages.course.course import chapters
from tests.support.course import asked_of
from tests.support.waiting import expect

PARTS = chapters("en")[0].parts


# Files of the course that the page has loaded.
GUIDE_FILES = """() => performance.getEntriesByType("resource").map((each) => each.name)
  .filter((name) => /guide/.test(name))"""


def test_back_leaves_the_app_from_the_link_of_a_part(tab):
    """A part of another page than the first one."""
    tab.page.goto("about:blank")
    before = tab.page.evaluate("history.length")
    tab.page.goto(f"{tab.url}?part={PARTS[0].name}")
    tab.page.wait_for_url(f"**/encode?*part={PARTS[0].name}")
    tab.quiet()
    assert tab.page.evaluate("history.length") == before + 1
    tab.page.go_back()
    assert tab.page.url == "about:blank"


def test_reader_goes_from_part_to_part_without_loading_the_app_again(tab):
    tab.page.goto(tab.url)
    tab.ready()
    tab.page.evaluate("() => { window.isSamePage = true; }")
    assert tab.page.evaluate(GUIDE_FILES) == []
    tab.press("ArrowRight", "?")  # the link to the course is out of sight
    tab.page.get_by_role("button", name="Take the tour").click()
    note = tab.page.locator(".tour")
    for _ in range(2):
        note.get_by_role("button", name="Next").click()
    note.get_by_role("button", name="Start here").click()
    title, following = tab.page.locator(".guide .part-title"), tab.page.locator(".guide .next")
    expect(title).to_have_text(PARTS[0].title)
    tab.page.wait_for_url(f"**/encode?*part={PARTS[0].name}")
    tab.quiet()
    for hidden in (".rules", ".merge-candidates", ".merge", "textarea"):  # not explained yet
        expect(tab.page.locator(hidden)).to_be_hidden()
    tab.page.locator(".result .token", has_text="hug").click()
    right = tab.page.locator(".guide .said.right")
    expect(right).to_be_visible()
    following.click()
    expect(title).to_have_text(PARTS[1].title)
    tab.page.wait_for_url(f"**/encode?corpus=english*part={PARTS[1].name}")
    tab.ready()
    word = tab.corpus.locator(".word")
    expect(word).to_be_hidden()
    tab.page.get_by_role("button", name=asked_of(PARTS[1]).answer).click()
    expect(right).to_be_visible()
    expect(word).to_be_visible()
    following.click()
    expect(title).to_have_text(PARTS[2].title)
    tab.page.wait_for_url(f"**/encode?corpus=english*part={PARTS[2].name}")
    following.click()
    expect(title).to_have_text(PARTS[3].title)
    tab.page.wait_for_url(f"**/?corpus=hug*part={PARTS[3].name}")
    expect(tab.corpus).to_have_attribute("data-step", str(PARTS[3].place.step))
    expect(tab.page.locator(".pairs")).to_be_hidden()
    field = tab.page.locator(".guide input")
    field.fill("hug")  # a word of the corpus
    field.press("Enter")
    expect(tab.page.locator(".guide .said.wrong")).to_contain_text("is in the corpus")
    field.fill(asked_of(PARTS[3]).answer)
    field.press("Enter")
    expect(right).to_be_visible()
    following.click()
    expect(title).to_have_text(PARTS[4].title)
    tab.page.wait_for_url(f"**corpus=english*part={PARTS[4].name}")
    expect(tab.corpus.locator(".word").first).to_contain_text("The")
    tab.page.go_back()
    expect(title).to_have_text(PARTS[3].title)
    tab.page.wait_for_url(f"**/?corpus=hug*part={PARTS[3].name}")
    expect(tab.corpus.locator(".word").first).to_contain_text("hug")
    for part in PARTS[2::-1]:
        tab.page.go_back()
        expect(title).to_have_text(part.title)
        tab.page.wait_for_url(f"**/encode?*part={part.name}")
    expect(tab.scrubber).to_have_attribute("max", "4")
    tab.quiet()
    assert tab.page.evaluate("() => window.isSamePage")
    expect(right).to_be_visible()  # the answer, and its step
    expect(tab.scrubber).to_have_value("4")
    tab.press("Home", "ArrowRight")
    tab.page.wait_for_url("**position=1*")
    tab.page.reload()
    expect(title).to_have_text(PARTS[0].title)
    expect(tab.scrubber).to_have_value("1")  # is painted before Streamlit has started
    tab.ready()
    tab.page.locator(".guide .close").click()
    expect(title).to_have_count(0)
    tab.page.goto(tab.url)
    expect(tab.page.locator(".start-course")).to_have_text("Continue: chapter 1")

    # A table below the stage would give the answer away, and nothing there is explained yet.
    part = next(part for part in chapters("en")[2].parts if part.name == "encode-word")
    assert part.task.kind == "tokens"
    tab.page.goto(f"{tab.url}/?part={part.name}&lang=en")
    table = tab.page.get_by_text("Tokens as CSV")
    field = tab.page.locator(".guide input")
    expect(table).to_be_attached()
    expect(field).to_be_visible()
    expect(table).to_be_hidden()
    field.fill(asked_of(part).answers[0])
    field.press("Enter")
    expect(tab.page.locator(".guide .said.right")).to_be_visible()
    expect(table).to_be_hidden()


def test_other_page_is_whole_and_a_button_leads_back_to_the_part(tab):
    first = chapters("en")[1].parts[0]
    tab.page.goto(f"{tab.url}/?part={first.name}&lang=en")
    tab.ready()
    pairs, rules = tab.page.locator(".pairs"), tab.page.locator(".rules")
    back = tab.page.get_by_role("button", name="Back to the place of this part")
    expect(tab.page.locator(".guide .part-title")).to_have_text(first.title)
    expect(pairs).to_be_hidden()
    expect(back).to_be_hidden()
    tab.page.get_by_role("link", name="Encoding", exact=True).click()
    expect(back).to_be_visible()
    expect(rules).to_be_visible()
    back.click()
    tab.page.wait_for_url(f"**/?corpus=hug*part={first.name}")
    expect(rules).to_have_count(0)
    expect(pairs).to_be_hidden()
    expect(back).to_be_hidden()


def test_closing_leads_away_only_from_what_the_course_has_opened(tab):
    part = next(each for each in chapters("en")[4].parts if each.name == "viterbi-start")
    tab.page.goto(f"{tab.url}/?part={part.name}&lang=en")
    tab.ready()
    tab.page.get_by_label("Word (choose or type)").fill("arts")
    tab.page.keyboard.press("Enter")
    tab.address_has(word="arts")
    tab.ready()
    tab.page.locator(".guide .close").click()
    expect(tab.page.locator(".guide")).to_have_count(0)
    tab.quiet()
    tab.address_has(word="arts")
    assert tab.page.url.startswith(f"{tab.url}/unigram")


def test_part_starts_at_its_place_and_closing_leads_back_in_the_language_chosen(tab):
    tab.resize((390, 844))
    tab.page.goto(f"{tab.url}/?corpus=english&lang=en")
    tab.page.locator(".start-course").click()
    tab.page.wait_for_url(f"**/encode?*part={PARTS[0].name}")
    # A reader has moved the page by hand.
    table, rounds = chapters("en")[5].parts[4:6]
    tab.page.goto(f"{tab.url}/?part={table.name}&lang=en")
    tab.ready()
    page = tab.page.get_by_test_id("stMain")
    page.evaluate("(node) => node.scrollTo(0, 300)")
    tab.page.locator(".guide .next").click()
    expect(tab.page.locator(".guide .part-title")).to_have_text(rounds.title)
    tab.until(lambda: page.evaluate("(node) => node.scrollTop") == 0)
    tab.page.locator(".guide .chapters").click()
    tab.page.get_by_role("link", name="한국어").click()
    expect(tab.page.locator(".guide .part-title")).to_have_text(chapters("ko")[5].parts[5].title)
    tab.ready()
    tab.page.locator(".guide .close").click()
    tab.press("ArrowRight")  # on a page that is still to come
    tab.address_has(corpus="english", lang="ko", step=1)
    tab.at(1)
    tab.quiet()


def test_what_a_part_marks_is_above_its_panel_and_its_steps_on_a_phone(tab, subtests):
    """And what is above it is not scrolled away if all is in sight."""
    tab.resize((390, 844))
    end = "(node) => node.getBoundingClientRect().bottom"
    shown = (
        ("vocabulary-size", ".watched", ".main-controls"),
        ("text-to-ids", ".result", "aside.guide"),
    )
    for name, marked, below in shown:
        with subtests.test(name):
            tab.page.goto(f"{tab.url}/?part={name}&lang=ko")
            tab.ready()
            region, cover = tab.page.locator(marked), tab.page.locator(below)
            tab.until(lambda: region.evaluate(end) <= cover.bounding_box()["y"])  # noqa: B023
            tab.quiet()
            assert region.evaluate(end) <= cover.bounding_box()["y"]
    page = tab.page.get_by_test_id("stMain")
    assert page.evaluate("(node) => node.scrollTop") == 0


def test_word_that_was_typed_is_drawn(tab):
    tab.page.goto(f"{tab.url}/unigram?part=unigram-question-single&lang=en")
    tab.ready()
    letters = tab.page.locator(".picture .letter")
    expect(letters).to_have_text([*"start"])
    for word, said in (("arts", "wrong"), ("sun", "right")):  # the first has two segmentations
        tab.page.locator(".guide input").fill(word)
        tab.page.keyboard.press("Enter")
        expect(tab.page.locator(f".guide .said.{said}")).to_be_visible()
    expect(letters).to_have_text([*"sun"])
    expect(tab.page.locator(".viterbi .best")).to_be_hidden()
    tab.page.locator(".guide .back").click()
    expect(letters).to_have_text([*"stand"])
    tab.page.locator(".guide .next").click()
    expect(letters).to_have_text([*"sun"])


def test_tokens_of_the_word_that_was_typed_are_shown(tab):
    """At the last step, also if it has more steps than the word before."""
    tab.page.goto(f"{tab.url}/encode?part=own-word&lang=en")
    tab.ready()
    tab.page.locator(".guide input").fill("pugbun")
    tab.page.keyboard.press("Enter")
    expect(tab.page.locator(".guide .said.wrong")).to_be_visible()
    expect(tab.corpus.locator(".token")).to_have_text([*"bun"])
    tab.page.locator(".guide input").fill("pughugsun")
    tab.page.keyboard.press("Enter")
    expect(tab.page.locator(".guide .said.right")).to_be_visible()
    expect(tab.corpus.locator(".token")).to_have_text(["pug", "hugs", "un"])


def test_part_of_a_few_words_has_no_empty_page_to_scroll(tab):
    tab.page.goto(f"{tab.url}/?part=first-merge&lang=en")
    tab.ready()
    is_full = "() => { const { scrollHeight, clientHeight } = "
    is_full += (
        "document.querySelector('[data-testid=stMain]'); return scrollHeight > clientHeight; }"
    )
    assert not tab.page.evaluate(is_full)


def test_answer_is_marked_in_the_picture(tab):
    tab.page.goto(f"{tab.url}/unigram?part=segmentation-two&lang=en")
    tab.ready()
    outline = "(node) => getComputedStyle(node).outlineStyle"
    labels = [tab.page.locator(f".picture [data-id={piece}] rect").last for piece in ("st", "art")]
    assert [label.evaluate(outline) for label in labels] == ["none", "none"]
    tab.page.locator(".guide input").fill("st art")
    tab.page.keyboard.press("Enter")
    expect(tab.page.locator(".guide .said.right")).to_be_visible()
    assert [label.evaluate(outline) for label in labels] == ["solid", "solid"]


def test_box_of_a_part_without_steps_is_as_high_as_its_pieces(tab):
    tab.resize((390, 844))
    tab.page.goto(f"{tab.url}/unigram?part=loss-product&lang=ko")
    tab.ready()
    box, table = tab.page.locator(".pieces .scroll"), tab.page.locator(".pieces table")
    expect(table.locator("tr.row")).to_have_count(5)
    assert box.bounding_box()["height"] - table.bounding_box()["height"] < 4
