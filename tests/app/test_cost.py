"""The estimated memory of a training, compared with the run that it makes."""

import random

import pytest

from pages.jobs.memory import size_of
from pages.runs.trainings import cost_of, unigram_cost_of
from pages.state.corpus import OWN_TEXT
from pages.state.defaults import defaults

TEXTS = {
    "two letters": "".join(random.Random(1).choices("ab", k=1_500)),
    "one repeated pair": "ab" * 750,
    "many short words": " ".join(map(str, range(1_000, 1_400))),
    "emoji": "".join(random.Random(2).choices("😀😁😂", k=600)),
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_run_takes_no_more_memory_than_estimated(text):
    settings = defaults(OWN_TEXT).replace(own=text, split="none", vocab=10_000)
    assert size_of(settings.train()) <= cost_of(settings).bytes


@pytest.mark.parametrize("method", ["course", "em"])
@pytest.mark.parametrize("seeds", ["frequent", "repeated", "bpe"])
def test_unigram_run_takes_no_more_memory_than_estimated(method, seeds):
    words = " ".join(str(2**i)[:9] for i in range(20, 60))
    settings = defaults(OWN_TEXT).replace(
        own=words, method=method, seeds=seeds, unigram_vocab=12, max_seeds=900, prune=5
    )
    assert size_of(settings.train_unigram()) <= unigram_cost_of(settings).bytes
