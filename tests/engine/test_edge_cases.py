"""Corpora that break a careless trainer: overlaps, long words, no words, unusual characters."""

import random
from itertools import pairwise, product

import pytest
from engine_helpers import every_rule, hugging_face, pairs_of, repeated

import bpe
from tests.support.expected import recount, replay

ODD_TEXTS = {
    "combining marks": "e\u0301e\u0301 n\u0303\u0323 \u0301\u0301 Z͑ͫ̓a͊l͗g̍o͂",
    "emoji with joiners": "👩‍👩‍👧‍👦 👩‍👩‍👧‍👦 👍🏽👍🏽 🏳️‍🌈 🇹🇼🇰🇷",
    "right to left": "שלום שלום عليكم السلام \u200fab\u202ecd\u202c",
    "NUL and control characters": "\x00a\x00a\x00 \x01\x02 \x1b[0m\x7f\x85 a\x1cb\x1fc",
    "marks of the engine's own": "ĠaĠa ▁a▁a \ufffd\uffff <s> [UNK]",
    "white space only": " \t\n \u00a0\u3000 ",
    "one letter": "a",
}


@every_rule
@pytest.mark.parametrize("length", range(1, 12))
def test_repeated_letter(length, ties):
    """Counts include overlaps (aaa contains a+a twice). Merges do not overlap."""
    run = bpe.train(bpe.Corpus.from_counts({"a" * length: 3}), ties=ties)
    assert run.pairs(0) == ({("a", "a"): 3 * (length - 1)} if length > 1 else {})
    if length > 1:
        assert run.at(1).words[0] == (("aa",) * (length // 2) + ("a",) * (length % 2), 3)
    assert [run.pairs(j) for j in range(len(run.merges) + 1)] == list(map(recount, replay(run)))


@pytest.mark.parametrize("length", range(1, 12))
def test_repeated_letter_matches_hugging_face(length):
    run = bpe.train(bpe.Corpus.from_counts({"a" * length: 1}), ties="lowest")
    assert (pairs_of(run.merges), dict(run.ids)) == hugging_face(["a" * length])


@pytest.mark.parametrize(
    ("word", "tokens"),
    [("aaaa", "aaaa"), ("aaa", "aa a"), ("aaaaaaa", "aaaa aa a"), ("baaab", "[UNK] aa a [UNK]")],
)
def test_encoding_of_aaaa(word, tokens):
    run = bpe.train(bpe.Corpus.from_counts({"aaaa": 1}))
    assert " ".join(run.encode(word).tokens) == tokens


@every_rule
def test_overlapping_pairs_of_two_letters(ties):
    run = bpe.train(bpe.Corpus.from_counts({"ababab": 2, "babab": 1, "aabb": 1}), ties=ties)
    assert [run.pairs(j) for j in range(len(run.merges) + 1)] == list(map(recount, replay(run)))


@every_rule
def test_word_of_ten_thousand_letters(ties):
    word = "".join(random.Random(1).choices("abcdefghij", k=10_000))
    run = bpe.train(bpe.Corpus.from_counts({word: 1}, split="none"), 500, ties)
    last = run.at(len(run.merges))
    ((tokens, _),) = last.words
    assert "".join(tokens) == word
    assert len(run.vocab) == 500
    assert run.pairs(last.k) == recount(last.words)
    assert run.encode(word).tokens == tokens


def test_word_of_ten_thousand_letters_matches_hugging_face():
    word = "".join(random.Random(2).choices("abcdefghij", k=10_000))
    run = bpe.train(bpe.Corpus.from_counts({word: 1}), 500, "lowest")
    assert (pairs_of(run.merges), dict(run.ids)) == hugging_face([word], vocab_size=500)


@pytest.mark.parametrize(
    "corpus",
    [
        bpe.Corpus.from_texts([]),
        bpe.Corpus.from_texts([""]),
        bpe.Corpus.from_texts([" \n"], split="whitespace"),
        bpe.Corpus.from_counts({}),
    ],
)
@every_rule
def test_empty_corpus(corpus, ties):
    run = bpe.train(corpus, 50, ties, ("<s>",))
    step = run.at(0)
    assert (run.merges, run.vocab, run.stopped) == ((), ("<s>",), "no_pairs")
    assert (dict(step.pairs), step.merge, list(step.words)) == ({}, None, [])
    assert (run.leaders(0, 5), run.most_pairs, run.vocab_sizes) == ([], 0, (1,))
    assert run.encode("hi").tokens == ("[UNK]", "[UNK]")
    assert run.encode("").tokens == ()


@every_rule
def test_corpus_of_single_letters(ties):
    run = bpe.train(bpe.Corpus.from_counts({"b": 2, "a": 9}), 50, ties)
    assert (run.merges, run.vocab, run.stopped) == ((), ("a", "b"), "no_pairs")
    assert list(run.at(0).words) == [(("b",), 2), (("a",), 9)]


@pytest.mark.parametrize(
    ("ties", "merges"),
    [
        ("first", [("d", "c"), ("b", "a"), ("e", "f")]),
        ("lowest", [("b", "a"), ("d", "c"), ("e", "f")]),
        ("greatest", [("e", "f"), ("d", "c"), ("b", "a")]),
    ],
)
def test_tie_rules_decide_differently(ties, merges):
    run = bpe.train(bpe.Corpus.from_counts({"dc": 1, "ba": 1, "ef": 1}), ties=ties)
    assert pairs_of(run.merges) == merges
    assert [merge.tied for merge in run.merges] == [3, 2, 1]


def test_first_rule_uses_the_current_order():
    """y+z is first met before b+c. After x+y is merged, only its later occurrence is left."""
    counts = {"xyz": 1, "xy": 2, "bc": 2, "yz": 1}
    run = bpe.train(bpe.Corpus.from_counts(counts), vocab_size=8)
    assert pairs_of(run.merges) == [("x", "y"), ("b", "c"), ("xy", "z")]
    assert run.leaders(0, 2)[1].word == "xyz"


def test_special_token_made_by_a_merge_keeps_its_id():
    """A merge whose token is already in the vocabulary adds no id."""
    run = bpe.train(bpe.Corpus.from_counts({"abc": 2}), special_tokens=("ab", "a", "ab"))
    assert run.vocab == ("ab", "a", "b", "c", "abc")
    assert pairs_of(run.merges) == [("a", "b"), ("ab", "c")]
    assert run.vocab_sizes == (4, 4, 5)
    assert run.encode("abcab").ids == (4, 0)


@pytest.mark.parametrize("size", [1, 2, 3])
def test_alphabet_is_never_truncated(size):
    run = bpe.train(bpe.Corpus.from_counts({"abc": 1}), vocab_size=size)
    assert (run.vocab, run.merges, run.stopped) == (("a", "b", "c"), (), "vocabulary")


@pytest.mark.parametrize(("least", "merges"), [(0, 3), (1, 3), (2, 2), (3, 1), (4, 0)])
def test_minimum_count_stops_training(least, merges):
    run = bpe.train(bpe.Corpus.from_counts({"ab": 3, "cd": 2, "ef": 1}), min_count=least)
    assert len(run.merges) == merges
    assert run.stopped == ("no_pairs" if merges == 3 else "min_count")


@pytest.mark.parametrize("split", bpe.SPLITS)
@pytest.mark.parametrize("text", ODD_TEXTS.values(), ids=ODD_TEXTS)
def test_unusual_text_round_trips(text, split):
    for rules in product(bpe.NORMALIZATIONS, bpe.TIES):
        normalization, ties = rules
        run = bpe.train(bpe.Corpus.from_texts([text], split, normalization), ties=ties)
        encoding = run.encode(text)
        assert "".join(encoding.tokens) == "".join(encoding.words), rules
        assert "[UNK]" not in encoding.tokens or "[UNK]" in text, rules
        assert [run.vocab[i] for i in encoding.ids] == list(encoding.tokens), rules
        steps = range(len(run.merges) + 1)
        assert list(map(run.pairs, steps)) == list(map(recount, replay(run))), rules


def test_nul_does_not_end_a_word():
    """z+z is met before a+NUL, because the a before NUL ends its word."""
    run = bpe.train(bpe.Corpus.from_counts({"a": 1, "zz": 1, "a\0": 1}))
    assert [(leader.left, leader.word) for leader in run.leaders(0, 2)] == [
        ("z", "zz"),
        ("a", "a\0"),
    ]
    assert pairs_of(run.merges) == [("z", "z"), ("a", "\0")]


def test_word_order_matters_only_for_the_first_rule():
    counts = {"ab": 1, "cd": 1}
    turned = dict(reversed(counts.items()))
    for ties in bpe.TIES:
        there, back = (
            pairs_of(bpe.train(bpe.Corpus.from_counts(c), ties=ties).merges)
            for c in (counts, turned)
        )
        assert (there == back) == (ties != "first")


@every_rule
def test_counts_equal_repeated_words(ties):
    """A word with a count of four equals the word four times, also for Hugging Face."""
    counts = {"hug": 4, "pug": 2, "hugs": 3}
    texts = [" ".join(repeated(counts))]
    ours = bpe.train(bpe.Corpus.from_counts(counts), ties=ties)
    assert ours.merges == bpe.train(bpe.Corpus.from_texts(texts, "whitespace"), ties=ties).merges


def test_top_of_a_nearly_all_tied_table():
    """The leaders are the pairs met first in the corpus."""
    letters = [chr(0x4E00 + i) for i in range(400)]
    draw = random.Random(5)
    words = {"".join(draw.choices(letters, k=6)): 1 for _ in range(120)}
    run = bpe.train(bpe.Corpus.from_counts(words), 420, "first")
    for j in (0, len(run.merges)):
        met = {}
        for tokens, _ in run.at(j).words:
            for pair in pairwise(tokens):
                met.setdefault(pair, "".join(tokens))
        counts = run.pairs(j)
        expected = sorted(met, key=lambda pair: -counts[pair])[:12]
        leaders = run.leaders(j, 12)
        assert [(leader.left, leader.right) for leader in leaders] == expected
        assert [leader.word for leader in leaders] == [met[pair] for pair in expected]
