"""Figures that five teaching texts print, each beside what the engine computes for it now.

What a text prints is data in the modules here; what stands beside it always comes from the engine.
But: nothing is drawn here, and no figure of the right-hand side is written down.
"""

import re
from dataclasses import dataclass, replace
from itertools import zip_longest

from pages.state.settings import Settings
from pages.state.url import query_of
from pages.view.tokens import isolated

TEXTS = ("english", "chinese", "notebook", "korean", "unigram")
VERDICTS = ("holds", "rounding", "wrong", "open")

DECIMALS = 4  # with fewer, a last digit that differs is more than rounding
FLOAT = 1e-12  # sums of the same logarithms in another order differ by less, relatively
NUMBER = re.compile(r"-?\d*\.(\d+)")


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: where it stands, what it is of, what is printed, and what is computed.

    part: of the text; what: in words. printed: empty where the text leaves it open.
    link: into the app, to the step that shows it. why: what went wrong where it does not hold.
    prose: printed and computed are words of a language, not tokens or numbers.
    """

    text_id: str
    part: str
    what: str
    printed: str
    computed: str
    link: str
    why: str | None = None
    prose: bool = False

    @property
    def verdict(self) -> str:
        """One of VERDICTS."""
        return judge(self.printed, self.computed)

    @property
    def holds(self) -> bool:
        """Whether what is printed is what is computed, rounding aside."""
        return self.verdict in ("holds", "rounding")


def judge(printed: str, computed: str) -> str:
    """Whether a figure holds; "rounding" where only the last digits of decimals differ.

    >>> judge("un 0.076191", "un 0.076190"), judge("30", "29"), judge("", "un hug")
    ('rounding', 'wrong', 'open')
    """
    if not printed:
        return "open"
    if printed == computed:
        return "holds"
    pairs = zip_longest(printed.split(), computed.split(), fillvalue="")
    return "rounding" if all(near(one, other) for one, other in pairs) else "wrong"


def near(printed: str, computed: str) -> bool:
    """Whether two words of a figure are the same but for rounding."""
    if printed == computed:
        return True
    match = NUMBER.fullmatch(printed)
    if not (match and NUMBER.fullmatch(computed)) or len(match[1]) < DECIMALS:
        return False
    unit = 10.0 ** -len(match[1])
    difference = abs(float(printed) - float(computed))
    return difference <= max(1.01 * unit, FLOAT * abs(float(computed)))


def like(printed: str, value: float) -> str:
    """A number with as many decimals as the printed one; all it has, where that has them all.

    >>> like("169.8", 169.802839), like("0.0", 0.0)
    ('169.8', '0.0')
    """
    decimals = len(printed.partition(".")[2])
    return repr(value) if decimals > 12 else f"{value:.{decimals}f}"


def tokens(text: str) -> str:
    """Tokens parted by spaces, each a chip of its own in a sentence."""
    return " ".join(map(isolated, text.split()))


def training_link(settings: Settings, step: int) -> str:
    """The address of a step of a training."""
    return f"/?{query_of(settings, step)}"


def unigram_link(settings: Settings, **parameters: object) -> str:
    """The address of a view of the page on Unigram.

    parameters: settings of that page: show ("word", "rounds" or "beside"), method, word, at.
    """
    return f"/unigram?{query_of(replace(settings, **parameters))}"  # type: ignore[arg-type]
