"""The end of a chapter: the score, what was missed, and two ways on. The end of the course."""

import json
import re

import pytest

from pages.course.course import chapters
from pages.course.parts import Chapter
from pages.hosting.components import files_path
from tests.support.course import asked_of
from tests.support.waiting import expect

STORED = "merge-by-merge-course"
CHAPTERS = chapters("en")
PAGE = re.compile(rb"/Type\s*/Page\b(?!s)")


def finished(*done: Chapter, **others: str) -> dict[str, str]:
    """The finished parts: all of some chapters, solved apart from some others."""
    return {part.name: "solved" for each in done for part in each.parts} | others


@pytest.fixture
def at_end(tab):
    """Open the last part of a chapter, with progress in the browser."""

    def opened(chapter: Chapter, parts: dict[str, str], **others: object):
        tab.page.goto(f"{tab.url}/?corpus=hug&lang=en")
        stored = [STORED, json.dumps({"parts": parts, **others})]
        tab.page.evaluate("([name, text]) => localStorage.setItem(name, text)", stored)
        tab.page.goto(f"{tab.url}/?part={chapter.parts[-1].name}&lang=en")
        expect(tab.page.locator(".guide .part-title")).to_have_text(chapter.parts[-1].title)
        return tab

    return opened


def place(tab) -> dict:
    return json.loads(tab.page.evaluate("(name) => localStorage.getItem(name)", STORED))["place"]


def end_of(tab, chapter: Chapter):
    """Go on from the last part of a chapter, and return what is shown then."""
    tab.page.get_by_role("button", name="End of the chapter").click()
    return tab.page.locator(".guide .ending")


def test_end_of_a_chapter_has_the_score_what_was_missed_and_two_ways_on(at_end):
    chapter = CHAPTERS[1]
    parts = finished(chapter, CHAPTERS[2], **{"count-pair": "shown"})
    tab = at_end(chapter, parts)
    end = end_of(tab, chapter)
    expect(end).to_contain_text(chapter.can_do)
    expect(end.get_by_role("heading")).to_be_focused()
    count = len(chapter.parts)
    expect(end.locator(".chapter-score")).to_have_text(f"{count - 1} of {count} parts solved")
    # Only what was missed is practiced.
    practice = end.get_by_role("link")
    expect(practice).to_have_text(["Practice: Count a pair"])
    expect(practice).to_have_attribute("href", "./practice?position=1&lang=en")
    # Chapter 3 is finished. One button leads on.
    onward = tab.page.locator(".guide").get_by_role("button", name="Next")
    expect(onward).to_have_text([f"Next: chapter 4, {CHAPTERS[3].title}"])
    end.get_by_role("button", name="Count a pair").click()
    title = tab.page.locator(".guide .part-title")
    expect(title).to_have_text("Count a pair")
    tab.address_has(part="count-pair")  # Back earlier than that leads out of the course
    tab.page.go_back()
    tab.address_has(part=chapter.parts[-1].name)
    expect(title).to_have_text(chapter.parts[-1].title)
    end_of(tab, chapter)
    tab.page.locator(".guide .back").click()
    expect(title).to_have_text(chapter.parts[-1].title)
    end_of(tab, chapter)
    onward.click()
    expect(title).to_have_text(CHAPTERS[3].parts[0].title)


def test_end_of_an_open_chapter_says_what_comes(at_end):
    chapter = CHAPTERS[1]
    tab = at_end(chapter, {})
    end = end_of(tab, chapter)
    expect(end.get_by_role("heading")).to_contain_text("after this chapter")
    expect(end.locator(".chapter-score")).to_contain_text("0 of")


def test_first_chapter_leads_to_own_words_in_a_text_and_to_the_next_one(at_end):
    tab = at_end(CHAPTERS[0], finished(CHAPTERS[0]))
    end = end_of(tab, CHAPTERS[0])
    expect(tab.page.locator(".guide .next")).to_contain_text(CHAPTERS[1].title)
    end.get_by_role("link", name="Try your own words").click()
    tab.page.wait_for_url("**/encode?*")
    expect(tab.page.locator(".guide")).to_have_count(0)
    tab.address_has(corpus="english", split="whitespace")


@pytest.mark.parametrize("way", ["next", "close"])
def test_last_chapter_leads_to_own_words_if_earlier_ones_are_open(at_end, way):
    tab = at_end(CHAPTERS[-1], finished(CHAPTERS[-1]))
    end = end_of(tab, CHAPTERS[-1])
    first = end.get_by_role("button", name=f"Next: chapter 1, {CHAPTERS[0].title}")
    expect(first).to_be_visible()
    expect(tab.page.locator(".guide .next")).to_have_text("Try your own words")
    tab.page.locator(f".guide .{way}").click()
    tab.page.wait_for_url("**/unigram?*")
    expect(tab.page.locator(".guide")).to_have_count(0)
    tab.address_has(corpus="unigram-en", show="both")
    expect(tab.page).not_to_have_url(re.compile(r"[?&]part="))


def test_only_the_last_chapter_ends_the_course(at_end):
    tab = at_end(CHAPTERS[1], finished(*CHAPTERS))
    expect(end_of(tab, CHAPTERS[1]).locator(".abilities")).to_have_count(0)
    expect(tab.page.locator(".guide .next")).to_have_text(f"Next: chapter 3, {CHAPTERS[2].title}")


def test_answer_to_the_last_open_part_ends_the_course(at_end):
    parts = finished(*CHAPTERS)
    part = CHAPTERS[0].parts[-1]
    del parts[part.name]
    tab = at_end(CHAPTERS[0], parts)
    tab.page.locator(".guide .option").filter(has_text=asked_of(part).answer).click()
    tab.page.get_by_role("button", name="End of the course").click()
    expect(tab.page.locator(".guide .abilities")).to_be_visible()
    expect(tab.page.locator(".guide .next")).to_be_hidden()


def test_finished_course_stays_finished_when_a_chapter_gets_a_new_part(at_end):
    parts = finished(*CHAPTERS)
    new = CHAPTERS[2].parts[1]
    del parts[new.name]
    tab = at_end(CHAPTERS[-1], parts, place={"part": CHAPTERS[0].parts[0].name, "chapter": 0})
    tab.page.get_by_role("button", name="End of the course").click()
    expect(tab.page.locator(".guide .abilities")).to_be_visible()
    onward = tab.page.locator(".guide .next")  # the new part is offered
    expect(onward).to_have_text(f"Next: chapter 3, {CHAPTERS[2].title}")
    assert place(tab)["chapter"] == 0
    onward.click()
    expect(tab.page.locator(".guide .part-title")).to_have_text(new.title)
    tab.until(lambda: place(tab) == {"part": new.name, "chapter": 3})


def test_continue_leads_to_the_next_open_chapter(at_end):
    parts = finished(*CHAPTERS[:2])
    tab = at_end(CHAPTERS[1], parts)
    tab.until(lambda: place(tab) == {"part": CHAPTERS[2].parts[0].name, "chapter": 3})
    tab.page.goto(f"{tab.url}/?corpus=hug&lang=en")
    link = tab.page.locator(".start-course")
    expect(link).to_have_text("Continue: chapter 3")
    link.click()
    expect(tab.page.locator(".guide .part-title")).to_have_text(CHAPTERS[2].parts[0].title)


def test_link_to_the_course_follows_the_progress(tab):
    tab.open("corpus=hug&lang=en")
    link = tab.page.locator(".start-course")
    expect(link).to_have_text("Start here")
    save = f"""async () => (await import("{files_path()}/guide_progress.js")).saveProgress(
      {{ place: {{ part: "x", chapter: 5 }} }})"""
    tab.page.evaluate(save)
    expect(link).to_have_text("Continue: chapter 5")


def test_look_at_a_finished_part_does_not_change_where_the_reader_goes_on(at_end):
    """The place is in chapter 4, where the next part is open. A part of chapter 1 was left out."""
    done, later = CHAPTERS[3].parts[4:6]
    parts = finished(*CHAPTERS[1:3], **{done.name: "solved"})
    tab = at_end(CHAPTERS[1], parts, place={"part": done.name, "chapter": 4})
    tab.until(lambda: place(tab) == {"part": later.name, "chapter": 4})
    tab.page.goto(f"{tab.url}/?part=start&lang=en")
    expect(tab.page.locator(".guide .part-title")).to_have_text(later.title)


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_end_of_the_course_is_in_sight_and_prints_one_page(at_end, tab, size):
    tab.resize(size)
    at_end(CHAPTERS[-1], finished(*CHAPTERS))
    tab.page.get_by_role("button", name="End of the course").click()
    end, page = tab.page.locator(".guide .ending"), tab.page
    can = [each.can_do for each in CHAPTERS]
    assert end.locator(".abilities li").all_inner_texts() == [" ".join(x.split()) for x in can]
    expect(end.get_by_role("button", name="Print my result")).to_be_in_viewport(ratio=1)
    expect(page.locator(".guide .next")).to_be_hidden()
    expect(end.get_by_role("link", name="Try your own words")).to_be_visible()
    tab.until(lambda: place(tab)["chapter"] == 0)
    page.evaluate("() => { window.printed = 0; window.print = () => { window.printed += 1; }; }")
    sheet = page.locator(".worksheet-host .sheet")
    for i, paper in enumerate(("A4", "Letter")):
        end.get_by_role("button", name="Print my result").click()
        tab.until(lambda i=i: page.evaluate("() => window.printed") == i + 1)
        for each in CHAPTERS:
            expect(sheet).to_contain_text(f"{len(each.parts)} of {len(each.parts)} parts solved")
        assert sheet.evaluate("(node) => node.scrollHeight <= node.clientHeight")
        assert len(PAGE.findall(page.pdf(format=paper))) == 1
        expect(sheet).to_have_count(0)  # nothing is left
    page.goto(f"{tab.url}/?corpus=hug&lang=en")
    start = page.locator(".start-course")
    expect(start).to_have_text("Course: all chapters")
    start.click()
    expect(page.locator(".guide .chapter-list")).to_be_visible()


def test_end_on_a_phone_is_no_part_and_has_no_steps(at_end, tab):
    tab.page.set_viewport_size({"width": 360, "height": 640})
    at_end(CHAPTERS[2], finished(CHAPTERS[2]))
    steps, panel = tab.page.locator(".main-controls"), tab.page.locator(".guide")
    right = CHAPTERS[2].parts[-1].task.right[0]
    panel.locator(".option").nth(right).click()
    expect(steps).to_be_visible()
    end_of(tab, CHAPTERS[2])
    expect(panel.locator(".where")).to_have_text("Chapter 3")
    expect(steps).to_be_hidden()
    end, bottom = panel.locator(".ways"), panel.locator(".bottom")
    gap = bottom.bounding_box()["y"] - end.bounding_box()["y"] - end.bounding_box()["height"]
    assert 0 <= gap < 48, "all is in sight, without empty space"
