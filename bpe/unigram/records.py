"""What a lattice tells: arcs, the choice at each position, and segmentations.

But: nothing is computed here.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Arc:
    """A piece in its place: it covers text[start:end]; both count characters.

    log_probability: natural logarithm. known: False for a character that no piece covers alone;
    it then has the price of an unknown character.
    """

    start: int
    end: int
    piece: str
    log_probability: float
    known: bool = True


@dataclass(frozen=True, slots=True)
class Candidate:
    """An arc that ends at a position, behind the best segmentation of what lies before it.

    before: log probability of the best segmentation of text[:arc.start].
    total: before + arc.log_probability.
    """

    arc: Arc
    before: float
    total: float


@dataclass(frozen=True, slots=True)
class Position:
    """What Viterbi sees and chooses at one position.

    end: characters before the position. candidates: in the order in which they are found, the
    longest piece first. chosen: place of the winner among them, None where no segmentation ends.
    tied: how many are as good as the winner, itself included, rounding aside. reason:
        "none"      no segmentation ends here
        "only"      there is just one candidate
        "best"      one is better than all others
        "first"     the first found among equals
        "rounding"  among equals, the one whose sum of logarithms rounds up furthest
    """

    end: int
    candidates: tuple[Candidate, ...]
    chosen: int | None
    tied: int
    reason: str

    @property
    def winner(self) -> Candidate | None:
        """The chosen candidate; its arc's start is the back pointer."""
        return None if self.chosen is None else self.candidates[self.chosen]


@dataclass(frozen=True, slots=True)
class Segmentation:
    """A text cut into tokens.

    probability: the product of the tokens' probabilities; log_probability: its natural logarithm.
    known: for each token, whether it is a piece of the vocabulary.
    """

    tokens: tuple[str, ...]
    probability: float
    log_probability: float
    known: tuple[bool, ...]

    def fused(self) -> "tuple[tuple[str, bool], ...]":
        """(token, known) with neighbouring unknown characters as one, as the libraries give them.

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
