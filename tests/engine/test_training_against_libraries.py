"""Training against others: Hugging Face tokenizers, rustbpe, tiktoken's educational trainer.

Special tokens never occur in the texts, because Hugging Face tokenizers splits them off first.
"""

import ast
import contextlib
import io
import random
from collections import Counter

import pytest
import regex
import rustbpe
from engine_helpers import (
    GPT2_PATTERN,
    every_rule,
    hugging_face,
    pairs_of,
    repeated,
    texts,
    word_counts,
)
from hypothesis import given
from hypothesis import strategies as st
from tiktoken._educational import bpe_train
from tokenizers.pre_tokenizers import ByteLevel

import bpe
from tests.support.cases import against_library, seeds
from tests.support.expected import merged, recount

ALL = 10**6  # more tokens than any of these runs makes
several_texts = st.lists(texts(min_size=5, max_size=40), max_size=4)


def random_counts(seed):
    """A corpus larger than Hypothesis draws: up to 30 words of up to 25 of at most 6 letters."""
    rng = random.Random(seed)
    letters = "abcdef"[: rng.randint(1, 6)]
    words = ("".join(rng.choices(letters, k=rng.randint(1, 25))) for _ in range(rng.randint(1, 30)))
    return {word: rng.randint(1, 5) for word in words}


def assert_like_hugging_face(counts, vocab_size, special_tokens, min_count):
    corpus = bpe.Corpus.from_counts(counts)
    run = bpe.train(corpus, vocab_size, "lowest", tuple(special_tokens), min_count)
    merges, vocab = hugging_face(
        repeated(counts),
        vocab_size=vocab_size,
        special_tokens=special_tokens,
        min_frequency=min_count,
    )
    assert pairs_of(run.merges) == merges
    assert dict(run.ids) == vocab


@against_library
@given(
    word_counts(),
    st.integers(0, 40) | st.just(ALL),
    st.sampled_from([[], ["<s>"], ["[PAD]", "<s>", "<s>"]]),
    st.integers(0, 3),
)
def test_lowest_ids_match_hugging_face_on_words(counts, vocab_size, special_tokens, min_count):
    assert_like_hugging_face(counts, max(vocab_size, 1), special_tokens, min_count)


@pytest.mark.parametrize("seed", seeds(40))
def test_lowest_ids_match_hugging_face_on_larger_corpora(seed):
    assert_like_hugging_face(random_counts(seed), random.Random(seed).choice([60, ALL]), [], 1)


@against_library
@given(several_texts)
def test_lowest_ids_match_hugging_face_with_gpt2_split(several):
    corpus = bpe.Corpus.from_texts(several, split="gpt2")
    run = bpe.train(corpus, ties="lowest", special_tokens=("<|endoftext|>",))
    merges, vocab = hugging_face(
        several,
        ByteLevel(add_prefix_space=False),
        vocab_size=ALL,
        special_tokens=["<|endoftext|>"],
    )
    assert (pairs_of(run.merges), dict(run.ids)) == (merges, vocab)


@against_library
@given(several_texts)
def test_lowest_ids_match_rustbpe_on_raw_bytes(several):
    """A character of Latin-1 stands for each byte, so that ids rise with the bytes, as there."""
    words = (word for text in several for word in regex.findall(GPT2_PATTERN, text))
    counts = Counter(word.encode().decode("latin-1") for word in words)
    made = [
        merge.token for merge in bpe.train(bpe.Corpus.from_counts(counts), ties="lowest").merges
    ]
    theirs = rustbpe.Tokenizer()
    theirs.train_from_iterator(iter(several), 256 + len(made), pattern=GPT2_PATTERN)
    ranks = {id_: bytes(token) for token, id_ in theirs.get_mergeable_ranks()}
    assert [ranks[id_].decode("latin-1") for id_ in range(256, len(ranks))] == made


def tiktoken_merges(text, vocab_size):
    """What tiktoken's educational trainer prints that it merged, and the tokens it returns."""
    said = "The current most common pair is "
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        ranks = bpe_train(text, vocab_size, GPT2_PATTERN, visualise="simple")
    sums = [
        ast.parse(line.removeprefix(said), mode="eval").body
        for line in printed.getvalue().splitlines()
        if line.startswith(said)
    ]
    return [(pair.left.value, pair.right.value) for pair in sums], list(ranks)


@against_library
@given(texts(min_size=5, max_size=60))
def test_first_rule_matches_the_educational_tiktoken_trainer(text):
    """There the vocabulary starts with all 256 bytes; what is merged does not depend on it."""
    run = bpe.train(bpe.Corpus.from_texts([text], split="gpt2"), ties="first")
    merges = [tuple(bpe.token_bytes(t, "gpt2") for t in pair) for pair in pairs_of(run.merges)]
    pairs, tokens = tiktoken_merges(text, 256 + len(merges))
    assert pairs == merges
    assert tokens[256:] == [left + right for left, right in merges]


def merges_by_bytes(several):
    """Training as in Stanford's CS336: on raw bytes, the greatest of the most frequent pairs."""
    found = Counter(word for text in several for word in regex.findall(GPT2_PATTERN, text))
    words = [(tuple(bytes([b]) for b in word.encode()), n) for word, n in found.items()]
    merges = []
    while counts := recount(words):
        left, right = max(counts, key=lambda pair: (counts[pair], pair))
        merges.append((left, right))
        words = [(merged(word, left, right), n) for word, n in words]
    return merges


@against_library
@given(several_texts)
def test_greatest_rule_compares_raw_bytes(several):
    run = bpe.train(bpe.Corpus.from_texts(several, split="gpt2"), ties="greatest")
    merges = [tuple(bpe.token_bytes(t, "gpt2") for t in pair) for pair in pairs_of(run.merges)]
    assert merges == merges_by_bytes(several)


def test_greatest_rule_orders_space_before_letters():
    """Its visible character, Ġ, has a code point above every letter's."""
    corpus = bpe.Corpus.from_texts([" a", "bc"], split="gpt2")
    assert pairs_of(bpe.train(corpus, ties="greatest").merges) == [("b", "c"), ("Ġ", "a")]


@every_rule
@pytest.mark.parametrize("seed", seeds(10))
def test_reference_trainer_learns_the_same_on_larger_corpora(seed, ties):
    corpus = bpe.Corpus.from_counts(random_counts(seed))
    run = bpe.train(corpus, ties=ties, min_count=2)
    assert run.merges == bpe.reference.train(corpus, ties=ties, min_count=2)
