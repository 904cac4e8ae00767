"""Exercises about code: the readable functions with blanks, and a few choices for each.

No code that a reader chooses runs: each wrong choice comes with what it would do. Tests run them
all and compare.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass

from bpe import reference
from bpe.unigram import reference as unigram_reference
from pages.translations.language import Translation
from pages.translations.texts import tables, translated

Functions = tuple[Callable[..., object], ...]
FUNCTIONS: dict[str, Functions] = {
    "count": (reference.count_pairs, reference.merge_pair),
    "frequencies": (unigram_reference.frequencies,),
    "viterbi": (unigram_reference.encode_word,),
}


@dataclass(frozen=True, slots=True)
class Blank:
    """A blank in the code. wrong: other choices, each with what it would do."""

    right: str
    wrong: dict[str, str]

    @property
    def options(self) -> tuple[str, ...]:
        """The choices, in an order that does not give away the right one.

        >>> Blank("b", {"a": "", "c": ""}).options
        ('a', 'b', 'c')
        """
        return tuple(sorted([self.right, *self.wrong]))

    def effect(self, choice: str) -> str:
        """What a choice would do; empty for the right one.

        >>> Blank("b", {"a": "Never ends."}).effect("a")
        'Never ends.'
        """
        return self.wrong.get(choice, "")


@dataclass(frozen=True, slots=True)
class CodeExercise:
    """Functions with blanks, in the order in which they occur."""

    title: str
    task: str
    functions: Functions
    blanks: tuple[Blank, ...]

    @property
    def code(self) -> str:
        """The code with a number in each blank.

        >>> exercises(Translation())["frequencies"].code.splitlines()[5].strip()
        'for end in __1__:'
        """
        text = source(self.functions)
        for i, blank in enumerate(self.blanks, 1):
            text = text.replace(blank.right, f"__{i}__")
        return text

    def read(self, given: str) -> tuple[str, ...] | None:
        """The chosen code of each blank. given: a digit per blank, its option; None if not that.

        >>> exercises(Translation())["count"].read("0")
        """
        if len(given) != len(self.blanks) or not (given.isascii() and given.isdigit()):
            return None
        pairs = list(zip(self.blanks, map(int, given), strict=True))
        if any(which >= len(blank.options) for blank, which in pairs):
            return None
        return tuple(blank.options[which] for blank, which in pairs)


def source(functions: Functions) -> str:
    """The source of some functions without their docstrings.

    >>> source((reference.merge_pair,)).splitlines()[1].strip()
    'merged: list[str] = []'
    """
    found = []
    for function in functions:
        before, _, rest = inspect.getsource(function).partition('"""')
        found.append(before.rstrip() + rest.partition('"""')[2])
    return "\n\n".join(found).rstrip()


def exercises(t: Translation) -> dict[str, CodeExercise]:
    """The exercises about code, by name.

    >>> list(exercises(Translation()))
    ['count', 'frequencies', 'viterbi']
    """
    say, found = t.gettext, {}
    for name, table in tables("practice/code/code_blanks.toml").items():
        blanks = tuple(
            Blank(each["code"], translated(each["wrong"], t)) for each in table["blanks"]
        )
        title, task = say(table["title"]), say(table["task"])
        found[name] = CodeExercise(title, task, FUNCTIONS[name], tuple(blanks))
    return found
