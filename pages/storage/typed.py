"""A corpus that a learner types: the limits, the parser of word counts, and its form in a link.

A text that is too large for a link is a file in `pages.storage.file_store`.
"""

import base64
import binascii
import re
import zlib

import bpe

MAX_TYPED = 20_000  # characters
MAX_PASTED = 300_000  # characters in the field of a text; larger ones must be uploaded
MAX_PACKED = 8_000  # characters of it in a link, which common servers accept
MAX_COUNT = 1_000_000_000
MAX_WORDS = 400_000  # different words of an uploaded corpus
MAX_CHARACTERS = 4_000_000  # in all these words; one takes about 100 bytes of memory
# The start of a stored file of word counts. No text contains a zero byte.
COUNTS_HEADER = b"merge-by-merge: word counts\0\n"


def fits_in_link(text: str) -> bool:
    """Whether a text is short enough for a link.

    >>> fits_in_link("hug pug"), fits_in_link("hug" * 10_000)
    (True, False)
    """
    return len(text) <= MAX_TYPED and len(pack(text)) <= MAX_PACKED


def check_typed(text: str) -> None:
    """Raise bpe.InputError if a typed corpus is empty or too long for a link.

    >>> check_typed(" ")
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: There is nothing to train on yet. Type at least one word.
    """
    if not text.strip():
        raise bpe.InputError("There is nothing to train on yet. Type at least one word.")
    check_length(text, MAX_TYPED, len(pack(text)))


def check_length(text: str, most: int, packed: int) -> None:
    """Raise bpe.InputError if a text is too long. packed: how many characters a link has of it.

    >>> check_length("hugs", 3, 4)
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: This text has 4 characters. The limit is 3. Shorten the text.
    """
    if len(text) > most:
        raise bpe.InputError(
            "This text has {length} characters. The limit is {most}. Shorten the text.",
            length=len(text),
            most=most,
        )
    if packed > MAX_PACKED:
        raise bpe.InputError(
            "This text takes {length} characters in a link. The limit is {most}. Shorten the text.",
            length=packed,
            most=MAX_PACKED,
        )


def read_counts(text: str) -> dict[str, int]:
    r"""Return the word counts of lines such as "hug 10". Counts of the same word are added.

    Raises bpe.InputError with the number of a line that cannot be read.

    >>> read_counts("hug 10\npug 5\nhug 1")
    {'hug': 11, 'pug': 5}
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
    """Compress a text for a URL: zlib, then URL-safe base64 without padding.

    >>> unpack(pack("hug pug"))
    'hug pug'
    """
    data = zlib.compress(text.encode("utf-8", "surrogatepass"), 9)
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def unpack(packed: str) -> str:
    """Return the text that `pack` compressed. Raises ValueError for anything else.

    >>> unpack(pack("hug pug"))
    'hug pug'
    """
    if len(packed) > MAX_PACKED:
        raise ValueError("too long")
    try:
        data = base64.b64decode(packed + "=" * (-len(packed) % 4), b"-_", validate=True)
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(data, 4 * MAX_TYPED + 1)
    except (binascii.Error, zlib.error) as error:
        raise ValueError("damaged") from error
    if not unpacker.eof or unpacker.unused_data:
        raise ValueError("cut off, or too large")
    return text.decode()
