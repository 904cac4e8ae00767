"""The question before a step of encoding: which merge is applied next?"""

from itertools import pairwise

from bpe.merging import WordState
from pages.encoding import explanations
from pages.encoding.walk import Text
from pages.stage.prediction import CHOICES
from pages.stage.record import Record, sentences
from pages.stage.tokens import chip, number, pair_name, quoted
from pages.translations.language import Translation


def question(shown: Text, k: int, state: WordState, t: Translation) -> Record:
    """The question before step k, in the form that `pages.stage.prediction` describes.

    state: the state of the step's word before it. A word without pairs has no question.

    >>> from pages.state.defaults import defaults
    >>> shown = Text(defaults("hug").train().encoder(), "hug")
    >>> (state,) = shown.states(0, 0, 1)
    >>> [right for _, right, _ in question(shown, 1, state, Translation())["choices"]]
    [False, True, False]
    """
    pairs = offered_pairs(state)
    if not pairs or state.reason == "whole":
        return {}
    word = shown.word(shown.word_at(k))
    because = explanations.why(shown, word, state, t)
    chosen = (state.chosen.left, state.chosen.right) if state.chosen else None
    choices: list[list[object]] = []
    for left, right in pairs:
        parts = [chip(left, shown.encoder.first_ranks), "+", chip(right, shown.encoder.first_ranks)]
        is_right = (left, right) == chosen
        about = "" if is_right else about_pair(state, left, right, t)
        choices.append([parts, is_right, sentences(about, because, t) if about else because])
    nothing = t.gettext("No merge applies")
    choices.append([nothing, chosen is None, because])
    return {
        "ask": t.gettext("Word {word}: which merge is applied next?").format(word=quoted(word)),
        "choices": choices,
    }


def offered_pairs(state: WordState) -> list[tuple[str, str]]:
    """The adjacent pairs to choose from, from left to right; those with a merge come first.

    >>> from pages.state.defaults import defaults
    >>> shown = Text(defaults("hug").train().encoder(), "hug")
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

    >>> from pages.state.defaults import defaults
    >>> shown = Text(defaults("hug").train().encoder(), "hug")
    >>> (state,) = shown.states(0, 0, 1)
    >>> about_pair(state, "h", "u", Translation())
    'No merge joins \u2068h\u2069+\u2068u\u2069.'
    """
    found = [each for each in state.candidates if (each.left, each.right) == (left, right)]
    values = {"pair": pair_name(left, right)}
    if not found:
        return t.gettext("No merge joins {pair}.").format(**values)
    return t.gettext("{pair} has rank {rank}.").format(**values, rank=number(found[0].rank))
