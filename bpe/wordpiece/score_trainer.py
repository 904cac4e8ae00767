"""BPE's trainer with WordPiece's choice: the pair with the highest score instead of count.

score = count of the pair / (count of its left token * count of its right token)

A merge changes the counts of two tokens, and with them the scores of all pairs that contain one of
them. Only these are computed again.
"""

import heapq
from collections import Counter, defaultdict

from bpe.corpus import Corpus
from bpe.history import ID_BITS, ID_MASK
from bpe.records import Merge
from bpe.trainer import Trainer


class ScoreTrainer(Trainer):
    """The state of a training between two merges. Among equal scores, the first pair met wins.

    token_counts: token id -> count. pairs_with: token id -> the pairs that contain it. scores:
    pair -> score; pairs_with_score: score -> number of pairs. score_queue: a heap of (-score,
    first position, pair); an entry is outdated if the score or the position has changed.
    """

    def __init__(self, corpus: Corpus, vocab: list[str]) -> None:
        super().__init__(corpus, vocab, "first")
        self.token_counts: Counter[int] = Counter()
        for symbol, weight in zip(self.symbols, self.weights, strict=True):
            if symbol >= 0:
                self.token_counts[symbol] += weight
        self.pairs_with: dict[int, set[int]] = defaultdict(set)
        self.scores: dict[int, float] = {}
        self.pairs_with_score: Counter[float] = Counter()
        self.score_queue: list[tuple[float, int, int]] = []
        self.update_scores(set(self.counts))

    def update_scores(self, pairs: set[int]) -> None:
        """Compute the scores of these pairs again; drop those without a count.

        >>> trainer = ScoreTrainer(Corpus.from_counts({"hug": 10}), ["g", "h", "u"])
        >>> sorted(trainer.scores.values())
        [0.1, 0.1]
        """
        for pair in pairs:
            left, right = pair >> ID_BITS, pair & ID_MASK
            old, count = self.scores.pop(pair, None), self.counts.get(pair, 0)
            if old is not None:
                self.pairs_with_score[old] -= 1
            if not count:
                self.pairs_with[left].discard(pair)
                self.pairs_with[right].discard(pair)
                continue
            score = count / (self.token_counts[left] * self.token_counts[right])
            self.scores[pair] = score
            self.pairs_with_score[score] += 1
            self.pairs_with[left].add(pair)
            self.pairs_with[right].add(pair)
            order = self._order(pair)
            assert isinstance(order, int)  # the rule is "first"
            heapq.heappush(self.score_queue, (-score, order, pair))

    def best_pair(self) -> int | None:
        """The pair to merge next; None if no pair is left.

        >>> trainer = ScoreTrainer(Corpus.from_counts({"hug": 9, "hg": 1}), ["g", "h", "u"])
        >>> pair = trainer.best_pair()
        >>> trainer.vocab[pair >> ID_BITS], trainer.vocab[pair & ID_MASK]
        ('h', 'u')
        """
        queue = self.score_queue
        while queue:
            negative, order, pair = queue[0]
            if self.scores.get(pair) != -negative:
                heapq.heappop(queue)  # a newer entry has the current score
                continue
            now = self._order(pair)
            assert isinstance(now, int)
            if now == order:
                return pair
            heapq.heapreplace(queue, (negative, now, pair))
        return None

    def merge(self, pair: int) -> None:
        """Merge a pair everywhere, and update counts, scores and queue.

        >>> trainer = ScoreTrainer(Corpus.from_counts({"hug": 10}), ["g", "h", "u"])
        >>> trainer.merge(trainer.best_pair())
        >>> trainer.vocab[-1], trainer.scores
        ('hu', {12884901888: 0.1})
        """
        left, right = pair >> ID_BITS, pair & ID_MASK
        first_change = len(self.changed_pairs)
        tied = self.pairs_with_score[self.scores[pair]]
        super().merge(pair)
        made = self.merges[-1]
        self.merges[-1] = Merge(made.rank, made.left, made.right, made.token, made.count, tied)
        saved = self.tokens_saved[-1]
        self.token_counts[left] -= saved
        self.token_counts[right] -= saved
        self.token_counts[self.ids[made.token]] += saved
        changed = set(self.changed_pairs[first_change:])
        self.update_scores(changed | self.pairs_with[left] | self.pairs_with[right])
