"""Figures of the course page: claims in one language, each with its verdict."""

import re
from dataclasses import dataclass
from itertools import zip_longest

from pages.figures.claims import Claim, Section
from pages.stage.messages import Message, render
from pages.translations.language import Translation

TEXTS = ("english", "chinese", "notebook", "korean", "unigram")
VERDICTS = ("holds", "rounding", "tie", "wrong", "open")

DECIMALS = 4  # with fewer, a different last digit is more than rounding
FLOAT = 1e-12  # sums of the same logarithms in another order differ by less, relatively
NUMBER = re.compile(r"-?\d*\.(\d+)")


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure as the page shows it.

    printed: empty if the text does not print it. link: to the step in the app that shows it.
    why: the reason if the printed figure does not hold. prose: printed and computed are words of
    the page's language, not tokens or numbers. ties: values exactly as good as the computed one.
    """

    text_id: str
    part: str
    what: str
    printed: str
    computed: str
    link: str
    why: str | None = None
    prose: bool = False
    ties: tuple[str, ...] = ()

    @property
    def verdict(self) -> str:
        """One of VERDICTS.

        >>> Figure("english", "", "", "30", "29", "").verdict
        'wrong'
        """
        if self.printed != self.computed and self.printed in self.ties:
            return "tie"
        return judge(self.printed, self.computed)


def figure(section: Section, claim: Claim, t: Translation, lang: str) -> Figure:
    """Return a claim as the page shows it in a language.

    >>> from pages.figures.claims import training
    >>> from pages.stage.messages import message
    >>> claim = Claim(message("Different words"), "30", 29, training("course", 0))
    >>> section = Section("english", message("The four sentences"), [claim])
    >>> figure(section, claim, Translation(), "en").verdict
    'wrong'
    """
    printed, computed = render(claim.printed, t), claim.computed
    return Figure(
        section.text_id,
        render(section.part, t),
        render(claim.what, t),
        printed,
        like(printed, computed) if isinstance(computed, float) else render(computed, t),
        claim.link.href(lang),
        render(claim.note, t) if claim.note else None,
        isinstance(claim.printed, Message),
        tuple(claim.ties),
    )


def judge(printed: str, computed: str) -> str:
    """Return a verdict: "rounding" if only the last digits of decimals differ.

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
    """Return whether two words of a figure are the same apart from rounding.

    >>> near("0.076191", "0.076190"), near("0.07", "0.08")
    (True, False)
    """
    if printed == computed:
        return True
    match = NUMBER.fullmatch(printed)
    if not (match and NUMBER.fullmatch(computed)) or len(match[1]) < DECIMALS:
        return False
    unit = 10.0 ** -len(match[1])
    difference = abs(float(printed) - float(computed))
    return difference <= max(1.01 * unit, FLOAT * abs(float(computed)))


def like(printed: str, value: float) -> str:
    """Return a number with as many decimals as the printed one; with all if that has over 12.

    >>> like("169.8", 169.802839), like("0.0", 0.0)
    ('169.8', '0.0')
    """
    decimals = len(printed.partition(".")[2])
    return repr(value) if decimals > 12 else f"{value:.{decimals}f}"
