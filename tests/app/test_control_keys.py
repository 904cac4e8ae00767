"""A control shows its setting, and takes what was entered, also if messages cross."""

from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.testing.v1 import AppTest

from tests.support.visit import Visit, changed


def named(visit: Visit, name: str):
    (control,) = [each for each in visit.controls() if f"-choose_{name}_en" in each.id]
    return control


def test_message_with_old_values_changes_nothing():
    """It was sent before the page had the answer to the one that changed the corpus."""
    visit = Visit("", "corpus=course&vocab=60")
    old = {**visit.memory}
    corpus = changed(named(visit, "corpus"), "Five words (Hugging Face)")
    visit.send(corpus)
    settings = visit.state()["settings"]
    assert (settings.corpus.name, settings.bpe.vocab) == ("hug", 20)
    visit.app._run(WidgetStates(widgets={**old, corpus.id: corpus}.values()))
    assert visit.state()["settings"] == settings
    assert not visit.complaints()


def test_options_with_other_labels_are_drawn_anew():
    visit = Visit("unigram", "corpus=course&show=word")
    before = visit.values()["round_en"]
    visit.send(changed(named(visit, "corpus"), "Five words (Hugging Face)"))
    assert visit.values()["round_en"] != before
    assert not visit.complaints()


def entered_twice() -> None:
    """Change a control twice; a fragment that ran in between has not drawn it again."""
    import streamlit as st

    from pages.settings import callbacks, widgets
    from pages.state import session

    settings = session.begin_run()
    key = widgets.key_for("vocab", settings, settings.bpe.vocab)
    for value in (30, 31):
        st.session_state[key] = value
        callbacks.take("vocab", settings.lang)
    st.session_state.kept = session.settings().bpe.vocab


def test_second_change_counts_before_the_control_is_drawn_again():
    app = AppTest.from_function(entered_twice).run(timeout=60)
    assert not app.exception
    assert app.session_state["kept"] == 31


def reconnected() -> None:
    """A new session, which has chosen question 1, hears of two pages with the same settings."""
    import streamlit as st

    from pages.state import session

    session.begin_run()
    session.open_page("practice")
    mine = session.current()
    mine.practice.open_question(1, is_chosen=True)
    mine.practice.miss("5")
    assert session.note_reconnection({"query": "show=both&position=1"})
    st.session_state.same = (mine.practice.question, mine.practice.wrong)
    mine.is_confirmed = False
    assert session.note_reconnection({"query": "show=both&position=34"})
    st.session_state.other = (mine.practice.question, mine.practice.wrong)


def test_page_at_another_question_is_believed_and_at_the_same_one_keeps_its_answers():
    app = AppTest.from_function(reconnected).run(timeout=60)
    assert not app.exception
    assert app.session_state["same"] == (1, ("5",))
    assert app.session_state["other"] == (34, ())
