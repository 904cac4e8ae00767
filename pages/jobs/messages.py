"""Messages between the server and a worker process, through the worker's standard streams.

A message is an object of one of the classes listed here. It is pickled by `send` and read by
`receive`, which rejects every other class and every function, so a pickle cannot run any code.
"""

import pickle
from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import IO, Any

import bpe
from bpe import unigram, wordpiece
from bpe.decoding import Decoder
from bpe.encoder import Encoder, no_words
from bpe.encoding import Encoding
from bpe.inspection import questions
from bpe.merging import AppliedMerge
from bpe.text_encoder import TextEncoder
from bpe.wordpiece.marking import Marking
from pages.jobs.job import BpeJob, CorpusSource, UnigramJob, WordPieceJob
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
from pages.jobs.unigram_training import UnigramArgs

SENDING = "sending"  # the phase in which a worker sends its result


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a training is: `done` of `total` in a phase.

    phase: "words", "pairs" or "merges" for BPE, "words" or "pieces" for Unigram, then SENDING.
    """

    phase: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why there is no result: the sentence and the values of a bpe.InputError."""

    sentence: str
    values: Mapping[str, object]


Run = bpe.Run | unigram.Run | wordpiece.Run
TokenizerRequest = StoredTokenizer | Encode | EncodeAll | Restrict | Decode | Inspect
TokenizerReply = Description | Encoding | Encodings | TextEncoder | questions.Answer | str | Refusal
Message = Progress | Run | BpeJob | WordPieceJob | UnigramJob | TokenizerRequest | TokenizerReply


def read_only(values: dict[str, int]) -> Mapping[str, int]:
    """Return a read-only view of a dictionary; a view itself cannot be pickled.

    >>> dict(read_only({"hug": 10}))
    {'hug': 10}
    """
    return MappingProxyType(values)


def fields_of(kind: type) -> Callable[[Any], tuple[type, tuple[object, ...]]]:
    """Return how a record is pickled: as its class and its fields, without cached values.

    >>> kind, values = fields_of(Progress)(Progress("merges", 10, 500))
    >>> kind.__name__, values
    ('Progress', ('merges', 10, 500))
    """
    names = [field.name for field in fields(kind)]
    return lambda record: (kind, tuple(getattr(record, name) for name in names))


RECORDS: tuple[type, ...] = (Progress, Refusal, CorpusSource, UnigramArgs)
RECORDS += (BpeJob, WordPieceJob, UnigramJob, Marking)
RECORDS += (bpe.Corpus, bpe.Merge, unigram.Model, unigram.Round)
RECORDS += (StoredTokenizer, Encode, EncodeAll, Restrict, Decode, Description, Encodings)
RECORDS += (Inspect, *questions.RECORDS)
RECORDS += (Encoding, AppliedMerge, Decoder, Encoder, unigram.Encoder)
RECORDS += (wordpiece.Encoder, wordpiece.LongestMatch, wordpiece.WordLevelEncoder)
CLASSES: tuple[type, ...] = (*RECORDS, bpe.Run, unigram.Run, wordpiece.Run, array)
ALLOWED: dict[tuple[str, str], Any] = {
    **{(each.__module__, each.__name__): each for each in CLASSES},
    **{(each.__module__, each.__name__): each for each in (read_only, no_words)},
}


REDUCERS: dict[type, Callable[[Any], tuple[Any, ...]]] = {
    array: lambda values: (array, (values.typecode, values.tobytes())),
    MappingProxyType: lambda values: (read_only, (dict(values),)),
    **{kind: fields_of(kind) for kind in RECORDS},
}


class Writer(pickle.Pickler):
    """Pickles a record as its class and its fields."""

    dispatch_table = REDUCERS


class Reader(pickle.Unpickler):
    """Unpickles only what ALLOWED contains."""

    def find_class(self, module: str, name: str) -> Any:
        """See `pickle.Unpickler`.

        >>> from io import BytesIO
        >>> Reader(BytesIO()).find_class("os", "system")
        Traceback (most recent call last):
            ...
        _pickle.UnpicklingError: os.system is not part of a message
        """
        if (module, name) not in ALLOWED:
            raise pickle.UnpicklingError(f"{module}.{name} is not part of a message")
        return ALLOWED[module, name]


def send(stream: IO[bytes], message: Message) -> None:
    """Write a message. The arrays of a run follow it one by one, which takes less memory.

    The history of a WordPiece run is a run of its own.

    >>> from io import BytesIO
    >>> stream = BytesIO()
    >>> send(stream, Progress("merges", 10, 500))
    >>> stream.tell() > 0
    True
    """
    parts: list[object] = [message]
    if isinstance(message, Run):
        values = [getattr(message, field.name) for field in fields(message)]
        apart = (array, Run)
        parts = [
            type(message),
            [type(each) if isinstance(each, apart) else each for each in values],
        ]
        parts += [value for value in values if isinstance(value, apart)]
    for part in parts:
        if isinstance(part, Run):
            send(stream, part)
        else:
            Writer(stream, pickle.HIGHEST_PROTOCOL).dump(part)
    stream.flush()


def receive(stream: IO[bytes]) -> Message:
    """Read a message. Raises EOFError if the other process has ended.

    >>> from io import BytesIO
    >>> stream = BytesIO()
    >>> send(stream, Progress("merges", 10, 500))
    >>> _ = stream.seek(0)
    >>> receive(stream)
    Progress(phase='merges', done=10, total=500)
    """
    try:
        message = Reader(stream).load()
        if isinstance(message, type):
            values = Reader(stream).load()
            message = message(*(_part_of(value, stream) for value in values))
    except pickle.UnpicklingError as error:
        raise EOFError("A message is incomplete or not allowed") from error
    assert isinstance(message, Message)
    return message


def _part_of(value: object, stream: IO[bytes]) -> object:
    """Return a field of a run. An array and a history come after the other fields."""
    if value is array:
        return Reader(stream).load()
    return receive(stream) if value is bpe.Run else value
