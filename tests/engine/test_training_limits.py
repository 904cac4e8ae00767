"""A training that is stopped, and a corpus that is too large."""

import pytest
from engine_helpers import every_rule, trainings
from hypothesis import given

import bpe
from tests.support.cases import against_ourselves


@every_rule
@against_ourselves
@given(training=trainings())
def test_stopped_training_has_the_merges_so_far(ties, training):
    whole = bpe.train(ties=ties, **training)
    for most in range(len(whole.merges)):
        run = bpe.train(ties=ties, should_continue=lambda made, most=most: made < most, **training)
        assert run.stopped == "user"
        assert run.merges == whole.merges[:most]
        assert run.pairs(most) == whole.pairs(most)


def test_too_many_words_or_characters_are_rejected():
    texts = ["one two three", "four five"]
    assert len(bpe.Corpus.from_texts(texts, "whitespace", max_words=5).counts) == 5
    for limits in ({"max_words": 4}, {"max_characters": 18}):
        with pytest.raises(bpe.InputError, match=str(*limits.values())):
            bpe.Corpus.from_texts(texts, "whitespace", **limits)
    assert bpe.Corpus.from_texts(texts, "whitespace", max_characters=19).counts
