"""Texts with a translation and values for their placeholders, before there is a language."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pages.stage.tokens import listing, number
from pages.translations.language import Translation


@dataclass(frozen=True, slots=True)
class Message:
    """A text with a translation, and the values of its placeholders: see `render`."""

    text: str
    values: dict[str, object] = field(default_factory=dict)

    def format(self, **values: object) -> "Message":
        """Return the message with values for its placeholders.

        >>> message("{count} letters").format(count=3).values
        {'count': 3}
        """
        return Message(self.text, values)


def message(text: str) -> Message:
    """Return a message. The catalogs collect the texts from the calls of this function.

    >>> message("The first merge").text
    'The first merge'
    """
    return Message(text)


def render(value: object, t: Translation) -> str:
    """Return a value in a language: a message, a list of values, a whole number or a text.

    >>> import gettext
    >>> letters = message("{count} letters: {all}").format(count=1234, all=["a", "b", "c"])
    >>> render(letters, gettext.NullTranslations())
    '1,234 letters: a, b and c'
    """
    if isinstance(value, Message):
        values = {name: render(each, t) for name, each in value.values.items()}
        return t.gettext(value.text).format(**values)
    if isinstance(value, list):
        return listing([render(each, t) for each in value], t)
    return number(value) if isinstance(value, int) else str(value)


def fill(text: Any, values: Mapping[str, object], t: Translation, n: int = 1) -> str:
    """A text of a TOML file with values, in a language; the texts of a list, each on a line.

    n: decides between the forms `one` and `other` of a text that has them.

    >>> import gettext
    >>> t = gettext.NullTranslations()
    >>> fill({"one": "{n} word", "other": "{n} words"}, {"n": 1234}, t, n=1234)
    '1,234 words'
    """
    if isinstance(text, dict):
        plural, filled = t.ngettext, {name: render(each, t) for name, each in values.items()}
        return plural(text["one"], text["other"], n).format(**filled)
    texts = text if isinstance(text, list) else [text]
    return "\n".join(render(Message(each, {**values}), t) for each in texts if each)
