"""A learner's own corpus as typed: what can be used, and how a link carries it.

But: it trains nothing; texts too large for a link are in `pages.corpora.file_store`.
"""

import base64
import binascii
import re
import zlib

import bpe

MAX_OWN = 20_000  # characters of an own corpus
MAX_PACKED = 8_000  # characters of it in a link: what common servers let through
MAX_COUNT = 1_000_000_000
MAX_WORDS = 400_000  # different words of an uploaded corpus
MAX_CHARACTERS = 4_000_000  # in all these words; one takes about 100 bytes of memory
KEPT_COUNTS = b"merge-by-merge: word counts\0\n"  # what kept ones lie behind; no text has a 0


def fits(text: str) -> bool:
    """Whether a link can carry a text."""
    return len(text) <= MAX_OWN and len(pack(text)) <= MAX_PACKED


def check_own(text: str) -> None:
    """Raise bpe.InputError unless an own corpus is there and small enough."""
    if not text.strip():
        raise bpe.InputError("There is nothing to train on yet. Type at least one word.")
    if len(text) > MAX_OWN:
        raise bpe.InputError(
            "This text has {length} characters. The limit is {most}. Shorten the text.",
            length=len(text),
            most=MAX_OWN,
        )
    packed = len(pack(text))
    if packed > MAX_PACKED:
        raise bpe.InputError(
            "This text takes {length} characters in a link. The limit is {most}. Shorten the text.",
            length=packed,
            most=MAX_PACKED,
        )


def read_counts(text: str) -> dict[str, int]:
    """Word counts, one a line: a word, white space, a whole number. The same word adds up.

    Raises bpe.InputError that names the line which cannot be read.
    """
    counts: dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        line = line.strip().replace("\t", " ")
        count = re.split("[ \u3000]", line)[-1]  # a Chinese or Korean keyboard types U+3000
        word = line.removesuffix(count).strip()
        if not word or not (count.isascii() and count.isdigit()):
            raise bpe.InputError(
                "Line {number} is not a word and a count. Write a word, a space and a whole "
                "number, for example: hug 10",
                number=number,
            )
        if len(count) > 10 or not 1 <= int(count) <= MAX_COUNT:
            raise bpe.InputError(
                "Line {number}: the count must be between 1 and {most}.",
                number=number,
                most=MAX_COUNT,
            )
        counts[word] = counts.get(word, 0) + int(count)
    return counts


def pack(text: str) -> str:
    """A text as letters that an address can carry: zlib, then URL-safe base64 without padding."""
    data = zlib.compress(text.encode("utf-8", "surrogatepass"), 9)
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def unpack(packed: str) -> str:
    """The text again. Raises ValueError for what `pack` did not make, or what is too large."""
    if len(packed) > MAX_PACKED:
        raise ValueError("too long")
    try:
        data = base64.b64decode(packed + "=" * (-len(packed) % 4), b"-_", validate=True)
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(data, 4 * MAX_OWN + 1)
    except (binascii.Error, zlib.error) as error:
        raise ValueError("damaged") from error
    if not unpacker.eof or unpacker.unused_data:
        raise ValueError("cut off, or too large")
    return text.decode()
