"""A control accepts only values among its options, whatever a browser sends."""

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates

from pages.state.defaults import defaults
from pages.state.settings import LAST_ROUND
from pages.state.url import legal
from pages.storage.typed import pack
from tests.support.exploring import FILES
from tests.support.visit import Control, Visit, changed, told


def send(app, **labels: str) -> None:
    """Send control values as a browser with outdated options does."""
    states: WidgetStates = app.at._tree.get_widget_states()
    for name, label in labels.items():
        wanted = app.widget(name).id
        (state,) = [each for each in states.widgets if each.id == wanted]
        if state.HasField("string_array_value"):
            state.string_array_value.data[:] = [label]
        else:
            state.string_value = label
    app.at._run(states)
    app.check()


def on_unigram(open_app, **query):
    app = open_app(**query)
    app.go_to("unigram/page.py")
    return app


def test_word_view_opens_after_rounds_of_another_corpus():
    visit = Visit("unigram", "corpus=course&show=word")
    act(visit, "corpus", "Five words (Hugging Face)")
    act(visit, "show", "Round by round")
    act(visit, "show", "Lattice")
    assert visit.app.session_state["session"].settings.view.round == LAST_ROUND
    assert not visit.complaints()


@pytest.mark.parametrize(
    "name", ["corpus", "method", "unigram_split", "seeds", "show", "round", "lang"]
)
def test_unknown_option_changes_nothing(open_app, name):
    app = on_unigram(open_app, corpus="hug", show="word")
    before, shown = app.query(), app.widget(name).value
    send(app, **{name: "start: 300 pieces"})
    assert app.query() == before
    assert app.widget(name).value == shown


def test_word_label_selects_its_word(open_app):
    app = on_unigram(open_app, corpus="own", counts=pack("a b 3\nlonger 2"), cut="none")
    send(app, word="a␣b")
    assert app.query()["word"] == "a b"


def test_corpus_word_that_looks_like_a_label_is_kept(open_app):
    app = on_unigram(open_app, corpus="own", counts=pack("a b 3\na␣b 2"), cut="none")
    app.set(word="a␣b")
    assert app.query()["word"] == "a␣b"


def test_practice_section_survives_language_change(open_app):
    app = open_app()
    app.go_to("practice/page.py")
    app.set(practice="course")
    app.set(lang="ko")
    assert app.query()["practice"] == "course"
    app.check()


def test_value_that_no_url_can_have_is_rejected():
    old = defaults("hug")
    label = "start: 300 pieces"
    new = old.replace(round=label, word="w" * 31, ties="By rank", unigram_vocab=None, vocab=20)
    settings, invalid = legal(new, old)
    assert settings == old.replace(vocab=20)
    assert set(invalid) == {"round", "word", "ties", "unigram_vocab"}
    assert legal(old.replace(corpus="Five words (Hugging Face)"), old) == (old, ())


def test_control_keeps_its_value_after_visiting_another_page():
    visit = Visit("", "corpus=course")
    act(visit, "corpus", "Five words (Hugging Face)")
    visit.open_page("unigram")
    act(visit, "unigram_vocab", 12)
    visit.open_page("")
    visit.open_page("unigram")
    assert visit.values()["unigram_vocab_en"] == "12.0"
    assert not visit.complaints()


def test_opened_settings_are_drawn_on_a_page_that_a_button_opens():
    visit = Visit("encode", "corpus=hug")
    visit.send(changed(labelled(visit, "More settings"), True))
    names = {"split_en", "norm_en", "special_en"}
    assert names <= visit.values().keys()
    visit.press(labelled(visit, "Compare with other tokenizers"))
    assert visit.path == "tokenizers"
    assert names <= visit.values().keys()
    assert not visit.complaints()


def labelled(visit: Visit, label: str) -> Control:
    (control,) = [each for each in visit.controls() if getattr(each.proto, "label", "") == label]
    return control


def test_field_keeps_its_value_after_a_page_without_it():
    visit = Visit("", "corpus=course&vocab=60")
    visit.open_page("encode")
    (field,) = [each for each in visit.controls() if each.kind == "file_uploader"]
    visit.upload(field, FILES["a tokenizer"])
    assert "vocab_en" not in visit.values()
    visit.open_page("")
    assert float(visit.values()["vocab_en"]) == 60


def act(visit: Visit, name: str, value: object) -> None:
    """Change a control in the visit."""
    visit.send(to(visit, name, value))


def to(visit: Visit, name: str, value: object) -> WidgetState:
    """A change of a control, by the URL parameter of its setting."""
    (control,) = [each for each in visit.controls() if f"-choose_{name}_en" in each.id]
    return changed(control, value)


def test_typed_word_is_shown_like_in_a_new_session():
    visit = Visit("unigram", "corpus=hug")
    act(visit, "word", "\x00\u202e")
    assert visit.values()["word_en"] == "␀⟨U+202E⟩"
    assert not visit.complaints()


def test_word_typed_again_is_shown_like_in_a_new_session():
    visit = Visit("unigram", "corpus=course&unigram_split=none")
    for _ in range(2):
        act(visit, "word", " ")
        assert visit.values()["word_en"] == "␣"
    assert not visit.complaints()


@pytest.mark.parametrize("order", [1, -1], ids=["text first", "text last"])
def test_changes_that_come_in_one_message_both_count(order):
    """A busy server takes a typed text and the next change together."""
    visit = Visit("", f"corpus=own&text={pack('a b')}&vocab=50")
    changes = to(visit, "own", "new newer newest"), to(visit, "vocab", 60)
    visit.send(*changes[::order])
    assert not visit.complaints()
    settings = visit.state()["settings"]
    assert (settings.corpus.own, settings.bpe.vocab) == ("new newer newest", 60)


@pytest.mark.parametrize("order", [1, -1], ids=["text first", "text last"])
def test_text_and_options_that_come_in_one_message_count(order):
    """A click on an option leaves the field of the text."""
    visit = Visit("encode", "corpus=hug&dropout=10")
    by_rank, by_rule = next(each.options for each in visit.controls() if each.kind == "radio")
    changes = (
        to(visit, "input", "bun pug"),
        to(visit, "option_rules", by_rule),
        to(visit, "option_whole", True),
        to(visit, "max_merges", 3),
        to(visit, "dropout", 30),
    )
    visit.send(*changes[::order])
    assert not visit.complaints()
    encoding = visit.state()["settings"].encoding
    assert (encoding.input, encoding.options) == ("bun pug", ("rules", "whole"))
    assert (encoding.max_merges, encoding.dropout) == (3, 30)
    visit.send(to(visit, "option_rules", by_rank))
    assert visit.state()["settings"].encoding.options == ("whole",)


@pytest.mark.parametrize("order", [1, -1], ids=["text first", "text last"])
def test_example_replaces_a_text_that_comes_in_the_same_message(order):
    """A tap on an example leaves the field of the text."""
    visit = Visit("encode", "corpus=hug")
    for example in ("thug", "mug"):
        groups = [each for each in visit.controls() if each.kind == "button_group"]
        examples = next(each for each in groups if example in each.options)
        changes = to(visit, "input", " bun"), changed(examples, example)
        visit.send(*changes[::order])
        assert not visit.complaints()
        assert visit.state()["settings"].encoding.input == example


def test_sentence_that_comes_with_a_link_to_another_page_does_no_harm():
    visit = Visit("", "corpus=hug")
    stage = next(
        each for each in visit.controls() if "stage" in getattr(each.proto, "component_name", "")
    )
    visit.open_page("encode", *told(stage, "sentence", "pugs"))
    assert not visit.complaints()
    assert visit.path == "encode"
