"""The training page as a whole: what is above the fold, and what stays in place."""

from pages.state.url import pack
from tests.support.page_checks import STEP_AND_COMPARE, WATCH_SHIFTS
from tests.support.waiting import expect

COUNTS = "hug 10\npug 5"


def test_page_does_not_move_while_stepping_and_fits_a_laptop_at_the_last_step(tab, engine):
    """The charts follow the step."""
    run = engine.course()
    words = sum(run.corpus.counts.values())
    values = [f"{total / words:.2f}" for total in run.token_totals]
    tab.open("step=0")
    plots = tab.page.locator(".charts .drawing")
    plots.last.scroll_into_view_if_needed()
    expect(plots.locator("svg")).to_have_count(3)
    tab.page.evaluate("scrollTo(0, 0)")
    at_start = f"{values[0]} at the start, {values[0]} at this step, {values[-1]} at the end"
    expect(tab.page.get_by_text(at_start)).to_be_visible()
    tab.idle()
    tab.page.evaluate(WATCH_SHIFTS)
    assert tab.page.evaluate(STEP_AND_COMPARE, 18) == []
    tab.address_has(step=18)
    now = f"{values[0]} at the start, {values[18]} at this step, {values[-1]} at the end"
    expect(tab.page.get_by_text(now)).to_be_visible()
    tab.idle()
    assert tab.page.evaluate("window.shifts") == []

    tab.resize((1366, 640))
    tab.press("ArrowRight")
    tab.at(19)
    rows = tab.page.locator(".columns tr.row")
    box = tab.page.locator(".columns").bounding_box()
    assert box["y"] + box["height"] <= 640
    scroll = tab.page.locator(".columns .pairs .scroll").bounding_box()
    seen = [
        r for r in rows.all()[:12] if r.bounding_box()["y"] + 20 < scroll["y"] + scroll["height"]
    ]
    assert len(seen) >= 10
    size = tab.page.locator(".equation .token").first.evaluate(
        "e => parseFloat(getComputedStyle(e).fontSize)"
    )
    assert size >= 40
    expect(tab.page.locator(".why")).to_contain_text("Training ends here")


def test_notice_moves_nothing_and_stays_until_it_is_dismissed(tab):
    def places():
        return [tab.page.locator(css).bounding_box() for css in (".transport", ".columns")]

    def type_counts(counts: str) -> None:
        tab.control("own").locator("textarea").fill(counts)
        tab.press("Control+Enter")

    tab.open(f"corpus=own&counts={pack(COUNTS)}&step=1")
    tab.at(1)
    tab.quiet()
    before = places()
    notices = tab.page.locator(".st-key-notices")
    type_counts("hug ten")
    expect(notices.get_by_role("alert")).to_contain_text("Line 1 is not a word and a count.")
    assert places() == before
    tab.act("forward")
    tab.at(2)
    notices.get_by_role("button", name="Dismiss").click()
    expect(notices).to_have_count(0)
    expect(tab.errors).to_contain_text("Line 1")  # next to the field
    type_counts("hug eleven")
    expect(notices.get_by_role("alert")).to_be_visible()
    type_counts("hug 11\npug 5")
    expect(notices).to_have_count(0)
    tab.until(lambda: places() == before)  # once the new training is drawn
