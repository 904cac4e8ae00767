"""A Unigram training as the page and the worker ask for it, by plain values."""

from collections.abc import Callable
from dataclasses import dataclass

import bpe
from bpe import unigram


@dataclass(frozen=True, slots=True)
class UnigramArgs:
    """How Unigram is trained. The values are those of the controls on the page.

    method: one of unigram.METHODS. vocab_size: in pieces. seeds: one of unigram.SEEDS.
    max_seeds: the most seed pieces. prune: percent of the pieces that one round removes.
    start_at_1: whether segmentation scores start at 1, as in the course's code. plain_shares:
    whether EM does without digamma. stop_after: how many progress reports to train for; 0 to
    train to the end.
    """

    method: str
    vocab_size: int
    seeds: str
    max_seeds: int
    prune: int
    start_at_1: bool = False
    plain_shares: bool = False
    stop_after: int = 0


def train_unigram(
    corpus: bpe.Corpus,
    args: UnigramArgs,
    should_continue: Callable[[unigram.Progress], bool] = lambda progress: True,
) -> unigram.Run:
    """Train Unigram on a corpus.

    A vocabulary cannot be smaller than the alphabet, so a smaller `vocab_size` is raised to it.
    Raises bpe.InputError for an empty corpus, and if words are too long for the seeds.

    >>> corpus = bpe.Corpus.from_counts({"hug": 10, "pug": 5, "hugs": 5})
    >>> args = UnigramArgs("em", vocab_size=6, seeds="frequent", max_seeds=300, prune=10)
    >>> len(train_unigram(corpus, args).model.pieces)
    6
    """
    reports = 0

    def count_reports(progress: unigram.Progress) -> bool:
        nonlocal reports
        reports += 1
        return should_continue(progress) and reports != args.stop_after

    alphabet_size = len(corpus.alphabet)
    wanted = {
        "course": ("start_at_1",) * args.start_at_1,
        "em": ("plain_shares",) * args.plain_shares,
    }
    return unigram.train(
        corpus,
        vocab_size=max(args.vocab_size, alphabet_size),
        method=args.method,
        seed_size=max(args.max_seeds, args.vocab_size, alphabet_size),
        prune=args.prune / 100,
        seeds=args.seeds,
        quirks=wanted[args.method],
        progress=count_reports,
    )


def reports_of(run: unigram.Run) -> int:
    """Return how many progress reports a run made, the last one included: its `stop_after`.

    >>> run = unigram.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), vocab_size=5)
    >>> len(run.rounds), reports_of(run)
    (4, 5)
    """
    if run.method == "course":
        return len(run.rounds) + 1
    return 2 + sum(each.phase in ("e_step", "prune") for each in run.rounds)
