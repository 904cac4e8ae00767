"""The stages of the Unigram page: a training, the lattice of a word, a word under both methods."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar

from bpe import unigram
from pages.jobs.memory import size_of
from pages.runs import by_hand_records as by_hand
from pages.runs.choice import FIRST, WordChoice
from pages.runs.kinds import Detail, Kind, Kinds, only_step
from pages.stage.by_hand_types import ByHandOffer, ByHandRecord
from pages.stage.question import record_of
from pages.stage.record_types import Block, CodeBlock, NextLink
from pages.stage.tokens import visible
from pages.translations.language import Translation
from pages.unigram import (
    code,
    covered,
    lattice_records,
    path_by_hand,
    pruning_by_hand,
    round_tables,
    training_records,
)
from pages.unigram.comparing import both_records
from pages.unigram.comparing.both import Both
from pages.unigram.questions import offered_pieces
from pages.unigram.record_types import (
    ComparedHead,
    ComparedRecord,
    ComparedSecrets,
    LatticeBoardData,
    LatticeHead,
    LatticeRecord,
    LatticeSecrets,
    PiecesBoardData,
    RoundRecord,
    RoundsHead,
)
from pages.unigram.round_tables import RoundTables
from pages.unigram.word import Word


def compare_link(t: Translation) -> NextLink:
    """Return the link to the word under both methods."""
    return NextLink(t.gettext("Compare with BPE"), "unigram", {"show": "both"})


@dataclass(frozen=True, slots=True)
class UnigramTraining(Kind):
    """A Unigram training, round by round."""

    run: unigram.Run
    name: ClassVar[str] = "rounds"
    renderer: ClassVar[str] = "rounds.js"
    styles: ClassVar[tuple[str, ...]] = ("unigram.css",)

    @property
    def last(self) -> int:
        """See `Kind`."""
        return len(self.run.rounds)

    @property
    def size(self) -> int:
        """See `Kind`."""
        return size_of(self.run)

    def has(self, part: str) -> bool:
        """See `Kind`."""
        return training_records.has(self.run, part)

    def head(self, t: Translation, lang: str, choice: WordChoice = FIRST) -> RoundsHead:
        """See `Kind`.

        >>> import bpe
        >>> run = unigram.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), vocab_size=5)
        >>> UnigramTraining(run).head(Translation(), "en")["last"] == len(run.rounds)
        True
        """
        return training_records.head(self.run, t, lang)

    def block(self, which: int, t: Translation, choice: WordChoice = FIRST) -> Block[RoundRecord]:
        """See `Kind`."""
        return training_records.block(self.run, which, t)

    def detail(self, part: str, t: Translation) -> Detail:
        """See `Kind`."""
        return training_records.detail(self.run, part, t)

    def block_at(self, k: int) -> int:
        """See `Kind`."""
        return k // training_records.BLOCK

    def shared_at(self, k: int, choice: WordChoice = FIRST) -> RoundTables:
        """See `Kind`. These are the tables of the step."""
        return RoundTables(self.run, k)

    def step(
        self, k: int, t: Translation, choice: WordChoice = FIRST, shared: RoundTables | None = None
    ) -> Block[RoundRecord]:
        """See `Kind`.

        >>> from pages.state.defaults import defaults
        >>> block = UnigramTraining(defaults("hug").train_unigram()).step(2, Translation())
        >>> block["first"], len(block["steps"])
        (2, 1)
        """
        return {"first": k, "steps": [training_records.record(self.run, k, t, shared)]}

    def values_of_choices(self, k: int, t: Translation) -> list[str]:
        """See `Kind`. These are the rises of the loss; a character has none."""
        this, text = self.run.rounds[k - 1], t.gettext("loss rises by {rise}")
        rises = (this.rises.get(piece) for piece in offered_pieces(this))
        return ["" if rise is None else text.format(rise=f"{rise:,.3f}") for rise in rises]

    def cover(self, late: object, block: Block[RoundRecord], hides: Collection[str]) -> None:
        """See `Kind`."""
        covered.cover_round(only_step(block), hides)

    def links(self, t: Translation) -> list[NextLink]:
        """See `Kind`."""
        word = NextLink(t.gettext("Segment a word"), "unigram", {"show": "word"})
        return [word, compare_link(t)]

    def offer(self, t: Translation) -> ByHandOffer | None:
        """See `Kind`.

        >>> from pages.state.defaults import defaults
        >>> UnigramTraining(defaults("english").train_unigram()).offer(Translation())
        """
        is_offered = pruning_by_hand.is_offered(self.run)
        return by_hand.offer(pruning_by_hand.start_label(t), t) if is_offered else None

    def by_hand(
        self, chosen: list[tuple[int, int]], t: Translation
    ) -> ByHandRecord[PiecesBoardData]:
        """See `Kind`."""
        return pruning_by_hand.record(self.run, [piece for piece, _ in chosen], t)

    def table(self, name: str, k: int | None, t: Translation) -> tuple[str, bytes] | None:
        """See `Kind`. Told from others by the method."""
        if name == "pieces" and k is not None and k <= self.last:
            return self.run.method, round_tables.pieces_csv(self.run, k, t)
        return None


@dataclass(frozen=True, slots=True)
class WordLattice(Kind):
    """The lattice of a word, position by position."""

    word: Word
    name: ClassVar[str] = "lattice"
    renderer: ClassVar[str] = "lattice.js"
    styles: ClassVar[tuple[str, ...]] = ("unigram.css",)
    secrets: ClassVar[tuple[str, ...]] = ("segmentations",)

    @property
    def last(self) -> int:
        """See `Kind`."""
        return self.word.last

    @property
    def size(self) -> int:
        """See `Kind`."""
        return self.word.size

    def has(self, part: str) -> bool:
        """See `Kind`."""
        return lattice_records.has(self.word, part)

    def head(self, t: Translation, lang: str, choice: WordChoice = FIRST) -> LatticeHead:
        """See `Kind`.

        >>> word = Word("ug", 0, unigram.Model.from_counts({"u": 36, "g": 20, "ug": 20}))
        >>> WordLattice(word).head(Translation(), "en")["last"]
        6
        """
        return lattice_records.head(self.word, t, lang)

    def block(self, which: int, t: Translation, choice: WordChoice = FIRST) -> Block[LatticeRecord]:
        """See `Kind`."""
        return lattice_records.block(self.word, which, t)

    def detail(self, part: str, t: Translation) -> CodeBlock:
        """See `Kind`."""
        return code.lattice_block(self.word, t)

    def step(
        self, k: int, t: Translation, choice: WordChoice = FIRST, shared: object = None
    ) -> Block[LatticeRecord]:
        """See `Kind`."""
        quiz = record_of(lattice_records.quiz(self.word, k, t))
        return {"first": k, "steps": [{**lattice_records.record(self.word, k, t), "quiz": quiz}]}

    def cover(
        self, late: LatticeSecrets, block: Block[LatticeRecord], hides: Collection[str]
    ) -> None:
        """See `Kind`."""
        covered.cover_lattice(late, only_step(block), hides)

    def links(self, t: Translation) -> list[NextLink]:
        """See `Kind`."""
        return [
            NextLink(t.gettext("How pieces are chosen"), "unigram", {"show": "rounds"}),
            compare_link(t),
        ]

    def offer(self, t: Translation) -> ByHandOffer | None:
        """See `Kind`."""
        is_offered = path_by_hand.is_offered(self.word)
        return by_hand.offer(path_by_hand.start_label(t), t) if is_offered else None

    def by_hand(
        self, chosen: list[tuple[int, int]], t: Translation
    ) -> ByHandRecord[LatticeBoardData]:
        """See `Kind`."""
        return path_by_hand.record(self.word, [start for start, _ in chosen], t)


@dataclass(frozen=True, slots=True)
class ComparedWord(Kind):
    """A word under BPE and under Unigram: merge by merge, then position by position."""

    both: Both
    name: ClassVar[str] = "comparison"
    renderer: ClassVar[str] = "compare_word.js"
    styles: ClassVar[tuple[str, ...]] = ("unigram.css", "compare_word.css")
    secrets: ClassVar[tuple[str, ...]] = ("merges", "second", "verdict")

    @property
    def last(self) -> int:
        """See `Kind`."""
        return self.both.last

    @property
    def size(self) -> int:
        """See `Kind`."""
        return self.both.size

    def has(self, part: str) -> bool:
        """See `Kind`."""
        return both_records.has(self.both, part)

    def head(self, t: Translation, lang: str, choice: WordChoice = FIRST) -> ComparedHead:
        """See `Kind`.

        >>> import bpe
        >>> corpus = bpe.Corpus.from_counts({"hug": 10, "pug": 5})
        >>> both = Both.of(bpe.train(corpus, 5), unigram.train(corpus, vocab_size=5), "hug", {})
        >>> ComparedWord(both).head(Translation(), "en")["last"]
        5
        """
        return both_records.head(self.both, t, lang)

    def block(
        self, which: int, t: Translation, choice: WordChoice = FIRST
    ) -> Block[ComparedRecord]:
        """See `Kind`."""
        return both_records.block(self.both, which, t)

    def step(
        self, k: int, t: Translation, choice: WordChoice = FIRST, shared: object = None
    ) -> Block[ComparedRecord]:
        """See `Kind`."""
        return {"first": k, "steps": [both_records.record(self.both, k, t)]}

    def revealed(self, late: ComparedSecrets, k: int) -> ComparedSecrets:
        """See `Kind`. The merges appear one by one, then BPE's path, then the verdict."""
        found: ComparedSecrets = {"merges": late["merges"][: k + 1]}
        if k >= self.both.joins:
            found["second"] = late["second"]
        if k == self.last:
            found["verdict"] = late["verdict"]
        return found

    def cover(
        self, late: ComparedSecrets, block: Block[ComparedRecord], hides: Collection[str]
    ) -> None:
        """See `Kind`."""
        covered.cover_comparison(late, only_step(block), hides)

    def links(self, t: Translation) -> list[NextLink]:
        """See `Kind`.

        >>> import bpe
        >>> corpus = bpe.Corpus.from_counts({"hug": 10, "pug": 5})
        >>> both = Both.of(bpe.train(corpus, 5), unigram.train(corpus, vocab_size=5), "hug", {})
        >>> [link[2]["show"] for link in ComparedWord(both).links(Translation())]
        ['rounds', 'word', 'comparison']
        """
        removed = [(piece, why.step) for piece, why in self.both.missing.items() if why.step]
        return [
            *(removal_link(piece, step, t) for piece, step in removed[:1]),
            NextLink(t.gettext("How Viterbi finds the path"), "unigram", {"show": "word"}),
            NextLink(t.gettext("All words under both"), "unigram", {"show": "comparison"}),
        ]


def removal_link(piece: str, step: int, t: Translation) -> NextLink:
    """Return the link to the step of Unigram's training that removed a piece.

    >>> removal_link("un", 2, Translation())[2]
    {'show': 'rounds', 'position': '2'}
    """
    text = t.gettext("Why Unigram removed {piece}").format(piece=visible(piece))
    return NextLink(text, "unigram", {"show": "rounds", "position": str(step)})


KINDS: Kinds = {unigram.Run: UnigramTraining, Word: WordLattice, Both: ComparedWord}
