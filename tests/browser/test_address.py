"""A journey along links: the URL contains the view, and the browser history contains pages."""

from tests.support.network import HeldMessages
from tests.support.waiting import expect

PRESS_AND_LEAVE = """() => {
  const press = { key: "ArrowRight", code: "ArrowRight", bubbles: true, cancelable: true };
  for (let i = 0; i < 2; i += 1) document.body.dispatchEvent(new KeyboardEvent("keydown", press));
  LEAVE;
}"""
LINK = """document.querySelector('a[href$="/algorithm"]').click()"""
BACK = "history.back()"


def to_training(tab) -> None:
    tab.page.get_by_role("link").and_(tab.page.locator(f"a[href='{tab.url}/']")).click()
    tab.ready()


def on_algorithm_page(tab) -> None:
    """Wait until the algorithm page is shown."""
    expect(tab.page.get_by_text("def merge_pair").first).to_be_visible()
    expect(tab.corpus).to_have_count(0)
    tab.idle()


def test_reader_goes_back_and_forth_between_pages_and_every_press_counts(tab, engine):
    slow = HeldMessages(tab.page)
    tab.open_algorithm("vocab=60&step=2")
    to_training(tab)
    engine.expected(engine.course(60)).becomes(tab, 2)
    tab.press(*["ArrowRight"] * 4)
    tab.address_has(step=6)
    tab.choose("ties", 1)
    tab.address_has(ties="lowest", step=6)
    tab.quiet()
    tab.page.go_back()  # to the page, not to the previous step
    on_algorithm_page(tab)
    tab.address_has(step=6, vocab=60, ties="lowest")
    tab.page.go_forward()
    tab.ready()
    engine.expected(engine.course(60, "lowest")).becomes(tab, 6)

    # Two presses right before the page is left: the server hears of both at once.
    for leave, step, (ties, option) in ((LINK, 8, ("greatest", 2)), (BACK, 10, ("lowest", 1))):
        tab.quiet()
        held = slow.start()
        tab.page.evaluate(PRESS_AND_LEAVE.replace("LEAVE", leave))
        tab.until(lambda held=held: held)  # the message of leaving
        slow.release()
        on_algorithm_page(tab)
        tab.address_has(step=step, vocab=60)
        tab.choose("ties", option)
        tab.address_has(ties=ties, step=step, vocab=60)
        to_training(tab)
        engine.expected(engine.course(60, ties)).becomes(tab, step)
    expect(tab.control("vocab").locator("input")).to_have_value("60")
    tab.press("ArrowRight")
    tab.address_has(step=11)


def test_link_of_a_section_scrolls_to_it(tab):
    tab.page.goto(f"{tab.url}/?section=check&lang=en")
    section = tab.page.locator(".st-key-section")
    expect(section).to_contain_text("Have you written a BPE trainer?")
    expect(section).to_be_in_viewport()
