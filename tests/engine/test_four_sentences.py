"""Every figure of the course's four sentences and of other versions of the page.

The notebook copy and the Traditional Chinese page print outputs of another corpus than their
own; here are the figures that their code really gives.
"""

import pytest
from engine_helpers import format_merges, hugging_face, pairs_of, repeated
from tokenizers.pre_tokenizers import ByteLevel

import bpe

COURSE = (
    "This is the Hugging Face Course.",
    "This chapter is about tokenization.",
    "This section shows several tokenizer algorithms.",
    "Hopefully, you will be able to understand how they are trained and generate tokens.",
)
# The notebook lacks a comma after its first string, so Python joins it to the second.
NOTEBOOK = ("This info comes from the Hugging Face Course." + COURSE[1], *COURSE[2:])
CHINESE = ("This is the Hugging Face course.", *COURSE[1:])

WORDS = (
    "This 3 Ġis 2 Ġthe 1 ĠHugging 1 ĠFace 1 ĠCourse 1 . 4 Ġchapter 1 Ġabout 1 Ġtokenization 1 "
    "Ġsection 1 Ġshows 1 Ġseveral 1 Ġtokenizer 1 Ġalgorithms 1 Hopefully 1 , 1 Ġyou 1 Ġwill 1 "
    "Ġbe 1 Ġable 1 Ġto 1 Ġunderstand 1 Ġhow 1 Ġthey 1 Ġare 1 Ġtrained 1 Ġand 1 Ġgenerate 1 "
    "Ġtokens 1"
)
ALPHABET = ", . C F H T a b c d e f g h i k l m n o p r s t u v w y z Ġ"
UP_TO_IN = (
    "Ġ+t 7, i+s 5, e+r 5, Ġ+a 5, Ġt+o 4, e+n 4, T+h 3, Th+is 3, o+u 3, s+e 3, Ġto+k 3, "
    "Ġtok+en 3, n+d 3, Ġ+is 2, Ġt+h 2, Ġth+e 2, i+n 2, "
)
LOWEST = (
    "Ġ+t 7, e+r 5, i+s 5, Ġ+a 5, e+n 4, Ġt+o 4, T+h 3, k+en 3, n+d 3, o+u 3, s+e 3, Ġto+ken 3, "
    "Th+is 3, a+t 2, h+e 2, h+o 2, i+n 2, i+o 2, i+z 2"
)
FIRST_SIX = "T+h 3, h+i 3, i+s 5, Ġ+i 2, Ġ+t 7, t+h 3"
SENTENCE = "This is not a token."


def trained(texts, ties="first"):
    corpus = bpe.Corpus.from_texts(texts, split="gpt2")
    return bpe.train(corpus, 50, ties, special_tokens=("<|endoftext|>",))


def listed(counts):
    return " ".join(f"{word} {count}" for word, count in counts.items())


def first_six(run):
    pairs = list(run.pairs(0).items())[:6]
    return ", ".join(f"{left}+{right} {count}" for (left, right), count in pairs)


def encoded(run):
    return " ".join(run.encode(SENTENCE).tokens)


@pytest.fixture(scope="module")
def first():
    return trained(COURSE)


@pytest.fixture(scope="module")
def lowest():
    return trained(COURSE, "lowest")


def test_sample_is_the_course_corpus(first):
    sample = bpe.SAMPLES["course"]
    assert sample.texts == COURSE
    assert (sample.split, sample.vocab_size, sample.special_tokens) == (
        first.corpus.split,
        first.vocab_size,
        first.special_tokens,
    )


def test_words_are_in_corpus_order(first):
    assert listed(first.corpus.counts) == WORDS
    assert len(first.corpus.counts) == 30
    assert sum(first.corpus.counts.values()) == 36


def test_alphabet(first):
    assert " ".join(first.corpus.alphabet) == ALPHABET


def test_first_six_pairs_and_the_best(first):
    assert first_six(first) == FIRST_SIX
    (best,) = first.leaders(0, 1)
    assert (best.left, best.right, best.count, best.word) == ("Ġ", "t", 7, "Ġthe")


def test_merges(first):
    assert format_merges(first.merges) == UP_TO_IN + "Ġa+b 2, Ġtoken+i 2"
    assert len(first.merges) == 19


def test_most_merges_were_tied(first):
    tied = [merge.tied for merge in first.merges]
    assert sum(n > 1 for n in tied) == 15
    assert max(tied) == 16


def test_vocabulary_is_special_token_alphabet_and_merges(first):
    made = "Ġt is er Ġa Ġto en Th This ou se Ġtok Ġtoken nd Ġis Ġth Ġthe in Ġab Ġtokeni"
    assert " ".join(first.vocab) == f"<|endoftext|> {ALPHABET} {made}"
    assert len(first.vocab) == 50
    assert first.vocab_sizes == tuple(range(31, 51))


def test_encoding_of_trained_after_each_step(first):
    """The watched word: merge 1 makes Ġt, merge 17 makes in, no other changes it."""
    word = list(first.corpus.counts).index("Ġtrained")
    seen = [" ".join(step.words[word][0]) for step in first.steps(0, 20)]
    assert seen == ["Ġ t r a i n e d"] + ["Ġt r a i n e d"] * 16 + ["Ġt r a in e d"] * 3
    assert first.merge_ranks(word) == [1, 17]


def test_course_sentence_is_encoded(first):
    encoding = first.encode(SENTENCE)
    assert " ".join(encoding.tokens) == "This Ġis Ġ n o t Ġa Ġtoken ."
    assert [first.vocab[i] for i in encoding.ids] == list(encoding.tokens)


def test_unknown_character_is_one_unknown_token_per_byte(first):
    """The course's own function keeps them: é becomes the two characters Ã and ©."""
    encoding = first.encode("é")
    assert (encoding.tokens, encoding.offsets) == (("[UNK]", "[UNK]"), ((0, 1), (0, 1)))


def test_merges_with_lowest_ids(lowest):
    assert format_merges(lowest.merges) == LOWEST
    assert len(lowest.vocab) == 50


def test_merges_shared_by_both_tie_rules(first, lowest):
    ours, theirs = pairs_of(first.merges), pairs_of(lowest.merges)
    assert ours[0] == theirs[0]
    assert ours[1] != theirs[1]
    assert len({*ours} & {*theirs}) == 12
    assert len({m.token for m in first.merges} & {m.token for m in lowest.merges}) == 13


def test_course_sentence_with_lowest_ids(lowest):
    assert encoded(lowest) == "This Ġ is Ġ n o t Ġa Ġtoken ."


def test_lowest_ids_match_hugging_face(lowest):
    merges, vocab = hugging_face(
        repeated(lowest.corpus.counts), vocab_size=50, special_tokens=["<|endoftext|>"]
    )
    assert (merges, vocab) == (pairs_of(lowest.merges), dict(lowest.ids))


def test_vocabulary_of_50_has_no_merges_with_256_bytes(lowest):
    """Like gpt2's train_new_from_iterator."""
    special = ("<|endoftext|>",)
    runs = {
        size: bpe.train(lowest.corpus, size, "lowest", special, alphabet="bytes")
        for size in (50, 276)
    }
    assert runs[50].merges == ()
    assert len(runs[50].vocab) == 257
    assert format_merges(runs[276].merges) == LOWEST
    words = repeated(lowest.corpus.counts)
    merges, vocab = hugging_face(
        words,
        vocab_size=276,
        special_tokens=["<|endoftext|>"],
        initial_alphabet=ByteLevel.alphabet(),
    )
    assert (merges, vocab) == (pairs_of(runs[276].merges), dict(runs[276].ids))


def test_notebook_figures():
    run = trained(NOTEBOOK)
    assert len(run.corpus.counts) == 33
    assert sum(run.corpus.counts.values()) == 38
    assert len(run.corpus.alphabet) == 30
    assert first_six(run) == "T+h 3, h+i 3, i+s 4, Ġ+i 2, i+n 3, n+f 1"
    assert format_merges(run.merges) == (
        "Ġ+t 7, e+r 5, Ġ+a 5, i+s 4, Ġt+o 4, e+n 4, T+h 3, Th+is 3, i+n 3, o+u 3, s+e 3, "
        "Ġto+k 3, Ġtok+en 3, n+d 3, Ġ+c 2, o+m 2, Ġt+h 2, Ġth+e 2, Ġa+b 2"
    )
    assert encoded(run) == "This Ġ is Ġ n o t Ġa Ġtoken ."


def test_missing_comma_in_the_notebook_changes_no_merge():
    apart = ("This info comes from the Hugging Face Course.", *COURSE[1:])
    assert trained(apart).merges == trained(NOTEBOOK).merges


def test_traditional_chinese_page_figures(first):
    run = trained(CHINESE)
    assert listed(run.corpus.counts) == WORDS.replace("ĠCourse", "Ġcourse")
    assert " ".join(run.corpus.alphabet) == ALPHABET.replace("C ", "")
    assert len(run.corpus.alphabet) == 29
    assert first_six(run) == FIRST_SIX
    assert format_merges(run.merges) == UP_TO_IN + "Ġ+c 2, Ġa+b 2, Ġtoken+i 2"
    assert len(run.merges) == 20
    assert encoded(run) == encoded(first)


def test_korean_page_shows_words_with_offsets():
    text = COURSE[0]
    pieces = [(piece.word, piece.start, piece.end) for piece in bpe.pre_tokenize(text, "gpt2")]
    assert pieces == [
        ("This", 0, 4),
        ("Ġis", 4, 7),
        ("Ġthe", 7, 11),
        ("ĠHugging", 11, 19),
        ("ĠFace", 19, 24),
        ("ĠCourse", 24, 31),
        (".", 31, 32),
    ]
    assert (text[0:4], text[4:7]) == ("This", " is")


def test_korean_page_splits_every_word_into_characters(first):
    assert [tokens for tokens, _ in first.at(0).words] == [
        tuple(word) for word in WORDS.split(" ")[::2]
    ]
