"""Compares the merges of a reader's own trainer with a training."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import IO, Any

import bpe
from pages.jobs.helper_loop import read_line
from pages.jobs.helper_process import Busy, HelperProcess, TooSlow, Unavailable
from pages.resources.cache import SingleFlightCache
from pages.resources.client import visitor_of_script
from pages.state.settings import Settings
from pages.storage import file_store
from pages.storage.secret import cache_key
from pages.training.trainer_check_worker import MAX_SECONDS

FAIR_SECONDS = 10.0  # for one comparison if other clients wait; for most texts, a second is enough
IDLE = 30.0  # seconds without a request, after which the process ends
MAX_WAIT = 60.0  # seconds that a request waits for others
MAX_WAITING = 40  # requests, the current one included
Sentence = Sequence[Any]  # a sentence in English, and its values
PlaceData = Sequence[Any]  # the count of a word, and its tokens


@dataclass(frozen=True, slots=True)
class TrainingArgs:
    """The arguments of `bpe.compare_merges` that a learner chooses.

    vocab_size: None if the number of merges need not fit it.
    """

    split: str
    normalization: str
    ties: str
    special_tokens: Sequence[str]
    min_count: int
    alphabet: str
    vocab_size: int | None


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """What is compared: the file with the merges, and a corpus.

    The corpus is `texts`, or word counts, or the files of `paths`, of which `max_bytes` are read.
    is_whole: whether they are one document; otherwise, each line is.
    """

    merges: str
    texts: Sequence[str]
    counts: Mapping[str, int] | None
    paths: Sequence[str]
    max_bytes: int
    is_whole: bool
    settings: TrainingArgs


@dataclass(frozen=True, slots=True)
class DifferenceData:
    """A `bpe.Difference` without its training.

    causes: the sentence, its values, and whether it `agrees`, is `complete` and `joint`.
    """

    rank: int
    yours: Sequence[str] | None
    expected: Sequence[str] | None
    yours_count: int
    expected_count: int
    tied: bool
    yours_later: int | None
    expected_later: int | None
    yours_places: Sequence[PlaceData]
    expected_places: Sequence[PlaceData]
    remarks: Sequence[Sentence]
    causes: Sequence[Sequence[Any]]
    explained: str
    has_untried: bool


@dataclass(frozen=True, slots=True)
class CheckReply:
    """Where merges differ. source: their format; merges: how many; error: why none were read."""

    source: str = ""
    merges: int = 0
    difference: DifferenceData | None = None
    error: Sentence | None = None


def send(stream: IO[bytes], request: CheckRequest) -> None:
    """Write a request."""
    stream.write(json.dumps(asdict(request)).encode() + b"\n")
    stream.flush()


def receive(stream: IO[bytes]) -> CheckReply:
    """Read a reply. Raises EOFError if the process has ended."""
    reply = json.loads(read_line(stream))
    if found := reply.get("difference"):
        reply["difference"] = DifferenceData(**found)
    return CheckReply(**reply)


PROCESS = HelperProcess(
    "pages.training.trainer_check_worker",
    send,
    receive,
    max_seconds=MAX_SECONDS,
    fair_seconds=FAIR_SECONDS,
    idle=IDLE,
    max_wait=MAX_WAIT,
    max_waiting=MAX_WAITING,
    max_per_client=MAX_WAITING // 2,
)
REPLIES: SingleFlightCache[CheckReply] = SingleFlightCache(
    2_000_000, lambda reply: len(repr(reply)), max_making=MAX_WAITING
)


def check(settings: Settings, must_fit: bool) -> CheckReply:
    """Return how the stored merges differ from the training that the settings describe.

    must_fit: whether the number of merges must fit the vocabulary size too. Raises bpe.InputError
    if the merges cannot be read, or if the comparison takes too long.
    """
    key = cache_key("check", settings.key, settings.view.merges, str(must_fit))
    reply = REPLIES.get(key, lambda: ask(settings, must_fit))
    if reply.error:
        sentence, values = reply.error
        raise bpe.InputError(sentence, **values)
    return reply


def ask(settings: Settings, must_fit: bool) -> CheckReply:
    """Ask the process. Raises the errors of `check`."""
    path = file_store.path_of(settings.view.merges)
    if path is None:
        raise bpe.InputError("These merges are no longer on this server. Give them again.")
    source, used = settings.corpus.source(settings.bpe.split), settings.bpe
    texts = [] if source.paths else list(settings.corpus.texts())
    request = CheckRequest(
        merges=str(path),
        texts=texts,
        counts=None if texts or source.counts is None else dict(source.counts),
        paths=source.paths,
        max_bytes=source.max_bytes,
        is_whole=source.is_whole,
        settings=TrainingArgs(
            split=used.split,
            normalization=settings.corpus.norm,
            ties=used.ties,
            special_tokens=used.special.split(),
            min_count=used.min_count,
            alphabet=used.alphabet,
            vocab_size=used.vocab if must_fit else None,
        ),
    )
    try:
        return PROCESS.ask(request, visitor_of_script())
    except TooSlow:
        raise bpe.InputError(
            "The comparison took more than {most} seconds. Compare fewer merges, or use a "
            "smaller part of the text.",
            most=MAX_SECONDS,
        ) from None
    except Busy:
        raise bpe.InputError(
            "The server is busy with other comparisons. Try again in a minute."
        ) from None
    except Unavailable:
        raise bpe.InputError(
            "The comparison needs more memory than this server allows. Use a smaller part of the "
            "text."
        ) from None
