"""Unigram: trains a vocabulary by pruning, and segments words with Viterbi.

model = Model.from_counts({"h": 15, "u": 36, ...})      pieces and their probabilities
lattice = model.lattice("unhug")                        all segmentations of a word
lattice.best, lattice.best_at, lattice.positions        Viterbi, position by position
run = train(corpus, vocab_size=100, method="course")    a training, round by round; or "em"
run.rounds, run.model, run.encode("Another text.")
"""

from bpe.unigram import em_reference, reference
from bpe.unigram.encoder import Encoder
from bpe.unigram.lattice import Lattice, equal
from bpe.unigram.losses import Change, changes, changes_without, cost, loss
from bpe.unigram.model import UNKNOWN_MODES, Model
from bpe.unigram.records import Arc, Candidate, Position, Segmentation
from bpe.unigram.run import PHASES, Encoding, Progress, Round, Run
from bpe.unigram.seeds import (
    SEEDS,
    all_substrings,
    bpe_tokens,
    frequent_substrings,
    repeated_substrings,
)
from bpe.unigram.sums import Sums, sample, sampling_probability, sum_up
from bpe.unigram.training import METHODS, QUIRKS, size_of_substrings, train

__all__ = [
    "METHODS",
    "PHASES",
    "QUIRKS",
    "SEEDS",
    "UNKNOWN_MODES",
    "Arc",
    "Candidate",
    "Change",
    "Encoder",
    "Encoding",
    "Lattice",
    "Model",
    "Position",
    "Progress",
    "Round",
    "Run",
    "Segmentation",
    "Sums",
    "all_substrings",
    "bpe_tokens",
    "changes",
    "changes_without",
    "cost",
    "em_reference",
    "equal",
    "frequent_substrings",
    "loss",
    "reference",
    "repeated_substrings",
    "sample",
    "sampling_probability",
    "size_of_substrings",
    "sum_up",
    "train",
]
