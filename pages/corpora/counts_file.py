"""Word counts that readers bring as CSV or TSV files: a word and its count in each line.

A line of headings may come first, words may stand in quotation marks, and the same word adds up.
But: how counts are typed, and how they are kept, is told in `pages.corpora.typed`.
"""

import csv
import io
from collections.abc import Iterator, Sequence
from itertools import islice

import bpe
from pages.corpora import file_store
from pages.corpora.typed import MAX_CHARACTERS, MAX_COUNT, MAX_WORDS

ENDINGS = (".csv", ".tsv")


def is_counts(name: str) -> bool:
    """Whether a file is one of word counts, by its name."""
    return name.lower().endswith(ENDINGS)


def read(files: Sequence[tuple[str, bytes]]) -> dict[str, int]:
    r"""The word counts of some files, by name and content, in the order in which they come.

    Raises bpe.InputError for files that cannot be used, naming the line.

    >>> read([("a.csv", b"word,count\nhug,10\npug,5\nhug,1")])
    {'hug': 11, 'pug': 5}
    """
    file_store.checked([data for _, data in files])
    counts: dict[str, int] = {}
    characters = 0
    for name, data in files:
        for number, word, count in lines(name, data.decode("utf-8-sig")):
            characters += 0 if word in counts else len(word)
            counts[word] = counts.get(word, 0) + count
            check_count(number, counts[word])
            if len(counts) > MAX_WORDS or characters > MAX_CHARACTERS:
                raise bpe.InputError(
                    "There are too many words to train on here. The limit is {words} different "
                    "words with {characters} characters in total. Upload only the most frequent "
                    "words.",
                    words=MAX_WORDS,
                    characters=MAX_CHARACTERS,
                )
    if not counts:
        raise bpe.InputError("This file is empty. Upload a file with at least one word.")
    return counts


def has_head(name: str, data: bytes) -> bool:
    """Whether the first line of a file is taken for headings."""
    return any(is_head(cells) for _, cells in islice(rows(name, data.decode("utf-8-sig")), 1))


def lines(name: str, text: str) -> Iterator[tuple[int, str, int]]:
    """Each line's number, word and count."""
    for place, (number, cells) in enumerate(rows(name, text)):
        if place or not is_head(cells):
            yield (number, *word_and_count(number, cells))


def rows(name: str, text: str) -> Iterator[tuple[int, list[str]]]:
    """The number and the cells of each line that is not empty."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter(name, text), strict=True)
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            while cells and not cells[-1]:
                cells.pop()
            if cells:
                yield reader.line_num, cells
    except csv.Error:
        raise bpe.InputError(
            "Line {number} is not formatted correctly. If a word contains a quotation mark, "
            "double the mark and put the word in quotation marks.",
            number=reader.line_num,
        ) from None


def delimiter(name: str, text: str) -> str:
    """What parts a word from its count: some spreadsheets write a semicolon for a comma."""
    if name.lower().endswith(".tsv"):
        return "\t"
    beginning = text.lstrip().partition("\n")[0]
    return ";" if ";" in beginning and "," not in beginning else ","


def is_head(cells: list[str]) -> bool:
    """Whether a first line holds headings: two names, and no digit in the second."""
    return len(cells) == 2 and not any(letter.isdigit() for letter in cells[1])


def word_and_count(number: int, cells: list[str]) -> tuple[str, int]:
    """The cells of a line as what they mean."""
    if len(cells) != 2 or not cells[0] or not (cells[1].isascii() and cells[1].isdigit()):
        raise bpe.InputError(
            "Line {number} is not a word and a count. In a CSV file, write a word, a comma and a "
            "whole number, for example: hug,10",
            number=number,
        )
    if not set(cells[0]).isdisjoint("\t\n\r"):
        raise bpe.InputError(
            "Line {number}: a word cannot contain a tab or a line break.", number=number
        )
    check_count(number, int(cells[1]) if len(cells[1]) <= 10 else 0)
    return cells[0], int(cells[1])


def check_count(number: int, count: int) -> None:
    """Raise bpe.InputError for a count that is too small or too large."""
    if not 1 <= count <= MAX_COUNT:
        raise bpe.InputError(
            "Line {number}: the count must be between 1 and {most}.", number=number, most=MAX_COUNT
        )


def written(counts: dict[str, int]) -> str:
    """Word counts as they are typed: see `typed.read_counts`."""
    return "\n".join(f"{word} {count}" for word, count in counts.items())
