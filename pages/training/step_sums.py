"""The sentences about the pairs of a block of steps."""

from bpe import PairTable
from bpe.wordpiece import ScoreTable
from pages.training.pair_sums import MANY_WORDS
from pages.training.record_types import PairSum
from pages.training.wording import TrainingWording
from pages.translations.language import Translation


class StepSums:
    """The sentences about the pairs of a block: each count as a sum; for WordPiece, also the score.

    entries: "left right" -> a sentence from each step on where it is another. written: the sentence
    about the first pair of the last step. Both are empty if the corpus has many words.
    """

    def __init__(self, kind: TrainingWording, t: Translation) -> None:
        self.kind, self.t = kind, t
        self.entries: dict[str, list[PairSum]] = {}
        self.written = ""
        self.known: dict[str, tuple[tuple[int, ...], str]] = {}

    def add(self, table: PairTable | ScoreTable) -> None:
        """Add the pairs of a step."""
        if len(self.kind.run.words) > MANY_WORDS:
            return
        for pair in self.kind.explained(table):
            left, right = self.kind.ids_of(pair)
            key, counts = f"{left} {right}", self.kind.counts_of(pair)
            old, text = self.known.get(key, ((0,), ""))
            if old == counts:
                continue
            if old[0] != counts[0]:
                text = self.kind.sum_of(left, right, max(table.k - 1, 0), counts[0], self.t)
            self.known[key] = counts, text
            sentence = self.kind.sum_with(text, pair, self.t)
            self.entries.setdefault(key, []).append(PairSum(table.k, sentence))
        if table.leaders:
            left, right = self.kind.ids_of(table.leaders[0])
            self.written = self.entries[f"{left} {right}"][-1].sum
