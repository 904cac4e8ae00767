"""A word under BPE and under Unigram: BPE's merges, then Viterbi, then the two results."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType

from bpe import Merge, Run, unigram
from bpe.merging import WordState
from bpe.unigram import Segmentation
from pages.unigram.comparing.comparison_reasons import ComparedWord, Unmade, unmade_pieces
from pages.unigram.comparing.missing_pieces import Missing, missing_pieces
from pages.unigram.word import Word

MAX_RANK = 1000  # BPE's choice is searched among so many segmentations


@dataclass(frozen=True, eq=False)
class Both:
    """A word, the states between BPE's merges, and its lattice under Unigram.

    Step 0 is the word. Each of the next steps applies one merge of BPE, each later step goes to a
    position of the lattice, and the last step compares the results. merges: those of BPE in the
    word, by rank; last_merge: of all that BPE has; tokens: the size of its vocabulary. known: which
    characters of the word, and which pieces of its best segmentation, BPE has as tokens. ids: of
    BPE's tokens. missing: those that are not pieces; unmade: see `ComparedWord`. inspected: the
    settings with which the inspector shows BPE.
    """

    word: Word
    states: tuple[WordState, ...]
    merges: Mapping[int, Merge]
    last_merge: Merge | None
    tokens: int
    known: frozenset[str]
    ids: Mapping[str, int]
    missing: Mapping[str, Missing]
    unmade: Mapping[str, Unmade]
    inspected: Mapping[str, str]

    @classmethod
    def of(
        cls,
        run: Run,
        other: unigram.Run,
        text: str,
        numbers: Mapping[str, int],
        inspected: Mapping[str, str] = MappingProxyType({}),
        rounds: int | None = None,
    ) -> "Both":
        """A word after all of BPE's merges, and under Unigram's vocabulary after some rounds.

        numbers: of tokens and pieces, see `comparison_words.color_numbers`. inspected: see `Both`.
        rounds: by default all.

        >>> from pages.state.defaults import defaults
        >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
        >>> both = Both.of(hug.train(), hug.train_unigram(), "hug", {})
        >>> both.ours, both.last
        (('hug',), 6)
        """
        here = {token: place for token, place in numbers.items() if token in text}
        rounds = len(other.rounds) if rounds is None else rounds
        word = replace(Word.after(other, text, rounds), numbers=here)
        encoder = run.encoder()
        states = tuple(encoder.walk(text))
        ranks = {state.chosen.rank for state in states if state.chosen}
        pieces = word.lattice.best.tokens if word.lattice.best else ()
        return cls(
            word=word,
            states=states,
            merges={rank: run.merges[rank - 1] for rank in ranks},
            last_merge=run.merges[-1] if run.merges else None,
            tokens=run.vocab_sizes[-1],
            known=frozenset(each for each in (*text, *pieces) if each in run.ids),
            ids={
                each: run.ids[each] for state in states for each in state.tokens if each in run.ids
            },
            missing=missing_pieces(other, word.model, states[-1].tokens),
            unmade=unmade_pieces(run, encoder, pieces),
            inspected=inspected,
        )

    @property
    def lattice(self) -> unigram.Lattice:
        """The lattice under the vocabulary of Unigram.

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

    @property
    def compared(self) -> ComparedWord:
        """The word with what decides why the results differ.

        >>> from pages.state.defaults import defaults
        >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
        >>> both = Both.of(hug.train(), hug.train_unigram(), "hug", {})
        >>> [(merge.token, middle) for merge, middle in both.compared.joined]
        [('ug', 2), ('hug', 1)]
        """
        chosen = (state.chosen for state in self.states)
        joined = [(self.merges[each.rank], each.middle) for each in chosen if each]
        model = self.word.model
        return ComparedWord(
            self.ours,
            joined,
            self.known,
            model,
            self.lattice,
            self.missing,
            self.unmade,
            self.last_merge,
        )

    @property
    def size(self) -> int:
        """About how many bytes of memory it takes, with the tables of its model.

        >>> from pages.state.defaults import defaults
        >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
        >>> Both.of(hug.train(), hug.train_unigram(), "hug", {}).size < 20_000
        True
        """
        return self.word.size + 400 * len(self.states) * (len(self.word.text) + 1)
