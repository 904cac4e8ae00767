"""A Unigram training as the page and the worker ask for it, by plain values.

But: it knows no page, no session and no Streamlit.
"""

from collections.abc import Callable
from typing import Any

import bpe
from bpe import unigram


def train_pieces(
    corpus: bpe.Corpus,
    asked: dict[str, Any],
    go_on: Callable[[unigram.Progress], bool] = lambda progress: True,
) -> unigram.Run:
    """The run. asked: method, size, seeds, most, prune (percent), start, upto, as in Settings.

    A vocabulary cannot be smaller than the alphabet; where less is asked for, it is as small as
    can be. Raises bpe.InputError for an empty corpus, and for words too long for the seeds.
    """
    calls = 0

    def goes_on(progress: unigram.Progress) -> bool:
        nonlocal calls
        calls += 1
        return go_on(progress) and calls != asked["upto"]

    least = len(corpus.alphabet)
    slip = ("start_at_1",) if asked["start"] == "one" else ()
    return unigram.train(
        corpus,
        vocab_size=max(asked["size"], least),
        method=asked["method"],
        seed_size=max(asked["most"], asked["size"], least),
        prune=asked["prune"] / 100,
        seeds=asked["seeds"],
        quirks=slip if asked["method"] == "course" else (),
        progress=goes_on,
    )


def calls_of(run: unigram.Run) -> int:
    """How often a run asked whether to go on, the call that stopped it included: its `upto`."""
    if run.method == "course":
        return len(run.rounds) + 1
    return 2 + sum(each.stage in ("e_step", "prune") for each in run.rounds)
