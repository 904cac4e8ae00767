"""The URL that the stage writes: the canonical query and the step, without history entries."""

from urllib.parse import parse_qsl

from pages.hosting.components import files_path
from pages.state.corpus import OWN_COUNTS
from pages.state.defaults import defaults
from pages.state.settings import Settings
from pages.state.url import from_query, query_of
from tests.support.waiting import expect


def history(tab) -> int:
    return tab.page.evaluate("() => history.length")


def test_url_follows_the_step_without_new_history_entries(tab, engine):
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
    tab.page.reload()
    tab.ready()
    engine.expected(engine.course(60, "lowest")).shown(tab, 9)
    assert history(tab) == before


def test_url_is_canonical(tab):
    tab.open("ties=greatest&utm_source=mail")
    tab.address_has(ties="greatest", step=0)
    settings, step, refused = from_query(tab.query())
    assert (settings.bpe.ties, step, refused) == ("greatest", 0, ())
    canonical = dict(parse_qsl(query_of(settings), keep_blank_values=True))
    assert tab.query() == {**canonical, "step": "0"}


def test_url_carries_word_counts_and_every_setting(tab):
    settings = Settings().replace(
        corpus=OWN_COUNTS,
        own="Hug 10\npug 5\n\nhot dog 7\nHug 2",
        norm="lower",
        split="none",
        ties="greatest",
        vocab=23,
        min_count=3,
        special="<a> <b>",
    )
    tab.open(query_of(settings, 2))
    tab.at(2)
    tab.press("ArrowRight")
    tab.address_has(step=3)
    assert from_query(tab.query()) == (settings, 3, ())
    expect(tab.corpus.locator(".word")).to_have_count(3)


def test_step_is_kept_while_the_page_is_away(tab, engine):
    """The server knows only the step of the link; the browser knows the later one."""
    tab.open("vocab=60&step=2")
    tab.press("ArrowRight", "ArrowRight")
    tab.leave()
    expect(tab.corpus).to_have_count(0)
    tab.show("vocab=60&step=2")
    engine.expected(engine.course(60)).becomes(tab, 4)
    tab.press("ArrowRight")
    tab.address_has(step=5)


def test_switches_of_the_stage_are_in_the_url(tab):
    tab.open("step=1")
    tab.page.locator(".toggle", has_text="Before").click()
    tab.address_has(view="before")
    tab.page.get_by_role("button", name="Predict").click()
    tab.address_has(view="predict")  # the question is about the corpus after the merge
    tab.page.locator(".toggle", has_text="Before").click()
    tab.address_has(view=r"before\+predict")
    assert not tab.messages()


def test_reload_right_after_a_press_shows_that_press(tab, engine):
    """The URL is written at intervals, so the last presses may not be in it yet."""
    tab.open("vocab=100&step=3")
    tab.press(*["ArrowRight"] * 7)
    tab.page.reload()
    engine.expected(engine.course(100)).becomes(tab, 10)
    tab.address_has(step=10)


def test_link_to_a_step_after_the_last_shows_the_last(tab):
    tab.open("corpus=hug&step=99")
    tab.at(tab.last)
    expect(tab.page.get_by_text("The link asks for step 99")).to_be_visible()
    tab.address_has(step=tab.last)


def test_another_corpus_starts_at_its_first_step(tab):
    tab.open("corpus=hug&step=3")
    tab.at(3)
    tab.show("corpus=course&vocab=60")
    tab.address_has(corpus="course", step=0)
    tab.at(0)
    tab.show("corpus=course&vocab=50")
    tab.at(0)


def test_each_page_has_its_own_step(tab):
    query = query_of(defaults("course").replace(word="This", position=2), 5)
    tab.open(query, "/unigram")
    tab.at(2)
    tab.press("ArrowRight")
    tab.address_has(position=3, step=5)
    tab.leave()
    expect(tab.corpus).to_have_count(0)
    tab.open(query.replace("position=2", "position=3"), "/")
    tab.at(5)
    tab.press("ArrowRight")
    tab.address_has(step=6)


def test_data_of_the_page_before_do_not_undo_newer_ones(tab):
    """Streamlit can draw them in this order, if a reader follows a link while the page loads."""
    tab.open("corpus=hug&vocab=20")
    tab.page.evaluate(
        """async () => {
          const { update } = await import("FILES/frame.js");
          const { pageData } = await import("FILES/address.js");
          const draw = (opened_pages, vocab) => {
            const query = pageData().query.replace(/vocab=[0-9]+/, `vocab=${vocab}`);
            const data = { ...pageData(), session: "one", opened_pages, query };
            update({ data, setTriggerValue() {}, setStateValue() {} });
          };
          draw(2, 12);
          draw(3, 14);
          draw(2, 12);
        }""".replace("FILES", files_path())
    )
    tab.address_has(vocab=14)
