"""The exception for bad input, the checks that raise it, and remarks."""

from dataclasses import dataclass

from bpe.short_repr import short_repr


class InputError(ValueError):
    """Bad input. The message says what is wrong and what is allowed, in words for a learner.

    The sentence and its values are kept separately so that a front end can translate the sentence.

    >>> error = InputError("The least count is {least}.", least=1)
    >>> str(error), error.sentence, error.values
    ('The least count is 1.', 'The least count is {least}.', {'least': 1})
    """

    def __init__(self, sentence: str, **values: object) -> None:
        self.sentence = sentence
        self.values = values
        super().__init__(sentence.format(**values))


@short_repr
@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence for learners and its values, which a front end can translate.

    >>> str(Remark("No {name}.", (("name", "padding"),)))
    'No padding.'
    """

    sentence: str
    values: tuple[tuple[str, object], ...] = ()

    def __str__(self) -> str:
        return self.sentence.format(**dict(self.values))


def values(**values: object) -> tuple[tuple[str, object], ...]:
    """The values of a remark.

    >>> values(rank=1)
    (('rank', 1),)
    """
    return tuple(values.items())


def check_text(text: object) -> str:
    """Return the text. Raise InputError unless it is a string that UTF-8 can encode.

    >>> check_text("hug")
    'hug'
    """
    if not isinstance(text, str):
        raise InputError("A text must be a string, not {kind}.", kind=type(text).__name__)
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise InputError(
            "Character {place} of the text is half of a surrogate pair (U+{code:04X}). UTF-8 "
            "text cannot contain it. Remove it, or save the text as UTF-8 again.",
            place=error.start + 1,
            code=ord(text[error.start]),
        ) from None
    return text


def check_choice(name: str, value: str, allowed: tuple[str, ...]) -> None:
    """Raise InputError unless the value is allowed. name: what the value is for, in the message.

    >>> check_choice("The order", "random", ("rank", "rules"))
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: The order must be one of rank, rules, not 'random'.
    """
    if value not in allowed:
        raise InputError(
            "{name} must be one of {allowed}, not {value!r}.",
            name=name,
            allowed=", ".join(allowed),
            value=value,
        )
