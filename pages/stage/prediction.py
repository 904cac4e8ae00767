"""Questions before a step: what comes next? Each choice has feedback with the run's numbers.

The order of the choices does not depend on the answer. After the right pair, its count is asked.
"""

from itertools import pairwise

from bpe.merging import WordState
from pages.stage.question_types import PredictLabels
from pages.stage.tokens import number, pair_name
from pages.translations.language import Translation

CHOICES = 6


def labels(t: Translation) -> PredictLabels:
    """The texts of the switch and of the panel.

    >>> labels(Translation())["check"]
    'Check'
    """
    return {
        "predict": t.gettext("Predict"),
        "hold": t.gettext("Hide the answer"),
        "reveal": t.gettext("Show the answer"),
        "check": t.gettext("Check"),
        "count": t.gettext("Count"),
        "right": t.gettext("Right."),
        "wrong": t.gettext("Not this one."),
        "streak": t.gettext("{count} in a row"),
        "how": t.gettext("Choose an answer, or press its letter."),
        "next_question": t.gettext("Next question"),
        "no_choice": t.gettext("The next step leaves no choice, so there is nothing to predict."),
        "nothing_left": t.gettext("There is nothing left to predict."),
    }


def offered_pairs(state: WordState) -> list[tuple[str, str]]:
    """The adjacent pairs to choose from, from left to right; those with a merge come first.

    >>> from pages.encoding.encoded_text import encode_text
    >>> from pages.state.defaults import defaults
    >>> shown = encode_text(defaults("hug").train().encoder(), "hug")
    >>> (state,) = shown.states(0, 0, 1)
    >>> offered_pairs(state)
    [('h', 'u'), ('u', 'g')]
    """
    adjacent = list(dict.fromkeys(pairwise(state.tokens)))
    known = [(each.left, each.right) for each in state.candidates]
    if state.chosen:
        known.insert(0, (state.chosen.left, state.chosen.right))
    kept = list(dict.fromkeys([*known, *adjacent]))[: CHOICES - 1]
    return [pair for pair in adjacent if pair in kept]


def about_pair(state: WordState, left: str, right: str, t: Translation) -> str:
    r"""A sentence about a pair that is not merged next.

    >>> from pages.encoding.encoded_text import encode_text
    >>> from pages.state.defaults import defaults
    >>> shown = encode_text(defaults("hug").train().encoder(), "hug")
    >>> (state,) = shown.states(0, 0, 1)
    >>> about_pair(state, "h", "u", Translation())
    'No merge joins \u2068h\u2069+\u2068u\u2069.'
    """
    found = [each for each in state.candidates if (each.left, each.right) == (left, right)]
    values = {"pair": pair_name(left, right)}
    if not found:
        return t.gettext("No merge joins {pair}.").format(**values)
    return t.gettext("{pair} has rank {rank}.").format(**values, rank=number(found[0].rank))
