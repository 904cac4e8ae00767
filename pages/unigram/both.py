"""A word under BPE and under Unigram: BPE's merges, then Viterbi, then the two results."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from bpe import Merge, Run, unigram
from bpe.merging import WordState
from bpe.unigram import Segmentation
from pages.unigram.piece_numbers import ids_in
from pages.unigram.word import Word

MAX_RANK = 1000  # BPE's choice is searched among so many segmentations


@dataclass(frozen=True, eq=False)
class Both:
    """A word, the states between BPE's merges, and its lattice under Unigram.

    Step 0 is the word. Each of the next steps applies one merge of BPE, each later step goes to a
    position of the lattice, and the last step compares the results. merges: those of BPE in the
    word, by rank; all_merges: how many BPE has; tokens: the size of its vocabulary. known: which
    characters of the word, and which pieces of its best segmentation, BPE has as tokens. ids: of
    BPE's tokens. removed: the steps in which Unigram removed pieces of the word. inspected: the
    settings with which the inspector shows BPE.
    """

    word: Word
    states: tuple[WordState, ...]
    merges: Mapping[int, Merge]
    all_merges: int
    tokens: int
    known: frozenset[str]
    ids: Mapping[str, int]
    removed: Mapping[str, int]
    inspected: Mapping[str, str]

    @classmethod
    def of(
        cls,
        run: Run,
        other: unigram.Run,
        text: str,
        numbers: Mapping[str, int],
        inspected: Mapping[str, str] = MappingProxyType({}),
    ) -> "Both":
        """A word after all of BPE's merges, and under the last vocabulary of Unigram.

        numbers: of tokens and pieces, see `comparison_words.color_numbers`. inspected: see `Both`.

        >>> from pages.state.defaults import defaults
        >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
        >>> both = Both.of(hug.train(), hug.train_unigram(), "hug", {})
        >>> both.ours, both.last
        (('hug',), 6)
        """
        rounds = len(other.rounds)
        here = {token: place for token, place in numbers.items() if token in text}
        word = Word(text, rounds, other.model, here, ids_in(text, other.model))
        states = tuple(run.encoder().walk(text))
        ranks = {state.chosen.rank for state in states if state.chosen}
        pieces = word.lattice.best.tokens if word.lattice.best else ()
        return cls(
            word=word,
            states=states,
            merges={rank: run.merges[rank - 1] for rank in ranks},
            all_merges=len(run.merges),
            tokens=run.vocab_sizes[-1],
            known=frozenset(each for each in (*text, *pieces) if each in run.ids),
            ids={
                each: run.ids[each] for state in states for each in state.tokens if each in run.ids
            },
            removed={
                piece: each.number
                for each in other.rounds
                for piece in each.removed
                if piece in text
            },
            inspected=inspected,
        )

    @property
    def lattice(self) -> unigram.Lattice:
        """The lattice under the last vocabulary of Unigram.

        >>> from pages.state.defaults import defaults
        >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
        >>> Both.of(hug.train(), hug.train_unigram(), "hug", {}).lattice.count
        4
        """
        return self.word.lattice

    @property
    def ours(self) -> tuple[str, ...]:
        """The tokens of BPE.

        >>> from pages.state.defaults import defaults
        >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
        >>> Both.of(hug.train(), hug.train_unigram(), "mug", {}).ours
        ('m', 'ug')
        """
        return self.states[-1].tokens

    @property
    def joins(self) -> int:
        """The number of merges that BPE applies in the word.

        >>> from pages.state.defaults import defaults
        >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
        >>> Both.of(hug.train(), hug.train_unigram(), "hugs", {}).joins
        2
        """
        return len(self.states) - 1

    @property
    def last(self) -> int:
        """The last step.

        >>> from pages.state.defaults import defaults
        >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
        >>> Both.of(hug.train(), hug.train_unigram(), "hug", {}).last
        6
        """
        return self.joins + len(self.word.text) + 1

    @cached_property
    def choice(self) -> Segmentation | None:
        """BPE's tokens as a path of the lattice; None if one of them is not a piece.

        >>> from pages.state.defaults import defaults
        >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
        >>> Both.of(hug.train(), hug.train_unigram(), "bun", {}).choice.tokens
        ('b', 'un')
        """
        found = self.lattice.segmentation(self.ours)
        return found if found and all(found.known) else None

    @cached_property
    def rank(self) -> int | None:
        """The rank of BPE's choice among all segmentations; None if there is none, or too many.

        >>> from pages.state.defaults import defaults
        >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
        >>> Both.of(hug.train(), hug.train_unigram(), "bun", {}).rank
        1
        """
        return self.lattice.rank(self.ours, MAX_RANK) if self.choice else None

    @cached_property
    def crossing(self) -> Merge | None:
        """The first merge of BPE that joined characters which Unigram keeps apart.

        >>> from pages.state.defaults import defaults
        >>> english = defaults("english")
        >>> run = english.replace(split="metaspace", vocab=98).train()
        >>> merge = Both.of(run, english.train_unigram(), "▁under", {}).crossing
        >>> merge.left, merge.right, merge.rank
        ('n', 'd', 6)
        """
        best = self.lattice.best
        if best is None:
            return None
        ends, end = set(), 0
        for token in best.tokens:
            end += len(token)
            ends.add(end)
        for state in self.states:
            if state.chosen and state.chosen.middle in ends:
                return self.merges[state.chosen.rank]
        return None

    @property
    def size(self) -> int:
        """About how many bytes of memory it takes, with the tables of its model.

        >>> from pages.state.defaults import defaults
        >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
        >>> Both.of(hug.train(), hug.train_unigram(), "hug", {}).size < 20_000
        True
        """
        return self.word.size + 400 * len(self.states) * (len(self.word.text) + 1)
