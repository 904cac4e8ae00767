"""Journeys along links: the URL contains the view, and the browser history contains pages."""

from tests.support.network import HeldMessages
from tests.support.waiting import expect


def to_training(tab) -> None:
    tab.page.get_by_role("link").and_(tab.page.locator(f"a[href='{tab.url}/']")).click()
    tab.ready()


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


PRESS_AND_LEAVE = """() => {
  const press = { key: "ArrowRight", code: "ArrowRight", bubbles: true, cancelable: true };
  for (let i = 0; i < 2; i += 1) document.body.dispatchEvent(new KeyboardEvent("keydown", press));
  LEAVE;
}"""
LEAVE = {
    "link": """document.querySelector('a[href$="/algorithm"]').click()""",
    "back": "history.back()",
}


def test_presses_right_before_leaving_a_page_count(tab, engine):
    slow = HeldMessages(tab.page)
    tab.open_algorithm("vocab=60&step=2")
    to_training(tab)
    for ties, step in (("lowest", 4), ("greatest", 6)):
        leave = LEAVE["back" if step == 4 else "link"]
        tab.quiet()
        held = slow.start()
        tab.page.evaluate(PRESS_AND_LEAVE.replace("LEAVE", leave))
        tab.until(lambda held=held: held)  # the message of leaving
        slow.release()
        expect(tab.page.get_by_text("def merge_pair").first).to_be_visible()
        tab.idle()
        tab.address_has(step=step, vocab=60)
        tab.choose("ties", 1 if ties == "lowest" else 2)
        tab.address_has(ties=ties, step=step, vocab=60)
        to_training(tab)
        engine.expected(engine.course(60, ties)).becomes(tab, step)
    expect(tab.control("vocab").locator("input")).to_have_value("60")
    tab.press("ArrowRight")
    tab.address_has(step=7)
