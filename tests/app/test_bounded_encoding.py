"""Links and uploaded tokenizers that would make the encoding of a short text very expensive."""

import gc
import json
import tracemalloc
import unicodedata
from functools import cache
from types import SimpleNamespace

import pytest

import bpe
from pages.encoding.encoded_text import encode_text
from pages.encoding.encoders import MAX_SYMBOLS, EncodingOptions
from pages.encoding.records import MergedText
from pages.encoding.stepped_text import BLOCK_TOKENS
from pages.jobs import tokenizer_file, tokenizer_loading, tokenizer_worker
from pages.jobs.stored_tokenizer import StoredTokenizer
from pages.practice import expressions, typed_tokens
from pages.state.defaults import defaults
from pages.state.settings import MAX_INPUT, MAX_SENTENCE
from pages.storage.typed import pack
from pages.training.kind import training_kind
from pages.translations.language import translation
from tests.support.cases import combined

T = translation("en")
LONGER = "\ufdfa"  # one character that NFKC makes 18
REPLACE = {"type": "Replace", "pattern": {"String": "a"}}


def tokenizer(**parts) -> bytes:
    """A tokenizer.json with the tokens a and aa."""
    return json.dumps({"model": {"vocab": {"a": 0, "aa": 1}, "merges": ["a a"]}, **parts}).encode()


def test_link_with_a_word_that_normalization_makes_long_is_refused(open_app):
    text = pack(f"{LONGER}{LONGER}\nhug")
    app = open_app(
        corpus="own", text=text, norm="nfkc", split="none", vocab="60", input=LONGER * MAX_INPUT
    )
    app.go_to("encoding/page.py")
    app.run()
    assert any(f"more than {MAX_SYMBOLS:,} characters" in each for each in app.warnings)
    assert app.stage["kind"] == "encoding"  # another text is shown


def test_short_file_that_repeats_each_letter_is_refused(open_app):
    data = tokenizer(normalizer={**REPLACE, "content": "a" * 50})
    name = tokenizer_file.keep({"tokenizer.json": data})
    app = open_app(corpus="hug", tokenizer=name, input="a" * MAX_INPUT)
    app.go_to("encoding/page.py")
    app.run()
    assert any("rules make this text too long" in each for each in app.warnings)


def test_file_that_adds_combining_marks_is_refused_before_it_sorts_them(open_app):
    marks = "\u0301\u0316" * 12_000
    steps = [{**REPLACE, "content": marks}, {"type": "NFC"}]
    data = tokenizer(normalizer={"type": "Sequence", "normalizers": steps})
    name = tokenizer_file.keep({"tokenizer.json": data})
    app = open_app(corpus="hug", tokenizer=name, input="aaa")
    app.go_to("encoding/page.py")
    app.run()
    assert any("rules make this text too long" in each for each in app.warnings)


def test_short_link_with_many_combining_marks_is_refused(open_app):
    text = pack("\u0301\u0316" * 10_000)
    assert len(text) < 111
    app = open_app(corpus="own", text=text, norm="nfc")
    assert any("combining marks in a row" in each for each in app.errors + app.warnings)


def test_large_text_of_combining_marks_is_refused():
    with pytest.raises(bpe.InputError, match="combining marks in a row"):
        bpe.Corpus.from_texts(["\u0301\u0316" * 2_000_000], "gpt2", "nfc")


WORST = {  # texts with the most merges, the longest words and the most words
    "ascii": "a" * MAX_INPUT,
    "three bytes": "".join(chr(0x4E00 + i % 50) for i in range(MAX_INPUT)),
    "words": "ab " * 200,
    "normalized": LONGER * 330,
}


@cache
def worst_run(name: str) -> bpe.Run:
    split, norm = ("none", "nfkc") if name == "normalized" else ("gpt2", "none")
    return bpe.train(bpe.Corpus.from_texts([WORST[name]], split, norm), vocab_size=10_000)


@pytest.mark.parametrize(("name", "dropout"), combined(WORST, (0, 0.5)))
def test_cached_text_and_its_records_are_bounded(name, dropout):
    encoder, options = worst_run(name).encoder(), EncodingOptions(dropout=dropout)
    encode_text(encoder, WORST[name], options)  # the encoder keeps what it computes once
    gc.collect()
    tracemalloc.start()
    try:
        kept = encode_text(encoder, WORST[name], options)
        _ = MergedText(kept).head(T, "en")
        blocks = [MergedText(kept).block(i, T) for i in (0, kept.last // kept.block)]
        tokens = [sum(len(made) for _, made in word) for b in blocks for word in b["words"]]
        del blocks
        gc.collect()
        size, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept.symbols > 300
    assert size <= kept.size <= 3_000_000
    assert sum(tokens) <= 3 * BLOCK_TOKENS


def test_seed_of_a_dropout_of_0_makes_no_new_text():
    settings = defaults("hug").replace(input="hug pug")
    keys = {settings.replace(dropout_seed=i).text_key for i in range(9)}
    rules = settings.replace(dropout=20, options=("rules",))
    keys |= {rules.replace(options=("rules",), dropout_seed=i).text_key for i in range(2)}
    assert len(keys) == 2
    assert len({settings.replace(dropout=20, dropout_seed=i).text_key for i in range(9)}) == 9


def test_watched_sentence_that_normalization_makes_long_is_not_shown():
    text = LONGER * MAX_SENTENCE
    run = bpe.train(bpe.Corpus.from_texts([text], "none", "nfkc"), vocab_size=10_000)
    assert training_kind(run).watched(text, T) == []
    assert training_kind(run).watched(LONGER, T)


def large_tokenizer(number: int) -> dict[str, bytes]:
    vocab = {chr(0x4E00 + i) * 2 + str(number): i for i in range(20_000)}
    return {"tokenizer.json": json.dumps({"model": {"vocab": vocab, "merges": []}}).encode()}


def test_tokenizers_are_weighed_by_their_size():
    stored = [StoredTokenizer(str(i), data=large_tokenizer(i)["tokenizer.json"]) for i in range(3)]
    gc.collect()
    tracemalloc.start()
    try:
        loaded = tokenizer_loading.load(stored[0])
        gc.collect()
        size, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert 0.8 * size < loaded.encoder.size < 1.5 * size
    tokenizers = tokenizer_worker.Tokenizers(int(2.5 * loaded.encoder.size))
    for each in (*stored, stored[1]):
        tokenizers.answer(each)
    assert [name for name, _ in tokenizers.loaded] == ["2", "1"]


def test_answer_of_many_combining_marks_is_cut_before_it_is_normalized(monkeypatch):
    lengths = []
    normalize = unicodedata.normalize

    def measured(form: str, text: str) -> str:
        lengths.append(len(text))
        return normalize(form, text)

    for module in (expressions, typed_tokens):
        monkeypatch.setattr(module, "unicodedata", SimpleNamespace(normalize=measured))
    typed = "\uff3b" + "\u0301\u0316" * 100_000
    typed_tokens.split_tokens(typed, frozenset("ab"))
    assert 0 < sum(lengths) <= 2 * expressions.MAX_TYPED
    lengths.clear()
    expressions.evaluate(typed)
    expressions.evaluate(typed[: expressions.MAX_TYPED])
    assert 0 < sum(lengths) <= expressions.MAX_TYPED
