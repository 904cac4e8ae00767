"""BPE training, incrementally: after a merge only what stood beside it is counted again.

The words lie one behind the other in one list of token ids, with a gap between words. A token
of several characters has its id at its first and its last place, so its neighbours are found in
one look. Every pair has the list of places where it occurs; places that have gone stale are
passed over. A queue holds the pairs by count; an entry is put right when it comes to the top.

The rules for ties, between pairs of the same count:
    "first"     the pair met first when the corpus is read in order (the course, minbpe, tiktoken's
                educational code)
    "lowest"    the smallest (left id, right id) (Hugging Face tokenizers, rustbpe)
    "greatest"  the greatest pair by the bytes the tokens stand for (Stanford CS336)

But: `reference` is the text to read first; this one gives the same merges.
"""

import heapq
from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable

from bpe.corpus import Corpus
from bpe.errors import InputError
from bpe.history import ID_BITS, ID_MASK, NEVER, Merge, Run
from bpe.splitting import check_choice, check_text, token_bytes

TIES = ("first", "lowest", "greatest")
GAP = -1  # the place between two words
INSIDE = -2  # a place inside a token, neither its first nor its last


class _Trainer:
    """The state of a training between two merges."""

    def __init__(self, corpus: Corpus, vocab: list[str], ties: str) -> None:
        self.corpus = corpus
        self.vocab = vocab
        self.ids = {token: i for i, token in enumerate(vocab)}
        self.lengths = [len(token) for token in vocab]
        self.ties = ties
        self.keys = [self.key(token) for token in vocab]
        self.merges: list[Merge] = []
        self.changed_pairs = array("q")
        self.old_counts = array("q")
        self.new_counts = array("q")
        self.change_ends = array("q")
        self.join_places = array("i")
        self.join_ends = array("q", [0])
        self.tokens_saved = array("q")
        self.lay_out()
        self.count_pairs()

    def key(self, token: str) -> str:
        """Under "greatest", a token's bytes turned round: the smaller the key, the greater they."""
        if self.ties != "greatest":
            return ""
        data = token_bytes(token, self.corpus.split)
        return "".join(chr(255 - byte) for byte in data) + chr(256)

    def lay_out(self) -> None:
        """Put the words one behind the other: the ids, and the count of the word, at each place."""
        self.symbols = [GAP]
        self.weights = [0]
        for word, count in self.corpus.counts.items():
            self.symbols.extend(map(self.ids.__getitem__, word))
            self.symbols.append(GAP)
            self.weights.extend([count] * (len(word) + 1))
        self.joined = array("i", [NEVER]) * len(self.symbols)

    def count_pairs(self) -> None:
        """Find every pair: its places, its count, and how many pairs share a count."""
        self.places: dict[int, list[int]] = defaultdict(list)
        left = GAP
        for place, right in enumerate(self.symbols):
            if left >= 0 and right >= 0:
                self.places[left << ID_BITS | right].append(place - 1)
            left = right
        weight = self.weights.__getitem__
        self.counts = {pair: sum(map(weight, places)) for pair, places in self.places.items()}
        self.sharing = Counter(self.counts.values())
        self.changed_pairs.extend(self.counts)
        self.old_counts.extend([0] * len(self.counts))
        self.new_counts.extend(self.counts.values())
        self.change_ends.append(len(self.counts))
        self.queue = [(-count, self.order(pair), pair) for pair, count in self.counts.items()]
        heapq.heapify(self.queue)

    def order(self, pair: int) -> int | tuple[str, str]:
        """What decides between pairs of the same count: the smaller goes first."""
        if self.ties == "lowest":
            return pair
        left, right = pair >> ID_BITS, pair & ID_MASK
        if self.ties == "greatest":
            return self.keys[left], self.keys[right]
        places, length, symbols = self.places[pair], self.lengths[left], self.symbols
        for stale, place in enumerate(places):
            if symbols[place] == left and symbols[place + length] == right:
                del places[:stale]
                return place
        raise AssertionError("a pair with a count has a place")

    def best(self) -> int | None:
        """The pair to merge next, or None when no pair is left."""
        queue, counts = self.queue, self.counts
        while queue:
            negative, order, pair = queue[0]
            count = counts.get(pair)
            if count is None:
                heapq.heappop(queue)
                continue
            now = self.order(pair) if self.ties == "first" else order
            if count == -negative and now == order:
                return pair
            heapq.heapreplace(queue, (-count, now, pair))
        return None

    def merge(self, pair: int) -> None:
        """Merge a pair everywhere, and bring counts, places and queue up to date."""
        left, right = pair >> ID_BITS, pair & ID_MASK
        token = self.vocab[left] + self.vocab[right]
        new = self.ids.setdefault(token, len(self.vocab))
        count = self.counts[pair]
        rank = len(self.merges) + 1
        self.merges.append(
            Merge(rank, self.vocab[left], self.vocab[right], token, count, self.sharing[count])
        )
        if new == len(self.vocab):  # else a special token has this text, and lends its id
            self.vocab.append(token)
            self.lengths.append(len(token))
            self.keys.append(self.key(token))
        starts = self.join(pair, new, rank)
        before, after = self.neighbours(starts, new)
        changed = {pair: -count}
        weight, lengths = self.weights.__getitem__, self.lengths
        self.tokens_saved.append(sum(map(weight, starts)))

        def move(lost: int, gained: int, places: Iterable[int]) -> None:
            places = list(places)
            by = sum(map(weight, places))
            if lost != pair:
                changed[lost] = changed.get(lost, 0) - by
            changed[gained] = changed.get(gained, 0) + by
            self.places[gained].extend(places)

        for other, places in before.items():
            length = lengths[new if other == GAP else other]
            if other == GAP:  # two new tokens side by side
                move(right << ID_BITS | left, new << ID_BITS | new, (p - length for p in places))
            else:
                move(other << ID_BITS | left, other << ID_BITS | new, (p - length for p in places))
        for other, places in after.items():
            move(right << ID_BITS | other, new << ID_BITS | other, places)
        self.record(changed)

    def join(self, pair: int, new: int, rank: int) -> list[int]:
        """Put the new token in every place of the pair, from left to right; return the places."""
        left, right = pair >> ID_BITS, pair & ID_MASK
        symbols, joined, length, reach = (
            self.symbols,
            self.joined,
            self.lengths[left],
            self.lengths[new] - 1,
        )
        starts = []
        for place in self.places.pop(pair):
            middle = place + length
            if symbols[place] == left and symbols[middle] == right:
                symbols[middle - 1] = symbols[middle] = INSIDE
                symbols[place] = symbols[place + reach] = new
                joined[middle] = rank
                starts.append(place)
        self.join_places.extend(starts)
        self.join_ends.append(len(self.join_places))
        return starts

    def neighbours(
        self, starts: list[int], new: int
    ) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
        """The places of new tokens by the token before them, and by the token after them.

        Two new tokens side by side are listed once, before, under GAP. A neighbour that is the
        new token was made by this very merge: while its two ends are borders, a stretch of text
        is cut alike wherever it stands, so no text becomes a token at two different steps.
        """
        symbols, span = self.symbols, self.lengths[new]
        before: dict[int, list[int]] = defaultdict(list)
        after: dict[int, list[int]] = defaultdict(list)
        for place in starts:
            other = symbols[place - 1]
            if other >= 0:
                before[GAP if other == new else other].append(place)
            other = symbols[place + span]
            if other >= 0 and other != new:
                after[other].append(place)
        return before, after

    def record(self, changed: dict[int, int]) -> None:
        """Apply the changes of the counts, and keep the new counts in the history."""
        counts, sharing = self.counts, self.sharing
        for pair, by in changed.items():
            old = counts.get(pair, 0)
            now = old + by
            if by == 0:
                continue
            if old:
                sharing[old] -= 1
            if now:
                counts[pair] = now
                sharing[now] += 1
                if by > 0:
                    heapq.heappush(self.queue, (-now, self.order(pair), pair))
            else:
                del counts[pair]
                self.places.pop(pair, None)
            self.changed_pairs.append(pair)
            self.old_counts.append(old)
            self.new_counts.append(now)
        self.change_ends.append(len(self.changed_pairs))


def check_settings(
    vocab_size: int | None, ties: str, special_tokens: tuple[str, ...], min_count: int
) -> None:
    """Raise InputError for settings that `train` cannot use."""
    check_choice("The tie rule", ties, TIES)
    if vocab_size is not None and (type(vocab_size) is not int or vocab_size < 1):
        raise InputError(
            "The vocabulary size must be a whole number of at least 1, not {size!r}.",
            size=vocab_size,
        )
    if type(min_count) is not int or min_count < 0:
        raise InputError(
            "The minimum count must be a whole number of at least 0, not {count!r}.",
            count=min_count,
        )
    if isinstance(special_tokens, str) or not all(map(check_text, special_tokens)):
        raise InputError("The special tokens must be a list of texts. No text in it may be empty.")


def train(
    corpus: Corpus,
    vocab_size: int | None = None,
    ties: str = "first",
    special_tokens: tuple[str, ...] = (),
    min_count: int = 1,
    go_on: Callable[[int], bool] | None = None,
) -> Run:
    """Train BPE on a corpus.

    vocab_size: how many tokens to stop at, special tokens and alphabet included; None: go on
    until no pair is left. The alphabet is never cut to fit. ties: one of TIES. min_count: the
    least count a pair may have to be merged; 0 means 1. go_on: asked before every merge, with
    the number of merges made; where it says no, the run has these and is stopped by "user".
    Raises InputError for settings that make no sense.
    Source: Sennrich et al. 2016; ids and stopping as in Hugging Face tokenizers' BpeTrainer.

    >>> run = train(Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}), 10)
    >>> [(m.left, m.right, m.count) for m in run.merges], run.stopped
    ([('u', 'g', 20), ('u', 'n', 16), ('h', 'ug', 15)], 'vocabulary')
    """
    check_settings(vocab_size, ties, special_tokens, min_count)
    specials = tuple(dict.fromkeys(special_tokens))
    trainer = _Trainer(corpus, list(dict.fromkeys([*specials, *corpus.alphabet])), ties)
    while True:
        if vocab_size is not None and len(trainer.vocab) >= vocab_size:
            stopped = "vocabulary"
            break
        pair = trainer.best()
        if pair is None:
            stopped = "no_pairs"
            break
        if trainer.counts[pair] < min_count:
            stopped = "min_count"
            break
        if go_on and not go_on(len(trainer.merges)):
            stopped = "user"
            break
        trainer.merge(pair)
    return Run(
        corpus=corpus,
        ties=ties,
        special_tokens=specials,
        vocab_size=vocab_size,
        min_count=min_count,
        vocab=tuple(trainer.vocab),
        merges=tuple(trainer.merges),
        stopped=stopped,
        changed_pairs=trainer.changed_pairs,
        old_counts=trainer.old_counts,
        new_counts=trainer.new_counts,
        change_ends=trainer.change_ends,
        joined=trainer.joined,
        join_places=trainer.join_places,
        join_ends=trainer.join_ends,
        tokens_saved=trainer.tokens_saved,
    )
