"""Tokenizers that readers bring: a tokenizer.json, or a vocab.json with its merges.txt.

They are kept in the library as they came. But: how a file is read is told in `bpe.formats`.
"""

import json

import bpe
from bpe.formats import Loaded, load_tokenizer_json, load_vocab_and_merges
from pages import library

TWO = b"merge-by-merge: vocab.json and merges.txt\n"  # what the two files are kept behind


def keep(files: dict[str, bytes]) -> str:
    """Keep the files of a tokenizer, by name, once they can be read. Returns its name here.

    Raises bpe.InputError where they cannot be used, or are not the files of a tokenizer.
    """
    data = joined(files)
    if len(data) > library.most_bytes():
        raise bpe.InputError(
            "These files have {size} MB; at most {most} MB are let in.",
            size=-(-len(data) // 1_000_000),
            most=library.most_bytes() // 1_000_000,
        )
    load(data)
    return library.keep(data)


def joined(files: dict[str, bytes]) -> bytes:
    """The files as one: a tokenizer.json as it is, the other two one behind the other."""
    if len(files) == 1:
        return next(iter(files.values()))
    merges = next((data for name, data in files.items() if name.endswith(".txt")), None)
    vocab = next((data for name, data in files.items() if name.endswith(".json")), None)
    if len(files) != 2 or merges is None or vocab is None:
        raise bpe.InputError(
            "Bring one tokenizer.json, or a vocab.json together with a merges.txt."
        )
    return TWO + json.dumps([len(vocab), len(merges)]).encode() + b"\n" + vocab + merges


def load(data: bytes) -> Loaded:
    """The tokenizer of some kept data. Raises bpe.InputError where it cannot be used."""
    if not data.startswith(TWO):
        return load_tokenizer_json(data)
    sizes, _, rest = data[len(TWO) :].partition(b"\n")
    length = json.loads(sizes)[0]
    return load_vocab_and_merges(rest[:length], rest[length:])


def read(name: str) -> Loaded:
    """The tokenizer of this name in the library."""
    path = library.path_of(name)
    if path is None:
        raise bpe.InputError("This tokenizer is no longer on this server. Bring it again.")
    return load(path.read_bytes())
