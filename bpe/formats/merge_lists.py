"""Reads the merges that somebody's own trainer wrote, for `compare_merges`.

Formats: merges.txt in GPT-2's characters; Python pairs of bytes or str literals, as `print` or
`repr` writes them; pairs as JSON; a tokenizer.json; a vocab.json with its merges.txt.
"""

import json
import re
from ast import literal_eval
from collections.abc import Mapping
from dataclasses import dataclass

from bpe.comparing import MAX_MERGES
from bpe.errors import InputError
from bpe.formats.detection import JSON, json_format
from bpe.formats.json_files import check_size, read_json, read_text
from bpe.formats.loading import load_bpe
from bpe.formats.vocab_and_merges import load_vocab_and_merges
from bpe.short_repr import short_repr

MAX_BYTES = 20_000_000
MAX_PART = 40  # characters of a line in a sentence
MAX_LINES = 2 * MAX_MERGES
MAX_COMMAS = 4 * MAX_MERGES  # a pair has two in JSON and Python, and tokens can contain some
# A literal without a line end in it, and what may stand between literals.
LITERAL = re.compile(r"""b?'(?:[^'\\\n]|\\.)*+'|b?"(?:[^"\\\n]|\\.)*+\"""")
BETWEEN = re.compile(r"(?:[\s,;()\[\]{}]|:\s*\d*)*")  # a dictionary can have the ranks as values
PYTHON = re.compile(r"""[\s,(\[{]*b?['"]|[\s\[({]*\(""")
NAME = re.compile(
    r"\s*\w+\s*=\s*(?=[\[({][\s\[({]*b?['\"])"
)  # of the variable, if a whole statement is given
ITEM = rf"\s*+(?:{LITERAL.pattern}|\d++)\s*+:\s*+(?:{LITERAL.pattern}|\d++)\s*+,?+"
VOCAB = re.compile(  # before the merges, as `train_bpe` of CS336 returns both
    rf"\A\s*+(?:\w++\s*+,\s*+\w++\s*+=)?+\s*+\(?+\s*+\{{(?:{ITEM})++\s*+\}}\s*+,\s*+(?=\[)"
)
IDS = re.compile(r"[\s\[({]*\d+\s*,\s*\d+\s*[\])]")  # how pairs of ids begin, also of minbpe
DICTIONARY = re.compile(rb"\s*\{\s*\(")  # of Python, with pairs as keys
BINARY = (b"\x80", b"\x89PNG", b"\xff\xd8")  # how files of pickle, PNG and JPEG begin
WEB_PAGE = ("<!doctype html", "<html")  # how the page about a file begins
UTF_16 = (b"\xff\xfe", b"\xfe\xff")
FORMATS = ("merges.txt", "Python", "JSON", "tokenizer.json", "vocab.json and merges.txt")


@short_repr
@dataclass(frozen=True, slots=True)
class MergeList:
    """The merges of a file, for `compare_merges`. source: one of FORMATS."""

    merges: tuple[tuple[bytes | str, bytes | str], ...]
    source: str


def read_merges(files: Mapping[str, bytes]) -> MergeList:
    r"""Read merges: one file in any of the formats, or a vocab.json with its merges.txt.

    files: file name -> content; a pasted text is a file too. Raises InputError for anything else.

    >>> read_merges({"a": b"#version: 0.2\n\xc4\xa0 t\n"}).merges
    (('Ġ', 't'),)
    >>> read_merges({"a": b"[(b' ', b't'), (b'h', b'e')]"}).merges
    ((b' ', b't'), (b'h', b'e'))
    >>> read_merges({"a": b'[["h", "e"]]'})
    MergeList(merges=(('h', 'e'),), source='JSON')
    """
    for data in files.values():
        if len(check_size(data)) > MAX_BYTES:
            raise InputError(
                "The merges have more than {most} MB. Use the first ones.",
                most=MAX_BYTES // 1_000_000,
            )
    if len(files) == 2:
        return _read_two(*files.values())
    if len(files) != 1:
        raise InputError("Choose one file with merges, or a vocab.json with its merges.txt.")
    ((name, data),) = files.items()
    if data.startswith(BINARY) or (b"\0" in data and not data.startswith(UTF_16)):
        raise InputError(
            "This is a binary file, such as a picture or one of pickle. Write the merges as text, "
            "for example with print(merges)."
        )
    if JSON.match(data) and not DICTIONARY.match(data):
        return _read_object(name, data)
    text = NAME.sub("", read_text(data), count=1)
    if not text.strip():
        raise InputError("The list of merges is empty.")
    if text[:MAX_PART].lstrip().lower().startswith(WEB_PAGE):
        raise InputError(
            "This is a web page, and not a list of merges. Download the file that the page shows."
        )
    if text.count("\n") > MAX_LINES or text.count(",") > MAX_COMMAS:
        raise InputError(
            "The file has more than {most} merges. Use the first ones.", most=f"{MAX_MERGES:,}"
        )
    if IDS.match(text):
        raise InputError(
            "These are pairs of ids. Give the tokens: with vocab as your ids and their bytes, "
            "print([(vocab[a], vocab[b]) for a, b in merges])."
        )
    if vocab := VOCAB.match(text):
        text = text[vocab.end() :].rstrip().removesuffix(")")
    if text.lstrip().startswith("["):
        try:
            found = json.loads(text) if text.count("[") <= MAX_MERGES + 1 else None
        except (ValueError, RecursionError):
            found = None
        if isinstance(found, list):
            return MergeList(tuple(map(_json_pair, found, range(1, len(found) + 1))), "JSON")
    if PYTHON.match(text):
        return MergeList(tuple(read_literals(text)), "Python")
    return MergeList(tuple(read_lines(text)), "merges.txt")


def _read_two(first: bytes, second: bytes) -> MergeList:
    """The merges of a vocab.json and a merges.txt, in any order."""
    vocab, merges = (first, second) if JSON.match(first) else (second, first)
    loaded = load_vocab_and_merges(vocab, merges)
    return MergeList(tuple(loaded.encoder.merges), FORMATS[4])


def _read_object(name: str, data: bytes) -> MergeList:
    """The merges of a JSON object: a tokenizer.json, or an object with a list of merges."""
    file = read_json(data)
    merges = file.get("merges")
    if isinstance(merges, list):
        return MergeList(tuple(map(_json_pair, merges, range(1, len(merges) + 1))), "JSON")
    if json_format(name, file) == "vocab":
        raise InputError(
            "This is a vocabulary, as in a vocab.json: its tokens have ids, but the merges are "
            "missing, and they are compared. Give the merges.txt that belongs to it."
        )
    return MergeList(tuple(load_bpe(file).encoder.merges), "tokenizer.json")


def _json_pair(item: object, rank: int) -> tuple[str, str]:
    """One merge of a JSON list: a pair of texts, or both in one text."""
    pair = item.split(" ", 2) if isinstance(item, str) else item
    if isinstance(pair, list) and len(pair) == 2:
        left, right = pair
        if isinstance(left, str) and isinstance(right, str) and left and right:
            return left, right
    raise InputError(
        'Merge {rank} is not a pair of tokens. Write the merges as [["s", "t"], ["e", "st"]].',
        rank=rank,
    )


def read_lines(text: str) -> list[tuple[str, str]]:
    r"""The merges of a merges.txt: two tokens on each line, separated by one space.

    Tabs are fine too if there are no spaces. Raises InputError with the number and the start of a
    line that is something else.

    >>> read_lines("#version: 0.2\ns t\ne st \n")
    [('s', 't'), ('e', 'st')]
    """
    lines = [line.rstrip(" \r") for line in text.split("\n")]
    merges = []
    has_tabs = " " not in text and "\t" in text
    for number, line in enumerate(lines, 1):
        if not line or (number == 1 and line.startswith("#version")):
            continue
        left, space, right = line.partition("\t" if has_tabs else " ")
        if not left or not space or not right or space in right:
            raise InputError(
                "Line {line} is not two tokens separated by one space: {part!r}. In merges.txt, a "
                "space inside a token is written as Ġ.",
                line=number,
                part=line[:MAX_PART],
            )
        merges.append((left, right))
    return merges


def read_literals(text: str) -> list[tuple[bytes | str, bytes | str]]:
    """The merges of Python literals: two of them make a pair, with any brackets and commas.

    Raises InputError for anything else, and for an odd number of literals.

    >>> read_literals("[(b's', b't'), (b'e', b'st')]")
    [(b's', b't'), (b'e', b'st')]
    """
    tokens: list[bytes | str] = []
    place = 0
    while True:
        gap = BETWEEN.match(text, place)
        place = gap.end() if gap else place
        if place == len(text):
            break
        literal = LITERAL.match(text, place)
        if literal is None or len(tokens) >= 2 * MAX_MERGES:
            raise InputError(
                "Line {line} is not a list of pairs of Python literals, such as (b's', b't'): it "
                "has {part!r}.",
                line=text.count("\n", 0, place) + 1,
                part=text[place : place + MAX_PART],
            )
        try:
            tokens.append(literal_eval(literal[0]))
        except (SyntaxError, ValueError):
            raise InputError(
                "The literal {part} is not valid in Python.", part=literal[0][:40]
            ) from None
        place = literal.end()
    if text.lstrip().startswith("[") and not text.rstrip(" \r\n\t,;").endswith("]"):
        raise InputError("The list has no end: its last ] is missing. Give the whole list.")
    if len(tokens) % 2:
        raise InputError("The list has an odd number of tokens, so they are not pairs.")
    return list(zip(tokens[::2], tokens[1::2], strict=True))
