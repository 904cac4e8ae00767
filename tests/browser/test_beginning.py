"""The first visit: one promise, some words and one button. One press opens everything."""

import pytest

from pages.course.course import chapters
from pages.state.defaults import defaults
from tests.support.students import Student, finish
from tests.support.waiting import expect

PROMISE = "In an hour you can do by hand what a tokenizer does."
# Notes whether the page could be seen behind the first screen, in every frame.
WATCH = """(() => {
  window.seen = [];
  const look = () => {
    for (const node of document.querySelectorAll("[data-testid=stApp], .early-stage")) {
      if (getComputedStyle(node).visibility !== "hidden") window.seen.push(node.outerHTML);
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()"""
BLOCKED = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("blocked", "SecurityError"); } })"""


def first(visitor, server, **options):
    return visitor(server, first_visit=True, **options)


def beginning(tab):
    return tab.page.get_by_role("main").filter(has_text=PROMISE)


async def train(server) -> None:
    """Open the app, so that the server has its first run."""
    student = Student(server.url)
    await student.open()
    await student.close()


def test_first_visit_shows_a_promise_the_words_and_one_button(visitor, server):
    tab = first(visitor, server)
    tab.page.add_init_script(WATCH)
    tab.page.goto(tab.url)
    expect(beginning(tab)).to_be_visible()
    tab.ready()
    words = [f"{word}×{count}" for word, count in defaults().read_corpus().counts.items()]
    assert tab.page.locator(".beginning li").all_inner_texts() == words
    assert tab.page.evaluate("() => window.seen") == []
    for hidden in (tab.transport, tab.page.get_by_test_id("stSidebar"), tab.control("vocab")):
        expect(hidden).to_be_hidden()
    expect(tab.page).to_have_url(f"{tab.url}/")
    tab.page.reload()
    tab.ready()
    expect(beginning(tab)).to_be_visible()
    tab.page.get_by_role("button", name="Show everything").click()
    expect(tab.transport).to_be_visible()
    expect(tab.control("vocab")).to_be_visible()
    tab.address_has(corpus="hug")
    tab.page.goto(tab.url)
    tab.ready()
    expect(tab.transport).to_be_visible()
    expect(beginning(tab)).to_have_count(0)


def test_first_screen_is_painted_before_streamlit_starts(visitor, server):
    finish(train(server))
    tab = first(visitor, server)
    held = []
    tab.page.route("**/static/js/index.*.js", lambda route: held.append(route))
    tab.page.goto(tab.url, wait_until="commit")
    expect(beginning(tab)).to_be_visible()
    assert held
    for each in held:
        each.continue_()
    tab.ready()
    expect(beginning(tab)).to_be_visible()


def test_button_starts_the_course(visitor, server):
    tab = first(visitor, server)
    tab.page.goto(tab.url)
    tab.page.get_by_role("button", name="Start here").click()
    expect(tab.page.locator(".guide .part-title")).to_have_text(chapters("en")[0].parts[0].title)
    expect(beginning(tab)).to_have_count(0)
    tab.ready()
    expect(tab.page.get_by_test_id("stSidebar")).to_be_hidden()
    tab.page.locator(".guide .close").click()
    back = tab.page.get_by_role("button", name="Course", exact=True)
    tab.press("ArrowLeft")
    back.click()
    expect(tab.page.locator(".guide .part-title")).to_be_visible()
    expect(back).to_be_hidden()


def test_key_that_steps_opens_everything(visitor, server):
    tab = first(visitor, server)
    tab.page.goto(tab.url)
    expect(beginning(tab)).to_be_visible()
    tab.ready()
    tab.press("ArrowRight")
    tab.at(1)
    expect(beginning(tab)).to_have_count(0)
    expect(tab.transport).to_be_visible()


def test_link_with_settings_opens_everything_and_one_with_a_language_does_not(visitor, server):
    tab = first(visitor, server)
    tab.page.goto(f"{tab.url}/?corpus=hug")
    tab.ready()
    expect(tab.transport).to_be_visible()
    tab.page.goto(f"{tab.url}/?lang=ko")
    expect(tab.page.locator(".beginning h1")).to_be_visible()
    expect(tab.page.locator(".beginning")).to_have_attribute("lang", "ko")
    tab.ready()
    tab.page.get_by_role("link", name="English").click()
    expect(beginning(tab)).to_be_visible()
    tab.ready()
    tab.page.goto(f"{tab.url}/encode")
    tab.ready()
    expect(tab.transport).to_be_visible()


@pytest.mark.parametrize(
    "script",
    [
        BLOCKED,
        "localStorage['merge-by-merge-begun'] = '{'; localStorage['merge-by-merge-course'] = '{'",
    ],
)
def test_blocked_and_damaged_storage_count_as_none(visitor, server, script):
    tab = first(visitor, server)
    tab.page.add_init_script(script)
    tab.page.goto(tab.url)
    expect(beginning(tab)).to_be_visible()
    tab.ready()
    tab.page.get_by_role("button", name="Show everything").click()
    expect(tab.transport).to_be_visible()
    tab.press("ArrowRight")
    tab.at(1)
