"""Training with the patterns of real tokenizers, and with an own regular expression."""

from urllib.parse import parse_qsl

import pytest

import bpe
from bpe import formats
from pages.state.defaults import defaults
from pages.state.url import from_query, query_of


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


def test_typed_pattern_is_taken_and_a_wrong_one_refused(open_app):
    app = open_app(corpus="course")
    app.set(split="[A-Za-z]+")
    assert app.widget("split").value == "pattern:[A-Za-z]+"
    app.set(split="[")
    assert app.widget("split").value == "pattern:[A-Za-z]+"
    assert any("regular expression is not valid" in each.value for each in app.at.warning)


def test_special_tokens_split_the_text():
    own = defaults("text").replace(
        own="low low<|endoftext|>low", special="<|endoftext|>", split="whitespace"
    )
    assert dict(own.read_corpus().counts) == {"low": 3}
    assert "<|endoftext|>" in own.train().vocab


def test_tokenizer_json_of_a_real_pattern_loads():
    run = defaults("course").replace(split="cl100k", alphabet="bytes", vocab=300).train()
    loaded = formats.load({"tokenizer.json": formats.tokenizer_json(run)})
    text = "It's 12345 tokens, isn't it?"
    assert loaded.encoder.encode(text).tokens == run.encode(text).tokens
