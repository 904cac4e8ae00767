"""What a training will cost, estimated before it starts.

A training that costs little runs in the server; otherwise a worker process does it, with a limit on
memory and time. The estimates are rather too high than too low; those of memory are compared with
runs in `tests/app/test_cost.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf

import bpe
from bpe.unigram.seeds import MAX_SEED_LENGTH
from pages.jobs.memory import MAX_RUN
from pages.jobs.unigram_training import UnigramArgs
from pages.resources.machine import scaled

MAX_SECONDS = 1.0  # of one processor, for a training in the server
MAX_BYTES = scaled(40_000_000)  # of the run, for a training in the server
# Seconds of work: for an arc, for an arc of a word segmented again without a piece, for a word
# whose loss is added up again without a piece, for a character of a substring, for two characters
# of the same word in EM.
ARC, AGAIN, ADDED, SUBSTRING, SQUARE = 0.15e-6, 0.04e-6, 0.04e-6, 0.2e-6, 0.01e-6
# Seconds of work, and bytes of a run, for a piece in a round, by method.
PIECE = {"course": 5e-6, "em": 2e-6}
PIECE_BYTES = {"course": 90, "em": 60}
CYCLE = 5  # rounds of EM: twice an E step and an M step, then a pruning
# Seconds of work and bytes of a run for a character of a BPE corpus.
CHARACTER, CHARACTER_BYTES = 10e-6, 250
SCORED = 10  # times the work of BPE: WordPiece also keeps the scores of pairs


@dataclass(frozen=True, slots=True)
class Cost:
    """What a training costs: seconds of one processor, and bytes of its run."""

    seconds: float
    bytes: int

    @property
    def is_large(self) -> bool:
        """Whether a worker process should do it.

        >>> Cost(0.1, 1_000).is_large, Cost(9.0, 1_000).is_large
        (False, True)
        """
        return self.seconds > MAX_SECONDS or self.bytes > MAX_BYTES


UNKNOWN_COST = Cost(inf, 0)  # of a training on a corpus that only a worker reads


def bpe_cost(counts: Mapping[str, int], vocab_size: int) -> Cost:
    """Return the cost of a BPE training on words.

    >>> bpe_cost({"hug": 10, "pug": 5}, 10).is_large, bpe_cost({"ab" * 10_000: 1}, 10_000).is_large
    (False, True)
    """
    characters = sum(map(len, counts))
    # The tokens of a word whose pairs all occur once grow one by one, so they take half of this.
    longest = max(map(len, counts), default=0)
    tokens = min(vocab_size, characters) * longest // 2
    return Cost(CHARACTER * characters, CHARACTER_BYTES * characters + 4 * tokens)


def wordpiece_cost(counts: Mapping[str, int], vocab_size: int) -> Cost:
    """Return the cost of a WordPiece training on words.

    >>> wordpiece_cost({"hug": 10}, 10).seconds > bpe_cost({"hug": 10}, 10).seconds
    True
    """
    cost = bpe_cost(counts, vocab_size)
    return Cost(SCORED * cost.seconds, cost.bytes)


def unigram_cost(counts: Mapping[str, int], args: UnigramArgs) -> Cost:
    """Return the cost of a Unigram training on words.

    >>> args = UnigramArgs("course", 10, "substrings", 300, 1)
    >>> unigram_cost({"hug": 10}, args).is_large, unigram_cost({"hug" * 60: 1}, args).is_large
    (False, True)
    """
    lengths = [len(word) for word in counts]
    characters, alphabet = sum(lengths), len(set().union(*counts))
    wanted = max(args.max_seeds, args.vocab_size, alphabet)
    arcs = [n * (n + 1) // 2 for n in lengths]
    if args.seeds in ("repeated", "bpe"):
        arcs = [min(MAX_SEED_LENGTH * n, of_word) for n, of_word in zip(lengths, arcs, strict=True)]
        seeds = min(wanted, alphabet + characters)
        substrings = sum(arcs)
    else:
        seeds = sum(arcs) if args.seeds == "substrings" else min(sum(arcs), wanted)
        substrings = sum(n * (n + 1) * (n + 2) // 6 for n in lengths)
    rounds, pieces = rounds_and_pieces(seeds, max(args.vocab_size, alphabet), args)
    shares = pieces / max(1, seeds)  # the sum of all rounds: what part of the seeds is left
    work = shares * sum(arcs) + rounds * characters
    seconds = pieces * PIECE[args.method] + work * ARC + substrings * SUBSTRING
    if args.method == "course":
        again = sum(n * of_word // 3 for n, of_word in zip(lengths, arcs, strict=True))
        seconds += shares * again * AGAIN
        used = min(pieces, rounds * characters)  # by segmentations, in all rounds together
        seconds += used * len(lengths) / 2 * ADDED
    else:
        seconds += shares * sum(n * n for n in lengths) * SQUARE
    of_run = pieces * PIECE_BYTES[args.method]
    if args.seeds == "bpe":  # its run is only needed until the seeds are known
        first = bpe_cost(counts, wanted)
        return Cost(seconds + first.seconds, max(of_run, first.bytes))
    return Cost(seconds, of_run)


def rounds_and_pieces(seeds: int, target: int, args: UnigramArgs) -> tuple[int, int]:
    """Return how many rounds a Unigram training has at most, and the pieces of all of them.

    seeds: the number of seeds. target: the number of pieces at the end.

    >>> rounds_and_pieces(100, 80, UnigramArgs("course", 80, "frequent", 100, prune=10))
    (3, 271)
    """
    size, rounds, pieces = seeds, 0, 0
    while size > target:
        rounds += 1
        pieces += size
        size -= max(1, int(size * args.prune / 100))
    if args.method == "course":
        return rounds, pieces
    return CYCLE * (rounds + 1), CYCLE * (pieces + size)


class RoundsLimit:
    """Limits the memory of the rounds of a Unigram training.

    The rounds of the course's method are known when the training starts. EM often ends earlier
    than they say, so they are counted while it runs.
    """

    def __init__(self, args: UnigramArgs, alphabet: int) -> None:
        self.args = args
        self.target = max(args.vocab_size, alphabet)
        self.bytes = 0

    def add(self, pieces: int) -> None:
        """Count a round with so many pieces. Raises bpe.InputError if the rounds take too much.

        >>> args = UnigramArgs("course", 10, "substrings", 300, prune=1)
        >>> RoundsLimit(args, alphabet=5).add(20_000)
        Traceback (most recent call last):
            ...
        bpe.errors.InputError: This training has too many rounds for this server: it starts with \
20000 pieces and removes 1 percent of them in each round. Prune more, or choose fewer seeds.
        """
        if not self.bytes and self.args.method == "course":
            _, expected = rounds_and_pieces(pieces, self.target, self.args)
        else:
            expected = 0
        self.bytes += pieces * PIECE_BYTES[self.args.method]
        if max(self.bytes, expected * PIECE_BYTES["course"]) > MAX_RUN:
            raise bpe.InputError(
                "This training has too many rounds for this server: it starts with {pieces} "
                "pieces and removes {percent} percent of them in each round. Prune more, or "
                "choose fewer seeds.",
                pieces=pieces,
                percent=self.args.prune,
            )
