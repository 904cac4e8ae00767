"""Uploaded tokenizers: a tokenizer.json, or a vocab.json with its merges.txt.

They are stored unchanged in `pages.corpora.file_store`; `bpe.formats` reads them.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from threading import Lock

import bpe
from bpe.encoder import PreTokenizer
from bpe.formats import Loaded, load_tokenizer_json, load_vocab_and_merges
from bpe.pre_tokenization import PreToken
from pages.corpora import file_store

MAX_WAIT = 10.0  # seconds
# The start of a stored file that contains both files.
TWO_FILES = b"merge-by-merge: vocab.json and merges.txt, after %d bytes\n"
HEADER = re.compile(TWO_FILES.replace(b"%d", rb"(\d{1,10})"))


# Loading a file can take a few hundred MB for a moment, and a slow pattern in it a second.
LOADING, SPLITTING = Lock(), Lock()


@contextmanager
def one_at_a_time(lock: Lock) -> Iterator[None]:
    """Wait for a lock. Raise bpe.InputError if it takes longer than MAX_WAIT.

    >>> with one_at_a_time(Lock()):
    ...     pass
    """
    if not lock.acquire(timeout=MAX_WAIT):
        raise bpe.InputError(
            "The server is busy with other uploaded tokenizers. Try again in a moment."
        )
    try:
        yield
    finally:
        lock.release()


@dataclass(frozen=True, slots=True)
class OneAtATime:
    """A pre-tokenizer of an uploaded tokenizer. The whole server runs one at a time.

    >>> from bpe import pre_tokenize
    >>> split = OneAtATime(lambda text, specials: pre_tokenize(text, "whitespace"))
    >>> [pre_token.word for pre_token in split("a hug", False)]
    ['a', 'hug']
    """

    pre_tokenizer: PreTokenizer

    def __call__(self, text: str, specials: bool) -> list[PreToken]:
        """The pre-tokens of a text. Raises bpe.InputError if it takes too long."""
        with one_at_a_time(SPLITTING):
            return list(self.pre_tokenizer(text, specials))


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
    with one_at_a_time(LOADING):
        if header:
            middle = header.end() + int(header[1])
            loaded = load_vocab_and_merges(data[header.end() : middle], data[middle:])
        else:
            loaded = load_tokenizer_json(data)
    pre_tokenizer = OneAtATime(loaded.encoder.pre_tokenizer)
    return replace(loaded, encoder=replace(loaded.encoder, pre_tokenizer=pre_tokenizer))


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
