"""Whatever the browser has kept under our names, pages are drawn and steps work."""

import re
from pathlib import Path

import pytest

from pages.course.course import chapters
from pages.hosting.components import files_path
from tests.support.waiting import expect

PAGES = Path(__file__).parents[2] / "pages"
NAME = re.compile(r'^const [A-Z_]+ = "(merge-by-merge-[a-z-]+)"', re.MULTILINE)
# The name of every value that a script stores; some end in a seed, a code, or the key of a run.
NAMES = sorted({name for file in PAGES.rglob("*.js") for name in NAME.findall(file.read_text())})
PUT = """([names, text]) => {
  for (const storage of [localStorage, sessionStorage]) {
    const kept = Object.keys(storage).filter((key) => key.startsWith("merge-by-merge"));
    const all = [...kept, ...names.flatMap((name) => [name, `${name} 3`])];
    for (const key of all) storage[key] = text;
  }
}"""
DAMAGED = [
    "{",
    "null",
    "5",
    '"text"',
    "[null, 5, [], {}, [[]], [5, 5, 5]]",
    '{"parts": null, "place": 5, "skills": [], "sets": "x", "code": {}, "key": 1}',
    '{"parts": 5, "place": {"part": 5}, "skills": {"count": 5, "next": [null]}, "sets": {"3": 5}}',
]


def test_names_are_found():
    assert {"merge-by-merge-url", "merge-by-merge-course", "merge-by-merge-results"} <= {*NAMES}
    assert len(NAMES) > 12


@pytest.mark.parametrize("text", DAMAGED)
def test_pages_are_drawn_with_a_damaged_storage(tab, text):
    def damage() -> None:
        tab.page.evaluate(PUT, [NAMES, text])
        tab.page.reload()

    tab.open("corpus=hug&lang=en")
    tab.press("ArrowRight")
    tab.at(1)
    damage()
    tab.ready()
    tab.press("Home", "ArrowRight", "ArrowRight")
    tab.at(2)
    tab.page.goto(f"{tab.url}/?corpus=hug&lang=en&part=start")
    expect(tab.page.locator(".guide .part-title")).to_be_visible()
    tab.page.goto(f"{tab.url}/lesson?corpus=hug&lang=en")
    damage()
    expect(tab.page.locator(".overview .chapter")).to_have_count(len(chapters("en")))
    tab.page.goto(f"{tab.url}/ladder?seed=3&at=1")
    damage()
    expect(tab.page.locator(".skill").first).to_be_visible()


@pytest.mark.parametrize("text", DAMAGED)
def test_damaged_results_and_drafts_count_as_none(tab, text):
    tab.open("corpus=hug&lang=en")
    tab.page.evaluate(PUT, [NAMES, text])
    found = tab.page.evaluate(
        """async (files) => {
          const load = (name) => import(`${files}/${name}.js`);
          const { results } = await load("practice_results");
          const labels = { name: "Name", download: "Download", about: "A file." };
          const box = results({ labels, format: "f", seed: 3, questions: [{ question: 1 }] });
          const kept = JSON.parse(localStorage["merge-by-merge-results 3"]);
          const { draft } = await load("lesson_draft");
          const { keptAnswers } = await load("class_requests");
          return [box.querySelector("button").disabled, kept, draft(), keptAnswers("3").read()];
        }""",
        files_path(),
    )
    assert found == [False, [{"question": 1}], [], []]
