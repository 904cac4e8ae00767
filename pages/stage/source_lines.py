"""Lines of the readable code, and the values that a step gives them.

Lines are found by their first characters; if a line is missing, that is an error, never a wrong
mark.
"""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pages.stage.record_types import CodeBlock, CodeLine, CodeStep
from pages.stage.tokens import shorten, visible
from pages.translations.language import Translation

LONG = 40  # characters of a token, in a value


@dataclass(frozen=True, slots=True)
class SourceLines:
    """Lines of a file, with their numbers in it."""

    file: str
    lines: tuple[tuple[int, str], ...]

    @classmethod
    def of(cls, *functions: Callable[..., object]) -> "SourceLines":
        """The bodies of functions of one file; their docstrings are left out.

        >>> from bpe import reference
        >>> SourceLines.of(reference.tokenize).file
        'bpe/reference.py'
        """
        found: list[tuple[int, str]] = []
        for function in functions:
            source, first = inspect.getsourcelines(function)
            quotes = [i for i, line in enumerate(source) if '"""' in line]
            docstring = range(quotes[0], quotes[-1] + 1)
            found += [
                (first + i, line.rstrip("\n"))
                for i, line in enumerate(source)
                if i not in docstring
            ]
        return cls(functions[0].__module__.replace(".", "/") + ".py", tuple(found))

    def index_of(self, start: str) -> int:
        """The index of the line that starts with a text. Raises ValueError unless exactly one does.

        >>> from bpe import reference
        >>> SourceLines.of(reference.merge_pair).index_of("return merged")
        7
        """
        (found,) = (i for i, (_, text) in enumerate(self.lines) if text.strip().startswith(start))
        return found

    def values(self, shown: Mapping[str, str]) -> dict[int, str]:
        """Values by the index of their line. shown: the same by the start of the line.

        >>> from bpe import reference
        >>> SourceLines.of(reference.merge_pair).values({"return merged": "ug"})
        {7: 'ug'}
        """
        return {self.index_of(start): value for start, value in shown.items()}

    def record(self, first: int, steps: list[CodeStep], t: Translation) -> CodeBlock:
        """The record of some steps, from `first` on.

        >>> from bpe import reference
        >>> SourceLines.of(reference.merge_pair).record(0, [], Translation())["columns"]
        ['Line', 'bpe/reference.py', 'Value']
        """
        return {
            "columns": [t.gettext("Line"), self.file, t.gettext("Value")],
            "lines": [CodeLine(*line) for line in self.lines],
            "first": first,
            "steps": steps,
        }


def named(token: str) -> str:
    """A token in a value; of a long one, only the first LONG characters.

    >>> named(" hug"), named("a" * 100) == "a" * LONG + "…"
    ('␣hug', True)
    """
    return shorten(visible(token), LONG)
