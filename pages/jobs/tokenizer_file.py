"""Uploaded tokenizers: a tokenizer.json, or a vocab.json with its merges.txt.

They are stored unchanged in `pages.corpora.file_store`. The server does not read them: another
process loads and runs them, with limits on its memory and time (`pages.jobs.tokenizer_worker`).
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

import bpe
from bpe.encoder import Encoder
from bpe.encoding import Encoding
from bpe.formats import Remark
from pages.clients import client
from pages.corpora import file_store
from pages.jobs import messages
from pages.jobs.helper_process import Busy, HelperProcess, TooSlow, Unavailable
from pages.jobs.messages import Message, Refusal, TokenizerRequest
from pages.jobs.stored_tokenizer import Decode, Description, Encode, Restrict, StoredTokenizer
from pages.jobs.tokenizer_worker import MAX_SECONDS, TWO_FILES, gone

IDLE = 300.0  # seconds without a request, after which the process ends
MAX_WAIT = 10.0  # seconds that a request waits for others
MAX_WAITING = 100  # requests, the current one included

PROCESS: HelperProcess[TokenizerRequest, Message] = HelperProcess(
    "pages.jobs.tokenizer_worker",
    messages.send,
    messages.receive,
    max_seconds=MAX_SECONDS,
    idle=IDLE,
    max_wait=MAX_WAIT,
    max_waiting=MAX_WAITING,
)

T = TypeVar("T", Description, Encoding, Encoder, str)


@dataclass(frozen=True, slots=True)
class UploadedEncoder:
    """The encoder of an uploaded tokenizer, which asks the other process.

    ids, merges: how many there are. remarks: settings of the file that are not applied. last and
    ignore_merges: as in `Encoder`; ignore_merges is also set if the file says so.
    """

    stored: StoredTokenizer
    ids: range
    merges: range
    remarks: tuple[Remark, ...]
    last: int
    ignore_merges: bool = False

    def at(self, k: int) -> "UploadedEncoder":
        """Return the encoder that applies only the first k merges."""
        return replace(self, last=k)

    def encode(
        self,
        text: str,
        order: str = "rank",
        specials: bool = False,
        dropout: float = 0.0,
        seed: int = 0,
        max_symbols: int | None = None,
    ) -> Encoding:
        """Encode a text: see `Encoder.encode`. Raises bpe.InputError also if it takes too long."""
        request = Encode(
            self.stored,
            self.last,
            self.ignore_merges,
            text,
            order,
            specials,
            dropout,
            seed,
            max_symbols,
        )
        return ask(request, Encoding)

    def restricted(self, encoding: Encoding) -> Encoder:
        """Return an encoder with only what an encoding uses. It works without the other process."""
        return ask(Restrict(self.stored, self.last, self.ignore_merges, encoding), Encoder)

    def decode(self, ids: Iterable[int | None]) -> str:
        """Return the start of the text of some ids, long enough for a page."""
        return ask(Decode(self.stored, tuple(ids)), str)


def ask(request: TokenizerRequest, kind: type[T]) -> T:
    """Return the reply of the other process. Raises bpe.InputError if there is none."""
    try:
        reply = PROCESS.ask(request, client.of_script()[1])
    except Busy:
        raise bpe.InputError(
            "The server is busy with other uploaded tokenizers. Try again in a moment."
        ) from None
    except TooSlow:
        raise bpe.InputError(
            "This tokenizer was stopped after {seconds} seconds, which is the limit on this "
            "server. Use a smaller tokenizer, or a shorter text.",
            seconds=MAX_SECONDS,
        ) from None
    except Unavailable:
        raise bpe.InputError(
            "The tokenizer stopped unexpectedly. Try again, or use another tokenizer."
        ) from None
    if isinstance(reply, Refusal):
        raise bpe.InputError(reply.sentence, **reply.values)
    assert isinstance(reply, kind)
    return reply


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
    ask(StoredTokenizer(file_store.name_of(data), data=data), Description)
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


def stored(name: str) -> StoredTokenizer:
    """Return a stored tokenizer. Raises bpe.InputError if it was deleted.

    >>> stored("no such file")
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: This tokenizer is no longer on this server. Upload it again.
    """
    path = file_store.path_of(name)
    if path is None:
        raise gone()
    return StoredTokenizer(name, str(path))


def encoder_of(tokenizer: StoredTokenizer) -> UploadedEncoder:
    """Return the encoder of a stored tokenizer. Raises bpe.InputError if it is unusable."""
    found = ask(tokenizer, Description)
    remarks = tuple(Remark(sentence, values) for sentence, values in found.remarks)
    return UploadedEncoder(
        tokenizer, range(found.tokens), range(found.merges), remarks, found.merges
    )
