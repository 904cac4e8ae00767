"""The history of a BPE training: arrays from which any step can be read without replaying others.

Pair counts are stored as a list of changes (pair, old count, new count): first the counts of the
corpus before any merge, then the changes of each merge. To get the counts after j merges, read
the list up to the end of merge j.

Tokens are stored as one number for each position between two characters of the corpus: the rank of
the merge that removed this boundary. To get a word's tokens after merge k, split the word at each
position with a rank above k.
"""

from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, pairwise
from types import MappingProxyType
from typing import overload

from bpe.corpus import Corpus
from bpe.errors import InputError
from bpe.records import Merge, Pair, Step
from bpe.short_repr import MAX_ITEMS, short, short_repr

NEVER = 2**31 - 1  # the "rank" of a boundary that no merge removed
WORD_SEPARATOR = "\ud800"  # separates words; half of a surrogate pair, so no valid text contains it
ID_BITS = 32  # a pair is stored as one number: left id << ID_BITS | right id
ID_MASK = (1 << ID_BITS) - 1


@short_repr
@dataclass(frozen=True, eq=False)
class History:
    """What a training recorded, and queries on it.

    Steps and merges are numbered k = 0 .. n; "after j merges" allows j = 0 .. n. Queries raise
    InputError for other numbers. A word is given by its index in `words`.

    ties: one of `training.TIES`. vocab: the tokens in id order. merges: in rank order.
    changed_pairs, old_counts, new_counts: the changes of pair counts; a pair is packed as
        left id << ID_BITS | right id.
    change_ends: where the changes of merge 0, 1, .. n end; 0 stands for the initial counts.
    merge_rank_at: for each position of the corpus, the rank of the merge that removed the boundary
        before this character, or NEVER. See `word_starts`.
    merge_positions: the positions where each merge was applied, merge by merge.
    merge_ends: where the positions of merge 0, 1, .. n end; merge 0 has none.
    tokens_saved: by how many tokens each merge shortened the corpus, word counts included.
    """

    corpus: Corpus
    ties: str
    vocab: tuple[str, ...]
    merges: tuple[Merge, ...]
    changed_pairs: "array[int]" = field(repr=False)
    old_counts: "array[int]" = field(repr=False)
    new_counts: "array[int]" = field(repr=False)
    change_ends: "array[int]" = field(repr=False)
    merge_rank_at: "array[int]" = field(repr=False)
    merge_positions: "array[int]" = field(repr=False)
    merge_ends: "array[int]" = field(repr=False)
    tokens_saved: "array[int]" = field(repr=False)

    @cached_property
    def ids(self) -> MappingProxyType[str, int]:
        """token -> id.

        >>> from bpe import Corpus, train
        >>> dict(train(Corpus.from_counts({"hug": 10})).ids)
        {'g': 0, 'h': 1, 'u': 2, 'hu': 3, 'hug': 4}
        """
        return MappingProxyType({token: i for i, token in enumerate(self.vocab)})

    @property
    def step_count(self) -> int:
        """The number of merges.

        >>> from bpe import Corpus, train
        >>> train(Corpus.from_counts({"hug": 10})).step_count
        2
        """
        return len(self.merges)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The distinct words of the corpus, in first-met order.

        >>> from bpe import Corpus, train
        >>> train(Corpus.from_counts({"hug": 10, "pug": 5})).words
        ('hug', 'pug')
        """
        return tuple(self.corpus.counts)

    @cached_property
    def word_starts(self) -> tuple[int, ...]:
        """The position in `merge_rank_at` where each word begins; one position separates words.

        >>> from bpe import Corpus, train
        >>> train(Corpus.from_counts({"hug": 10, "pugs": 5})).word_starts
        (1, 5, 10)
        """
        return tuple(accumulate((len(word) + 1 for word in self.words), initial=1))

    @cached_property
    def joined_words(self) -> str:
        """All words, each between two WORD_SEPARATORs; `merge_rank_at` uses the same indices.

        >>> from bpe import Corpus, train
        >>> run = train(Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> run.joined_words.replace(WORD_SEPARATOR, "|")
        '|hug|pug|'
        """
        return WORD_SEPARATOR + WORD_SEPARATOR.join(self.words) + WORD_SEPARATOR

    @cached_property
    def token_totals(self) -> tuple[int, ...]:
        """The number of tokens in the corpus after 0, 1, .. n merges, word counts included.

        >>> from bpe import Corpus, train
        >>> train(Corpus.from_counts({"hug": 10, "pug": 5})).token_totals
        (45, 30, 20, 15)
        """
        total = sum(len(word) * count for word, count in self.corpus.counts.items())
        return tuple(accumulate((-saved for saved in self.tokens_saved), initial=total))

    @cached_property
    def most_pairs(self) -> int:
        """The largest number of distinct pairs at any step.

        >>> from bpe import Corpus, train
        >>> train(Corpus.from_counts({"hug": 10, "pug": 5})).most_pairs
        3
        """
        present: set[int] = set()
        most = start = 0
        for end in self.change_ends:
            for pair, count in zip(
                self.changed_pairs[start:end], self.new_counts[start:end], strict=True
            ):
                (present.add if count else present.discard)(pair)
            most, start = max(most, len(present)), end
        return most

    def check_step(self, k: int) -> None:
        """Raise InputError unless step k exists.

        >>> from bpe import Corpus, train
        >>> train(Corpus.from_counts({"hug": 10, "pug": 5})).check_step(4)
        Traceback (most recent call last):
            ...
        bpe.errors.InputError: Step 4 does not exist. Choose a step from 0 to 3.
        """
        if not isinstance(k, int) or not 0 <= k <= len(self.merges):
            raise InputError(
                "Step {step} does not exist. Choose a step from 0 to {last}.",
                step=k,
                last=len(self.merges),
            )

    def _unpack(self, packed: int) -> Pair:
        return self.vocab[packed >> ID_BITS], self.vocab[packed & ID_MASK]

    def pairs(self, j: int) -> dict[Pair, int]:
        """The pair counts after j merges: (left, right) -> count.

        For j = 0, the pairs are in first-met order.

        >>> from bpe import Corpus, train
        >>> train(Corpus.from_counts({"hug": 10, "pug": 5})).pairs(1)
        {('h', 'ug'): 10, ('p', 'ug'): 5}
        """
        self.check_step(j)
        end = self.change_ends[j]
        counts = dict(zip(self.changed_pairs[:end], self.new_counts[:end], strict=True))
        return {self._unpack(packed): count for packed, count in counts.items() if count}

    def count(self, pair: Pair, j: int) -> int:
        """A pair's count after j merges; 0 if it does not occur.

        >>> from bpe import Corpus, train
        >>> train(Corpus.from_counts({"hug": 10, "pug": 5})).count(("h", "u"), 0)
        10
        """
        self.check_step(j)
        ids = self.ids
        if pair[0] not in ids or pair[1] not in ids:
            return 0
        packed = ids[pair[0]] << ID_BITS | ids[pair[1]]
        pairs = self.changed_pairs[: self.change_ends[j]]
        pairs.reverse()
        try:
            return self.new_counts[len(pairs) - 1 - pairs.index(packed)]
        except ValueError:
            return 0

    def changes(self, j: int) -> dict[Pair, tuple[int, int]]:
        """The pairs whose count merge j changed: (left, right) -> (count before, count after).

        >>> from bpe import Corpus, train
        >>> train(Corpus.from_counts({"hug": 10, "pug": 5})).changes(1)[("h", "ug")]
        (0, 10)
        """
        self.check_step(j)
        if j == 0:
            return {}
        part = slice(self.change_ends[j - 1], self.change_ends[j])
        pairs = map(self._unpack, self.changed_pairs[part])
        counts = zip(self.old_counts[part], self.new_counts[part], strict=True)
        return dict(zip(pairs, counts, strict=True))

    def tokens(self, word: int, k: int) -> tuple[str, ...]:
        """The tokens of a word after merge k.

        >>> from bpe import Corpus, train
        >>> train(Corpus.from_counts({"hug": 10, "pug": 5})).tokens(1, 1)
        ('p', 'ug')
        """
        text, start = self.words[word], self.word_starts[word]
        ranks = self.merge_rank_at[start + 1 : start + len(text)]
        bounds = [0, *(i for i, rank in enumerate(ranks, 1) if rank > k), len(text)]
        return tuple(text[a:b] for a, b in pairwise(bounds))

    def token_ids(self, word: int, k: int) -> list[int]:
        """The ids of the tokens of a word after merge k.

        >>> from bpe import Corpus, train
        >>> train(Corpus.from_counts({"hug": 10, "pug": 5})).token_ids(1, 1)
        [2, 4]
        """
        return [self.ids[token] for token in self.tokens(word, k)]

    def token_lengths(self, word: int, k: int) -> list[int]:
        """The numbers of characters of the tokens of a word after merge k.

        >>> from bpe import Corpus, train
        >>> train(Corpus.from_counts({"hug": 10, "pug": 5})).token_lengths(1, 1)
        [1, 2]
        """
        return [len(token) for token in self.tokens(word, k)]

    def new_token_indices(self, word: int, k: int) -> list[int]:
        """The indices of the tokens of a word that merge k made.

        >>> from bpe import Corpus, train
        >>> train(Corpus.from_counts({"hug": 10, "pug": 5})).new_token_indices(1, 1)
        [1]
        """
        position = self.word_starts[word]
        indices = []
        for i, token in enumerate(self.tokens(word, k)):
            if k in self.merge_rank_at[position + 1 : position + len(token)]:
                indices.append(i)
            position += len(token)
        return indices

    def merge_ranks(self, word: int) -> list[int]:
        """The ranks of the merges that changed a word, in ascending order.

        >>> from bpe import Corpus, train
        >>> train(Corpus.from_counts({"hug": 10, "pug": 5})).merge_ranks(1)
        [1, 3]
        """
        start, length = self.word_starts[word], len(self.words[word])
        return sorted(set(self.merge_rank_at[start + 1 : start + length]) - {NEVER})

    def changed_words(self, k: int) -> dict[int, int]:
        """The words that merge k changed: word index -> how often it was applied there.

        >>> from bpe import Corpus, train
        >>> train(Corpus.from_counts({"hug": 10, "pug": 5})).changed_words(1)
        {0: 1, 1: 1}
        """
        self.check_step(k)
        positions = self.merge_positions[self.merge_ends[k - 1] : self.merge_ends[k]] if k else ()
        return dict(Counter(bisect_right(self.word_starts, position) - 1 for position in positions))

    def words_at(self, k: int) -> Iterable[tuple[tuple[str, ...], int]]:
        """The tokens and the count of each word after k merges, in first-met order.

        >>> from bpe import Corpus, train
        >>> list(train(Corpus.from_counts({"hug": 10, "pug": 5})).words_at(1))
        [(('h', 'ug'), 10), (('p', 'ug'), 5)]
        """
        return self.at(k).words

    def at(self, k: int) -> Step:
        """Step k.

        >>> from bpe import Corpus, train
        >>> step = train(Corpus.from_counts({"hug": 10, "pug": 5})).at(1)
        >>> step.merge.token, list(step.words)
        ('ug', [(('h', 'ug'), 10), (('p', 'ug'), 5)])
        """
        self.check_step(k)
        return next(self._steps(k, k + 1))

    def steps(self, a: int, b: int) -> Iterator[Step]:
        """The steps a .. b - 1, faster than one by one: only changed pairs are updated.

        >>> from bpe import Corpus, train
        >>> run = train(Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> [(step.k, step.merge.token) for step in run.steps(1, 4)]
        [(1, 'ug'), (2, 'hug'), (3, 'pug')]
        """
        if a < b:
            self.check_step(a)
            self.check_step(b - 1)
        return self._steps(a, b)

    def _steps(self, a: int, b: int) -> Iterator[Step]:
        pairs = self.pairs(max(a - 1, 0))
        for k in range(a, b):
            if k > max(a, 1):
                pairs = dict(pairs)
                for pair, (_, count) in self.changes(k - 1).items():
                    if count:
                        pairs[pair] = count
                    else:
                        del pairs[pair]
            merge = self.merges[k - 1] if k else None
            yield Step(k, MappingProxyType(pairs), merge, SegmentedWords(self, k))


class SegmentedWords(Sequence[tuple[tuple[str, ...], int]]):
    """The words after merge k as (tokens, count); a word is segmented when it is accessed."""

    __slots__ = ("history", "k")

    def __init__(self, history: History, k: int) -> None:
        self.history = history
        self.k = k

    def __len__(self) -> int:
        return len(self.history.words)

    @overload
    def __getitem__(self, index: int) -> tuple[tuple[str, ...], int]: ...
    @overload
    def __getitem__(self, index: slice) -> list[tuple[tuple[str, ...], int]]: ...
    def __getitem__(
        self, index: int | slice
    ) -> tuple[tuple[str, ...], int] | list[tuple[tuple[str, ...], int]]:
        indices = range(len(self))[index]
        if isinstance(indices, range):
            return [self[i] for i in indices]
        word = self.history.words[indices]
        return self.history.tokens(indices, self.k), self.history.corpus.counts[word]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, SegmentedWords) and other.history is self.history:
            return self.k == other.k
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __repr__(self) -> str:
        return short(tuple(self[: MAX_ITEMS + 1]))

    __hash__ = None  # type: ignore[assignment]
