"""Encoding to ids only: the same ids as with offsets, and as the libraries."""

import pytest
import tiktoken
from engine_helpers import corpora, every_rule, texts
from formats_helpers import ADDED, KINDS, TEXT
from hypothesis import given
from hypothesis import strategies as st
from test_splitting_against_libraries import TRICKY

import bpe
from bpe import formats
from bpe.text_encoder import Known
from tests.support.cases import against_library_by_file, against_ourselves

TOKENIZERS = {kind: make() for kind, make in KINDS.items()}
LOADED = {kind: formats.load({"a": t.to_str().encode()}) for kind, t in TOKENIZERS.items()}


@every_rule
@against_ourselves
@given(st.data(), corpora(), st.none() | st.integers(5, 40), st.booleans())
def test_ids_are_those_of_encode(ties, data, corpus, vocab_size, specials):
    run = bpe.train(corpus, vocab_size, ties, special_tokens=("<s>", "ab"))
    letters = st.text(st.sampled_from(corpus.alphabet)) if corpus.alphabet else texts()
    several = data.draw(st.lists(letters | texts() | st.just("<s>ab<s> b<s"), max_size=3))
    encoder = run.encoder()
    for at in (encoder, encoder.at(len(run.merges) // 2)):
        expected = [list(at.encode(text, specials=specials).ids) for text in several]
        assert list(at.iterate_ids(several, specials=specials)) == expected
        assert [at.encode_ids(text, specials=specials) for text in several] == expected
    for text in several:
        found = run.encode(text, specials=specials)
        assert found == encoder.encode(text, specials=specials)
        assert run.encode_ids(text, specials=specials) == list(found.ids)


@pytest.mark.parametrize("split", [*bpe.PATTERN_SPLITS, r"pattern:\p{L}+| "])
def test_ids_of_other_splits_are_those_of_encode(split):
    encoder = bpe.train(bpe.Corpus.from_texts([TEXT], split), 300, alphabet="bytes").encoder()
    for text in (*TRICKY, TEXT):
        assert encoder.encode_ids(text) == list(encoder.encode(text).ids)


@pytest.mark.parametrize("kind", KINDS)
def test_tricky_ids_match_hugging_face(kind):
    encoder = LOADED[kind].encoder
    for text in (*TRICKY, TEXT):
        theirs = TOKENIZERS[kind].encode(text, add_special_tokens=False).ids
        assert encoder.encode_ids(text, specials=True) == theirs, ascii(text)


@pytest.mark.parametrize("kind", KINDS)
@against_library_by_file
@given(st.lists(texts() | st.sampled_from([token.content for token in ADDED]), max_size=5))
def test_ids_of_loaded_tokenizers_are_those_of_encode(kind, several):
    encoder, text = LOADED[kind].encoder, "".join(several)
    for specials in (False, True):
        expected = list(encoder.encode(text, specials=specials, frame=True).ids)
        assert encoder.encode_ids(text, specials=specials, frame=True) == expected


def test_ids_match_tiktoken():
    run = bpe.train(bpe.Corpus.from_texts([TEXT] * 2), 400, alphabet="bytes")
    ranks = {bpe.token_bytes(token, "gpt2"): id_ for token, id_ in run.ids.items()}
    pattern = bpe.pattern_source("gpt2")
    theirs = tiktoken.Encoding("a", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    for text in (*TRICKY, TEXT):
        assert run.encode_ids(text) == theirs.encode_ordinary(text)


def test_other_algorithms_give_ids_too():
    corpus = bpe.Corpus.from_texts(["hug pug hugs bug"], "whitespace")
    run = bpe.wordpiece.train(corpus, special_tokens=("[UNK]",))
    assert run.encoder().encode_ids("hug xyz") == list(run.encode("hug xyz").ids)


def test_long_words_are_encoded_too():
    run = bpe.train(bpe.Corpus.from_texts(["ab" * 9, "aaa"], "none"))
    for text in ("ab" * 300, "a" * 101, "a" * 100):
        assert run.encode_ids(text) == list(run.encode(text).ids)


def test_known_words_are_limited(monkeypatch):
    monkeypatch.setattr("bpe.text_encoder.MAX_KNOWN", 2)
    known = Known(lambda text: [len(text)])
    assert [known[text] for text in ("a", "bb", "ccc", "x" * 101)] == [[1], [2], [3], [101]]
    assert list(known) == ["ccc"]


@pytest.mark.parametrize("text", ["a\ud800", None, b"hug"])
def test_bad_text_is_refused(text):
    run = bpe.train(bpe.Corpus.from_counts({"hug": 1}))
    with pytest.raises(bpe.InputError):
        run.encode_ids(text)


def test_slow_pattern_stops(monkeypatch):
    monkeypatch.setattr("bpe.pre_tokenization.OWN_SECONDS", 0.05)
    run = bpe.train(bpe.Corpus.from_texts(["a"], "pattern:(?:a|a|aa)+b"))
    with pytest.raises(bpe.InputError, match="The regular expression takes more than"):
        run.encode_ids("a" * 5_000 + "cb")
