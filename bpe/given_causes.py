"""What may be wrong with a list of merges itself, and not with the trainer that learned them.

`causes` tries each.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, islice

from bpe.byte_characters import byte_level, token_bytes
from bpe.errors import Remark
from bpe.records import Pair
from bpe.run import Run
from bpe.split_patterns import is_byte_level
from bpe.variations import ordered_merges

Attempt = tuple[str, Remark, Callable[[], Iterator[Pair]]]

MIN_AFTER = 3  # merges after a missing one that must be the same
FORMS: tuple[tuple[str, Remark, Callable[[bytes], str]], ...] = (
    (
        "form:printed",
        Remark(
            "Your tokens are texts like b'e', as Python prints bytes. Give the bytes themselves."
        ),
        repr,
    ),
    (
        "form:latin1",
        Remark("Your tokens are bytes decoded as Latin-1. Give the bytes themselves."),
        lambda data: data.decode("latin-1"),
    ),
    (
        "form:replaced",
        Remark(
            "Your tokens contain U+FFFD, which replaces bytes that are no text on their own. Give "
            "the bytes themselves."
        ),
        lambda data: data.decode(errors="replace"),
    ),
)


def form_changes(run: Run) -> Iterator[Attempt]:
    """How else the merges of a training may be written: an id, a sentence, and these merges."""
    swapped = Remark("In your pairs, the second token stands first.")
    yield "form:swapped", swapped, lambda: ((right, left) for left, right in run.rules)
    for name, remark, write in FORMS if is_byte_level(run.corpus.split) else ():
        yield name, remark, partial(written, run, write)


def written(run: Run, write: Callable[[bytes], str]) -> Iterator[Pair]:
    """The merges of a training with each token as a function writes its bytes.

    >>> from bpe import Corpus, train
    >>> next(written(train(Corpus.from_texts(["hug hug"])), repr))
    ("b'h'", "b'u'")
    """
    for pair in run.rules:
        left, right = (byte_level(write(token_bytes(token, run.corpus.split))) for token in pair)
        yield left, right


def list_changes(run: Run, given: Sequence[Pair], agreeing: int) -> Iterator[Attempt]:
    """The merges of a training without the first one that differs, or with a given one more.

    agreeing: how many merges are the same, from the first on.
    """

    def learned() -> Iterator[Pair]:
        return ordered_merges(run.corpus, run.ties)

    def with_one(more: list[Pair], skipped: int) -> Iterator[Pair]:
        yield from chain(islice(learned(), agreeing), more)
        yield from islice(learned(), agreeing + skipped, None)

    here = given[agreeing]
    if len(given) - agreeing >= MIN_AFTER:
        lacks = Remark("Your list lacks the expected merge. All merges after it are the same.")
        yield "list:missing", lacks, lambda: with_one([], 1)
    if len(given) - agreeing > MIN_AFTER:
        more = Remark("Your merge is too much. All merges after it are the same.")
        if here in given[:agreeing]:
            rank = given.index(here) + 1
            more = Remark("Your merge is there twice: it is merge {rank} too.", (("rank", rank),))
        yield "list:extra", more, lambda: with_one([here], 0)
