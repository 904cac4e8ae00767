"""The question before a step of encoding: which merge is applied next?"""

from bpe.merging import WordState
from pages.encoding import explanations
from pages.encoding.walk import Text
from pages.stage.prediction import about_pair, offered_pairs
from pages.stage.question import Question
from pages.stage.question_types import Choice
from pages.stage.record import sentences
from pages.stage.table_types import Content
from pages.stage.tokens import chip, quoted
from pages.translations.language import Translation


def question(shown: Text, k: int, state: WordState, t: Translation) -> Question | None:
    """The question before step k; None if there is none.

    state: the state of the step's word before it. A word without pairs has no question.

    >>> from pages.encoding.encoded_text import encode_text
    >>> from pages.state.defaults import defaults
    >>> shown = encode_text(defaults("hug").train().encoder(), "hug")
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
