"""The address holds what is seen; the browser's history holds pages, not steps."""

from urllib.parse import parse_qsl, urlencode

import pytest
from playwright.sync_api import expect

from pages.address import from_query, query_of
from pages.settings import OWN_COUNTS, Settings
from pages.usual import defaults
from tests.support.watching import HeldMessages


def history(tab) -> int:
    return tab.page.evaluate("() => history.length")


def to_algorithm(tab) -> None:
    tab.page.locator("a[href$='/algorithm']").click()
    expect(tab.page.get_by_text("def merge_pair")).to_be_visible()
    expect(tab.corpus).to_have_count(0)
    tab.idle()


def to_training(tab) -> None:
    tab.page.get_by_role("link").and_(tab.page.locator(f"a[href='{tab.url}/']")).click()
    tab.ready()


def test_the_address_follows_the_steps_and_no_history_grows(tab, engine):
    expected = engine.expected(engine.course(60, "lowest"))
    tab.open("vocab=60&ties=lowest&step=2")
    before = history(tab)
    tab.press(*["ArrowRight"] * 8)
    tab.address_has(step=10, vocab=60, ties="lowest")
    tab.press("Home")
    tab.address_has(step=0)
    tab.act("forward")
    tab.address_has(step=1)
    tab.press(*["ArrowRight"] * 8)
    tab.address_has(step=9)
    assert history(tab) == before
    tab.page.reload()
    tab.ready()
    expected.shown(tab, 9)
    tab.address_has(step=9, vocab=60, ties="lowest")
    assert history(tab) == before


def test_the_address_is_whole_and_canonical(tab):
    tab.open("ties=greatest&utm_source=mail")
    tab.address_has(ties="greatest", step=0)
    settings, step, refused = from_query(tab.query())
    assert (settings.ties, step, refused) == ("greatest", 0, ())
    assert tab.query() == {**from_pairs(query_of(settings)), "step": "0"}


def from_pairs(query: str) -> dict[str, str]:
    return dict(parse_qsl(query, keep_blank_values=True))


def test_changed_settings_are_in_the_address(tab):
    tab.open("step=3")
    before = history(tab)
    tab.choose("ties", 2)
    tab.address_has(ties="greatest", step=3)
    tab.control("vocab").get_by_test_id("stNumberInputStepDown").click()
    tab.address_has(vocab=49, step=3)
    tab.choose("corpus", 1)
    tab.address_has(corpus="hug", vocab=defaults("hug").vocab, step=0)
    assert history(tab) == before


def test_a_link_shows_another_visitor_the_same(visitor, server, engine):
    sender = visitor(server)
    text = "Zwölf Boxkämpfer jagen Viktor\nquer über den großen Sylter Deich 🥊🥊\nbox boxen"
    sender.open(engine.own(text, 60, "metaspace")[0])
    sender.press(*["ArrowRight"] * 7)
    sender.address_has(step=7)
    receiver = visitor(server)
    receiver.page.goto(sender.page.url)
    receiver.ready()
    receiver.at(7)
    assert receiver.words() == sender.words()
    receiver.until(lambda: receiver.rows() == sender.rows())
    assert len(receiver.rows()) > 9
    expect(receiver.control("own").locator("textarea")).to_have_value(text)
    engine.expected(engine.own(text, 60, "metaspace")[1]).shown(receiver, 7)
    receiver.address_has(step=7)
    assert receiver.query() == sender.query()


def test_a_link_with_counts_and_every_setting(visitor, server):
    settings = Settings(
        corpus=OWN_COUNTS,
        own="Hug 10\npug 5\n\nhot dog 7\nHug 2",
        norm="lower",
        split="none",
        ties="greatest",
        vocab=23,
        min=3,
        special="<a> <b>",
    )
    one = visitor(server).open(query_of(settings, 2))
    one.at(2)
    one.address_has(step=2)
    assert from_query(one.query()) == (settings, 2, ())
    expect(one.control("own").locator("textarea")).to_have_value(settings.own)
    expect(one.control("vocab").locator("input")).to_have_value("23")
    expect(one.corpus.locator(".word")).to_have_count(3)


def test_two_visitors_do_not_move_each_other(visitor, server, engine):
    expected = engine.expected(engine.course())
    one, other = visitor(server).open("step=3"), visitor(server).open("step=9")
    one.press("ArrowRight")
    other.choose("ties", 1)
    engine.expected(engine.course(50, "lowest")).becomes(other, 9)
    expected.shown(one, 4)
    one.address_has(ties="first", step=4)
    other.address_has(ties="lowest", step=9)


def test_another_page_and_back_keeps_everything(tab, engine):
    expected = engine.expected(engine.course(60, "lowest"))
    tab.open("vocab=60&ties=lowest&step=2")
    tab.press(*["ArrowRight"] * 5)
    tab.told(7)
    to_algorithm(tab)
    tab.address_has(step=7, vocab=60, ties="lowest")
    to_training(tab)
    expected.becomes(tab, 7)
    tab.address_has(step=7, vocab=60, ties="lowest")
    expect(tab.control("vocab").locator("input")).to_have_value("60")
    tab.press("ArrowRight")
    tab.still_at(8)
    tab.address_has(step=8)


def test_a_step_is_kept_however_soon_the_page_is_left(tab, engine):
    tab.open("vocab=60&step=2")
    tab.press("ArrowRight", "ArrowRight")
    to_algorithm(tab)
    tab.address_has(step=4)
    to_training(tab)
    engine.expected(engine.course(60)).becomes(tab, 4)


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
def test_a_page_that_is_being_left_says_nothing_more(tab, engine, leave):
    slow = HeldMessages(tab.page)
    if leave == "back":
        tab.open_algorithm("vocab=60&step=2")
        to_training(tab)
    else:
        tab.open("vocab=60&step=2")
    tab.quiet()
    held = slow.start()
    tab.page.evaluate(PRESS_AND_LEAVE.replace("LEAVE", LEAVE[leave]))
    tab.page.evaluate("() => new Promise((done) => setTimeout(done, 700))")  # more than SEND_AFTER
    assert len(held) == 1, "the page that was left told its step after the message of leaving"
    slow.release()
    expect(tab.page.get_by_text("def merge_pair")).to_be_visible()
    tab.quiet()
    expect(tab.page.get_by_text("def merge_pair")).to_be_visible()
    to_training(tab)
    engine.expected(engine.course(60)).becomes(tab, 4)
    tab.press("ArrowRight")
    tab.address_has(step=5)


def test_settings_changed_on_another_page_hold(tab, engine):
    tab.open("vocab=60&step=7")
    to_algorithm(tab)
    tab.choose("ties", 1)
    tab.address_has(ties="lowest", step=7, vocab=60)
    to_training(tab)
    engine.expected(engine.course(60, "lowest")).becomes(tab, 7)


def test_back_goes_to_the_page_before_not_to_the_step_before(tab, engine):
    expected = engine.expected(engine.course(60))
    tab.open_algorithm("vocab=60&step=2")
    to_training(tab)
    expected.becomes(tab, 2)
    tab.press(*["ArrowRight"] * 4)
    tab.address_has(step=6)
    tab.page.go_back()
    expect(tab.page.get_by_text("def merge_pair")).to_be_visible()
    expect(tab.corpus).to_have_count(0)
    tab.address_has(step=6, vocab=60)
    tab.page.go_forward()
    tab.ready()
    expected.becomes(tab, 6)
    tab.address_has(step=6, vocab=60)


def test_after_back_the_address_tells_the_settings_that_hold(tab, engine):
    tab.open_algorithm("vocab=60&step=2")
    to_training(tab)
    engine.expected(engine.course(60)).becomes(tab, 2)
    tab.choose("ties", 1)
    tab.address_has(ties="lowest")
    tab.idle()
    tab.page.go_back()
    expect(tab.corpus).to_have_count(0)
    tab.idle()
    tab.address_has(ties="lowest", step=2, vocab=60)
    tab.open_algorithm(urlencode(tab.query()))
    to_training(tab)
    engine.expected(engine.course(60, "lowest")).becomes(tab, 2)


@pytest.mark.parametrize(
    "query", ["vocab=abc&ties=zzz", "vocab=abc&ties=zzz&corpus=own&text=eJwrSS0uAQAEXQHB0"]
)
def test_a_bad_link_is_told_once_and_shows_the_defaults(tab, engine, query):
    tab.open(query)
    engine.expected(engine.course()).shown(tab, 0)
    alert = tab.warnings
    expect(alert).to_have_count(1)
    for name in ("vocab", "ties", "text")[: 2 + query.count("text=")]:
        expect(alert).to_contain_text(name)
    tab.address_has(vocab=50, ties="first", corpus="course", step=0)
    assert tab.query() == {**from_pairs(query_of(defaults("course"))), "step": "0"}
    expect(tab.control("vocab").locator("input")).to_have_value("50")


def test_a_step_too_far_is_the_last(tab, engine):
    expected = engine.expected(engine.course())
    tab.open("step=9999")
    expect(tab.warnings).to_have_count(1)
    expected.shown(tab, expected.last)
    tab.address_has(step=expected.last)
    tab.press("ArrowRight", "ArrowLeft")
    tab.still_at(expected.last - 1)


def test_everything_wrong_at_once(tab, engine):
    expected = engine.expected(engine.course())
    tab.open("vocab=abc&ties=zzz&step=9999&text=%00%ff&counts=&min=-1&special=%ff&lang=xx&split=")
    expected.shown(tab, expected.last)
    for name in ("vocab", "ties", "min", "lang", "split"):
        expect(tab.warnings.filter(has_text=name)).to_have_count(1)
    tab.address_has(vocab=50, ties="first", step=expected.last)
