"""A finished training, and any step of it at once.

The pair counts are one list of (pair, old count, new count): first the counts of the untouched
corpus, then what each merge changed; the counts after j merges are that list's beginning, read
to the end of merge j. The tokens are one number for each place between two characters of the
corpus: the rank of the merge that joined them. A word's tokens after merge k are the word, cut
where the rank is greater than k. The same places by rank tell which words a merge changed.

But: it trains nothing (see `training`), and knows nothing of how a step is shown.
"""

from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, overload

from bpe import ranking as _ranking
from bpe import trained as _trained
from bpe.corpus import Corpus
from bpe.encoding import UNKNOWN, first_ranks
from bpe.errors import InputError

if TYPE_CHECKING:
    from bpe.encoded import Encoding
    from bpe.encoding import Encoder

NEVER = 2**31 - 1  # the "rank" of a place that no merge joined
GAP = "\ud800"  # half a surrogate pair: no text that is let in can hold it
ID_BITS = 32  # a pair is stored as one number: left id << ID_BITS | right id
ID_MASK = (1 << ID_BITS) - 1

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Merge:
    """One merge: its rank from 1, the pair, the token made, the pair's count when it was chosen,
    and how many pairs had that count, this one included.
    """

    rank: int
    left: str
    right: str
    token: str
    count: int
    tied: int


@dataclass(frozen=True, slots=True)
class Step:
    """Step k: the counts that merge k was chosen from, the merge, and the corpus after it.

    At k = 0 there is no merge yet: the counts and words of the untouched corpus.
    words: a sequence of (tokens, count), in first-met order.
    """

    k: int
    pairs: Mapping[Pair, int]
    merge: Merge | None
    words: Sequence[tuple[tuple[str, ...], int]]


@dataclass(frozen=True, eq=False)
class Run:
    """A finished training. Made by `train`; see the fields and methods for what it can tell.

    merges: in rank order. vocab: the tokens, each at the place that is its id: special tokens,
    alphabet, merges. stopped: why it ended: "vocabulary", "no_pairs", "min_count" or "user".
    """

    corpus: Corpus
    ties: str
    special_tokens: tuple[str, ...]
    vocab_size: int | None
    min_count: int
    vocab: tuple[str, ...]
    merges: tuple[Merge, ...]
    stopped: str
    changed_pairs: "array[int]" = field(repr=False)
    old_counts: "array[int]" = field(repr=False)
    new_counts: "array[int]" = field(repr=False)
    change_ends: "array[int]" = field(repr=False)
    joined: "array[int]" = field(repr=False)
    join_places: "array[int]" = field(repr=False)
    join_ends: "array[int]" = field(repr=False)
    tokens_saved: "array[int]" = field(repr=False)

    @cached_property
    def ids(self) -> Mapping[str, int]:
        """token -> id."""
        return MappingProxyType({token: i for i, token in enumerate(self.vocab)})

    @cached_property
    def alphabet(self) -> frozenset[str]:
        """Every character of the corpus."""
        return frozenset(self.corpus.alphabet)

    @cached_property
    def rules(self) -> tuple[Pair, ...]:
        """The pairs that are merged, in rank order."""
        return tuple((m.left, m.right) for m in self.merges)

    @cached_property
    def ranks(self) -> Mapping[Pair, int]:
        """(left, right) -> rank of the merge."""
        return MappingProxyType({pair: rank for rank, pair in enumerate(self.rules, 1)})

    @cached_property
    def made_by(self) -> Mapping[str, Merge]:
        """token -> the first merge that made it; characters and special tokens have none."""
        return MappingProxyType({m.token: m for m in reversed(self.merges)})

    @cached_property
    def first_ranks(self) -> Mapping[str, int]:
        """token -> rank of the first merge that makes it, 0 for a character of the corpus."""
        made = first_ranks(self.rules)
        return MappingProxyType(made | dict.fromkeys(self.alphabet, 0))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The distinct words of the corpus, in first-met order."""
        return tuple(self.corpus.counts)

    @cached_property
    def word_starts(self) -> tuple[int, ...]:
        """Where each word begins among the places of `joined`; one place lies before each word."""
        return tuple(accumulate((len(word) + 1 for word in self.words), initial=1))

    @cached_property
    def text(self) -> str:
        """The words one behind the other, with a GAP before and after each: as `joined` counts."""
        return GAP + GAP.join(self.words) + GAP

    @cached_property
    def vocab_sizes(self) -> tuple[int, ...]:
        """The size of the vocabulary after 0, 1, .. n merges, in tokens."""
        sizes = [len(dict.fromkeys([*self.special_tokens, *self.corpus.alphabet]))]
        known = set(self.vocab[: sizes[0]])
        for merge in self.merges:
            known.add(merge.token)
            sizes.append(len(known))
        return tuple(sizes)

    @cached_property
    def token_totals(self) -> tuple[int, ...]:
        """How many tokens the whole corpus has after 0, 1, .. n merges, words x counts."""
        total = sum(len(word) * count for word, count in self.corpus.counts.items())
        return tuple(accumulate((-saved for saved in self.tokens_saved), initial=total))

    @cached_property
    def word_total(self) -> int:
        """How many words the corpus has, each as often as it occurs."""
        return sum(self.corpus.counts.values())

    def first_difference(self, other: "Run") -> int | None:
        """The rank of the first merge that differs from another run's; None where none does.

        Where one run only ends earlier, the first merge that it lacks.
        """
        for mine, theirs in zip(self.merges, other.merges, strict=False):
            if (mine.left, mine.right) != (theirs.left, theirs.right):
                return mine.rank
        shorter, longer = sorted((len(self.merges), len(other.merges)))
        return shorter + 1 if shorter < longer else None

    @cached_property
    def most_pairs(self) -> int:
        """The greatest number of different pairs at any step."""
        present: set[int] = set()
        most = start = 0
        for end in self.change_ends:
            for packed, count in zip(
                self.changed_pairs[start:end], self.new_counts[start:end], strict=True
            ):
                (present.add if count else present.discard)(packed)
            most, start = max(most, len(present)), end
        return most

    def check_step(self, k: int) -> None:
        """Raise InputError unless k is a step of this run."""
        if not 0 <= k <= len(self.merges):
            raise InputError(
                "Step {step} does not exist. Choose a step from 0 to {last}.",
                step=k,
                last=len(self.merges),
            )

    def _pair(self, packed: int) -> Pair:
        return self.vocab[packed >> ID_BITS], self.vocab[packed & ID_MASK]

    def _packed_pairs(self, j: int) -> dict[int, int]:
        end = self.change_ends[j]
        return dict(zip(self.changed_pairs[:end], self.new_counts[:end], strict=True))

    def pairs(self, j: int) -> dict[Pair, int]:
        """(left, right) -> count in the corpus after j merges, j = 0 .. n.

        For j = 0 in the order in which the pairs are first met.
        """
        self.check_step(j)
        return {self._pair(p): count for p, count in self._packed_pairs(j).items() if count}

    def count(self, pair: Pair, j: int) -> int:
        """A pair's count after j merges; 0 where it is not in the corpus."""
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
        """What merge j did: (left, right) -> (count before, count after), where they differ."""
        self.check_step(j)
        if j == 0:
            return {}
        part = slice(self.change_ends[j - 1], self.change_ends[j])
        pairs = map(self._pair, self.changed_pairs[part])
        counts = zip(self.old_counts[part], self.new_counts[part], strict=True)
        return dict(zip(pairs, counts, strict=True))

    def tokens(self, word: int, k: int) -> tuple[str, ...]:
        """The tokens of a word of the corpus (by its place among the words) after merge k."""
        text, start = self.words[word], self.word_starts[word]
        ranks = self.joined[start + 1 : start + len(text)]
        cuts = [0, *(i for i, rank in enumerate(ranks, 1) if rank > k), len(text)]
        return tuple(text[a:b] for a, b in pairwise(cuts))

    def fresh(self, word: int, k: int) -> list[int]:
        """Which of the tokens of a word, by place, merge k made."""
        start = self.word_starts[word]
        places, position = [], start
        for i, token in enumerate(self.tokens(word, k)):
            if k in self.joined[position + 1 : position + len(token)]:
                places.append(i)
            position += len(token)
        return places

    def merge_ranks(self, word: int) -> list[int]:
        """The ranks of the merges that changed a word of the corpus, rising."""
        start, length = self.word_starts[word], len(self.words[word])
        return sorted(set(self.joined[start + 1 : start + length]) - {NEVER})

    def changed_words(self, k: int) -> dict[int, int]:
        """The words that merge k changed: a word's place among the words -> joins in it."""
        self.check_step(k)
        places = self.join_places[self.join_ends[k - 1] : self.join_ends[k]] if k else ()
        return dict(Counter(bisect_right(self.word_starts, place) - 1 for place in places))

    def at(self, k: int) -> Step:
        """Step k, k = 0 .. n. Raises InputError for any other."""
        return next(self.steps(k, k + 1))

    def steps(self, a: int, b: int) -> Iterator[Step]:
        """The steps a .. b-1, in one walk over the changes."""
        if a < b:
            self.check_step(a)
            self.check_step(b - 1)
        return self._walk(a, b)

    def _walk(self, a: int, b: int) -> Iterator[Step]:
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
            yield Step(k, MappingProxyType(pairs), merge, Words(self, k))

    def leaders(self, j: int, limit: int) -> "list[_ranking.Leader]":
        """The most frequent pairs after j merges. See `bpe.ranking.leaders`."""
        return _ranking.leaders(self, j, limit)

    def tables(self, a: int, b: int, limit: int) -> "Iterator[_ranking.Table]":
        """The tops of the pair tables of the steps a .. b-1. See `bpe.ranking.tables`."""
        return _ranking.tables(self, a, b, limit)

    def encoder(
        self,
        unk: str = UNKNOWN,
        fuse_unk: bool = False,
        byte_fallback: bool = False,
        ignore_merges: bool = False,
    ) -> "Encoder":
        """The encoder with all merges. See `bpe.trained.encoder`."""
        return _trained.encoder(self, unk, fuse_unk, byte_fallback, ignore_merges)

    def encode(self, text: str, unk: str = UNKNOWN) -> "Encoding":
        """A new text through the learned merges. See `bpe.encoding.Encoder.encode`.

        unk: the token that stands for a character outside the run's alphabet. Special tokens in
        the text are text like any other.
        """
        return self.encoder(unk=unk).encode(text)


class Words(Sequence[tuple[tuple[str, ...], int]]):
    """The words of a corpus after merge k as (tokens, count); each is cut when it is asked for."""

    __slots__ = ("k", "run")

    def __init__(self, run: Run, k: int) -> None:
        self.run = run
        self.k = k

    def __len__(self) -> int:
        return len(self.run.words)

    @overload
    def __getitem__(self, index: int) -> tuple[tuple[str, ...], int]: ...
    @overload
    def __getitem__(self, index: slice) -> list[tuple[tuple[str, ...], int]]: ...
    def __getitem__(
        self, index: int | slice
    ) -> tuple[tuple[str, ...], int] | list[tuple[tuple[str, ...], int]]:
        places = range(len(self))[index]
        if isinstance(places, range):
            return [self[place] for place in places]
        word = self.run.words[places]
        return self.run.tokens(places, self.k), self.run.corpus.counts[word]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Words) and other.run is self.run:
            return self.k == other.k
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __repr__(self) -> str:
        return repr(tuple(self))

    __hash__ = None  # type: ignore[assignment]
