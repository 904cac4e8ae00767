"""The training page as a whole: what is above the fold, what stays in place, word counts."""

import bpe
from pages.state.url import pack
from tests.support.page_checks import STEP_AND_COMPARE, WATCH_SHIFTS
from tests.support.waiting import expect

COUNTS = "low 5\nlower 2\nnewest 6"


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


SEND_TOGETHER = """(input) => {
    const press = (key, ctrlKey) => new KeyboardEvent("keydown", { key, ctrlKey, bubbles: true });
    document.body.dispatchEvent(press("ArrowRight", false));
    const send = press("Enter", input.tagName === "TEXTAREA");
    setTimeout(() => input.dispatchEvent(send), 120);  // as long as the stage waits
}"""


def test_student_types_and_uploads_word_counts(tab, engine):
    """What cannot be used is refused: a notice says so, and everything else stays as it was."""
    area = tab.control("own").locator("textarea")
    notices = tab.page.locator(".st-key-notices")

    def places():
        return [tab.page.locator(css).bounding_box() for css in (".transport", ".columns")]

    def type_counts(counts: str) -> None:
        area.fill(counts)
        tab.press("Control+Enter")

    tab.open(f"corpus=own&counts={pack(COUNTS)}&step=1")
    tab.at(1)
    tab.quiet()
    before = places()
    type_counts("low ten")
    expect(notices.get_by_role("alert")).to_contain_text("Line 1 is not a word and a count.")
    assert places() == before
    tab.act("forward")
    tab.at(2)
    notices.get_by_role("button", name="Dismiss").click()
    expect(notices).to_have_count(0)
    expect(tab.errors).to_contain_text("Line 1")  # next to the field
    type_counts("low eleven")
    expect(notices.get_by_role("alert")).to_be_visible()
    type_counts(COUNTS)
    expect(notices).to_have_count(0)
    tab.until(lambda: places() == before)  # once the training is drawn
    tab.at(2)

    # A step and a setting in one message both count, also if the setting is refused.
    field = tab.open_sentence()
    field.fill("the end")
    field.evaluate(SEND_TOGETHER)
    tab.address_has(sentence=r"the\+end", step=3)
    expect(tab.page.locator(".watched .token")).to_have_count(6)
    tab.at(3)
    area.fill("low many")
    area.evaluate(SEND_TOGETHER)
    expect(tab.errors.first).to_contain_text("Line 1")
    tab.at(4)

    counts = {"low": 5, "lower": 2, "wider": 3}
    run = bpe.train(bpe.Corpus.from_counts(counts), 50)
    upload(tab, b"word,count\nlow,5\nlower,2\nwider,3\n")
    engine.expected(run).becomes(tab, 0)
    tab.press("End")
    engine.expected(run).shown(tab, len(run.merges))
    expect(area).to_have_value("low 5\nlower 2\nwider 3")
    upload(tab, b"low,5\nlower,many2")
    expect(tab.errors.or_(tab.warnings).first).to_contain_text("Line")
    engine.expected(run).shown(tab, len(run.merges))


def upload(tab, counts: bytes) -> None:
    """Upload word counts as if chosen in the file dialog."""
    file = {"name": "counts.csv", "mimeType": "application/octet-stream", "buffer": counts}
    tab.page.locator("input[type=file]").last.set_input_files(file)
