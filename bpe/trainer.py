"""The state of a BPE training, and how one merge updates it.

- All words are in one list of token ids, with a gap between words. A token of several characters
  has its id at its first and last position, so both adjacent tokens are found in one lookup.
- Each pair has a list of the positions where it occurs. Stale positions are skipped.
- A queue holds the pairs by count. A stale entry is corrected when it reaches the top.
"""

import heapq
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable

from bpe.byte_characters import token_bytes
from bpe.corpus import Corpus
from bpe.history import ID_BITS, ID_MASK, NEVER
from bpe.records import Merge

GAP = -1  # in `symbols`: the position between two words
INSIDE = -2  # in `symbols`: a position inside a token, neither its first nor its last


class Trainer:
    """The state of a training between two merges.

    symbols: for each position, a token id, GAP or INSIDE. weights: for each position, the count of
    its word. counts: pair -> count; positions: pair -> positions of its left token, some stale.
    pairs_with_count: count -> number of pairs with this count. queue: a heap of (-count, order of
    the tie rule, pair). The other arrays are those of `History`.
    """

    def __init__(self, corpus: Corpus, vocab: list[str], ties: str) -> None:
        self.corpus = corpus
        self.vocab = vocab
        self.ids = {token: i for i, token in enumerate(vocab)}
        self.lengths = [len(token) for token in vocab]
        self.ties = ties
        self.byte_keys = [self._byte_key(token) for token in vocab]
        self.merges: list[Merge] = []
        self.changed_pairs = array("q")
        self.old_counts = array("q")
        self.new_counts = array("q")
        self.change_ends = array("q")
        self.merge_positions = array("i")
        self.merge_ends = array("q", [0])
        self.tokens_saved = array("q")
        self._place_words()
        self._count_pairs()

    def _byte_key(self, token: str) -> str:
        """For the rule "greatest", a key that is smaller the greater the token's bytes are."""
        if self.ties != "greatest":
            return ""
        data = token_bytes(token, self.corpus.split)
        return "".join(chr(255 - byte) for byte in data) + chr(256)

    def _place_words(self) -> None:
        """Fill `symbols` with the character ids of all words, and `weights` with their counts."""
        self.symbols = [GAP]
        self.weights = [0]
        for word, count in self.corpus.counts.items():
            self.symbols.extend(map(self.ids.__getitem__, word))
            self.symbols.append(GAP)
            self.weights.extend([count] * (len(word) + 1))
        self.merge_rank_at = array("i", [NEVER]) * len(self.symbols)

    def _count_pairs(self) -> None:
        """Find the positions and the count of each pair, and queue it."""
        self.positions: dict[int, list[int]] = defaultdict(list)
        left = GAP
        for position, right in enumerate(self.symbols):
            if left >= 0 and right >= 0:
                self.positions[left << ID_BITS | right].append(position - 1)
            left = right
        weight = self.weights.__getitem__
        self.counts = {pair: sum(map(weight, found)) for pair, found in self.positions.items()}
        self.pairs_with_count = Counter(self.counts.values())
        self.changed_pairs.extend(self.counts)
        self.old_counts.extend([0] * len(self.counts))
        self.new_counts.extend(self.counts.values())
        self.change_ends.append(len(self.counts))
        self.queue = [(-count, self._order(pair), pair) for pair, count in self.counts.items()]
        heapq.heapify(self.queue)

    def _order(self, pair: int) -> int | tuple[str, str]:
        """A value that orders pairs with the same count: the smallest is merged first."""
        if self.ties == "lowest":
            return pair
        left, right = pair >> ID_BITS, pair & ID_MASK
        if self.ties == "greatest":
            return self.byte_keys[left], self.byte_keys[right]
        positions, length, symbols = self.positions[pair], self.lengths[left], self.symbols
        for stale, position in enumerate(positions):
            if symbols[position] == left and symbols[position + length] == right:
                del positions[:stale]
                return position
        raise AssertionError("a pair with a count must have a position")

    def best_pair(self) -> int | None:
        """The pair to merge next; None if no pair is left.

        Counts in the queue can be too high, and positions of the rule "first" too early, but never
        the reverse. So the top entry is the best pair if it is up to date; otherwise it is
        corrected and moves down.

        >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5})
        >>> trainer = Trainer(corpus, list(corpus.alphabet), "first")
        >>> pair = trainer.best_pair()
        >>> trainer.vocab[pair >> ID_BITS], trainer.vocab[pair & ID_MASK]
        ('u', 'g')
        """
        queue, counts = self.queue, self.counts
        while queue:
            negative, order, pair = queue[0]
            count = counts.get(pair)
            if count is None:
                heapq.heappop(queue)
                continue
            now = self._order(pair) if self.ties == "first" else order
            if count == -negative and now == order:
                return pair
            heapq.heapreplace(queue, (-count, now, pair))
        return None

    def merge(self, pair: int) -> None:
        """Merge a pair everywhere, and update counts, positions and queue.

        >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5})
        >>> trainer = Trainer(corpus, list(corpus.alphabet), "first")
        >>> trainer.merge(trainer.best_pair())
        >>> trainer.vocab, sorted(trainer.counts.values())
        (['g', 'h', 'p', 'u', 'ug'], [5, 10])
        """
        left, right = pair >> ID_BITS, pair & ID_MASK
        token = self.vocab[left] + self.vocab[right]
        new = self.ids.setdefault(token, len(self.vocab))
        count = self.counts[pair]
        rank = len(self.merges) + 1
        self.merges.append(
            Merge(
                rank,
                self.vocab[left],
                self.vocab[right],
                token,
                count,
                self.pairs_with_count[count],
            )
        )
        if new == len(self.vocab):  # otherwise a token, often a special one, already has this text
            self.vocab.append(token)
            self.lengths.append(len(token))
            self.byte_keys.append(self._byte_key(token))
        starts = self._place_token(pair, new, rank)
        before, after = self._adjacent_tokens(starts, new)
        weight, lengths = self.weights.__getitem__, self.lengths
        self.tokens_saved.append(sum(map(weight, starts)))
        changed = {pair: -count}  # pair -> change of its count; the merged pair disappears

        def replace_pair(old: int, gained: int, positions: Iterable[int]) -> None:
            positions = list(positions)
            weights = sum(map(weight, positions))
            if old != pair:
                changed[old] = changed.get(old, 0) - weights
            changed[gained] = changed.get(gained, 0) + weights
            self.positions[gained].extend(positions)

        # x left right y, once merged: (x, left) becomes (x, new), (right, y) becomes (new, y).
        for other, positions in before.items():
            length = lengths[new if other == GAP else other]
            moved = (position - length for position in positions)
            if other == GAP:  # left right left right: (right, left) becomes (new, new)
                replace_pair(right << ID_BITS | left, new << ID_BITS | new, moved)
            else:
                replace_pair(other << ID_BITS | left, other << ID_BITS | new, moved)
        for other, positions in after.items():
            replace_pair(right << ID_BITS | other, new << ID_BITS | other, positions)
        self._update_counts(changed)

    def _place_token(self, pair: int, new: int, rank: int) -> list[int]:
        """Put a new token at each occurrence of a pair, left to right, and return the positions.

        Overlapping occurrences, as in "aaa", are skipped: the token at one of the two is then gone.
        """
        left, right = pair >> ID_BITS, pair & ID_MASK
        symbols, rank_at = self.symbols, self.merge_rank_at
        length, last = self.lengths[left], self.lengths[new] - 1
        starts = []
        for position in self.positions.pop(pair):
            middle = position + length
            if symbols[position] == left and symbols[middle] == right:
                symbols[middle - 1] = symbols[middle] = INSIDE
                symbols[position] = symbols[position + last] = new
                rank_at[middle] = rank
                starts.append(position)
        self.merge_positions.extend(starts)
        self.merge_ends.append(len(self.merge_positions))
        return starts

    def _adjacent_tokens(
        self, starts: list[int], new: int
    ) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
        """The positions of the new tokens, by the token before and by the token after each.

        If two new tokens are adjacent, the second is listed once, in `before`, under GAP. Both
        were then made by this merge: equal stretches of text between two boundaries always have
        equal tokens, so no text becomes a token at two different steps.
        """
        symbols, span = self.symbols, self.lengths[new]
        before: dict[int, list[int]] = defaultdict(list)
        after: dict[int, list[int]] = defaultdict(list)
        for position in starts:
            other = symbols[position - 1]
            if other >= 0:
                before[GAP if other == new else other].append(position)
            other = symbols[position + span]
            if other >= 0 and other != new:
                after[other].append(position)
        return before, after

    def _update_counts(self, changed: dict[int, int]) -> None:
        """Apply changes of pair counts, and append them to the history."""
        counts, pairs_with_count = self.counts, self.pairs_with_count
        for pair, change in changed.items():
            old = counts.get(pair, 0)
            now = old + change
            if change == 0:
                continue
            if old:
                pairs_with_count[old] -= 1
            if now:
                counts[pair] = now
                pairs_with_count[now] += 1
                if change > 0:  # a lower count is corrected when its entry reaches the top
                    heapq.heappush(self.queue, (-now, self._order(pair), pair))
            else:
                del counts[pair]
                self.positions.pop(pair, None)
            self.changed_pairs.append(pair)
            self.old_counts.append(old)
            self.new_counts.append(now)
        self.change_ends.append(len(self.changed_pairs))
