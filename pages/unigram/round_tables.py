"""The tables of a round of Unigram training: they are the same in every language, made once."""

from collections.abc import Mapping
from functools import cached_property
from itertools import islice

from bpe import unigram
from bpe.unigram import Change, Lattice, Model, Round, Segmentation
from pages.stage.table_types import Content, Part
from pages.stage.tables import as_csv
from pages.stage.tokens import (
    chip,
    isolated,
    number,
    probability,
    shorten,
    unknown_chip,
    visible,
)
from pages.translations.language import Translation
from pages.unigram import training_explanations
from pages.unigram.piece_numbers import piece_numbers
from pages.unigram.record_types import PieceRow, WordChange

PIECES = 300  # of a vocabulary, in the table
WHY = 20  # pieces whose cost gets a reason
WORDS = 60  # in the table of words
SEARCHED = 2_000  # words that are searched for changes
LONG = 24  # characters of a word in a table
UNUSED = "×0"  # no best segmentation uses the piece; a record says so in words


class RoundTables:
    """The tables of step k of a Unigram training; step 0 shows the seeds.

    >>> from pages.state.defaults import defaults
    >>> tables = RoundTables(defaults("hug").train_unigram(), 0)
    >>> tables.pieces[0], tables.words[0]  # doctest: +NORMALIZE_WHITESPACE
    (PieceRow(id=3, chip=Chip(text='hu', number=11), cells=['15', '0.071429'], mark='',
              trained=None),
     WordChange(word='hug ×10', before=[Chip(text='hug', number=3)], after=[]))
    """

    def __init__(self, run: unigram.Run, k: int) -> None:
        self.run = run
        self.round: Round | None = run.rounds[k - 1] if k else None
        self.model: Model = self.round.model if self.round else run.seeds
        self._lattices: dict[str, Lattice] = {}

    def lattice(self, word: str) -> Lattice:
        """The lattice of a word before the round. Those of the first words are kept."""
        if found := self._lattices.get(word):
            return found
        lattice = self.model.lattice(word)
        if len(self._lattices) < WORDS:
            self._lattices[word] = lattice
        return lattice

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The numbers of the pieces, which decide their colors."""
        return piece_numbers(self.run)

    @cached_property
    def pieces(self) -> list[PieceRow]:
        """The rows of the first pieces."""
        rows = training_explanations.sorted_pieces(self.round, self.model)
        return [
            row(self.model, self.round, piece, self.numbers, self.reason(piece, i))._replace(
                trained=self.run.model.ids.get(piece)
            )
            for i, piece in enumerate(rows[:PIECES])
        ]

    def reason(self, piece: str, place: int) -> Content | None:
        """The word that needs a piece most, its segmentation without it, and how many others do.

        After "=", it is equally probable. place: of the row. None if no piece of the run has
        reasons.
        """
        if not has_reasons(self.run):
            return None
        is_pruned = self.round is not None and self.round.phase == "prune"
        if not is_pruned or len(piece) == 1 or place >= WHY:
            return ""
        found = list(unigram.changes_without(self.run.corpus, self.model, piece))
        if not found:
            return UNUSED
        if self.run.method == "em":
            return self.replacement(piece, found)
        first, *others = sorted(found, key=lambda each: -each.rise)
        is_worse = first.rise > training_explanations.ZERO
        needed = isolated(word_and_count(first.word, first.count))
        more = f" +{len(others)}" if others else ""
        return [f"{needed} {'→' if is_worse else '='} ", *self.chips(first.after), more]

    def replacement(self, piece: str, found: list[Change]) -> Content:
        """What replaces a piece in SentencePiece's estimate, and how often it is used."""
        uses = sum(each.count * each.before.tokens.count(piece) for each in found if each.before)
        if not uses:
            return UNUSED
        instead = self.model.lattice(piece).without(piece).best
        return [chip(piece, self.numbers), " → ", *self.chips(instead), f" ×{number(uses)}"]

    @cached_property
    def changes(self) -> list[Change]:
        """The words whose segmentation the round changes, among the first of the corpus."""
        if self.round is None or self.round.model is self.round.result:
            return []
        searched = islice(self.run.corpus.counts.items(), SEARCHED)
        after = self.round.result
        both = ((word, count, self.lattice(word), after.lattice(word)) for word, count in searched)
        changed = (Change.between(*each) for each in both if not same(each[2], each[3]))
        return list(islice(changed, WORDS))

    @cached_property
    def words(self) -> list[WordChange]:
        """The words that the round changes, at step 0 the first ones."""
        if self.round is None:
            first = islice(self.run.corpus.counts.items(), WORDS)
            return [
                WordChange(word_and_count(word, count), self.chips(self.lattice(word).best), [])
                for word, count in first
            ]
        return [
            WordChange(
                word_and_count(each.word, each.count),
                self.chips(each.before),
                self.chips(each.after),
            )
            for each in self.changes
        ]

    def chips(self, each: Segmentation | None) -> list[Part]:
        """A segmentation as chips; the unknown token if there is none."""
        return segmentation_chips(each, self.numbers)


def same(one: Lattice, other: Lattice) -> bool:
    """Whether the best segmentations of two lattices are the same.

    >>> model = Model.from_counts({"a": 1, "b": 1, "ab": 1})
    >>> same(model.lattice("ab"), model.without("ab").lattice("ab"))
    False
    """
    return (one.best and one.best.tokens) == (other.best and other.best.tokens)


def has_reasons(run: unigram.Run) -> bool:
    """Whether its tables say which words need a piece: if the corpus is small.

    >>> from pages.state.defaults import defaults
    >>> [has_reasons(defaults(each).train_unigram()) for each in ("hug", "english")]
    [True, False]
    """
    return len(run.corpus.counts) <= WORDS


def row(
    model: Model,
    this: Round | None,
    piece: str,
    numbers: Mapping[str, int],
    reason: Content | None = None,
) -> PieceRow:
    """A row of the table. numbers: see `piece_numbers`. reason: of what it costs to remove it.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> row(run.seeds, None, "ug", piece_numbers(run))
    PieceRow(id=4, chip=Chip(text='ug', number=1), cells=['20', '0.095238'], mark='', trained=None)
    """
    piece_id, shown = model.ids[piece], chip(piece, numbers)
    share = probability(model.probability(piece))
    mark = ""
    if this and piece in this.gone:
        mark = "gone"
    if this and this.phase == "prune":
        rise = this.rises.get(piece)
        rise_cell = "–" if rise is None else training_explanations.rise_text(rise)
        cells: list[Content] = [rise_cell] if reason is None else [rise_cell, reason]
        return PieceRow(piece_id, shown, cells, mark or "stays")
    if this and this.expected:
        count = f"{this.expected[piece_id]:,.3f}"
        if this.phase == "e_step":
            return PieceRow(piece_id, shown, [share, count], mark)
        after = "–" if mark else probability(this.result.probability(piece))
        return PieceRow(piece_id, shown, [count, after], mark)
    if this and this.phase == "finalize":
        after = "–" if mark else probability(this.result.probability(piece))
        return PieceRow(piece_id, shown, [share, after], mark or "stays")
    count = f"{model.counts[piece_id]:g}" if model.counts else "–"
    return PieceRow(piece_id, shown, [count, share], mark)


def word_and_count(word: str, count: int) -> str:
    """A word and its count.

    >>> word_and_count("hug", 10)
    'hug ×10'
    """
    return f"{shorten(visible(word), LONG)} ×{number(count)}"


def segmentation_chips(each: Segmentation | None, numbers: Mapping[str, int]) -> list[Part]:
    """A segmentation as chips; the unknown token for what has no piece. numbers: see `chip`.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> segmentation_chips(run.seeds.encode_word("hug"), piece_numbers(run))
    [Chip(text='hug', number=3)]
    """
    if each is None:
        return [unknown_chip()]
    return [chip(token, numbers) if known else unknown_chip() for token, known in each.fused()]


def pieces_csv(run: unigram.Run, at: int, t: Translation) -> bytes:
    """The vocabulary before a step, in the order of its table.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> pieces_csv(run, 0, Translation()).decode().splitlines()[1][:10]
    'h,15,0.071'
    """
    this = run.rounds[at - 1] if at else None
    model = this.model if this else run.seeds
    rises = this.rises if this else {}
    gone = frozenset(this.removed) if this else frozenset()
    heads = [
        t.gettext("Piece"),
        t.gettext("Count"),
        t.gettext("Probability"),
        t.gettext("Logarithm"),
        t.gettext("Estimated rise") if run.method == "em" else t.gettext("Loss rises by"),
        t.gettext("removed"),
    ]
    rows = [
        (
            piece,
            model.counts[i] if model.counts else "",
            model.probability(piece),
            model.scores[piece],
            rises.get(piece, ""),
            int(piece in gone),
        )
        for i, piece in enumerate(model.pieces)
    ]
    return as_csv(heads, rows)
