"""Training with the patterns of real tokenizers, and with an own regular expression."""

from types import SimpleNamespace
from urllib.parse import parse_qsl

import pytest

import bpe
from bpe import formats
from pages.jobs import worker
from pages.state.defaults import defaults
from pages.state.url import from_query, query_of
from pages.storage import file_store
from pages.training import before_and_after
from pages.translations.language import Translation


@pytest.mark.parametrize("split", [*bpe.PATTERN_SPLITS, r"pattern:[a-z]+|\d"])
def test_split_is_in_the_link_and_trains(split):
    settings = defaults("code").replace(split=split, alphabet="bytes", vocab=300)
    assert from_query(dict(parse_qsl(query_of(settings), True))) == (settings, 0, ())
    run = settings.train()
    assert run.corpus.split == split
    assert run.encoder().decode(run.encoder().encode("x = 12345").ids) == "x = 12345"


def test_invalid_pattern_in_a_link_is_named():
    settings, _, refused = from_query({"split": "pattern:["})
    assert (settings.bpe.split, refused) == (defaults("hug").bpe.split, ("split",))


@pytest.mark.parametrize("split", ["cl100k", r"pattern:\w+"])
def test_page_shows_words_of_the_split(open_app, split):
    app = open_app(corpus="course", split=split)
    assert app.widget("split").value == split
    app.at.session_state["start_and_end"] = True
    app.run()
    assert app.widget("alphabet").disabled is False
    other = open_app(corpus="course")
    assert app.stage["run"] != other.stage["run"]


def test_special_tokens_split_the_text():
    own = defaults("text").replace(
        own="low low<|endoftext|>low", special="<|endoftext|>", split="whitespace"
    )
    assert dict(own.read_corpus().counts) == {"low": 3}
    assert "<|endoftext|>" in own.train().vocab
    _, rows = before_and_after.words(["low low<|endoftext|>low"], own.train(), Translation())
    assert [row[1:4] for row in rows] == [("low", 0, 3), ("low", 4, 7), ("low", 20, 23)]


def test_tokenizer_json_of_a_real_pattern_loads():
    run = defaults("course").replace(split="cl100k", alphabet="bytes", vocab=300).train()
    loaded = formats.load({"tokenizer.json": formats.tokenizer_json(run)})
    text = "It's 12345 tokens, isn't it?"
    assert loaded.encoder.encode(text).tokens == run.encode(text).tokens


def type_pattern(app, pattern: str) -> None:
    """Type a regular expression into the list of pre-tokenizations."""
    field = app.widget("split")
    field.options.append(pattern)
    field.set_value(pattern).run()
    app.check()


def test_rejected_pattern_stays_in_its_field_with_the_reason(open_app):
    app = open_app(corpus="course", lang="en")
    before = app.stage["run"]
    type_pattern(app, "[a-")
    assert app.widget("split").value == "pattern:[a-"
    assert [each for each in app.errors if "not valid" in each]
    assert app.stage["run"] == before
    type_pattern(app, "[a-z]+")
    assert not app.errors
    assert app.stage["run"] != before
    type_pattern(app, "(a+)+")
    assert [each for each in app.errors if "repeats a group" in each]


@pytest.mark.parametrize(("documents", "has_newline"), [("lines", False), ("whole", True)])
def test_line_breaks_are_learned_from_a_whole_text(documents, has_newline):
    own = defaults("text").replace(own="low\nlow\nlow", documents=documents, split="gpt2")
    assert ("Ċ" in own.read_corpus().counts) == has_newline
    assert from_query(dict(parse_qsl(query_of(own), True)))[0].corpus.documents == documents
    special = own.replace(own="low<|endoftext|>low\nlow", special="<|endoftext|>")
    words = {"low": 3, "Ċ": 1} if has_newline else {"low": 3}
    assert dict(special.read_corpus().counts) == words


def test_worker_reads_a_file_as_a_whole():
    name = file_store.keep(b"low\r\nlow\nlow")
    reporter = SimpleNamespace(report=lambda *args: True)
    for documents, counts in (("lines", {"low": 3}), ("whole", {"low": 3, "Ċ": 2})):
        settings = defaults("course").replace(corpus="file", own=name, documents=documents)
        source = settings.corpus.source("gpt2")
        assert dict(worker._read_corpus(source, reporter).counts) == counts


def test_reader_chooses_what_a_document_is(open_app):
    app = open_app(lang="en")
    app.set(corpus="text", own="low low")
    before = app.stage["run"]
    app.set(documents="whole")
    assert app.query()["documents"] == "whole"
    assert app.stage["run"] != before
    sample = open_app(corpus="course", lang="en")
    with pytest.raises(LookupError):
        sample.widget("documents")


def test_split_is_shown_before_the_first_merge(open_app):
    app = open_app(lang="en")
    app.set(corpus="text", own="it's 12345", split="cl100k")
    app.at.session_state["start_and_end"] = True
    app.run()
    (stage,) = app.component("inspector")["stages"]["stages"]
    assert [part[0][:2] for part in stage["parts"]] == [
        ["it", 2],
        ["'s", 1],
        ["␣", 8],
        ["123", 3],
        ["45", 3],
    ]
    assert [number for _, number in stage["patterns"]] == list(range(1, len(stage["patterns"]) + 1))
