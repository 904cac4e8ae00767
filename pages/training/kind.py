"""The stages of the training page: BPE and WordPiece, merge by merge."""

from typing import cast

import bpe
from bpe import wordpiece
from pages.runs.kinds import Kinds
from pages.runs.runs import TrainingRun
from pages.training.bpe_training import BpeTraining
from pages.training.wordpiece_training import WordPieceTraining

KINDS: Kinds = {bpe.Run: BpeTraining, wordpiece.Run: WordPieceTraining}


def training_kind(run: TrainingRun) -> BpeTraining:
    """Return the stage of a run.

    >>> training_kind(bpe.train(bpe.Corpus.from_counts({"hug": 10}))).option
    'first'
    """
    return cast(BpeTraining, KINDS[type(run)](run))
