"""Counting words finds the same words as pre-tokenization, in the same order."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bpe
from bpe.counting import count_words
from tests.support.cases import against_ourselves

# White space of every kind, what `re` wrongly takes for it, and what words are made of.
SPACES = " \t\n\v\f\r\x85\xa0\u1680\u2003\u2028\u2029\u202f\u205f\u3000"
tricky = st.text(
    st.sampled_from(SPACES + "\x1c\x1d\x1e\x1f\u200b" + "    aé日1٣'st!_😀"), max_size=30
)


@against_ourselves
@given(
    st.lists(tricky, max_size=3), st.sampled_from(bpe.SPLITS), st.sampled_from(bpe.NORMALIZATIONS)
)
def test_word_counts_match_pre_tokenization(texts, split, normalization):
    words = [piece.word for text in texts for piece in bpe.pre_tokenize(text, split, normalization)]
    assert list(bpe.Corpus.from_texts(texts, split, normalization).counts.items()) == list(
        Counter(words).items()
    )


def test_word_boundaries_match_for_every_character():
    text = "".join(f"a{chr(code)}! {chr(code)} 1" for code in range(0x3100) if code != 0x0D)
    words = [piece.word for piece in bpe.pre_tokenize(text)]
    assert list(bpe.Corpus.from_texts([text]).counts.items()) == list(Counter(words).items())


def test_unknown_normalization_is_rejected_without_text():
    with pytest.raises(bpe.InputError, match="normalization"):
        count_words([], normalization="nfq")
