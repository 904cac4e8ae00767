"""Records of a lattice: arcs, the choice at each position, and segmentations."""

from dataclasses import dataclass

from bpe.short_repr import short_repr


@short_repr
@dataclass(frozen=True, slots=True)
class Arc:
    """An arc of a lattice: a piece that covers text[start:end], in characters.

    log_probability: natural logarithm. known: False for a character that is not a piece and has
    the log probability of an unknown character.
    """

    start: int
    end: int
    piece: str
    log_probability: float
    known: bool = True


@short_repr
@dataclass(frozen=True, slots=True)
class Candidate:
    """An arc that ends at a position, after the best segmentation of the text before the arc.

    before: log probability of the best segmentation of text[:arc.start].
    total: before + arc.log_probability.
    """

    arc: Arc
    before: float
    total: float


@short_repr
@dataclass(frozen=True, slots=True)
class Position:
    """The candidates and the choice of Viterbi at one position.

    end: the number of characters before the position. candidates: in the order in which they are
    found, longest piece first. chosen: index of the winner; None if no segmentation ends here.
    tied: the number of candidates equal to the winner except for rounding, itself included.
    reason: why the winner was chosen.
        "none"      no segmentation ends here
        "only"      there is only one candidate
        "best"      it is better than all others
        "first"     it is the first of several equal candidates
        "rounding"  it is one of several equal candidates, and its sum was rounded up most
    """

    end: int
    candidates: tuple[Candidate, ...]
    chosen: int | None
    tied: int
    reason: str

    @property
    def winner(self) -> Candidate | None:
        """The chosen candidate. The start of its arc is the back pointer.

        >>> only = Candidate(Arc(0, 1, "u", -1.0), before=0.0, total=-1.0)
        >>> Position(1, (only,), chosen=0, tied=1, reason="only").winner.arc.piece
        'u'
        """
        return None if self.chosen is None else self.candidates[self.chosen]


@short_repr
@dataclass(frozen=True, slots=True)
class Segmentation:
    """A segmentation of a text.

    probability: the product of the probabilities of the tokens. log_probability: its natural
    logarithm. known: for each token, whether it is a piece of the vocabulary.
    """

    tokens: tuple[str, ...]
    probability: float
    log_probability: float
    known: tuple[bool, ...]

    def fused(self) -> "tuple[tuple[str, bool], ...]":
        """(token, known) with adjacent unknown characters joined, as in the libraries.

        >>> Segmentation(("x", "y", "hug"), 0.0, -40.0, (False, False, True)).fused()
        (('xy', False), ('hug', True))
        """
        parts: list[tuple[str, bool]] = []
        for token, known in zip(self.tokens, self.known, strict=True):
            if parts and not known and not parts[-1][1]:
                parts[-1] = (parts[-1][0] + token, False)
            else:
                parts.append((token, known))
        return tuple(parts)
