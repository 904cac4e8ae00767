"""A Unigram run that crossed to another process is the same run."""

import pytest
from engine_helpers import word_counts
from hypothesis import given
from hypothesis import strategies as st

import bpe
from bpe import unigram
from bpe.unigram import wire
from tests.support.cases import against_ourselves


@pytest.mark.parametrize("method", unigram.METHODS)
@against_ourselves
@given(counts=word_counts(), more=st.integers(0, 6), calls=st.none() | st.integers(1, 4))
def test_a_run_comes_back_as_it_was(method, counts, more, calls):
    corpus = bpe.Corpus.from_counts(counts)
    left = iter(range(calls or 10**6))
    run = unigram.train(
        corpus,
        len(corpus.alphabet) + more,
        method,
        progress=lambda _: next(left, None) is not None,
    )
    again = wire.unpack(wire.pack(run))
    assert again == run
    assert list(again.corpus.counts.items()) == list(run.corpus.counts.items())
    assert again.loss == run.loss
    assert wire.pack(again) == wire.pack(run)
