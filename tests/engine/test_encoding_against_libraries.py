"""Encoding compared with Hugging Face tokenizers, tiktoken and both textbook algorithms."""

from itertools import pairwise

import tiktoken
from engine_helpers import (
    GPT2_PATTERN,
    NORMALIZERS,
    PRE_TOKENIZERS,
    corpora,
    every_rule,
    known_to_both,
    texts,
    word_counts,
)
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, models

import bpe
from tests.support.cases import against_library, against_library_by_rule, against_ourselves
from tests.support.expected import merged


def same_in_hugging_face(run):
    """The run's vocabulary and merges in a Hugging Face tokenizer."""
    merges = [(merge.left, merge.right) for merge in run.merges]
    tokenizer = Tokenizer(models.BPE(vocab=dict(run.ids), merges=merges, unk_token="[UNK]"))
    if run.corpus.split in PRE_TOKENIZERS:
        tokenizer.pre_tokenizer = PRE_TOKENIZERS[run.corpus.split]
    if run.corpus.normalization in NORMALIZERS:
        tokenizer.normalizer = NORMALIZERS[run.corpus.normalization]
    return tokenizer


@every_rule
@against_library_by_rule
@given(st.data(), corpora(), st.none() | st.integers(5, 40))
def test_tokens_and_ids_match_hugging_face(ties, data, corpus, vocab_size):
    """For every split and normalization. Half of the texts use the corpus's letters."""
    run = bpe.train(corpus, vocab_size, ties, special_tokens=("[UNK]",))
    letters = st.text(st.sampled_from(corpus.alphabet)) if corpus.alphabet else texts()
    text = data.draw((letters | texts()).filter(known_to_both))
    theirs, ours = same_in_hugging_face(run).encode(text), run.encode(text)
    assert list(ours.tokens) == theirs.tokens
    assert list(ours.ids) == theirs.ids
    # of a letter and its mark that become one letter, they give the position of the first only
    if corpus.normalization in ("none", "lower"):
        assert list(ours.offsets) == theirs.offsets


@against_library
@given(st.lists(texts(min_size=5), max_size=4), texts())
def test_byte_level_ids_match_tiktoken(several, text):
    corpus = bpe.Corpus.from_texts(several, split="gpt2")
    run = bpe.train(corpus, alphabet="bytes")
    assert run.merges == bpe.reference.train(corpus, alphabet="bytes")
    theirs = tiktoken.Encoding(
        "test",
        pat_str=GPT2_PATTERN,
        mergeable_ranks={bpe.token_bytes(token, "gpt2"): i for i, token in enumerate(run.vocab)},
        special_tokens={},
    )
    encoded = run.encode(text)
    assert list(encoded.ids) == theirs.encode(text)
    assert set(encoded.kinds) <= {"token"}
    assert run.decode(encoded.ids) == text


def by_rank(word, ranks):
    """Tokens and trace when the leftmost pair with the lowest rank is merged, one at a time."""
    tokens, applied = list(word), []
    while True:
        present = [(ranks[pair], i) for i, pair in enumerate(pairwise(tokens)) if pair in ranks]
        if not present:
            return tuple(tokens), tuple(applied)
        rank, i = min(present)
        start = sum(map(len, tokens[:i]))
        applied.append(bpe.AppliedMerge(rank, start, start + len(tokens[i])))
        tokens[i : i + 2] = ["".join(tokens[i : i + 2])]


def rules_in_order(word, run):
    """Tokens when each merge is applied to the whole word in rank order, as in the course."""
    tokens = tuple(word)
    for merge in run.merges:
        tokens = merged(tokens, merge.left, merge.right)
    return tokens


@every_rule
@against_library_by_rule
@given(st.data(), word_counts())
def test_both_encoding_algorithms_give_tokens_and_trace(ties, data, counts):
    run = bpe.train(bpe.Corpus.from_counts(counts, split="none"), ties=ties)
    word = data.draw(st.text(st.sampled_from(run.corpus.alphabet), min_size=1))
    encoding = run.encode(word)
    assert (encoding.tokens, *encoding.trace) == by_rank(word, run.ranks)
    assert encoding.tokens == rules_in_order(word, run)
    assert encoding.words == (word,)


@every_rule
@against_library_by_rule
@given(word_counts())
def test_corpus_word_is_encoded_as_after_training(ties, counts):
    run = bpe.train(bpe.Corpus.from_counts(counts, split="none"), vocab_size=20, ties=ties)
    trained = dict(
        zip(counts, (tokens for tokens, _ in run.at(len(run.merges)).words), strict=True)
    )
    assert {word: run.encode(word).tokens for word in counts} == trained


@against_library
@given(corpora(), texts())
def test_encoding_loses_no_text(corpus, text):
    """Unknown characters become the unknown token, and each token has its offsets."""
    run = bpe.train(corpus)
    encoding = run.encode(text, unk="?!")
    pieces = bpe.pre_tokenize(text, corpus.split, corpus.normalization)
    assert encoding.words == tuple(piece.word for piece in pieces)
    characters = [character for word in encoding.words for character in word]
    for token, id_, (start, end) in zip(
        encoding.tokens, encoding.ids, encoding.offsets, strict=True
    ):
        spelled = characters[: 1 if token == "?!" else len(token)]
        del characters[: len(spelled)]
        assert (token == "?!") == (spelled[0] not in corpus.alphabet)
        assert token in ("?!", "".join(spelled))
        assert id_ == (None if token == "?!" else run.vocab.index(token))
        assert 0 <= start < end <= len(text)
    assert characters == []


def test_no_merge_crosses_an_unknown_character():
    """Without an unknown token Hugging Face tokenizers drops the x and gives ab."""
    run = bpe.train(bpe.Corpus.from_counts({"ab": 2}))
    assert run.encode("axb").tokens == ("a", "[UNK]", "b")
    assert run.encode("axb").ids == (0, None, 1)


def test_unknown_token_has_an_id_if_in_the_vocabulary():
    run = bpe.train(bpe.Corpus.from_counts({"ab": 2}), special_tokens=("<unk>",))
    assert run.encode("x", unk="<unk>").ids == (0,)
    assert run.encode("x").ids == (None,)


def test_offsets_count_characters_of_the_original_text():
    run = bpe.train(bpe.Corpus.from_texts(["é"], split="gpt2", normalization="nfc"))
    encoding = run.encode("e\u0301 é")
    assert encoding.tokens == ("Ã©", "[UNK]", "Ã©")
    assert encoding.offsets == ((0, 2), (2, 3), (3, 4))


@every_rule
@against_ourselves
@given(corpora(), st.none() | st.integers(5, 40), texts())
def test_readable_tokenize_gives_the_same_tokens_rule_by_rule(ties, corpus, vocab_size, text):
    run = bpe.train(corpus, vocab_size, ties)
    encoding = run.encoder().encode(text, order="rules")
    ours = [token for word in encoding.tokens_at(len(run.merges)) for token in word]
    split, normalization = corpus.split, corpus.normalization
    assert bpe.reference.tokenize(text, run.merges, split, normalization) == ours
