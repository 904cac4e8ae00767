"""Journeys along links: the URL contains the view, and the browser history contains pages."""

from urllib.parse import urlencode

import pytest

from pages.state.defaults import defaults
from tests.support.network import HeldMessages
from tests.support.waiting import expect


def history(tab) -> int:
    return tab.page.evaluate("() => history.length")


def to_algorithm(tab) -> None:
    tab.page.locator("a[href$='/algorithm']").click()
    expect(tab.page.get_by_text("def merge_pair").first).to_be_visible()
    expect(tab.corpus).to_have_count(0)
    tab.idle()


def to_training(tab) -> None:
    tab.page.get_by_role("link").and_(tab.page.locator(f"a[href='{tab.url}/']")).click()
    tab.ready()


def test_url_survives_steps_settings_and_reload(tab, engine):
    tab.open("vocab=60&step=2&utm_source=mail")
    before = history(tab)
    tab.press(*["ArrowRight"] * 8)
    tab.address_has(step=10, vocab=60)
    tab.choose("ties", 1)
    tab.address_has(ties="lowest", step=10)
    tab.control("vocab").get_by_test_id("stNumberInputStepDown").click()
    tab.address_has(vocab=59, step=10)
    assert "utm_source" not in tab.query()
    tab.page.reload()
    tab.ready()
    engine.expected(engine.course(59, "lowest")).shown(tab, 10)
    tab.address_has(step=10, vocab=59, ties="lowest")
    tab.choose("corpus", 1)
    tab.address_has(corpus="hug", vocab=defaults("hug").bpe.vocab, step=0)
    assert history(tab) == before


def test_back_goes_to_previous_page_not_previous_step(tab, engine):
    tab.open_algorithm("vocab=60&step=2")
    to_training(tab)
    engine.expected(engine.course(60)).becomes(tab, 2)
    tab.press(*["ArrowRight"] * 4)
    tab.address_has(step=6)
    tab.choose("ties", 1)
    tab.address_has(ties="lowest", step=6)
    tab.quiet()
    tab.page.go_back()
    expect(tab.page.get_by_text("def merge_pair").first).to_be_visible()
    expect(tab.corpus).to_have_count(0)
    tab.address_has(step=6, vocab=60, ties="lowest")
    tab.page.go_forward()
    tab.ready()
    engine.expected(engine.course(60, "lowest")).becomes(tab, 6)
    tab.quiet()
    tab.page.go_back()
    expect(tab.corpus).to_have_count(0)
    tab.idle()
    tab.open_algorithm(urlencode(tab.query()))
    to_training(tab)
    engine.expected(engine.course(60, "lowest")).becomes(tab, 6)


PRESS_AND_LEAVE = """() => {
  const press = { key: "ArrowRight", code: "ArrowRight", bubbles: true, cancelable: true };
  for (let i = 0; i < 2; i += 1) document.body.dispatchEvent(new KeyboardEvent("keydown", press));
  LEAVE;
}"""
LEAVE = {
    "link": """document.querySelector('a[href$="/algorithm"]').click()""",
    "back": "history.back()",
}


@pytest.mark.parametrize("leave", LEAVE)
def test_presses_right_before_leaving_a_page_count(tab, engine, leave):
    slow = HeldMessages(tab.page)
    if leave == "back":
        tab.open_algorithm("vocab=60&step=2")
        to_training(tab)
    else:
        tab.open("vocab=60&step=2")
    tab.quiet()
    held = slow.start()
    tab.page.evaluate(PRESS_AND_LEAVE.replace("LEAVE", LEAVE[leave]))
    tab.until(lambda: held)  # the message of leaving
    slow.release()
    expect(tab.page.get_by_text("def merge_pair").first).to_be_visible()
    tab.idle()
    tab.address_has(step=4, vocab=60)
    tab.choose("ties", 1)
    tab.address_has(ties="lowest", step=4, vocab=60)
    to_training(tab)
    engine.expected(engine.course(60, "lowest")).becomes(tab, 4)
    expect(tab.control("vocab").locator("input")).to_have_value("60")
    tab.press("ArrowRight")
    tab.address_has(step=5)
