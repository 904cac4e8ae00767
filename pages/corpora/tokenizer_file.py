"""Tokenizers that readers bring: a tokenizer.json, or a vocab.json with its merges.txt.

They are kept in the library as they came. But: how a file is read is told in `bpe.formats`.
"""

import re

import bpe
from bpe.formats import Loaded, load_tokenizer_json, load_vocab_and_merges
from pages.corpora import file_store

TWO = b"merge-by-merge: vocab.json and merges.txt, after %d bytes\n"  # they are kept behind this
HEAD = re.compile(TWO.replace(b"%d", rb"(\d{1,10})"))


def keep(files: dict[str, bytes]) -> str:
    """Keep the files of a tokenizer, by name, once they can be read. Returns its name here.

    Raises bpe.InputError where they cannot be used, or are not the files of a tokenizer.
    """
    data = joined(files)
    if len(data) > file_store.most_bytes():
        raise bpe.InputError(
            "These files are {size} MB in total. The limit is {most} MB. Use a smaller tokenizer.",
            size=-(-len(data) // 1_000_000),
            most=file_store.most_bytes() // 1_000_000,
        )
    load(data)
    return file_store.keep(data)


def joined(files: dict[str, bytes]) -> bytes:
    """The files as one: a tokenizer.json as it is, the other two one behind the other."""
    if len(files) == 1:
        return next(iter(files.values()))
    merges = next((data for name, data in files.items() if name.endswith(".txt")), None)
    vocab = next((data for name, data in files.items() if name.endswith(".json")), None)
    if len(files) != 2 or merges is None or vocab is None:
        raise bpe.InputError(
            "Upload one tokenizer.json, or a vocab.json together with a merges.txt."
        )
    return TWO % len(vocab) + vocab + merges


def load(data: bytes) -> Loaded:
    """The tokenizer of some kept data. Raises bpe.InputError where it cannot be used."""
    head = HEAD.match(data)
    if not head:
        return load_tokenizer_json(data)
    middle = head.end() + int(head[1])
    return load_vocab_and_merges(data[head.end() : middle], data[middle:])


def read(name: str) -> Loaded:
    """The tokenizer of this name in the library."""
    path = file_store.path_of(name)
    try:
        data = path.read_bytes() if path else None
    except OSError:  # it had to make room just now
        data = None
    if data is None:
        raise bpe.InputError("This tokenizer is no longer on this server. Upload it again.")
    return load(data)
