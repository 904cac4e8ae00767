"""Patterns, special tokens and documents of a training, against the libraries they come from."""

import json
from itertools import pairwise

import pytest
import regex
import tiktoken
from engine_helpers import hugging_face, pairs_of, texts
from formats_helpers import CL100K, O200K
from hypothesis import given
from hypothesis import strategies as st
from test_splitting_against_libraries import TRICKY
from tokenizers import Regex, Tokenizer, pre_tokenizers
from tokenizers.pre_tokenizers import ByteLevel, Digits, Sequence, Split

import bpe
from bpe import formats
from bpe.formats import tiktoken_file
from bpe.split_patterns import PATTERNS, expanded_length, has_nested_repeats
from tests.support.cases import against_library, against_library_by_rule

LLAMA3 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
GPT2_BYTES = ByteLevel(add_prefix_space=False)
BYTES = ByteLevel(add_prefix_space=False, use_regex=False)
LIBRARY = {
    "o200k": Sequence([Split(Regex(O200K), "isolated"), BYTES]),
    "llama3": Sequence([Split(Regex(LLAMA3), "isolated"), BYTES]),
    "digits": Sequence([Digits(individual_digits=True), GPT2_BYTES]),
    "digits3": Sequence([Split(Regex(r"\p{N}{1,3}"), "isolated"), GPT2_BYTES]),
    r"pattern:[a-z]+|\p{N}": Sequence([Split(Regex(r"[a-z]+|\p{N}"), "isolated"), BYTES]),
    "pattern:(?=[A-Zb])": Sequence([Split(Regex("(?=[A-Zb])"), "isolated"), BYTES]),
}
MORE = [
    "in 2024, 12345 and  7 or 1 2  3\n\n4",
    "a\n  \n b  \n",
    "IT'S it'S HELLOWorld fooBar ſ'ſ",
    "x = {'a': 1}\r\n\r\n\tif y:\n\t\tz(/)/\n",
]


def words(text, split):
    return [(piece.word, (piece.start, piece.end)) for piece in bpe.pre_tokenize(text, split)]


@pytest.mark.parametrize("split", LIBRARY)
def test_tricky_words_match_hugging_face(split):
    for text in TRICKY + MORE:
        assert words(text, split) == LIBRARY[split].pre_tokenize_str(text), ascii(text)


@pytest.mark.parametrize("split", LIBRARY)
@against_library_by_rule
@given(texts())
def test_words_match_hugging_face(split, text):
    assert words(text, split) == LIBRARY[split].pre_tokenize_str(text)


@pytest.mark.parametrize("name", ["cl100k", "o200k"])
@against_library_by_rule
@given(st.sampled_from(TRICKY + MORE) | texts())
def test_merges_across_words_never_happen_in_tiktoken(name, text):
    # every run of bytes inside our words is a token there, and no run across two words is
    ours = [bpe.token_bytes(piece.word, name) for piece in bpe.pre_tokenize(text, name)]
    joined = {left + right for left, right in pairwise(ours)}
    tokens = {bytes((byte,)) for byte in range(256)}
    for word in (*ours, *joined):
        tokens.update(word[:end] for end in range(2, len(word) + 1))
    ranks = {token: i for i, token in enumerate(sorted(tokens, key=lambda t: (len(t), t)))}
    encoding = tiktoken.Encoding(
        "words",
        pat_str=tiktoken_file.KNOWN[name].pattern,
        mergeable_ranks=ranks,
        special_tokens={},
    )
    theirs = [encoding.decode_single_token_bytes(i) for i in encoding.encode_ordinary(text)]
    assert theirs == ours


def test_gpt2_pattern_is_the_one_that_counts_words():
    for text in TRICKY + MORE:
        found = regex.findall(PATTERNS["gpt2"], text)
        assert [text[p.start : p.end] for p in bpe.pre_tokenize(text)] == found


@pytest.mark.parametrize("split", [*bpe.PATTERN_SPLITS, r"pattern:\p{L}+"])
@against_library_by_rule
@given(st.lists(texts(), max_size=3), st.sampled_from(bpe.NORMALIZATIONS))
def test_corpus_counts_the_words_of_its_texts(split, several, normalization):
    found = [p.word for text in several for p in bpe.pre_tokenize(text, split, normalization)]
    corpus = bpe.Corpus.from_texts(several, split, normalization)
    assert list(corpus.counts.items()) == [(w, found.count(w)) for w in dict.fromkeys(found)]


@pytest.mark.parametrize("split", LIBRARY)
def test_training_and_its_file_match_hugging_face(split):
    run = bpe.train(bpe.Corpus.from_texts(MORE * 2, split), 100, ties="lowest")
    merges, vocab = hugging_face(MORE * 2, LIBRARY[split], vocab_size=100)
    assert pairs_of(run.merges) == merges
    assert dict(run.ids) == vocab
    library = Tokenizer.from_str(formats.tokenizer_json(run).decode())
    loaded = formats.load_tokenizer_json(formats.tokenizer_json(run))
    for text in MORE:
        assert list(run.encode(text).ids) == library.encode(text).ids
        assert list(loaded.encoder.encode(text).ids) == library.encode(text).ids
        assert run.decode(run.encode(text).ids) == library.decode(run.encode(text).ids) == text


def test_cl100k_file_matches_hugging_face():
    run = bpe.train(bpe.Corpus.from_texts(MORE, "cl100k"), 90, ties="lowest")
    library = Tokenizer.from_str(formats.tokenizer_json(run).decode())
    for text in MORE:
        assert list(run.encode(text).ids) == library.encode(text).ids
    assert PATTERNS["cl100k"] != CL100K  # tiktoken's has changed since


def test_pattern_splits_give_tiktoken_files_with_all_bytes():
    run = bpe.train(bpe.Corpus.from_texts(MORE, "o200k"), 300, alphabet="bytes")
    assert run.has_all_bytes
    loaded = formats.load({"o200k.tiktoken": formats.tiktoken_ranks(run)}, pattern="o200k")
    for text in MORE:
        assert loaded.encoder.encode(text).tokens == run.encode(text).tokens


@pytest.mark.parametrize("source", [r"\w+", "^a|b", "a$", r"(?i)a+"])
def test_pattern_that_means_something_else_there_is_not_exported(source):
    run = bpe.train(bpe.Corpus.from_texts(["a b"], bpe.OWN + source))
    with pytest.raises(bpe.InputError, match="another way"):
        formats.tokenizer_json(run)


REFUSED = {
    "": "Enter",
    "a" * 1_001: "1001 characters",
    "[": "not valid",
    "(a": "not valid",
    "a)": "not valid",
    "*": "not valid",
    r"\p{Nonsense}": "not valid",
    "(a+)+": "repeats a group",
    "((a*)b)*": "repeats a group",
    "(?:a|b+){2,}": "repeats a group",
    "(?:(?:ab){200}){200}": "written out",
    r"(a)\1": r"'\\\\1'",
    "(?R)": "References",
    "(?:cats){e<=2}": "approximate",
    "(?P<x>a)(?P=x)": "References",
    "(?(1)a|b)": "References",
    r"\L<words>": "References",
    "a\ud800": "surrogate",
}


@pytest.mark.parametrize("source", REFUSED)
def test_own_pattern_is_refused_with_a_reason(source):
    for act in (
        lambda: bpe.pre_tokenize("a", bpe.OWN + source),
        lambda: bpe.Corpus.from_texts(["a"], bpe.OWN + source),
        lambda: bpe.Corpus.from_counts({"a": 1}, bpe.OWN + source),
    ):
        with pytest.raises(bpe.InputError, match=REFUSED[source]):
            act()


@pytest.mark.parametrize("source", PATTERNS.values())
def test_known_patterns_would_be_allowed_as_own_ones(source):
    assert not has_nested_repeats(source)
    assert expanded_length(source) < 1_000
    assert bpe.pre_tokenize("It's 1 day.", bpe.OWN + source)


SLOW = "pattern:(?:a|a|aa)+b"


@pytest.mark.parametrize(
    "act",
    [
        lambda text: bpe.Corpus.from_texts([text], SLOW),
        lambda text: bpe.pre_tokenize(text, SLOW),
        lambda text: bpe.chunks(text, SLOW),
    ],
)
def test_slow_pattern_stops_with_a_sentence(act, monkeypatch):
    monkeypatch.setattr("bpe.pre_tokenization.OWN_SECONDS", 0.05)
    with pytest.raises(bpe.InputError, match="The regular expression takes more than"):
        act("a" * 5_000 + "cb")


@against_library
@given(st.text(st.sampled_from(r"ab()[]{}|*+?\^$.-:1,<=!pLNsdw "), max_size=20), texts())
def test_any_own_pattern_covers_the_text_or_is_refused(source, text):
    try:
        pieces = bpe.pre_tokenize(text, bpe.OWN + source)
    except bpe.InputError:
        return
    assert "".join(text[p.start : p.end] for p in pieces) == text


@pytest.mark.parametrize("split", [*PATTERNS, "pattern:[a-z]+|(?i)[0-9]"])
def test_chunks_are_the_words_with_the_part_that_matched(split):
    parts = bpe.pattern_parts(split)
    for text in TRICKY + MORE:
        found = bpe.chunks(text, split)
        assert [(c.start, c.end) for c in found] == [span for _, span in words(text, split)]
        if split in PATTERNS:
            assert all(c.part is not None for c in found)
    digit = bpe.chunks("é7", split)[-1]
    assert "N" in parts[digit.part] or "0-9" in parts[digit.part]
    assert len(bpe.chunks("a b c", split, limit=2)) == 2


def test_parts_of_the_pattern_are_in_its_order():
    assert bpe.pattern_parts("gpt2")[0] == "'(?:[sdmt]|ll|ve|re)"
    assert "|".join(bpe.pattern_parts("o200k")) == PATTERNS["o200k"]
    with pytest.raises(bpe.InputError, match="no regular expression"):
        bpe.pattern_parts("none")


SPECIAL = "<|endoftext|>"


@pytest.mark.parametrize("split", [*bpe.SPLITS, *bpe.PATTERN_SPLITS])
def test_special_tokens_split_texts_and_are_not_counted(split):
    text = f"a hug{SPECIAL}a pug\n{SPECIAL}{SPECIAL} end"
    corpus = bpe.Corpus.from_texts([text], split, special_tokens=[SPECIAL])
    parts = bpe.Corpus.from_texts(["a hug", "a pug\n", " end"], split)
    assert list(corpus.counts.items()) == list(parts.counts.items())
    assert "endoftext" in "".join(bpe.Corpus.from_texts([text], split).counts)  # as before


def test_special_tokens_match_a_removing_split_of_hugging_face():
    text = f"low lower{SPECIAL}lower newest{SPECIAL}\n\nlow"
    run = bpe.train(bpe.Corpus.from_texts([text], special_tokens=[SPECIAL]), ties="lowest")
    splitter = Sequence([pre_tokenizers.Split(SPECIAL, "removed"), GPT2_BYTES])
    merges, _ = hugging_face([text], splitter, vocab_size=len(run.vocab))
    assert pairs_of(run.merges) == merges


def test_longest_special_token_wins_and_normalization_comes_later():
    corpus = bpe.Corpus.from_texts(
        ["A<S>>B<s>"], "none", "lower", special_tokens=("<S>", "<S>>", "<S>")
    )
    assert dict(corpus.counts) == {"a": 1, "b<s>": 1}


def test_documents_of_a_text():
    text = f"one\n\ntwo{SPECIAL}three\n"
    assert bpe.split_documents(text) == text.split("\n")
    assert bpe.split_documents(text, "whole") == [text]
    assert bpe.split_documents(text, "token") == ["one\n\ntwo", "three\n"]
    assert bpe.split_documents("a<s>b", "token", "<s>") == ["a", "b"]
    whole = bpe.Corpus.from_texts(bpe.split_documents(text, "token"))
    assert "ĊĊ" in whole.counts or "Ċ" in whole.counts
    assert not any("Ċ" in word for word in bpe.Corpus.from_texts(bpe.split_documents(text)).counts)


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        (lambda: bpe.split_documents("a", "pages"), "lines, whole, token"),
        (lambda: bpe.split_documents("a", "token", ""), "empty"),
        (lambda: bpe.split_documents(5), "string"),
        (lambda: bpe.Corpus.from_texts(["a"], special_tokens="<s>"), "list"),
        (lambda: bpe.Corpus.from_texts(["a"], special_tokens=[""]), "empty"),
        (lambda: bpe.Corpus.from_texts(["a"], special_tokens=[5]), "string"),
        (lambda: bpe.pre_tokenize("a", None), "one of"),
        (lambda: bpe.train("abc"), "Corpus.from_texts"),
        (lambda: bpe.wordpiece.train({"a": 1}), "Corpus.from_counts"),
        (lambda: bpe.unigram.train(["a"]), "not list"),
    ],
)
def test_bad_training_input_is_refused_with_a_reason(act, expected):
    with pytest.raises(bpe.InputError, match=expected):
        act()


@pytest.mark.parametrize("split", bpe.PATTERN_SPLITS)
def test_other_algorithms_train_on_these_splits_too(split):
    corpus = bpe.Corpus.from_texts(["hug pug 123 hugs é"], split)
    for run in (bpe.unigram.train(corpus, 30), bpe.wordpiece.train(corpus)):
        assert run.decode(run.encode("hug 123").ids) == "hug 123"
        assert json.loads(formats.tokenizer_json(run))["pre_tokenizer"]["type"] == "Sequence"
