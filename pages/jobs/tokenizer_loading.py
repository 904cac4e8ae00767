"""Loads a tokenizer from its stored files, or those of a well-known model from its package."""

from dataclasses import replace
from pathlib import Path

import bpe
from bpe.formats import Loaded
from bpe.formats import load as load_files
from bpe.text_encoder import TextEncoder
from pages.jobs.named_tokenizers import NAMED
from pages.jobs.named_tokenizers import read as read_named
from pages.jobs.stored_files import split
from pages.jobs.stored_tokenizer import StoredTokenizer


def load(stored: StoredTokenizer) -> Loaded[TextEncoder]:
    """Return a stored tokenizer. Raises bpe.InputError if it is unusable or was deleted.

    >>> data = b'{"model": {"vocab": {"u": 0, "g": 1, "ug": 2}, "merges": ["u g"]}}'
    >>> load(StoredTokenizer("a name", data=data)).encoder.encode("ug").ids
    (2,)
    """
    loaded = load_files(files_of(stored), stored.pattern or None)
    # What its file does not say is known for a well-known model.
    return replace(loaded, remarks=()) if stored.name in NAMED else loaded


def files_of(stored: StoredTokenizer) -> dict[str, bytes]:
    """Return the files of a stored tokenizer: file name -> content.

    Raises bpe.InputError if they are not there.

    >>> files_of(StoredTokenizer("a name", data=b"{}"))
    {'': b'{}'}
    """
    if named := NAMED.get(stored.name):
        return read_named(named)
    return split(read(stored.path) if stored.path else stored.data)


def title_of(stored: StoredTokenizer) -> str:
    """Return what the reader calls a tokenizer: the names of its files, or that of the model.

    >>> title_of(StoredTokenizer("gpt2")), title_of(StoredTokenizer("a name", data=b"{}"))
    ('GPT-2', '')
    """
    named = NAMED.get(stored.name)
    return named.title if named else " + ".join(files_of(stored))


def read(path: str) -> bytes:
    """Return the content of a stored file. Raises bpe.InputError if it was deleted.

    >>> read("no such file")
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: This tokenizer is no longer on this server. Upload it again.
    """
    try:
        return Path(path).read_bytes()
    except OSError:
        raise gone() from None


def gone() -> bpe.InputError:
    """Return the error for a tokenizer whose file is not stored.

    >>> str(gone())
    'This tokenizer is no longer on this server. Upload it again.'
    """
    return bpe.InputError("This tokenizer is no longer on this server. Upload it again.")
