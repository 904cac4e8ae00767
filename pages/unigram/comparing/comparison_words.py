"""The rows of a comparison of BPE and Unigram: words under both, and why they differ."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from bpe import Encoder, Encoding, Run, unigram
from bpe.encoding import EncodedWord
from bpe.unigram import Lattice
from pages.stage.table_types import Chip, ChipData, MarkedChip, Part
from pages.stage.tokens import chip, unknown_chip
from pages.translations.language import Translation
from pages.unigram.comparing.comparison_reasons import (
    ComparedWord,
    Reason,
    Spans,
    groups,
    reason,
    spans,
    unmade_pieces,
)
from pages.unigram.comparing.missing_pieces import missing_pieces
from pages.unigram.piece_numbers import piece_numbers
from pages.unigram.record_types import ComparisonGroup, ComparisonRow, StepLinks
from pages.unigram.round_tables import segmentation_chips, word_and_count


@dataclass(frozen=True)
class Links:
    """Addresses of a word's steps under BPE and of its lattice."""

    training: str
    lattice: str


@dataclass(frozen=True)
class Methods:
    """BPE after merge k, and Unigram after all rounds of a training."""

    run: Run
    k: int
    other: unigram.Run

    @cached_property
    def encoder(self) -> Encoder:
        """The encoder of BPE."""
        return self.run.encoder().at(self.k)

    @cached_property
    def known(self) -> frozenset[str]:
        """The tokens of BPE."""
        return frozenset(self.run.vocab[: self.run.vocab_sizes[self.k]])

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The numbers of tokens and pieces, see `chip`."""
        return color_numbers(self.run, self.other)

    def rows(
        self, words: Sequence[tuple[str, int]], links: "Callable[[str], Links]", t: Translation
    ) -> tuple[list[ComparisonRow], list[ComparisonGroup]]:
        """The rows of words with their counts, and the kinds of reasons why they differ."""
        rows: list[ComparisonRow] = []
        reasons: list[Reason] = []
        for word, count in words:
            ours, lattice = self.encoder.encode_word(word), self.other.model.lattice(word)
            link, why = links(word), reason(self.compared(word, ours, lattice), t, is_brief=True)
            reasons.append(why)
            theirs = spans([text for text, _ in lattice.best.fused()]) if lattice.best else ()
            bpe, pieces = (
                our_chips(ours, self.numbers),
                segmentation_chips(lattice.best, self.numbers),
            )
            rows.append(
                {
                    "word": word_and_count(word, count),
                    "bpe": mark_apart(bpe, ours.spans, theirs),
                    "unigram": mark_apart(pieces, theirs, ours.spans),
                    "kind": why.kind,
                    "why": why.text,
                    "links": StepLinks(link.training, link.lattice),
                }
            )
        return rows, groups(reasons, t)

    def compared(self, word: str, ours: EncodedWord, lattice: Lattice) -> ComparedWord:
        """A word under both. ours: under BPE."""
        tokens, model = tuple(word[a:b] for a, b in ours.spans), self.other.model
        return ComparedWord(
            tokens,
            [(self.run.merges[each.rank - 1], each.middle) for each in ours.trace],
            self.known,
            model,
            lattice,
            missing_pieces(self.other, model, tokens),
            unmade_pieces(self.run, self.encoder, lattice.best.tokens if lattice.best else ()),
            self.run.merges[self.k - 1] if self.k else None,
        )


def mark_apart(chips: Sequence[Part], own: Spans, other: Spans) -> list[Part]:
    """Mark the tokens that the other method does not have at this place.

    own: where the tokens of the chips are. other: where those of the other method are.

    >>> mark_apart([Chip("un", 0), Chip("hug", 3)], [(0, 2), (2, 5)], [(0, 2), (2, 3), (3, 5)])
    [Chip(text='un', number=0), MarkedChip(text='hug', number=3, class_name='apart')]
    """
    if not own or not other:
        return list(chips)
    elsewhere = set(other)
    return [
        MarkedChip(each.text, each.number, "apart")
        if isinstance(each, Chip) and span not in elsewhere
        else each
        for each, span in zip(chips, own, strict=True)
    ]


def our_chips(found: "Encoding | EncodedWord", numbers: Mapping[str, int]) -> list[ChipData]:
    """BPE's tokens as chips. numbers: see `chip`.

    >>> from pages.state.defaults import defaults
    >>> our_chips(defaults("hug").train().encode("hugs"), {"hugs": 3})
    [Chip(text='hugs', number=3)]
    """
    return [
        unknown_chip() if token_id is None else chip(token, numbers)
        for token, token_id in zip(found.tokens, found.ids, strict=True)
    ]


def color_numbers(run: Run, other: unigram.Run) -> dict[str, int]:
    """The numbers of tokens and pieces, see `chip`. A text has one color under both methods.

    The rank of BPE's merge decides; a piece that is not a token of BPE has its place as its number.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug")
    >>> color_numbers(hug.train(), hug.train_unigram())["ug"]
    1
    """
    merged = {token: rank for token, rank in run.first_ranks.items() if rank}
    return piece_numbers(other) | merged
