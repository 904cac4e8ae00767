"""The question before a step of encoding: which merge is applied next?"""

from itertools import pairwise

from bpe.merging import WordState
from pages.encoding import explanations
from pages.encoding.walk import Text
from pages.stage.prediction import CHOICES
from pages.stage.question import Choice, Question
from pages.stage.record import sentences
from pages.stage.record_types import Content
from pages.stage.tokens import chip, number, pair_name, quoted
from pages.translations.language import Translation


def question(shown: Text, k: int, state: WordState, t: Translation) -> Question | None:
    """The question before step k; None if there is none.

    state: the state of the step's word before it. A word without pairs has no question.

    >>> from pages.state.defaults import defaults
    >>> shown = Text(defaults("hug").train().encoder(), "hug")
    >>> (state,) = shown.states(0, 0, 1)
    >>> question(shown, 1, state, Translation()).right
    [1]
    """
    pairs = offered_pairs(state)
    if not pairs or state.reason == "whole":
        return None
    word = shown.word(shown.word_at(k))
    because = explanations.why(shown, word, state, t)
    chosen = (state.chosen.left, state.chosen.right) if state.chosen else None
    choices = []
    for left, right in pairs:
        parts: Content = [
            chip(left, shown.encoder.first_ranks),
            "+",
            chip(right, shown.encoder.first_ranks),
        ]
        is_right = (left, right) == chosen
        about = "" if is_right else about_pair(state, left, right, t)
        why = sentences(about, because, t) if about else because
        choices.append(Choice(parts, is_right, why))
    choices.append(Choice(t.gettext("No merge applies"), chosen is None, because))
    prompt = t.gettext("Word {word}: which merge is applied next?").format(word=quoted(word))
    return Question(prompt=prompt, choices=tuple(choices))


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
