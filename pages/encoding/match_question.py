"""The question before WordPiece looks at a position: what is the longest token that matches?"""

from pages.encoding.longest_match import MAX_ATTEMPTED, AttemptStep, LongestMatch, attempts
from pages.stage.prediction import CHOICES
from pages.stage.question import Question
from pages.stage.question_types import Choice
from pages.stage.table_types import Chip
from pages.stage.tokens import number, quoted, visible
from pages.translations.language import Translation


def question(
    shown: LongestMatch, word: str, so_far: tuple[AttemptStep, ...], t: Translation
) -> Question | None:
    """The question before a step; None if there is none.

    so_far: the attempts at the word up to that of the step. Only the first attempt at a position
    has a question, and only if more than one character is left.

    >>> from bpe.wordpiece.encoder import plain
    >>> from pages.encoding.encoded_text import encode_text
    >>> shown = encode_text(plain("hug", "##s"), "hugs")
    >>> found = question(shown, "hugs", shown.attempts(0, 0, 1), Translation())
    >>> [(parts[0][0], right) for parts, right, _ in found.choices[:4]]
    [('h', False), ('hu', False), ('hug', True), ('hugs', False)]
    """
    first = so_far[-1]
    is_new = len(so_far) == 1 or so_far[-2].found
    if shown.is_word_level or not is_new or not first.tried or len(word) - first.start < 2:
        return None
    answer = first  # a long word has one attempt at each position
    if len(word) <= MAX_ATTEMPTED:
        answer = [
            attempt for attempt in attempts(shown.encoder, word) if attempt.start == first.start
        ][-1]
    prefix = shown.prefix if first.start else ""
    choices = []
    for end in offered_ends(first.start, len(word), answer):
        token = prefix + word[first.start : end]
        is_right = answer.found and end == answer.end
        about = feedback(shown, token, answer, t)
        choices.append(Choice([Chip(visible(token), 0)], is_right, about))
    nothing = t.gettext("No token")
    choices.append(Choice(nothing, not answer.found, feedback(shown, "", answer, t)))
    prompt = t.gettext(
        "Word {word}: what is the longest token that matches at position {position}?"
    ).format(word=quoted(word), position=number(first.start))
    return Question(prompt=prompt, choices=tuple(choices))


def offered_ends(start: int, size: int, answer: AttemptStep) -> list[int]:
    """The ends of the parts to choose from, ascending; the right one is among them.

    >>> offered_ends(0, 9, AttemptStep(0, 2, "to", True, 8, False))
    [1, 2, 3, 4, 9]
    """
    most = CHOICES - 1
    ends = range(start + 1, size + 1)
    if len(ends) <= most:
        return list(ends)
    first = max(start + 1, min(answer.end - 1, size - most + 1))
    return [*range(first, first + most - 1), size]


def feedback(shown: LongestMatch, token: str, answer: AttemptStep, t: Translation) -> str:
    """What to say about a choice. token: empty for "no token".

    >>> from bpe.wordpiece.encoder import plain
    >>> from pages.encoding.encoded_text import encode_text
    >>> shown = encode_text(plain("hug", "h"), "hug")
    >>> text = feedback(shown, "h", shown.attempts(0)[-1], Translation())
    >>> text.translate({0x2068: "", 0x2069: ""})
    'h is in the vocabulary, but hug is longer.'
    """
    values = {"token": quoted(token), "found": quoted(answer.token), "unk": quoted(shown.unk)}
    if not answer.found:
        end = t.gettext("No token matches here, so the whole word becomes {unk}.")
    elif token == answer.token:
        end = t.gettext("{found} is the longest part that is in the vocabulary.")
    elif token in shown.encoder.ids:
        end = t.gettext("{token} is in the vocabulary, but {found} is longer.")
    elif token:
        end = t.gettext(
            "{token} is not in the vocabulary. The longest part that is there is {found}."
        )
    else:
        end = t.gettext("{found} matches: it is in the vocabulary.")
    return end.format(**values)
