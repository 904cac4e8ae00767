"""Text of users inside sentences that Streamlit renders as Markdown."""

import re
import string
from collections.abc import Mapping

JOINER = "\u2060"  # invisible; it also allows no line break
PUNCTUATION = re.compile(r"([]!\"#$&'()*+./:<=>@[\\^_`{|}~-])")
MARKS = re.compile(rf"\\([^\w\s])|`|\*\*|{JOINER}")  # what `plain` replaces
# What Streamlit replaces after it has parsed Markdown, so that backslashes do not help: addresses,
# names of emoji and icons, arrows and dashes.
REPLACED = re.compile(r"(?<=[:@<>=~-])(?=\S)|(?<=www)(?=\.)", re.IGNORECASE)


def fill(sentence: str, values: Mapping[str, object]) -> str:
    r"""Return a sentence with values that Markdown shows as they are.

    Use it for every sentence that Streamlit shows and that contains a text of a user.

    >>> fill("The token {token} is used {count} times.", {"token": "*a*", "count": 5})
    'The token \\*a\\* is used 5 times.'
    """
    return EscapingFormatter().vformat(sentence, (), values)


def plain(sentence: str) -> str:
    r"""Return a sentence in Markdown as text: without signs for code and bold, and not escaped.

    >>> plain("Use `regex`. The token " + escape("*a*") + " stays.")
    'Use regex. The token *a* stays.'
    """
    return MARKS.sub(lambda match: match[1] or "", sentence)


class EscapingFormatter(string.Formatter):
    """A formatter of sentences that escapes each value, except numbers."""

    def format_field(self, value: object, format_spec: str) -> str:
        """Return a value as Markdown."""
        formatted = format(value, format_spec)
        return formatted if isinstance(value, int | float) else escape(formatted)


def escape(text: str) -> str:
    r"""Return Markdown that shows a text as it is, in one line.

    >>> escape("[a](b)"), escape("a\nb")
    ('\\[a\\]\\(b\\)', 'a b')
    """
    parts = REPLACED.split(" ".join(text.splitlines()))
    return JOINER.join(PUNCTUATION.sub(r"\\\1", part) for part in parts)
