"""The overview of the course and of lessons: progress, editor, worksheets, terms, presenting."""

import json
import re
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

from pages.course import lesson_text as lessons
from pages.course.course import chapters
from pages.course.glossary import glossary_record
from pages.hosting.components import files_path
from pages.storage.typed import pack
from pages.translations.language import LANGUAGES
from tests.app.test_lessons import OLD_PACKED
from tests.support.cases import combined
from tests.support.page_checks import broken_rules_in
from tests.support.waiting import expect

NOTE = "Wait for three hands."
LESSON = f"""/?corpus=hug&step=1 Look at <b>this</b> merge.
# {NOTE}
> 3
? How often does the pair occur?
= 20 | twenty
+ It is the first merge.
- hide
/encode?corpus=hug&input=mug+hugs Apply the merges.
# Second note.
/practice?corpus=hug Practice."""
LONG = "\n".join(f"/?corpus=hug&step={i % 8} {'Look. ' * 45}\n? {'Why? ' * 55}\n= so"
                 for i in range(40))  # fmt: skip
PAGE = re.compile(rb"/Type\s*/Page\b(?!s)")


def storage(tab, name: str) -> str:
    return tab.page.evaluate("(name) => localStorage.getItem(name)", name)


@pytest.fixture
def overview(tab):
    """Open the overview, with a lesson in the link and with progress in the browser."""

    def opened(lesson: str = "", progress: dict | None = None, lang: str = "en"):
        tab.page.goto(f"{tab.url}/lesson?corpus=hug&lang={lang}&lesson={lesson and pack(lesson)}")
        if progress is not None:
            stored = ["merge-by-merge-course", json.dumps(progress)]
            tab.page.evaluate("([name, value]) => localStorage.setItem(name, value)", stored)
            tab.page.reload()
        expect(tab.page.locator(".overview .chapter")).to_have_count(len(chapters("en")))
        return tab.page

    return opened


def test_overview_continues_resets_and_saves_progress(overview, tab, tmp_path: Path):
    chapter = chapters("en")[1]
    solved = {part.name: "solved" for part in chapter.parts[:2]}
    place = {"part": chapter.parts[2].name, "chapter": 2}
    page = overview(progress={"parts": solved, "place": place, "skills": {}})
    score = page.locator(f"#chapter-{chapter.name} .parts summary")
    expect(score).to_have_text(f"2 of {len(chapter.parts)} parts solved")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save progress as a file").click()
    saved.value.save_as(tmp_path / "progress.json")
    assert json.loads((tmp_path / "progress.json").read_text())["parts"] == solved
    page.get_by_role("link", name="Continue: chapter 2").click()
    expect(page.locator(".guide .part-title")).to_have_text(chapter.parts[2].title)
    expect(page).to_have_url(re.compile(f"part={chapter.parts[2].name}"))
    overview()
    page.get_by_role("button", name="Reset progress").click()
    page.get_by_role("button", name="Press again to reset").click()
    expect(score).to_have_text(f"0 of {len(chapter.parts)} parts solved")
    expect(page.get_by_role("link", name="Start here")).to_be_visible()


def test_places_become_a_lesson(overview, tab):
    tab.open("corpus=hug&step=2&view=before&lesson=" + pack(LESSON))
    tab.show("corpus=hug", "/share")
    add = tab.page.get_by_role("button", name="Add to my lesson")
    add.click()
    expect(tab.page.get_by_text("Added as part 1")).to_be_visible()
    tab.press("ArrowRight")
    tab.at(3)
    add.click()
    expect(tab.page.get_by_text("Added as part 2")).to_be_visible()
    add.click()
    expect(tab.page.get_by_text("Added as part 3")).to_be_visible()
    page = overview()
    cards = page.locator(".draft .card")
    cards.nth(2).get_by_role("button", name="Delete this part").click()
    expect(cards).to_have_count(2)
    cards.nth(1).get_by_role("button", name="Move up").click()
    first = cards.nth(0)
    first.get_by_label("Sentence").fill("Look at\n<b>this</b>.")
    first.get_by_label("Title").fill("A title")
    first.get_by_label("Note for you").fill("Wait.\nThen go on.")
    first.get_by_label("Present up to step").fill("5")
    first.get_by_text("Task (optional)").click()
    first.get_by_label("Question").fill("How many?")
    first.get_by_label("Accepted answers").fill("4 | four")
    first.get_by_label("Hide counts").check()
    page.get_by_role("button", name="Make the link").click()  # a part has no sentence
    expect(cards.nth(1).get_by_role("alert")).to_have_text("Part 2 needs a sentence.")
    expect(cards.nth(1).get_by_label("Sentence")).to_be_focused()
    assert cards.nth(1).locator(".place").text_content() == "Training · hug · 2"
    cards.nth(1).get_by_label("Sentence").fill("Go back.")
    page.reload()  # the draft is kept
    expect(first.get_by_label("Title")).to_have_value("A title")
    page.get_by_role("button", name="Make the link").click()
    (sent,) = [value["text"] for name, value in tab.messages() if name == "lesson"]
    for name in ("Delete all parts", "Press again to discard your draft"):
        page.get_by_role("button", name=name).click()
    expect(page.get_by_role("button", name="Make the link")).to_be_disabled()
    expect(page.get_by_text("Add a part first.")).to_be_visible()
    one, other = lessons.read(sent)
    assert (one.sentence, one.title, one.note) == (
        "Look at <b>this</b>.",
        "A title",
        "Wait.\nThen go on.",
    )
    assert (one.until, one.question, one.answers, one.hides) == (
        5,
        "How many?",
        ("4", "four"),
        True,
    )
    queries = [dict(parse_qsl(part.query)) for part in (one, other)]
    assert [(query["corpus"], query["step"]) for query in queries] == [("hug", "3"), ("hug", "2")]
    assert [query["view"] for query in queries] == ["before", "before"]
    assert not any("lesson" in query for query in queries)


def test_lesson_of_the_link_can_be_edited(overview, tab):
    page = overview(LESSON)
    page.get_by_role("button", name="Edit the lesson of this link").click()
    page.get_by_role("button", name="Make the link").click()
    (sent,) = [value["text"] for name, value in tab.messages() if name == "lesson"]
    assert lessons.read(sent) == lessons.read(LESSON)
    tab.page.evaluate(
        "([address, at]) => window.show(address, at)",
        [f"/lesson?corpus=hug&lesson={pack(sent)}", 1],
    )
    made = page.locator(".editor .made-link")
    expect(page.get_by_text("The link of this page now contains your lesson.")).to_be_visible()
    expect(made.get_by_role("link", name="Start this lesson")).to_be_in_viewport()
    expect(made.get_by_role("button", name="Present this lesson")).to_be_visible()


def test_notes_open_at_the_press_itself(overview):
    """Without loading anything first: a browser opens no window some seconds after a press."""
    page = overview(LESSON)
    page.route("**/lesson_presenter.js", lambda route: route.abort())
    with page.expect_popup() as notes:
        page.get_by_role("button", name="Present this lesson").click()
    notes.value.close()


def open_worksheet(page, button):
    """The dialog of a worksheet, and its two pages."""
    page.evaluate("() => { window.printed = 0; window.print = () => { window.printed += 1; }; }")
    button.click()
    dialog = page.locator("dialog.worksheet")
    expect(dialog.get_by_role("status")).not_to_be_empty()
    sheets = page.locator(".sheet")
    expect(sheets).to_have_count(2)
    return dialog, sheets


def print_worksheet(page, dialog, size: str = "A4") -> int:
    """Print the chosen questions; returns the number of pages."""
    dialog.get_by_role("button", name="Print").click()
    assert page.evaluate("() => window.printed") == 1
    pages = len(PAGE.findall(page.pdf(format=size)))
    page.evaluate("() => window.dispatchEvent(new Event('afterprint'))")
    left = page.evaluate(
        "() => document.adoptedStyleSheets.map((each) => each.cssRules[0].cssText)"
    )
    assert not any("@page" in rule for rule in left)
    dialog.get_by_role("button", name="Close").click()
    expect(page.locator(".sheet")).to_have_count(0)
    return pages


def test_worksheet_has_two_pages(overview, subtests):
    page = overview(LONG)
    buttons = page.locator(".print")
    lesson_and_chapters = (0, 1, len(chapters("en")))  # the first and the last one
    for i, size in combined(lesson_and_chapters, ("A4", "Letter")):
        with subtests.test(f"{i} {size}"):
            dialog, sheets = open_worksheet(page, buttons.nth(i))
            assert sheets.evaluate_all(
                "(nodes) => nodes.every((node) => node.scrollHeight <= node.clientHeight)"
            )
            chosen = dialog.locator("input:checked").count()
            assert items(sheets.first).count() == items(sheets.last).count() == chosen >= 6
            assert print_worksheet(page, dialog, size) == 2


def test_teacher_chooses_the_questions_of_a_worksheet(overview):
    page = overview(LONG)
    dialog, sheets = open_worksheet(page, page.locator(".print").first)
    status, boxes = dialog.get_by_role("status"), dialog.get_by_role("checkbox")
    expect(boxes).to_have_count(40)
    left_out = [i + 1 for i, box in enumerate(boxes.all()) if not box.is_checked()]
    numbers = ", ".join(map(str, left_out))
    expect(status).to_have_text(f"These questions are left out because they do not fit: {numbers}.")
    assert broken_rules_in(page, "light", first=True) == []
    boxes.last.check()
    expect(status).to_have_text("The selected questions do not fit on one page. Deselect some.")
    expect(dialog.get_by_role("button", name="Print")).to_be_disabled()
    for _ in range(2):
        dialog.locator("input:checked").first.uncheck()
    expect(status).to_have_text("The selected questions fit on the page.")
    chosen = dialog.locator("input:checked").count()
    assert items(sheets.last).count() == chosen
    expect(items(sheets.first).last).to_contain_text("Why?")
    assert print_worksheet(page, dialog) == 2


def test_questions_that_give_answers_away_are_left_out_and_say_so(overview):
    page = overview(LONG)
    dialog, sheets = open_worksheet(page, page.locator(".print").nth(2))  # of the second chapter
    rows = dialog.get_by_role("listitem")
    first_merge, second_merge = rows.nth(3), rows.nth(7)
    expect(rows.locator("input:not(:checked)")).to_have_count(4)
    expect(first_merge.locator(".note")).to_have_text("its answer is in 7, 9")
    expect(second_merge.locator(".note")).to_have_text("its answer is in 9")
    rows.nth(8).get_by_role("checkbox").uncheck()
    expect(second_merge.locator(".note")).to_be_empty()
    first_merge.get_by_role("checkbox").check()
    expect(first_merge.locator(".note")).to_have_text("its answer is in 7")
    expect(second_merge.locator(".note")).to_have_text("gives away the answer to 4")
    expect(items(sheets.first)).to_have_count(8)
    assert print_worksheet(page, dialog) == 2


def test_worksheet_is_printed_from_the_panel(tab):
    tab.open(f"corpus=hug&step=1&lesson={pack(LESSON)}&part=1")
    page = tab.page
    page.locator(".guide").get_by_role("button", name="Parts").click()
    button = page.locator(".guide").get_by_role("button", name="Print a worksheet")
    dialog, sheets = open_worksheet(page, button)
    expect(sheets.last).to_contain_text("It is the first merge.")
    assert print_worksheet(page, dialog) == 2
    button.click()
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    tab.at(1)


def items(sheet):
    return sheet.get_by_role("listitem", include_hidden=True)


SENTENCES = {
    "en": "Merges join a pair. The ids in Unigram's log probability: <i>pair</i>, pairs, middle.",
    "zh-Hant": "合併配對。對數機率和機率：分詞器的詞元，配對。",
    "ko": "병합은 쌍을 이어요. 로그 확률과 확률, 쌍, 사전 토큰화의 토큰.",
}
UNDERLINED = {
    "en": ["Merges", "pair", "ids", "Unigram", "log probability"],
    "zh-Hant": ["合併", "配對", "對數機率", "機率", "分詞器", "詞元"],
    "ko": ["병합", "쌍", "로그 확률", "확률", "사전 토큰화", "토큰"],
}
WITH_ENDINGS = {  # no line breaks between a term and these
    "en": ["Merges", "pair.", "ids", "Unigram'", "log probability:"],
    "zh-Hant": ["合併", "配對。", "對數機率", "機率：", "分詞器", "詞元，"],
    "ko": ["병합은", "쌍을", "로그 확률과", "확률,", "사전 토큰화의", "토큰."],
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_first_occurrence_of_each_term_is_underlined(tab, lang):
    tab.open("corpus=hug")
    tab.page.evaluate(
        """async ([files, sentence, terms]) => {
          const { underlineTerms } = await import(`${files}/glossary.js`);
          const box = document.createElement("div");
          box.id = "text";
          const line = document.createElement("p");
          const token = document.createElement("bdi");
          token.textContent = "byte";
          line.append(sentence, token);
          box.append(line);
          document.body.append(box);
          underlineTerms(box, terms);
        }""",
        [files_path(), SENTENCES[lang], glossary_record(lang)],
    )
    box = tab.page.locator("#text")
    assert box.locator("button.term").all_inner_texts() == UNDERLINED[lang]
    assert box.locator(".with-ending").all_inner_texts() == WITH_ENDINGS[lang]
    assert box.inner_text().strip() == SENTENCES[lang] + "byte"
    term = box.locator("button.term").nth(1)
    (pair,) = [each for each in glossary_record(lang) if each["name"] == "pair"]
    term.click()
    expect(term).to_have_attribute("aria-expanded", "true")
    expect(box.get_by_role("note")).to_contain_text(pair["sentence"])
    expect(box.locator(".english")).to_have_text([pair["english"]] if pair["english"] else [])
    expect(box.get_by_role("link")).to_have_count(0)  # it would lead away from the part
    assert term.get_attribute("title") == pair["sentence"]
    term.click()
    expect(box.get_by_role("note")).to_have_count(0)
    other = box.locator("button.term").first
    for leave in (lambda: tab.page.keyboard.press("Escape"), lambda: box.locator("bdi").click()):
        term.press("Enter")
        other.press("Enter")  # one sentence at a time
        expect(box.get_by_role("note")).to_have_count(1)
        expect(term).to_have_attribute("aria-expanded", "false")
        leave()
        expect(box.get_by_role("note")).to_have_count(0)
        expect(other).to_have_attribute("aria-expanded", "false")


@pytest.fixture
def presented(tab):
    """A presented lesson at its first part, and the lecturer's window."""
    tab.page.add_init_script("sessionStorage.setItem('merge-by-merge-presenter', '7')")
    tab.open(f"corpus=hug&step=1&lesson={pack(LESSON)}&part=1&view=projector")
    tab.at(1)
    expect(tab.page.locator(".guide .sentences")).to_have_text("Look at <b>this</b> merge.")
    notes = tab.page.context.new_page()
    notes.goto(f"{tab.url}{files_path()}/presenter.html#7")
    yield tab, notes
    notes.close()


def test_remote_shows_the_answer_and_goes_through_steps_and_parts(presented):
    tab, notes = presented
    title = tab.page.locator(".guide .part-title")
    forward = notes.get_by_role("navigation").get_by_role("button").last
    counts = tab.page.locator(".pairs")
    expect(notes.locator(".notes")).to_contain_text(NOTE)
    expect(notes.locator(".position")).to_have_text("Part 1 of 3 · step 1 of 3")
    expect(forward).to_have_text("Show the answer")
    expect(counts.get_by_role("heading")).to_be_hidden()
    tab.press("PageDown")  # the steps would give the answer away
    expect(tab.page.locator(".guide .worked")).to_contain_text("It is the first merge.")
    expect(counts.get_by_role("heading")).to_be_visible()
    tab.at(1)
    expect(forward).to_have_text("Next step")
    tab.press("PageDown", "PageDown")
    tab.at(3)
    expect(notes.locator(".position")).to_have_text("Part 1 of 3 · step 3 of 3")
    expect(forward).to_have_text("Next part")
    tab.press("PageDown")  # the part ends at step 3 of 7
    expect(title).to_have_text("Part 2")
    expect(notes.locator(".notes")).to_contain_text("Second note.")
    expect(tab.page.locator(".present-bar")).to_be_visible()
    expect(tab.page).to_have_url(re.compile("view=projector"))
    tab.at(0)
    forward.click()
    tab.at(1)
    notes.keyboard.press("PageUp")
    tab.at(0)
    notes.keyboard.press("PageUp")
    expect(title).to_have_text("Part 1")
    tab.at(1)


def test_answer_comes_before_the_steps_if_nothing_is_covered_either(tab):
    lesson = pack("/?corpus=hug&step=1 Look.\n> 3\n? How often does it occur?\n= 20")
    tab.open(f"corpus=hug&step=1&lesson={lesson}&part=1&view=projector")
    tab.at(1)
    expect(tab.page.locator(".guide .sentences")).to_have_text("Look.")
    tab.press("PageDown")
    expect(tab.page.locator(".guide .worked")).to_contain_text("20")
    tab.at(1)
    tab.press("PageDown")
    tab.at(2)


def test_lecturers_window_says_that_the_lesson_is_not_presented(presented):
    tab, notes = presented
    ended = notes.get_by_text("The lesson is not presented anymore.")
    expect(notes.locator(".notes")).to_contain_text(NOTE)
    tab.press("Escape")
    expect(ended).to_be_visible()
    expect(notes.get_by_role("button", name="Close this window")).to_be_visible()
    assert broken_rules_in(notes, "light", first=True) == []
    expect(notes.get_by_role("navigation")).to_be_hidden()
    notes.keyboard.press("PageDown")
    tab.page.get_by_role("button", name="Present", exact=True).click()
    expect(notes.locator(".notes")).to_contain_text(NOTE)
    expect(notes.get_by_role("button", name="Show the answer")).to_be_visible()  # nothing moved
    expect(ended).to_have_count(0)


def test_lesson_of_an_old_link_is_played(tab):
    tab.open(f"corpus=hug&step=0&lesson={OLD_PACKED}&part=1")
    title, following = tab.page.locator(".guide .part-title"), tab.page.locator(".guide .next")
    expect(title).to_have_text("Part 1")
    expect(tab.page.locator(".guide .sentences")).to_have_text("Point at u+g.")
    following.click()
    expect(tab.page.locator(".guide .sentences")).to_have_text("= Ties # and > <b>all</b>.")
    tab.at(2)


def test_notes_and_clock_are_only_on_the_lecturers_screen(presented):
    tab, notes = presented
    expect(notes.locator(".notes")).to_contain_text(NOTE)
    expect(notes.get_by_role("timer")).to_have_text(re.compile(r"\d+:\d\d"))
    for scheme in ("light", "dark"):
        assert broken_rules_in(notes, scheme, first=scheme == "light") == []
    notes.get_by_role("button", name="Reset the clock").click()
    expect(notes.get_by_role("timer")).to_have_text(re.compile("0:0"))
    everything = """() => {
      const texts = (root) => [...root.querySelectorAll("*")].map((node) =>
        node.textContent + (node.shadowRoot ? texts(node.shadowRoot) : "")).join(" ");
      return texts(document.body);
    }"""
    assert NOTE not in tab.page.evaluate(everything)
    expect(tab.page.get_by_role("timer")).to_have_count(0)


def test_task_of_a_lesson_hides_and_explains_its_answer(tab):
    tab.open(f"corpus=hug&step=1&lesson={pack(LESSON)}&part=1")
    guide = tab.page.locator(".guide")
    counts = tab.page.locator(".pairs .scroll")
    expect(counts).to_be_hidden()
    answer = guide.get_by_label("Your answer")
    answer.fill("7")
    answer.press("Enter")
    expect(guide.locator(".said.wrong")).to_be_visible()
    expect(counts).to_be_hidden()
    answer.fill(" Twenty")
    answer.press("Enter")
    expect(guide.locator(".said.right")).to_contain_text("It is the first merge.")
    expect(counts).to_be_visible()
    assert json.loads(storage(tab, "merge-by-merge-course"))["place"] is None
    assert dict(parse_qsl(urlsplit(tab.page.url).query))["part"].endswith("-1")


LAST_LINES = """(all) => [8, 9, 10, 11, 12, 13, 14, 15, 16].flatMap((width) => all.map((p) => {
  p.style.width = `${width}em`;
  const text = document.createTreeWalker(p, NodeFilter.SHOW_TEXT), tops = [];
  for (let node = text.nextNode(); node; node = text.nextNode())
    for (let i = 0; i < node.length; i += 1) {
      const range = document.createRange();
      range.setStart(node, i);
      range.setEnd(node, i + 1);
      if (/[\\p{L}\\p{N}]/u.test(range.toString())) tops.push(range.getBoundingClientRect().top);
    }
  return tops.filter((top) => top > tops.at(-1) - 4).length;
}))"""


def test_no_chinese_character_stands_alone_on_a_last_line(overview):
    """In columns of every width, as on phones."""
    page = overview(lang="zh-Hant")
    letters = page.locator(".can-do").evaluate_all(LAST_LINES)
    assert len(letters) == 9 * len(chapters("en"))
    assert min(letters) > 1
