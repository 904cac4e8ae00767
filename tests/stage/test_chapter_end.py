"""The end of a chapter: the score, what was missed, and two ways on. The end of the course."""

import json
import re

import pytest

from pages.course.course import chapters
from pages.course.parts import Chapter
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

    def opened(chapter: Chapter, parts: dict[str, str]):
        tab.page.goto(f"{tab.url}/?corpus=hug&lang=en")
        stored = [STORED, json.dumps({"parts": parts})]
        tab.page.evaluate("([name, text]) => localStorage.setItem(name, text)", stored)
        tab.page.goto(f"{tab.url}/?part={chapter.parts[-1].name}&lang=en")
        expect(tab.page.locator(".guide .part-title")).to_have_text(chapter.parts[-1].title)
        return tab

    return opened


def place(tab) -> dict:
    return json.loads(tab.page.evaluate("(name) => localStorage.getItem(name)", STORED))["place"]


def test_end_of_a_chapter_has_the_score_what_was_missed_and_two_ways_on(at_end):
    chapter = CHAPTERS[1]
    parts = finished(chapter, CHAPTERS[2], **{"count-pair": "shown"})
    tab = at_end(chapter, parts)
    end = tab.page.locator(".guide .can-do")
    expect(end).to_contain_text(chapter.can_do)
    count = len(chapter.parts)
    expect(end.locator(".chapter-score")).to_have_text(f"{count - 1} of {count} parts solved")
    # Only what was missed is practiced.
    practice = end.get_by_role("link")
    expect(practice).to_have_text(["Practice: Count a pair"])
    expect(practice).to_have_attribute("href", "./practice?position=1&lang=en")
    # Chapter 3 is finished.
    onward = end.get_by_role("button", name="Next: chapter 4")
    expect(onward).to_be_visible()
    end.get_by_role("button", name="Count a pair").click()
    expect(tab.page.locator(".guide .part-title")).to_have_text("Count a pair")
    tab.address_has(part="count-pair")  # Back earlier than that leads out of the course
    tab.page.go_back()
    tab.address_has(part=chapter.parts[-1].name)
    onward.click()
    title = tab.page.locator(".guide .part-title")
    expect(title).to_have_text(CHAPTERS[3].parts[0].title)


def test_last_answer_brings_the_end_of_the_chapter_into_sight(at_end):
    chapter = CHAPTERS[0]
    tab = at_end(chapter, finished(chapter))
    tab.page.set_viewport_size({"width": 1366, "height": 600})
    for letter in ("B", "C"):
        tab.page.keyboard.press(letter)
    onward = tab.page.locator(".guide .next-chapter")
    box = tab.page.locator(".guide .part-box")
    expect(onward).to_be_in_viewport()
    said = tab.page.locator(".guide .said.right")
    tops = [each.bounding_box()["y"] for each in (box, said)]
    assert tops == sorted(tops)  # what was said about the answer is in sight, too


def test_open_last_part_says_only_what_comes(at_end):
    chapter = CHAPTERS[1]
    tab = at_end(chapter, {})
    expect(tab.page.locator(".guide .can-do")).to_contain_text("after this chapter")
    expect(tab.page.locator(".guide .chapter-score")).to_have_count(0)


def test_continue_leads_to_the_next_open_chapter(at_end):
    parts = finished(*CHAPTERS[:2])
    tab = at_end(CHAPTERS[1], parts)
    tab.until(lambda: place(tab) == {"part": CHAPTERS[2].parts[0].name, "chapter": 3})
    tab.page.goto(f"{tab.url}/?corpus=hug&lang=en")
    link = tab.page.locator(".start-course")
    expect(link).to_have_text("Continue: chapter 3")
    link.click()
    expect(tab.page.locator(".guide .part-title")).to_have_text(CHAPTERS[2].parts[0].title)


def test_end_of_the_course_says_what_the_reader_can_do_and_prints_one_page(at_end):
    tab = at_end(CHAPTERS[-1], finished(*CHAPTERS))
    end, page = tab.page.locator(".guide .can-do"), tab.page
    can = [each.can_do for each in CHAPTERS]
    assert end.locator(".abilities li").all_inner_texts() == [" ".join(x.split()) for x in can]
    tab.until(lambda: place(tab)["chapter"] == 0)
    page.evaluate("() => { window.printed = 0; window.print = () => { window.printed += 1; }; }")
    sheet = page.locator(".worksheet-host .sheet")
    for i, size in enumerate(("A4", "Letter")):
        end.get_by_role("button", name="Print my result").click()
        tab.until(lambda i=i: page.evaluate("() => window.printed") == i + 1)
        for each in CHAPTERS:
            expect(sheet).to_contain_text(f"{len(each.parts)} of {len(each.parts)} parts solved")
        assert sheet.evaluate("(node) => node.scrollHeight <= node.clientHeight")
        assert len(PAGE.findall(page.pdf(format=size))) == 1
        expect(sheet).to_have_count(0)  # nothing is left
    page.goto(f"{tab.url}/?corpus=hug&lang=en")
    expect(page.locator(".start-course")).to_have_text("Course finished")


def test_next_shows_the_end_of_a_chapter_first_on_a_phone(at_end, tab):
    tab.resize((360, 480))
    chapter = CHAPTERS[-1]
    at_end(chapter, finished(chapter))
    question = asked_of(chapter.parts[-1])
    score, onward = (
        tab.page.locator(".guide .chapter-score"),
        tab.page.locator(".guide .bottom .next"),
    )
    expect(onward).to_be_disabled()  # the course has no other part
    tab.page.locator(".guide .option").filter(has_text=question.answer).click()
    expect(tab.page.locator(".guide .said.right")).to_be_visible()
    expect(score).not_to_be_in_viewport()
    onward.click()
    expect(score).to_be_in_viewport(ratio=1)
    expect(onward).to_be_disabled()
