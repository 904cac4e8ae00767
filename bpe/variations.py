"""Trainers that do one thing differently: what students' trainers often do.

`comparing` tries them to find why a list of merges differs. Each is an iterator of merged pairs, so
that it can be stopped at the first pair that does not fit.
"""

import heapq
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from bpe.byte_characters import byte_level, token_bytes
from bpe.corpus import Corpus
from bpe.history import ID_BITS, ID_MASK
from bpe.records import Pair
from bpe.reference import merge_pair
from bpe.trainer import Trainer

MAX_CHARACTERS = 3_000_000  # of the distinct words of a varied corpus
MAX_WORK = 10_000_000  # tokens that a `PlainTrainer` reads
# How pairs with the same count are ordered. The first three are `training.TIES`.
ORDERS = (
    "first",
    "lowest",
    "greatest",
    "least",
    "greatest_ids",
    "characters",
    "joined",
    "swapped",
    "printed",
)
COUNTING = ("all", "apart")
UPDATES = (
    "again",
    "once",
    "from_right",
    "old_tokens",
    "every_place",
    "only_added",
    "by_one",
    "no_left",
    "no_right",
)


class TooMuchWork(Exception):
    """A variation takes too long for this corpus."""


def descending(values: bytes | str) -> tuple[int, ...]:
    """A key that is smaller the greater the given bytes or characters are.

    >>> sorted(["a", "ab", "b"], key=descending)
    ['b', 'ab', 'a']
    """
    numbers = values if isinstance(values, bytes) else map(ord, values)
    return (*(-number for number in numbers), 1)


def tie_key(order: str, pair: Pair, ids: Mapping[str, int], split: str) -> Any:
    """A value that orders pairs with the same count: the smallest is merged first.

    order: one of ORDERS except "first". ids: token -> id.

    >>> pairs = [("a", "b"), ("b", "a")]
    >>> [min(pairs, key=lambda p: tie_key(o, p, {}, "none")) for o in ("least", "greatest")]
    [('a', 'b'), ('b', 'a')]
    """
    left, right = pair
    if order == "lowest":
        return ids[left], ids[right]
    if order == "greatest_ids":
        return -ids[left], -ids[right]
    if order == "characters":
        return descending(left), descending(right)
    first, second = token_bytes(left, split), token_bytes(right, split)
    if order == "least":
        return first, second
    if order == "joined":
        return descending(first + second)
    if order == "swapped":
        return descending(second), descending(first)
    if order == "printed":
        return descending(str((first, second)))
    return descending(first), descending(second)


class OrderedTrainer(Trainer):
    """The fast trainer with any order of tied pairs. order: one of ORDERS except "first"."""

    def __init__(self, corpus: Corpus, vocab: list[str], order: str) -> None:
        self.tie_order = order
        super().__init__(corpus, vocab, "lowest")

    def _order(self, pair: int) -> Any:
        names = self.vocab[pair >> ID_BITS], self.vocab[pair & ID_MASK]
        return tie_key(self.tie_order, names, self.ids, self.corpus.split)


def check_size(corpus: Corpus) -> None:
    """Raise TooMuchWork for a corpus that is too large to vary.

    >>> check_size(Corpus.from_counts({"hug": 10}))
    """
    if sum(map(len, corpus.counts)) > MAX_CHARACTERS:
        raise TooMuchWork


def ordered_merges(corpus: Corpus, order: str) -> Iterator[Pair]:
    """The merges of a training without mistakes, with any order of tied pairs.

    >>> list(ordered_merges(Corpus.from_counts({"ab": 1, "cd": 1}), "greatest"))
    [('c', 'd'), ('a', 'b')]
    """
    check_size(corpus)
    vocab = list(corpus.alphabet)
    if order == "greatest_ids":  # the ids of students are those of the bytes
        vocab.sort(key=lambda token: token_bytes(token, corpus.split))
    if order == "first":
        trainer = Trainer(corpus, vocab, order)
    else:
        trainer = OrderedTrainer(corpus, vocab, order)
    while (pair := trainer.best_pair()) is not None:
        trainer.merge(pair)
        yield trainer.merges[-1].left, trainer.merges[-1].right


def count_pairs(tokens: list[str], counting: str) -> Counter[Pair]:
    """The pairs of a word. counting: "all", or "apart": a pair never overlaps itself.

    >>> count_pairs(["a", "a", "a"], "all"), count_pairs(["a", "a", "a"], "apart")
    (Counter({('a', 'a'): 2}), Counter({('a', 'a'): 1}))
    """
    if counting == "all":
        return Counter(pairwise(tokens))
    counts: Counter[Pair] = Counter()
    before = None
    for pair in pairwise(tokens):
        if pair == before and pair[0] == pair[1]:
            before = None
            continue
        counts[pair] += 1
        before = pair
    return counts


def merge_first(tokens: list[str], pair: Pair) -> list[str]:
    """The tokens with a pair merged at its first place only.

    >>> merge_first(["h", "u", "h", "u"], ("h", "u"))
    ['hu', 'h', 'u']
    """
    places = (i for i, found in enumerate(pairwise(tokens)) if found == pair)
    i = next(places, None)
    return tokens if i is None else [*tokens[:i], pair[0] + pair[1], *tokens[i + 2 :]]


def merge_from_right(tokens: list[str], pair: Pair) -> list[str]:
    """The tokens with a pair merged everywhere, from the last place to the first.

    >>> merge_from_right(["a", "a", "a"], ("a", "a"))
    ['a', 'aa']
    """
    merged: list[str] = []
    i = len(tokens)
    while i:
        if i > 1 and (tokens[i - 2], tokens[i - 1]) == pair:
            merged.append(pair[0] + pair[1])
            i -= 2
        else:
            merged.append(tokens[i - 1])
            i -= 1
    return merged[::-1]


class PlainTrainer:
    """A trainer as it is often written by hand, with mistakes in how it counts.

    order: one of ORDERS, or "last": of tied pairs, the one that was met last. first: the tokens of
    a word before the first merge. counting: one of COUNTING, see `count_pairs`. update: one of
    UPDATES, what happens to the counts of a word in which a pair is merged.
        "again"       the word is counted again: no mistake
        "once"        the same, but only the first place in each word was merged
        "from_right"  the same, but the places were merged from the last to the first
        "old_tokens"  the neighbors are read from the word before the merge, so they are wrong where
                      two merges are adjacent, as in aaaa or abab
        "every_place" the same, also at a place that overlaps the merge before it, as in aaa
        "only_added"  pairs with the new token are added, and the pairs that they replace stay
        "by_one"      the counts of pairs that are replaced fall by 1, whatever the word's count is
        "no_left"     the pair of the new token with the token before it is not added
        "no_right"    the same, with the token after it
    """

    def __init__(
        self,
        corpus: Corpus,
        order: str,
        counting: str,
        update: str,
        first: Callable[[str], list[str]] = list,
    ) -> None:
        self.split, self.order, self.counting, self.update = corpus.split, order, counting, update
        self.words = list(map(first, corpus.counts))
        self.weights = list(corpus.counts.values())
        tokens = sorted(set().union(*self.words))
        if order == "greatest_ids":  # the ids of students are those of the bytes
            tokens.sort(key=lambda token: token_bytes(token, corpus.split))
        self.ids = {token: i for i, token in enumerate(tokens)}
        self.counts: dict[Pair, int] = {}
        self.met: dict[Pair, int] = {}  # pair -> its number in the order in which pairs are met
        self.where: dict[Pair, set[int]] = defaultdict(set)
        self.queue: list[tuple[int, Any, Pair]] = []
        self.work = 0
        for word, symbols in enumerate(self.words):
            for pair, times in count_pairs(symbols, counting).items():
                self.add(pair, times * self.weights[word])
                self.where[pair].add(word)
        for pair in self.counts:
            self.enqueue(pair)

    def add(self, pair: Pair, change: int) -> None:
        """Change the count of a pair.

        >>> trainer = PlainTrainer(Corpus.from_counts({"hug": 1}), "least", "all", "again")
        >>> trainer.add(("h", "u"), 2)
        >>> trainer.counts["h", "u"]
        3
        """
        self.counts[pair] = self.counts.get(pair, 0) + change
        self.met.setdefault(pair, len(self.met))

    def enqueue(self, pair: Pair) -> None:
        """Queue a pair with its count.

        >>> trainer = PlainTrainer(Corpus.from_counts({"hug": 1}), "least", "all", "again")
        >>> trainer.enqueue(("h", "u"))
        """
        if self.order in ("first", "last"):
            key = self.met[pair] if self.order == "first" else -self.met[pair]
        else:
            key = tie_key(self.order, pair, self.ids, self.split)
        heapq.heappush(self.queue, (-self.counts[pair], key, pair))

    def best_pair(self) -> Pair | None:
        """The pair to merge next; None if none is left. Entries with an old count are skipped.

        >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5})
        >>> PlainTrainer(corpus, "least", "all", "again").best_pair()
        ('u', 'g')
        """
        while self.queue:
            negative, _, pair = self.queue[0]
            if self.counts.get(pair) == -negative and negative < 0:
                return pair
            heapq.heappop(self.queue)
        return None

    def merge(self, pair: Pair) -> None:
        """Merge a pair in all words, and change the counts as `update` says.

        >>> trainer = PlainTrainer(Corpus.from_counts({"hug": 1}), "least", "all", "again")
        >>> trainer.merge(("u", "g"))
        >>> trainer.words
        [['h', 'ug']]
        """
        left, right = pair
        token = left + right
        self.ids.setdefault(token, len(self.ids))
        changed: set[Pair] = set()
        for word in sorted(self.where.pop(pair, ())):
            old = self.words[word]
            self.work += len(old)
            if self.work > MAX_WORK:
                raise TooMuchWork
            if self.update == "once":
                new = merge_first(old, pair)
            elif self.update == "from_right":
                new = merge_from_right(old, pair)
            else:
                new = merge_pair(old, left, right)
            self.words[word] = new
            for other, change in self.changes(old, new, pair).items():
                if change:
                    weight = 1 if change < 0 and self.update == "by_one" else self.weights[word]
                    self.add(other, change * weight)
                    changed.add(other)
            for other in pairwise(new):
                self.where[other].add(word)
        if self.update != "once":  # then it can be merged again
            del self.counts[pair]
            changed.discard(pair)
        for other in sorted(changed, key=self.met.__getitem__):
            self.enqueue(other)

    def changes(self, old: list[str], new: list[str], pair: Pair) -> dict[Pair, int]:
        """How the counts of pairs change in a word whose tokens were old and are new.

        >>> trainer = PlainTrainer(Corpus.from_counts({"hug": 1}), "least", "all", "old_tokens")
        >>> trainer.changes(["h", "u", "g"], ["h", "ug"], ("u", "g"))
        {('h', 'u'): -1, ('h', 'ug'): 1}
        """
        changes: Counter[Pair] = Counter()
        token = pair[0] + pair[1]
        if self.update in ("again", "once", "from_right", "by_one"):
            changes.update(count_pairs(new, self.counting))
            changes.subtract(count_pairs(old, self.counting))
        elif self.update in ("no_left", "no_right"):
            for a, b in pairwise(new):  # of two new tokens, the first one is at the left
                is_left, is_right = b == token, a == token != b
                changes[a, b] += not (is_left if self.update == "no_left" else is_right)
            changes.subtract(pairwise(old))
        elif self.update == "only_added":
            changes.update(found for found in pairwise(new) if token in found)
        else:
            i = 0
            while i < len(old) - 1:
                if (old[i], old[i + 1]) != pair:
                    i += 1
                    continue
                if i:
                    changes[old[i - 1], pair[0]] -= 1
                    changes[old[i - 1], token] += 1
                if i + 2 < len(old):
                    changes[pair[1], old[i + 2]] -= 1
                    changes[token, old[i + 2]] += 1
                i += 1 if self.update == "every_place" else 2
        return dict(changes)


def characters_of(word: str) -> list[str]:
    """The characters of a word of bytes, each as its bytes.

    >>> characters_of("ĠÃ©t")
    ['Ġ', 'Ã©', 't']
    """
    return list(map(byte_level, token_bytes(word, "gpt2").decode(errors="replace")))


def plain_merges(
    corpus: Corpus,
    order: str,
    counting: str = "all",
    update: str = "again",
    first: Callable[[str], list[str]] = list,
) -> Iterator[Pair]:
    """The merges of a `PlainTrainer`.

    >>> corpus = Corpus.from_counts({"aaa": 3, "bc": 4})
    >>> next(plain_merges(corpus, "first", "all", "again")), next(
    ...     plain_merges(corpus, "first", "apart", "again"))
    (('a', 'a'), ('b', 'c'))
    """
    check_size(corpus)
    trainer = PlainTrainer(corpus, order, counting, update, first)
    while (pair := trainer.best_pair()) is not None:
        trainer.merge(pair)
        yield pair
