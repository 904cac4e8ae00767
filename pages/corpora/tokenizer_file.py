"""Uploaded tokenizers: a tokenizer.json, or a vocab.json with its merges.txt.

They are stored unchanged in `pages.corpora.file_store`; `bpe.formats` reads them.
"""

import re

import bpe
from bpe.formats import Loaded, load_tokenizer_json, load_vocab_and_merges
from pages.corpora import file_store

# The start of a stored file that contains both files.
TWO_FILES = b"merge-by-merge: vocab.json and merges.txt, after %d bytes\n"
HEADER = re.compile(TWO_FILES.replace(b"%d", rb"(\d{1,10})"))


def keep(files: dict[str, bytes]) -> str:
    """Store the files of a tokenizer and return the name of the stored file.

    files: file name -> content. Raises bpe.InputError if they are not a tokenizer that works here.

    >>> keep({"merges.txt": b"u g", "notes.txt": b""})
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: Upload one tokenizer.json, or a vocab.json together with a merges.txt.
    """
    data = join(files)
    if len(data) > file_store.most_bytes():
        raise bpe.InputError(
            "These files are {size} MB in total. The limit is {most} MB. Use a smaller tokenizer.",
            size=-(-len(data) // 1_000_000),
            most=file_store.most_bytes() // 1_000_000,
        )
    load(data)
    return file_store.keep(data)


def join(files: dict[str, bytes]) -> bytes:
    """Return the content of the stored file: one tokenizer.json, or the other two joined.

    >>> join({"tokenizer.json": b"{}"})
    b'{}'
    """
    if len(files) == 1:
        return next(iter(files.values()))
    merges = next((data for name, data in files.items() if name.endswith(".txt")), None)
    vocab = next((data for name, data in files.items() if name.endswith(".json")), None)
    if len(files) != 2 or merges is None or vocab is None:
        raise bpe.InputError(
            "Upload one tokenizer.json, or a vocab.json together with a merges.txt."
        )
    return TWO_FILES % len(vocab) + vocab + merges


def load(data: bytes) -> Loaded:
    """Return the tokenizer of a stored file's content. Raises bpe.InputError if it is unusable.

    >>> data = b'{"model": {"vocab": {"u": 0, "g": 1, "ug": 2}, "merges": ["u g"]}}'
    >>> load(data).encoder.encode("ug").ids
    (2,)
    """
    header = HEADER.match(data)
    if not header:
        return load_tokenizer_json(data)
    middle = header.end() + int(header[1])
    return load_vocab_and_merges(data[header.end() : middle], data[middle:])


def read(name: str) -> Loaded:
    """Return a stored tokenizer. Raises bpe.InputError if it is unusable or was deleted.

    >>> read("no such file")
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: This tokenizer is no longer on this server. Upload it again.
    """
    path = file_store.path_of(name)
    try:
        data = path.read_bytes() if path else None
    except OSError:  # it was deleted just now
        data = None
    if data is None:
        raise bpe.InputError("This tokenizer is no longer on this server. Upload it again.")
    return load(data)
