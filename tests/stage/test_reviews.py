"""What was missed comes back after 1, 3, 7 and 21 days."""

import json
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from pages.course.course import chapters
from pages.hosting.components import files_path
from tests.support.waiting import expect

STORED = "merge-by-merge-course"
EVENING = datetime(2026, 5, 4, 21, 30)  # of the browser's clock
NOTE = """async ([files, name, isRight, now]) => {
  const { noteAnswer, dueNames } = await import(`${files}/reviews.js`);
  if (name) noteAnswer(name, isRight, now);
  return dueNames(now);
}"""
MISSED = "count-pair"
PART = next(part for part in chapters("en")[1].parts if part.name == MISSED)


def stamp(tab, when: datetime) -> int:
    """A time of the browser's time zone, as a number."""
    return tab.page.evaluate("(text) => new Date(text).getTime()", when.isoformat())


def note(tab, when: datetime, name: str = "", is_right: bool = False) -> list[str]:
    """Note an answer at a time, and return what is due then."""
    return tab.page.evaluate(NOTE, [files_path(), name, is_right, stamp(tab, when)])


def keep(tab, **progress: object) -> None:
    put = "([name, text]) => localStorage.setItem(name, text)"
    tab.page.evaluate(put, [STORED, json.dumps(progress)])


def test_missed_question_comes_back_after_1_3_7_and_21_days(tab):
    tab.open("corpus=hug&lang=en")
    assert note(tab, EVENING, MISSED) == []
    day = EVENING.replace(hour=4, minute=0)
    for days in (1, 3, 7, 21):
        assert note(tab, day + timedelta(days=days, minutes=-1)) == []
        day += timedelta(days=days)
        assert note(tab, day) == [MISSED]
        assert note(tab, day - timedelta(minutes=1), MISSED, is_right=True) == []  # too early
        assert note(tab, day, MISSED, is_right=True) == []
    assert note(tab, day + timedelta(days=1000)) == []


def test_no_question_comes_back_after_minutes_because_midnight_is_over(tab):
    tab.open("corpus=hug&lang=en")
    late = datetime(2026, 5, 4, 23, 58)
    for hours in (0, 0.6, 4):  # the last two are after midnight
        missed = late + timedelta(hours=hours)
        note(tab, missed, MISSED)
        assert note(tab, missed + timedelta(hours=6)) == []
        assert note(tab, datetime(2026, 5, 6, 4)) == [MISSED]


def test_question_that_is_missed_again_starts_again(tab):
    tab.open("corpus=hug&lang=en")
    note(tab, EVENING, MISSED)
    note(tab, EVENING + timedelta(days=1), MISSED, is_right=True)
    note(tab, EVENING + timedelta(days=5), MISSED)
    assert note(tab, EVENING + timedelta(days=6)) == [MISSED]
    assert note(tab, EVENING, "other", is_right=True) == []  # it was not missed
    assert note(tab, EVENING + timedelta(days=1000)) == [MISSED]


def test_at_most_five_come_at_once_the_longest_waiting_first(tab):
    tab.open("corpus=hug&lang=en")
    names = [f"part-{i}" for i in range(7)]
    for i, name in enumerate(names):
        note(tab, EVENING + timedelta(days=i), name)
    assert note(tab, EVENING + timedelta(days=30)) == names[:5]


def test_first_page_says_what_is_due_and_opens_it(tab):
    tab.open("corpus=hug&lang=en")
    link = tab.page.get_by_role("link", name="1 question is due")
    expect(link).to_have_count(0)
    on = chapters("en")[3].parts[2]
    keep(
        tab,
        parts={MISSED: "shown"},
        reviews={MISSED: [0, 1]},
        place={"part": on.name, "chapter": 4},
    )
    tab.page.reload()
    link.click()
    expect(tab.page.locator(".guide .part-title")).to_have_text(PART.title)
    field = tab.page.locator(".guide input")
    field.fill("20")
    field.press("Enter")
    expect(tab.page.locator(".guide .said.right")).to_be_visible()
    kept = json.loads(tab.page.evaluate("(name) => localStorage.getItem(name)", STORED))
    assert kept["reviews"][MISSED][0] == 1
    expect(tab.page.get_by_role("button", name="question is due")).to_have_count(0)
    # Nothing else is due.
    tab.page.get_by_role("button", name="Continue: chapter 4").click()
    expect(tab.page.locator(".guide .part-title")).to_have_text(on.title)


def test_practice_notes_missed_skills_and_says_what_is_due(tab):
    tab.page.goto(f"{tab.url}/ladder?at=1")
    expect(tab.page.locator(".skill").first).to_be_visible()
    kept = json.loads(tab.page.evaluate("(name) => localStorage.getItem(name)", STORED))
    assert list(kept["reviews"]) == ["skill count"]  # the bare page has missed it
    button = tab.page.get_by_role("button", name="questions are due")
    expect(button).to_have_count(0)
    keep(tab, skills=kept["skills"], reviews={MISSED: [0, 1], "skill count": [0, 1]})
    tab.page.reload()
    expect(button).to_have_text("2 questions are due")


def test_progress_is_loaded_from_a_file(tab, tmp_path: Path):
    tab.page.goto(f"{tab.url}/lesson?corpus=hug&lang=en")
    chapter = chapters("en")[1]
    score = tab.page.locator(f"#chapter-{chapter.name} .parts summary")
    expect(score).to_contain_text("0 of")
    file = tmp_path / "progress.json"
    file.write_text(json.dumps({"parts": {MISSED: "solved", "x": 5}, "reviews": {"y": "z"}}))
    field = tab.page.locator(".import input")
    field.set_input_files(file)
    expect(score).to_contain_text("1 of")


# Practice would send its skills in a message that the server refuses, each time that it opens.
LARGE = json.dumps({"skills": {f"x{i}": [1, 0, 0, 9, 0, 0] for i in range(20_000)}})


@pytest.mark.parametrize("text", ["", "{", "null", "[1]", '{"parts": {"x": 5}}', LARGE])
def test_damaged_file_changes_nothing_and_says_so(tab, tmp_path: Path, text):
    tab.page.goto(f"{tab.url}/lesson?corpus=hug&lang=en")
    keep(tab, parts={MISSED: "solved"})
    file = tmp_path / "progress.json"
    file.write_text(text)
    tab.page.locator(".import input").set_input_files(file)
    expect(tab.page.locator(".imported")).to_have_text(
        "This file contains no progress of this course."
    )
    kept = json.loads(tab.page.evaluate("(name) => localStorage.getItem(name)", STORED))
    assert kept["parts"] == {MISSED: "solved"}
