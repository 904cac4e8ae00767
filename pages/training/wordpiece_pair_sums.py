"""Sentences about a pair of WordPiece: its count as a sum over words, and its score."""

from bpe.pair_tables import occurrences
from bpe.wordpiece import Run, ScoredPair, ScoreTable
from pages.training.pair_sums import write_places
from pages.training.record_types import PairSum
from pages.training.wordpiece_explanations import format_pair, written_score
from pages.translations.language import Translation


class Sums:
    """The sentences about the pairs of a block: each count as a sum, and the score.

    entries: "left right" -> [step, sentence] from each step where the sentence is another.
    """

    def __init__(self, run: Run, t: Translation) -> None:
        self.run = run
        self.t = t
        self.entries: dict[str, list[PairSum]] = {}
        self.known: dict[str, tuple[ScoredPair, str]] = {}

    def add(self, table: ScoreTable) -> None:
        """Add the pairs of a step."""
        for pair in (*table.leaders, *([table.frequent] if table.frequent else [])):
            key = f"{pair.left_id} {pair.right_id}"
            old, text = self.known.get(key, (None, ""))
            if old and counts_of(old) == counts_of(pair):
                continue
            if old is None or old.count != pair.count:
                text = sum_of(self.run, pair, max(table.k - 1, 0), self.t)
            self.known[key] = pair, text
            entries = self.entries.setdefault(key, [])
            entries.append(PairSum(table.k, explain(text, pair, self.t)))

    def text(self, pair: ScoredPair) -> str:
        """The sentence about a pair of the last step that was added."""
        return str(self.entries[f"{pair.left_id} {pair.right_id}"][-1][1])


def counts_of(pair: ScoredPair) -> tuple[int, int, int]:
    """The three counts of a pair.

    >>> counts_of(ScoredPair("h", "##u", 5, 4, 15, 15, 36))
    (15, 15, 36)
    """
    return pair.count, pair.left_count, pair.right_count


def sum_of(run: Run, pair: ScoredPair, j: int, t: Translation) -> str:
    """The count of a pair after j merges as a sum over words: h+##u: 10 hug + 5 hugs = 15."""
    vocab = run.history.vocab
    found = occurrences(run.history, (vocab[pair.left_id], vocab[pair.right_id]), j)
    return write_places(format_pair(pair), found, run.corpus, run.words, pair.count, t)


def explain(written: str, pair: ScoredPair, t: Translation) -> str:
    """The sentence about a pair. written: its count as a sum.

    >>> explain("h+##u: 10 hug = 10", ScoredPair("h", "##u", 5, 4, 10, 10, 31), Translation())
    'h+##u: 10 hug = 10. Score: 10 / (10 × 31) = 0.03226'
    """
    return t.gettext("{sum}. Score: {score}").format(sum=written, score=written_score(pair))
