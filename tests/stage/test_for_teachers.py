"""What teachers find on the lesson page and on that of practice: files, a lecture, results."""

import io
import json
import zipfile

import pytest

from pages.course.lecture.lecture import MINUTES, lecture
from pages.storage.typed import pack
from tests.support.page_checks import broken_rules_in
from tests.support.platforms import moodle_questions
from tests.support.waiting import expect

PHONE = (360, 640)
MADE = [["once", "<img src=x onerror=alert(1)>"]]


def file_of(folder, name: str, seed: int, mistakes=()) -> str:
    """A file of results as a student downloads it."""
    done = {"skill": "count", "outcome": "right", "tries": 1, "mistakes": list(mistakes)}
    results = {"format": "merge-by-merge results", "seed": seed, "lang": "en", "name": name}
    path = folder / f"{name}.json"
    path.write_text(json.dumps({**results, "questions": [done]}))
    return str(path)


@pytest.fixture
def overview(tab):
    """Open the lesson page."""

    def opened(lesson: str = ""):
        tab.page.goto(f"{tab.url}/lesson?corpus=hug&lang=en&lesson={lesson and pack(lesson)}")
        expect(tab.page.locator("#lecture")).to_be_visible()
        return tab.page

    return opened


def downloaded(page, link) -> tuple[str, bytes]:
    with page.expect_download() as download:
        link.click()
    return download.value.suggested_filename, download.value.path().read_bytes()


def test_ready_lecture_is_asked_for_at_one_click_and_shown(overview, tab):
    page = overview()
    expect(page.locator(".teacher")).to_have_count(0)
    page.get_by_role("button", name="Open the ready lecture").click()
    assert [name for name, _ in tab.messages()] == ["lecture"]
    address = f"/lesson?corpus=hug&lesson={pack(lecture('en'))}"
    page.evaluate("([address, at]) => window.show(address, at)", [address, 1])
    expect(page.locator(".teacher .lesson > li")).to_have_count(len(MINUTES))
    expect(page.get_by_role("heading", name="Your teacher's lesson")).to_be_in_viewport()
    expect(page.get_by_role("link", name="Start this lesson").first).to_be_focused()
    page.get_by_role("button", name="Edit the lesson of this link").click()
    expect(page.locator(".draft .card")).to_have_count(len(MINUTES))
    assert broken_rules_in(page, "light", first=True) == []


def test_files_for_a_learning_platform_are_downloaded(overview):
    page = overview("/?corpus=hug Look.\n? How often does u+g occur?\n= 20")
    box = page.locator(".teacher .platform")
    box.get_by_text("For a learning platform").click()
    name, data = downloaded(page, box.get_by_role("link", name="Moodle XML"))
    assert name.startswith("lesson-")
    assert len(moodle_questions(data)) == 1
    box = page.locator("#chapter-train .platform")
    box.get_by_text("For a learning platform").click()
    name, data = downloaded(page, box.get_by_role("link", name="QTI 2.1"))
    assert name == "worksheet-train-en-qti.zip"
    assert "first-merge.xml" in zipfile.ZipFile(io.BytesIO(data)).namelist()


def test_lesson_without_questions_has_no_file(overview):
    page = overview("/?corpus=hug Look.")
    expect(page.get_by_role("link", name="Start this lesson")).to_be_visible()
    expect(page.locator(".teacher .platform")).to_have_count(0)


@pytest.mark.parametrize("size", [(1366, 768), PHONE])
def test_set_of_practice_is_downloaded_with_the_chosen_skill_and_level(tab, size):
    tab.resize(size)
    page = tab.page
    page.goto(f"{tab.url}/ladder?lang=en&quiz_seed=77")
    box = page.locator(".platform")
    box.get_by_text("For a learning platform").click()
    box.get_by_label("Skill").select_option("next")
    box.get_by_label("Level").select_option("2")
    box.get_by_label("Questions").select_option("5")
    name, data = downloaded(page, box.get_by_role("link", name="Moodle XML"))
    assert name == "practice-next-level-2-set-77-en-moodle.xml"
    assert len(moodle_questions(data)) == 5
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_results_of_a_set_are_read_without_a_class(overview, tmp_path):
    page = overview()
    one, two = file_of(tmp_path, "Ann", 7, MADE), file_of(tmp_path, "Bob", 7)
    others = [file_of(tmp_path, name, 8) for name in ("Eve", "Joe")]
    field = page.locator(".read-results input")
    field.set_input_files([one, two, *others])
    shown = page.locator(".read-results .collected")
    expect(shown.get_by_role("heading", name="Results of set 7")).to_be_visible()
    expect(shown.locator("td:first-child")).to_have_text(["Ann", "Bob"])
    expect(shown.locator(".class-problem")).to_have_text(
        "2 files are left out, because they are of another set than 7. Read them by themselves."
    )
    expect(shown.locator(".bar-row")).to_contain_text("<img src=x")
    expect(shown.locator(".bar-row")).to_contain_text("1 of 2 students")
    field.set_input_files([others[0], one])
    expect(shown.locator("td:first-child")).to_have_text(["Eve"])
    expect(shown.locator(".class-problem")).to_contain_text("1 file is left out")
    field.set_input_files(others)
    expect(shown.locator("td:first-child")).to_have_text(["Eve", "Joe"])
    expect(shown.locator(".class-problem")).to_have_count(0)
