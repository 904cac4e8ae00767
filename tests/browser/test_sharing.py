"""Journeys of sharing: a copied link, a lesson."""

import re

from pages.hosting import network_address
from tests.support.waiting import expect

TEXT = "Zwölf Boxkämpfer jagen Viktor\nquer über den großen Sylter Deich 🥊🥊\nbox boxen"


def test_copied_link_restores_the_screen(visitor, server, engine):
    options = {"permissions": ["clipboard-read", "clipboard-write"]}
    query, run = engine.own(TEXT, 60, "metaspace")
    tab = visitor(server, **options).open(f"{query}&lang=ko&view=before")
    tab.press("ArrowRight", "ArrowRight", "ArrowRight")
    tab.at(3)
    tab.page.locator(".share.copy").click()
    expect(tab.page.locator(".share.done")).to_be_visible()
    link = tab.page.evaluate("() => navigator.clipboard.readText()")
    assert "step=3" in link
    origin, path = link.split("/?")
    reachable = network_address.local_address() or "127.0.0.1"
    assert origin == tab.url.replace("127.0.0.1", reachable)
    other = visitor(server)
    other.page.goto(f"{tab.url}/?{path}")  # tests allow no other host
    other.ready()
    other.at(3)
    assert other.words() == tab.words()
    other.until(lambda: other.rows() == tab.rows())
    expect(other.page.locator("[class*=st-key-choose_own] textarea")).to_have_value(TEXT)
    expect(other.page.locator("html")).to_have_attribute("lang", "ko")
    pressed = "[aria-pressed=true].toggle"
    assert other.page.locator(pressed).inner_text() == tab.page.locator(pressed).inner_text()
    other.address_has(step=3)
    assert other.query() == tab.query()
    other.press("ArrowRight")
    engine.expected(run).shown(other, 4)
    tab.at(3)


def test_teacher_builds_a_lesson_and_a_student_plays_it(tab, visitor, server):
    teacher = tab.open("corpus=hug&step=2&lang=en")
    page = teacher.page
    page.get_by_role("button", name="Add to my lesson").click()
    expect(page.get_by_text("Added as part 1")).to_be_visible()
    page.get_by_test_id("stTopNavLink").filter(has_text="Encoding").click()
    teacher.at(0)
    teacher.ready()
    expect(page.get_by_text("Added as part 1")).to_be_hidden()
    teacher.press("ArrowRight")
    teacher.at(1)
    page.get_by_role("button", name="Add to my lesson").click()
    expect(page.get_by_text("Added as part 2")).to_be_visible()
    page.get_by_test_id("stHeader").get_by_role("link", name="Lesson").click()
    for i, sentence in enumerate(("Look at the merge.", "Encode it.")):
        page.locator(".draft .card").nth(i).get_by_label("Sentence").fill(sentence)
    page.get_by_role("button", name="Make the link").click()
    expect(page.get_by_text("The link of this page now contains your lesson.")).to_be_visible()
    expect(page).to_have_url(re.compile("lesson="))

    student = visitor(server)
    student.page.goto(page.url)
    start = student.page.get_by_role("link", name="Start this lesson")
    expect(start).to_be_visible()
    student.page.keyboard.press("PageDown")  # scrolls this page, and must not step on the next one
    start.click()
    student.at(2)
    student.still_at(2)
    panel = student.page.get_by_role("complementary", name="Lesson")
    expect(panel).to_contain_text("Look at the merge.")
    panel.get_by_role("button", name="Next").click()
    expect(panel).to_contain_text("Encode it.")
    student.at(1)
    expect(student.page).to_have_url(re.compile("/encode.*lesson=.*part="))
    student.page.reload()
    expect(panel).to_contain_text("Encode it.")
    student.at(1)
    panel.get_by_role("button", name="Back").click()
    expect(panel).to_contain_text("Look at the merge.")
    student.at(2)
    panel.get_by_role("button", name="Close the lesson").click()
    expect(panel).to_have_count(0)
    student.at(2)
