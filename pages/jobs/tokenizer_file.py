"""Uploaded tokenizers, of any format that `bpe.formats.load` reads, and those of well-known models.

Uploaded files are stored unchanged in `pages.storage.file_store`. The server does not read them:
another process loads and runs them, with limits on its memory and time
(`pages.jobs.tokenizer_worker`).
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, TypeVar

import bpe
from bpe.encoding import Encoding
from bpe.formats import Remark
from bpe.formats.detection import too_many
from bpe.inspection import questions
from bpe.text_encoder import UNKNOWN, TextEncoder
from pages.jobs import messages
from pages.jobs.helper_process import Busy, HelperProcess, TooSlow, Unavailable
from pages.jobs.messages import Message, Refusal, TokenizerRequest
from pages.jobs.named_tokenizers import NAMED
from pages.jobs.stored_files import join
from pages.jobs.stored_tokenizer import (
    Decode,
    Description,
    Encode,
    EncodeAll,
    Encodings,
    Inspect,
    Restrict,
    StoredTokenizer,
)
from pages.jobs.tokenizer_loading import gone
from pages.jobs.tokenizer_worker import MAX_SECONDS
from pages.resources import client
from pages.storage import file_store

FAIR_SECONDS = 4.0  # for one answer if other clients wait; loading a file of 20 MB takes 2
IDLE = 300.0  # seconds without a request, after which the process ends
MAX_WAIT = 10.0  # seconds that a request waits for others
MAX_WAITING = 100  # requests, the current one included

PROCESS: HelperProcess[TokenizerRequest, Message] = HelperProcess(
    "pages.jobs.tokenizer_worker",
    messages.send,
    messages.receive,
    max_seconds=MAX_SECONDS,
    fair_seconds=FAIR_SECONDS,
    idle=IDLE,
    max_wait=MAX_WAIT,
    max_waiting=MAX_WAITING,
    max_per_client=MAX_WAITING // 2,
)

MAX_FILES = 2  # of one tokenizer


class NoAnswer(bpe.InputError):
    """The other process did not answer, and may do so if it is asked again."""


T = TypeVar("T", Description, Encoding, Encodings, str)


@dataclass(frozen=True, slots=True)
class UploadedEncoder:
    """The encoder of an uploaded tokenizer, which asks the other process.

    about: the tokenizer. last and ignore_merges: as in `Encoder`; ignore_merges is also set if the
    file says so. A tokenizer that is not BPE ignores both.
    """

    stored: StoredTokenizer
    about: Description
    last: int
    ignore_merges: bool = False
    names: ClassVar[None] = None  # they are in the other process
    unk: ClassVar[str] = UNKNOWN
    prefix: ClassVar[str] = ""

    @property
    def ids(self) -> range:
        """As many items as there are tokens."""
        return range(self.about.tokens)

    @property
    def merge_count(self) -> int:
        """How many merges there are."""
        return self.about.merges

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """The settings of the file that are not applied."""
        return tuple(Remark(sentence, values) for sentence, values in self.about.remarks)

    def with_merges(self, last: int, ignore_merges: bool = False) -> "UploadedEncoder":
        """Return the encoder that applies only the first merges."""
        return replace(self, last=last, ignore_merges=ignore_merges)

    def encode_with(
        self,
        text: str,
        order: str = "rank",
        specials: bool = False,
        dropout: float = 0.0,
        seed: int = 0,
        max_symbols: int | None = None,
    ) -> Encoding:
        """Encode a text: see `TextEncoder`. Raises bpe.InputError also if it takes too long."""
        options = (order, specials, dropout, seed, max_symbols)
        return ask(Encode(self.stored, self.last, self.ignore_merges, text, *options), Encoding)

    encode = encode_with

    def encode_all(
        self,
        texts: tuple[str, ...],
        order: str = "rank",
        specials: bool = False,
        dropout: float = 0.0,
        seed: int = 0,
        *,
        max_symbols: int,
        max_in_all: int,
    ) -> tuple[Encoding, ...]:
        """Encode several texts at once; without their words. Raises the errors of `encode_with`.

        max_symbols: limit for the words of one text; max_in_all: for those of all texts. Other
        arguments: as in `encode_with`.
        """
        options = (order, specials, dropout, seed, max_symbols)
        how = Encode(self.stored, self.last, self.ignore_merges, "", *options)
        return ask(EncodeAll(how, texts, max_in_all), Encodings).each

    def restricted(self, encoding: Encoding) -> TextEncoder:
        """Return an encoder with only what an encoding uses. It works without the other process."""
        reply = answer(Restrict(self.stored, self.last, self.ignore_merges, encoding))
        assert isinstance(reply, TextEncoder)
        return reply

    def inspect(
        self, question: questions.Question, other: "UploadedEncoder | None" = None
    ) -> questions.Answer:
        """Answer a question about the tokenizer. other: the one to compare it with."""
        reply = answer(Inspect(self.stored, question, other.stored if other else None))
        assert isinstance(reply, questions.Answer)
        return reply

    def decode(self, ids: Iterable[int | None]) -> str:
        """Return the start of the text of some ids, long enough for a page."""
        return ask(Decode(self.stored, tuple(ids)), str)


def ask(request: TokenizerRequest, kind: type[T]) -> T:
    """Return the reply of the other process, which is of this kind; see `answer`."""
    reply = answer(request)
    assert isinstance(reply, kind)
    return reply


def answer(request: TokenizerRequest) -> Message:
    """Return the reply of the other process. Raises NoAnswer, or bpe.InputError if it refuses."""
    try:
        reply = PROCESS.ask(request, client.visitor_of_script())
    except Busy:
        raise NoAnswer(
            "The server is busy with other uploaded tokenizers. Try again in a moment."
        ) from None
    except TooSlow:
        raise NoAnswer(
            "This tokenizer was stopped after {seconds} seconds, which is the limit on this "
            "server. Use a smaller tokenizer, or a shorter text.",
            seconds=MAX_SECONDS,
        ) from None
    except Unavailable:
        raise NoAnswer(
            "The tokenizer stopped unexpectedly. Try again, or use another tokenizer."
        ) from None
    if isinstance(reply, Refusal):
        raise bpe.InputError(reply.sentence, **reply.values)
    return reply


def keep(files: dict[str, bytes]) -> str:
    """Store the files of a tokenizer and return the name of the stored file.

    files: file name -> content. Raises bpe.InputError if they are not a tokenizer that works here.

    >>> keep({"merges.txt": b"u g", "vocab.json": b"{}", "notes.txt": b""})
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: merges.txt, vocab.json, notes.txt are not the files of one tokenizer. \
Choose one file, or a vocab.json with its merges.txt.
    """
    if len(files) > MAX_FILES:
        raise too_many(files)
    data = join(files)
    if len(data) > file_store.most_bytes():
        raise bpe.InputError(
            "These files are {size} MB in total. The limit is {most} MB. Use a smaller tokenizer.",
            size=-(-len(data) // 1_000_000),
            most=file_store.most_bytes() // 1_000_000,
        )
    name = file_store.name_of(data)
    ask(StoredTokenizer(name, data=data), Description)
    return file_store.keep(data)


def stored(name: str, pattern: str = "") -> StoredTokenizer:
    """Return a tokenizer, uploaded or named. Raises bpe.InputError if it was deleted.

    name, pattern: see `StoredTokenizer`.

    >>> stored("no such file")
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: This tokenizer is no longer on this server. Upload it again.
    """
    if name in NAMED:
        return StoredTokenizer(name, pattern=pattern)
    path = file_store.path_of(name)
    if path is None:
        raise gone()
    return StoredTokenizer(name, str(path), pattern=pattern)


def encoder_of(tokenizer: StoredTokenizer) -> UploadedEncoder:
    """Return the encoder of a stored tokenizer. Raises bpe.InputError if it is unusable."""
    about = ask(tokenizer, Description)
    return UploadedEncoder(tokenizer, about, about.merges)
