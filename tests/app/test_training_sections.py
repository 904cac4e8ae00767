"""The sections below the training stage: tables, start and end, and two tie rules."""

import csv
import io

import bpe
from pages.training.kind import training_kind
from pages.translations.language import translation

T = translation("en")


def course() -> bpe.Run:
    sample = bpe.SAMPLES["course"]
    corpus = bpe.Corpus.from_texts(sample.texts, "gpt2")
    return bpe.train(corpus, 50, "first", sample.special_tokens)


def rows(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))[1:]


def test_tables_contain_every_merge_and_every_pair():
    run = course()
    kind = training_kind(run)
    assert rows(kind.table("merges", None, T)[1]) == [
        [str(m.rank), m.left, m.right, m.token, str(m.count), str(m.tied)] for m in run.merges
    ]
    _, data = kind.table("pairs", 3, T)
    pairs = {(left, right): int(count) for left, right, count in rows(data)}
    assert pairs == dict(run.at(3).pairs)


def test_sections_before_first_and_after_last_merge_are_shown(open_app):
    app = open_app(corpus="course")
    app.at.session_state["start_and_end"] = True
    app.run()
    assert any("This is the Hugging Face Course." in each.value for each in app.at.code)
    texts = [each.value for each in app.at.text]
    assert any("1 (special tokens) + 30 (characters) + 19 (merges) = 50" in text for text in texts)
    left = "The most frequent pair left is \u2068Ġtokeni\u2069+\u2068z\u2069 with 2"
    assert any(left in text for text in texts)


def test_button_goes_to_first_difference_of_tie_rules(open_app):
    app = open_app(corpus="course")
    app.at.session_state["rules"] = True
    app.run()
    label, step = app.component("compare_tie_rules")["go"]
    assert "merge 2, where the rules first differ" in label
    assert step == 2
