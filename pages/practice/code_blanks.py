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

Functions = tuple[Callable[..., object], ...]
COUNT_AND_MERGE: Functions = (reference.count_pairs, reference.merge_pair)
FREQUENCIES: Functions = (unigram_reference.frequencies,)
VITERBI: Functions = (unigram_reference.encode_word,)


@dataclass(frozen=True, slots=True)
class Blank:
    """A blank in the code. wrong: other choices, each with what it would do."""

    right: str
    wrong: tuple[tuple[str, str], ...]

    @property
    def options(self) -> tuple[str, ...]:
        """The choices, in an order that does not give away the right one.

        >>> Blank("b", (("a", ""), ("c", ""))).options
        ('a', 'b', 'c')
        """
        return tuple(sorted([self.right, *dict(self.wrong)]))

    def effect(self, choice: str) -> str:
        """What a choice would do; empty for the right one.

        >>> Blank("b", (("a", "Never ends."),)).effect("a")
        'Never ends.'
        """
        return dict(self.wrong).get(choice, "")


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
    return {
        "count": CodeExercise(
            t.gettext("Chapter 6.5: write the code that counts and merges pairs"),
            t.gettext("Choose the code for each blank. The examples use the five words."),
            COUNT_AND_MERGE,
            count_blanks(t),
        ),
        "frequencies": CodeExercise(
            t.gettext("Chapter 6.7: write the code for the frequencies"),
            t.gettext(
                "Choose the code for each blank. The result must be the 15 frequencies above, "
                "whose sum is 210."
            ),
            FREQUENCIES,
            frequency_blanks(t),
        ),
        "viterbi": CodeExercise(
            t.gettext("Chapter 6.7: write the code that segments a word"),
            t.gettext(
                "Choose the code for each blank. The costs are the negative logarithms of the "
                "probabilities before training."
            ),
            VITERBI,
            viterbi_blanks(t),
        ),
    }


def count_blanks(t: Translation) -> tuple[Blank, ...]:
    """The blanks of counting and merging pairs.

    >>> len(count_blanks(Translation()))
    4
    """
    return (
        Blank(
            "pairwise(tokens)",
            (
                (
                    "pairwise(word)",
                    t.gettext(
                        "This counts pairs of characters, not of tokens. After merge 1, u + g "
                        "would again have the count 20 and would be chosen forever."
                    ),
                ),
                (
                    "pairwise(sorted(tokens))",
                    t.gettext(
                        "This sorts the tokens, so it counts pairs that are not adjacent in the "
                        "word. For hug, it counts g + h and h + u."
                    ),
                ),
            ),
        ),
        Blank(
            "corpus.counts[word]",
            (
                (
                    "1",
                    t.gettext(
                        "This ignores how often a word occurs. The count of u + g would be 3, "
                        "not 20."
                    ),
                ),
                (
                    "len(tokens)",
                    t.gettext(
                        "This adds the number of tokens of the word, not its count. The count of "
                        "u + g would be 10, not 20."
                    ),
                ),
            ),
        ),
        Blank(
            "merged[-1] == left",
            (
                (
                    "merged[0] == left",
                    t.gettext(
                        "This looks at the first token of the word. When ug + s is merged, h ug s "
                        "would stay as it is."
                    ),
                ),
                (
                    "tokens[-1] == left",
                    t.gettext(
                        "This looks at the last token of the word. When u + g is merged, h u g "
                        "would stay as it is."
                    ),
                ),
            ),
        ),
        Blank(
            "left + right",
            (
                (
                    "right + left",
                    t.gettext("This swaps the two tokens. The word hug would become h gu."),
                ),
                (
                    "right",
                    t.gettext("This loses the left token. The word hug would become h g."),
                ),
            ),
        ),
    )


def frequency_blanks(t: Translation) -> tuple[Blank, ...]:
    """The blanks of the frequencies.

    >>> len(frequency_blanks(Translation()))
    3
    """
    return (
        Blank(
            "range(start + 1, len(word) + 1)",
            (
                (
                    "range(start, len(word))",
                    t.gettext(
                        "This never reaches the last character of a word, and it adds an empty "
                        "piece. The frequency of ug would be 5, not 20."
                    ),
                ),
                (
                    "range(start + 2, len(word) + 1)",
                    t.gettext(
                        "This leaves out the single characters. The sum would be 97, not 210."
                    ),
                ),
            ),
        ),
        Blank(
            "counts.get(piece, 0) + count",
            (
                (
                    "counts.get(piece, 0) + 1",
                    t.gettext(
                        "This ignores how often a word occurs. The frequency of ug would be 3, "
                        "not 20."
                    ),
                ),
                (
                    "count",
                    t.gettext(
                        "This keeps only the count of the last word with the piece. The frequency "
                        "of ug would be 5, not 20."
                    ),
                ),
            ),
        ),
        Blank(
            "len(piece) < len(word)",
            (
                (
                    "len(piece) <= len(word)",
                    t.gettext(
                        "This keeps whole words, too: pug, pun, bun and hugs. The sum would be "
                        "236, not 210."
                    ),
                ),
                (
                    "len(piece) == 2",
                    t.gettext(
                        "This leaves out the longer pieces hug and ugs. The sum would be 190, "
                        "not 210."
                    ),
                ),
            ),
        ),
    )


def viterbi_blanks(t: Translation) -> tuple[Blank, ...]:
    """The blanks of the best segmentation.

    >>> len(viterbi_blanks(Translation()))
    4
    """
    return (
        Blank(
            "[0.0]",
            (
                (
                    "[1.0]",
                    t.gettext(
                        "This is the mistake in the course's code. The segmentation stays the "
                        "same, but every cost is too high by 1."
                    ),
                ),
                (
                    "[inf]",
                    t.gettext(
                        "Then every cost is infinite, and no word has a segmentation. The empty "
                        "beginning costs nothing."
                    ),
                ),
            ),
        ),
        Blank(
            "best[start] + costs",
            (
                (
                    "costs",
                    t.gettext(
                        "This forgets the cost of the pieces before. The word unhug would "
                        "become un h ug, at the cost of ug alone."
                    ),
                ),
                (
                    "best[end] + costs",
                    t.gettext(
                        "At this point, best[end] is still infinite, so no word would have a "
                        "segmentation."
                    ),
                ),
            ),
        ),
        Blank(
            "cost < best[end]",
            (
                (
                    "cost > best[end]",
                    t.gettext(
                        "At first, best[end] is infinite. No cost is higher, so no word would have "
                        "a segmentation."
                    ),
                ),
                (
                    "cost != best[end]",
                    t.gettext(
                        "Then the last start wins, not the best one. The word unhug would become "
                        "u n h u g."
                    ),
                ),
            ),
        ),
        Blank(
            "end = last_start[end]",
            (
                (
                    "end = end - 1",
                    t.gettext(
                        "This goes back by one character, not by one piece. The pieces of unhug "
                        "would overlap."
                    ),
                ),
                (
                    "end = 0",
                    t.gettext(
                        "This stops after the last piece. The segmentation of unhug would be hug "
                        "alone."
                    ),
                ),
            ),
        ),
    )
