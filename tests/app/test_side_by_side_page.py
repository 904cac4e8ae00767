"""The page that compares tokenizers side by side: what a reader does and is told."""

import pytest
import tiktoken

import bpe
from bpe.formats import tiktoken_file
from bpe.samples import SAMPLES
from pages.jobs import tokenizer_file, training
from pages.jobs.job import BpeJob
from pages.settings import training_progress
from pages.side_by_side import blocks, tables
from pages.side_by_side.compute import equal_size, members
from pages.state.defaults import defaults
from pages.storage import file_store
from pages.translations.language import translation
from tests.app.side_by_side_helpers import (
    STALE,
    T,
    compare,
    opened_first,
    small_file,
    tiktoken_lines,
)

NEEDS_FILE = "The link works only while this server keeps your file."


def opened(open_app, **query):
    app = open_app(lang="en", **query)
    app.go_to("side_by_side/page.py")
    return app


def press(app, label: str) -> None:
    (button,) = (each for each in app.at.button if each.label == label)
    button.click().run()
    app.check()


def test_page_says_whether_the_vocabularies_have_the_same_size(open_app):
    app = opened(open_app, corpus="hug", vocab="10", unigram_vocab="10")
    assert app.component("tokenizers")["summary"].startswith("Each vocabulary has 10 tokens. ")
    app = opened(open_app, corpus="hug", vocab="12", unigram_vocab="10")
    said = app.component("tokenizers")["summary"]
    assert said.startswith("The vocabularies have different sizes (A 12, B 10). ")
    press(app, "Remove A")
    assert "vocabular" not in app.component("tokenizers")["summary"]


def test_button_makes_the_vocabularies_equally_large(open_app):
    app = opened(open_app, corpus="hug")
    press(app, "Train all with 10 tokens")
    assert app.component("tokenizers")["summary"].startswith("Each vocabulary has 10 tokens. ")
    assert app.query()["vocab"] == "10"
    assert not [each for each in app.at.button if each.label.startswith("Train all")]


def test_button_leads_to_the_reasons_of_differences(open_app):
    app = opened(open_app, corpus="unigram-en", passage="restart serene")
    press(app, "Why BPE and Unigram differ")
    assert app.query()["show"] == "text"
    assert app.query()["passage"] == "restart serene"


@pytest.mark.parametrize("corpus", SAMPLES)
def test_one_press_makes_the_vocabularies_of_a_sample_equally_large(corpus):
    settings = defaults(corpus).replace(tokenizers=("bpe", "unigram"))
    if wanted := equal_size(settings, members(settings)):
        settings = settings.replace(**{wanted[0]: wanted[1]})
    first, second = (each.ready.column.tokens for each in members(settings))
    assert first == second


def test_first_visit_compares_vocabularies_of_the_same_size():
    shown, _ = compare(opened_first(), ["The baker"])
    assert [column.tokens for column in shown.columns] == [198, 198]


def test_tokenizers_are_removed_and_added_and_the_url_has_them(open_app):
    app = opened(open_app, corpus="english")
    rows = app.component("tokenizers")["blocks"][0]["rows"]
    assert [row["name"] for row in rows] == ["A: BPE", "B: Unigram"]
    press(app, "Remove A")
    assert app.query()["tokenizers"] == "unigram"
    assert "Add a second tokenizer" in app.component("tokenizers")["summary"]
    press(app, "Remove A")
    assert app.query()["tokenizers"] == ""
    assert [each.value for each in app.at.info] == ["Add a tokenizer to see its tokens."]
    press(app, "Add BPE, trained here")
    assert app.query()["tokenizers"] == "bpe"


@pytest.mark.parametrize("typed", ["word " * 500, "漢字" * 700], ids=["characters", "link"])
def test_text_that_is_too_long_for_a_link_is_refused_and_stays_in_its_field(open_app, typed):
    app = opened(open_app, passage="a hug")
    before = app.query()
    app.set(passage=typed)
    assert "Shorten the text." in app.warnings[0]
    assert app.widget("passage").value == typed
    assert app.query() == before
    app.set(passage="漢字" * 300)
    assert not app.warnings
    assert app.query()["passage"] == "漢字" * 300


def test_each_tokenizer_has_its_own_pattern(open_app):
    """Two files without a pattern, split in two ways: as tiktoken does with these patterns."""
    text = "HELLO12345 don't"
    ranks = {bytes([i]): i for i in range(256)}
    vocabularies = [ranks, {**ranks, b"12": 256, b"345": 257, b"45": 258}]
    one, other = (tokenizer_file.keep({"x": tiktoken_lines(each)}) for each in vocabularies)
    app = opened(open_app, tokenizers=f"{one} {other}", passage=text)
    for name, pattern in ((one, "gpt2"), (other, "o200k")):
        app.set(**{f"pattern_of_{name}": pattern})
    assert app.query()["patterns"] == f"{one}:gpt2 {other}:o200k"
    settings = defaults("hug").replace(
        tokenizers=(one, other), patterns=(f"{one}:gpt2", f"{other}:o200k")
    )
    found, _ = compare(settings, [text])
    for (result,), vocabulary, name in zip(
        found.results, vocabularies, ("gpt2", "o200k"), strict=True
    ):
        pattern = tiktoken_file.KNOWN[name].pattern
        library = tiktoken.Encoding(
            name, pat_str=pattern, mergeable_ranks=vocabulary, special_tokens={}
        )
        assert list(result.ids) == library.encode(text)
    press(app, "Remove A")
    assert app.query()["patterns"] == f"{other}:o200k"
    assert app.widget(f"pattern_of_{other}").value == "o200k"


def test_deleted_tokenizer_is_named_and_the_others_are_compared(open_app):
    name = tokenizer_file.keep({"tokenizer.json": small_file(padding={})})
    app = opened(open_app, corpus="hug", tokenizers=f"{name} bpe {STALE}", passage="aaa hug")
    assert app.warnings == ["This tokenizer is no longer on this server. Upload it again."]
    rows = app.component("tokenizers")["blocks"][0]["rows"]
    assert [row["name"] for row in rows] == ["A: tokenizer.json", "B: BPE"]
    assert [chip[0] for chip in rows[0]["chips"]][:2] == ["aa", "a"]
    captions = [each.value for each in app.at.caption]
    assert "A: The file's padding setting is not applied here." in captions
    assert NEEDS_FILE in captions
    press(app, "Remove C")
    assert not app.warnings
    press(app, "Remove A")
    assert NEEDS_FILE not in [each.value for each in app.at.caption]


def test_failed_training_is_named_and_the_others_are_compared(open_app, monkeypatch):
    started = []

    def end(viewers: int) -> float:
        """End a training after the page has asked for it, and before its progress bar does."""
        work = started[-1]
        if isinstance(work.job, BpeJob):
            work.run = bpe.train(bpe.Corpus.from_counts({"hug": 5}), 4)
        else:
            work.refusal = bpe.InputError(f"Too large: {type(work.job).__name__}.")
        work.phase = "end"
        return 1.0

    monkeypatch.setattr(training.Training, "start", lambda self, slots: started.append(self))
    monkeypatch.setattr(training_progress, "interval", end)
    query = {"vocab": "331", "tokenizers": "unigram wordpiece bpe", "passage": "def hug"}
    app = opened(open_app, corpus="python", **query)
    assert app.warnings == ["Too large: UnigramJob.", "Too large: WordPieceJob."]
    assert [row["name"] for row in app.component("tokenizers")["blocks"][0]["rows"]] == ["C: BPE"]
    assert app.at.session_state["session"].settings.corpus.name == "python"


def test_lines_of_a_file_are_compared_until_it_is_deleted(open_app):
    name = file_store.keep(b"hug pug\n\nunhug")
    app = opened(open_app, corpus="hug", compared="lines", lines=name)
    blocks_shown = app.component("tokenizers")["blocks"]
    assert [each["name"] for each in blocks_shown] == ["Line 1", "Line 3"]
    assert NEEDS_FILE in [each.value for each in app.at.caption]
    (file_store.folder().path / name).unlink()
    app.run()
    assert app.warnings == ["This text is no longer on this server. Upload it again."]
    assert [each.value for each in app.at.info] == ["There is no text to compare yet."]


def test_encoding_page_leads_to_the_comparison_with_its_tokenizer(open_app):
    name = tokenizer_file.keep({"tokenizer.json": small_file()})
    app = open_app(lang="en", corpus="hug", tokenizer=name, input="aaa")
    app.go_to("encoding/page.py")
    press(app, "Compare with other tokenizers")
    assert app.address["page"] == "tokenizers"
    assert app.query()["tokenizers"] == f"{name} bpe unigram"
    assert app.component("tokenizers")["blocks"][0]["text"] == "aaa"


def test_too_large_file_of_lines_is_refused(open_app):
    """Streamlit's own limit is slightly larger, and in each file."""
    app = opened(open_app, corpus="hug", compared="lines")
    (field,) = (each for each in app.at.get("file_uploader") if "each line" in each.label)
    half = b"hug " * 1_500_000
    field.set_value([(name, half, "text/plain") for name in ("a.txt", "b.txt")])
    app.run()
    assert app.warnings == ["This upload is 12 MB. The limit is 10 MB. Upload only a part of it."]


@pytest.mark.parametrize("lang", ["zh-Hant", "ko"])
def test_page_is_translated(lang):
    page = blocks.page(compare(opened_first(), ["hug"])[0], False, translation(lang))
    english = blocks.page(compare(opened_first(), ["hug"])[0], False, T)
    for name in ("title", "summary"):
        assert page[name] != english[name]
    for name, label in english["labels"].items():
        assert page["labels"][name] != label


@pytest.mark.parametrize(("lang", "name"), [("en", "B: Unigram"), ("ko", "B: 유니그램")])
def test_kinds_are_named_in_the_language_of_the_page(lang, name):
    compared, _ = compare(opened_first(), ["hug"])
    rows = tables.totals(compared, translation(lang))["rows"]
    assert [cells[0] for cells, _ in rows] == ["A: BPE", name]
