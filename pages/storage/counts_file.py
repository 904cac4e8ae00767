"""Word counts uploaded as CSV or TSV files: a word and its count in each line.

The first line may be a header, and words may be quoted. Counts of the same word are added.
"""

import csv
import re
from collections.abc import Iterator, Sequence
from itertools import islice

import bpe
from pages.storage import file_store
from pages.storage.typed import MAX_CHARACTERS, MAX_COUNT, MAX_WORDS

EXTENSIONS = (".csv", ".tsv")
MAX_DELIMITERS = 1_000  # in a word and its count; each makes a cell
MAX_LINES = 1_000_000  # of all files; to read so many takes two seconds
LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+")  # with its end


def is_counts(name: str) -> bool:
    """Whether a file contains word counts, according to its name.

    >>> is_counts("words.CSV"), is_counts("words.txt")
    (True, False)
    """
    return name.lower().endswith(EXTENSIONS)


def read(files: Sequence[tuple[str, bytes]]) -> dict[str, int]:
    r"""Return the word counts of some files.

    files: (name, content). Raises bpe.InputError with the number of a line that cannot be read.

    >>> read([("a.csv", b"word,count\nhug,10\npug,5\nhug,1")])
    {'hug': 11, 'pug': 5}
    """
    file_store.decode_texts([data for _, data in files])
    if sum(count_lines(data) for _, data in files) > MAX_LINES:
        raise bpe.InputError(
            "There are more than {most} lines. Upload only the most frequent words.",
            most=MAX_LINES,
        )
    counts: dict[str, int] = {}
    characters = 0
    for name, data in files:
        for number, word, count in read_lines(name, data.decode("utf-8-sig")):
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


def count_lines(data: bytes) -> int:
    r"""Return how many lines end in a file.

    >>> count_lines(b"hug,10\r\npug,5\npun,12\r")
    3
    """
    return data.count(b"\n") + data.count(b"\r") - data.count(b"\r\n")


def has_header(name: str, data: bytes) -> bool:
    r"""Whether the first line of a file is a header.

    >>> has_header("a.csv", b"word,count\nhug,10")
    True
    """
    return any(is_header(cells) for _, cells in islice(rows(name, data.decode("utf-8-sig")), 1))


def read_lines(name: str, text: str) -> Iterator[tuple[int, str, int]]:
    r"""Yield the number, the word and the count of each line.

    >>> list(read_lines("a.csv", "word,count\nhug,10"))
    [(2, 'hug', 10)]
    """
    for index, (number, cells) in enumerate(rows(name, text)):
        if index or not is_header(cells):
            yield (number, *word_and_count(number, cells))


def rows(name: str, text: str) -> Iterator[tuple[int, list[str]]]:
    r"""Yield the number and the cells of each line that is not empty.

    >>> list(rows("a.csv", "hug,10\n\npug,5"))
    [(1, ['hug', '10']), (3, ['pug', '5'])]
    """
    mark, left = delimiter(name, text), MAX_DELIMITERS

    def lines() -> Iterator[str]:
        """Yield the lines, unless those of a row have too many delimiters."""
        nonlocal left
        for number, line in enumerate(LINE.finditer(text), 1):
            left -= line[0].count(mark)
            if left < 0:
                raise not_a_count(number)
            yield line[0]

    reader = csv.reader(lines(), delimiter=mark, strict=True)
    try:
        for row in reader:
            left = MAX_DELIMITERS
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
    r"""Return the field delimiter. Some spreadsheets write semicolons to CSV files.

    >>> delimiter("a.csv", "hug;10"), delimiter("a.tsv", "")
    (';', '\t')
    """
    if name.lower().endswith(".tsv"):
        return "\t"
    beginning = text.lstrip().partition("\n")[0]
    return ";" if ";" in beginning and "," not in beginning else ","


def is_header(cells: list[str]) -> bool:
    """Whether a first line is a header: two cells, and no digit in the second.

    >>> is_header(["word", "count"]), is_header(["hug", "10"])
    (True, False)
    """
    return len(cells) == 2 and not any(letter.isdigit() for letter in cells[1])


def word_and_count(number: int, cells: list[str]) -> tuple[str, int]:
    """Return the word and the count in the cells of a line.

    >>> word_and_count(1, ["hug", "10"])
    ('hug', 10)
    """
    if len(cells) != 2 or not cells[0] or not (cells[1].isascii() and cells[1].isdigit()):
        raise not_a_count(number)
    if not set(cells[0]).isdisjoint("\t\n\r"):
        raise bpe.InputError(
            "Line {number}: a word cannot contain a tab or a line break.", number=number
        )
    check_count(number, int(cells[1]) if len(cells[1]) <= 10 else 0)
    return cells[0], int(cells[1])


def not_a_count(number: int) -> bpe.InputError:
    """Return the error for a line that is something else.

    >>> str(not_a_count(3)).partition(".")[0]
    'Line 3 is not a word and a count'
    """
    return bpe.InputError(
        "Line {number} is not a word and a count. In a CSV file, write a word, a comma and a "
        "whole number, for example: hug,10",
        number=number,
    )


def check_count(number: int, count: int) -> None:
    """Raise bpe.InputError for a count that is too small or too large.

    >>> check_count(3, 0)
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: Line 3: the count must be between 1 and 1000000000.
    """
    if not 1 <= count <= MAX_COUNT:
        raise bpe.InputError(
            "Line {number}: the count must be between 1 and {most}.", number=number, most=MAX_COUNT
        )


def format_counts(counts: dict[str, int]) -> str:
    """Return word counts as a learner types them: see `typed.read_counts`.

    >>> print(format_counts({"hug": 10, "pug": 5}))
    hug 10
    pug 5
    """
    return "\n".join(f"{word} {count}" for word, count in counts.items())
