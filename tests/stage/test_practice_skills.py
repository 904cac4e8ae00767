"""The skills of practice stay in the browser, and a new session gets them from there."""

import json

import pytest

from pages.practice import ladder
from pages.practice.draw import draw
from tests.support.bare import BareTab
from tests.support.waiting import expect

STORED = "merge-by-merge-course"


def keep(tab: BareTab, **progress: object) -> None:
    """Put something into the browser's storage."""
    tab.page.evaluate("([name, text]) => localStorage.setItem(name, text)",
                      [STORED, json.dumps(progress)])  # fmt: skip


def kept(tab: BareTab) -> dict:
    return json.loads(tab.page.evaluate("(name) => localStorage.getItem(name)", STORED) or "{}")


def stored(tab: BareTab) -> list:
    """What the server was told about the storage."""
    return [value for name, value in tab.messages() if name == "stored"]


def test_skills_are_kept_sent_back_and_forgotten_after_a_reset(tab):
    tab.page.goto(f"{tab.url}/ladder?at=1")
    tab.page.locator(".skill").first.wait_for()
    skills = kept(tab)["skills"]
    assert skills["count"] == [1, 0, 1, 0, 0, 3]
    assert stored(tab) == []
    more = {**skills, "rise": [3, 1, 4, 4, 4, 0]}
    keep(tab, skills=more, parts={"count-pair": "solved"})
    tab.show("at=2", "/ladder")
    tab.until(lambda: stored(tab) == [{"seed": 0, "skills": more}])
    keep(tab)
    tab.show("at=3", "/ladder")
    tab.until(lambda: kept(tab).get("skills"))
    keep(tab)
    tab.show("at=4", "/ladder")
    tab.until(lambda: stored(tab)[1:] == [{"seed": 0, "skills": {}}])
    tab.page.locator(".skill").last.click()
    assert tab.messages()[-1] == ["choose", ladder.SKILLS[-1]]


def test_set_of_a_class_has_its_own_skills(tab):
    tab.page.goto(f"{tab.url}/ladder?seed=3&at=1")
    tab.page.locator(".skill").first.wait_for()
    assert kept(tab)["skills"] == {}
    assert list(kept(tab)["sets"]) == ["3"]


def test_circles_have_names_and_a_legend(tab):
    tab.page.goto(f"{tab.url}/ladder?at=1")
    missed, other = (
        tab.page.get_by_role("button", name=f"{skill} Chapter 2 {levels}")
        for skill, levels in (
            ("Count a pair", "0 of 3 levels, comes back soon"),
            ("The next merge", "1 of 3 levels"),
        )
    )
    expect(missed).to_be_visible()
    expect(other).to_be_visible()
    signs = ["level finished", "level not finished", "missed, comes back soon"]
    assert tab.page.locator(".legend .signs").get_by_role("listitem").all_inner_texts() == signs
    rules = tab.page.locator(".legend details")
    expect(rules.get_by_text("Each circle is a level")).to_be_hidden()
    rules.get_by_text("How levels work").click()
    expect(rules.get_by_text("Each circle is a level")).to_be_visible()


@pytest.mark.parametrize("size", [(1366, 768), (390, 844), (360, 640)])
def test_question_about_a_word_shows_its_lattice(tab, size):
    tab.page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    at = ladder.Rung("segmentation", 1, 0)
    asked = draw(0, at.skill, at.level, at.index, "en")
    tab.page.goto(f"{tab.url}/question?at={at.number}")
    picture = tab.page.locator(".practice.question .picture")
    arcs = asked.lattice.lattice.arcs
    expect(picture.locator(".arc")).to_have_count(len(arcs))
    found = picture.locator(".arc .piece").all_text_contents()
    assert sorted(found) == sorted(each.piece for each in arcs)
    expect(picture.locator(".arc .fraction")).to_have_count(len(arcs))
    expect(picture.locator(".arc rect").first).to_have_css("stroke-width", "1px")
    box, panel = (each.bounding_box() for each in (picture, tab.page.locator(".practice.question")))
    assert box["width"] <= panel["width"]
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_verdict_comes_into_view_on_a_phone(tab):
    tab.page.set_viewport_size({"width": 390, "height": 844})
    tab.page.goto(f"{tab.url}/verdict?seed=3&at=1")
    expect(tab.page.locator(".verdict .result")).to_be_in_viewport()
    tab.page.add_style_tag(content="body { padding-top: 900px; }")
    tab.page.evaluate("scrollTo(0, 0)")
    expect(tab.page.locator(".verdict .result")).not_to_be_in_viewport()
    tab.show("seed=3&at=2", "/verdict")
    expect(tab.page.locator(".verdict .result")).to_be_in_viewport(ratio=1)
