"""The course's five words (Hugging Face course, chapter 6.5): every figure it prints."""

import pytest
from engine_helpers import format_merges

import bpe

COUNTS = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


@pytest.fixture
def three_merges():
    """The run that ends after the first three merges."""
    return bpe.train(bpe.Corpus.from_counts(COUNTS), vocab_size=10)


def counts_of(run, j):
    return ", ".join(f"{left}+{right} {count}" for (left, right), count in run.pairs(j).items())


def test_sample_is_the_course_corpus():
    sample = bpe.SAMPLES["hug"]
    assert dict(sample.corpus(sample.split, "none").counts) == COUNTS


def test_alphabet():
    assert "".join(bpe.Corpus.from_counts(COUNTS).alphabet) == "bghnpsu"


def test_first_counts_are_in_corpus_order(three_merges):
    assert counts_of(three_merges, 0) == "h+u 15, u+g 20, p+u 17, u+n 16, b+u 4, g+s 5"


def test_counts_after_the_first_merge(three_merges):
    assert three_merges.pairs(1) == {
        ("h", "ug"): 15,
        ("p", "ug"): 5,
        ("p", "u"): 12,
        ("u", "n"): 16,
        ("b", "u"): 4,
        ("ug", "s"): 5,
    }


@pytest.mark.parametrize("ties", ["first", "lowest"])
def test_all_merges(ties):
    run = bpe.train(bpe.Corpus.from_counts(COUNTS), ties=ties)
    assert format_merges(run.merges) == "u+g 20, u+n 16, h+ug 15, p+un 12, p+ug 5, hug+s 5, b+un 4"
    assert [merge.tied for merge in run.merges] == [1, 1, 1, 1, 2, 1, 1]
    assert run.stopped == "no_pairs"
    assert run.pairs(7) == {}


def test_merge_5_is_tied_between_p_ug_and_hug_s():
    run = bpe.train(bpe.Corpus.from_counts(COUNTS))
    leaders = [(leader.left, leader.right, leader.count) for leader in run.leaders(4, 2)]
    assert leaders == [("p", "ug", 5), ("hug", "s", 5)]


@pytest.mark.parametrize(
    ("k", "vocabulary", "words"),
    [
        (1, "b g h n p s u ug", "h ug 10, p ug 5, p u n 12, b u n 4, h ug s 5"),
        (2, "b g h n p s u ug un", "h ug 10, p ug 5, p un 12, b un 4, h ug s 5"),
        (3, "b g h n p s u ug un hug", "hug 10, p ug 5, p un 12, b un 4, hug s 5"),
    ],
)
def test_vocabulary_and_corpus_after_each_merge(three_merges, k, vocabulary, words):
    run = three_merges
    assert " ".join(run.vocab[: run.vocab_sizes[k]]) == vocabulary
    assert ", ".join(f"{' '.join(tokens)} {count}" for tokens, count in run.at(k).words) == words


def test_three_merges_make_ten_tokens(three_merges):
    assert format_merges(three_merges.merges) == "u+g 20, u+n 16, h+ug 15"
    assert len(three_merges.vocab) == 10
    assert three_merges.stopped == "vocabulary"


@pytest.mark.parametrize(
    ("word", "tokens"),
    [("bug", "b ug"), ("mug", "[UNK] ug"), ("thug", "[UNK] hug"), ("unhug", "un hug")],
)
def test_new_words_with_the_first_three_merges(three_merges, word, tokens):
    assert " ".join(three_merges.encode(word).tokens) == tokens


def test_thug_merges_u_g_first_and_then_h_ug(three_merges):
    """The Traditional Chinese page says that "hu" and "g" are merged."""
    (applied,) = three_merges.encode("thug").trace
    assert [(three_merges.merges[f.rank - 1].token, f.start) for f in applied] == [
        ("ug", 2),
        ("hug", 1),
    ]


def test_next_merge_is_p_un(three_merges):
    (leader,) = three_merges.leaders(3, 1)
    assert (leader.left, leader.right, leader.count) == ("p", "un", 12)
