"""What a worker process is asked to do: read a corpus, then train a tokenizer on it."""

from collections.abc import Mapping
from dataclasses import dataclass

from pages.jobs.unigram_training import UnigramArgs


@dataclass(frozen=True, slots=True)
class CorpusSource:
    """The words of a corpus, or the files that contain it.

    counts: word -> count. If it is None, the worker reads `paths`, at most `max_bytes` of them.
    split, normalization: as in `bpe.Corpus`.
    """

    split: str
    normalization: str
    counts: Mapping[str, int] | None = None
    paths: tuple[str, ...] = ()
    max_bytes: int = 0


@dataclass(frozen=True, slots=True)
class BpeJob:
    """Train BPE. The arguments are those of `bpe.train`.

    >>> BpeJob(CorpusSource("gpt2", "none", {"hug": 10}), 50, "first", ("<|endoftext|>",)).min_count
    1
    """

    corpus: CorpusSource
    vocab_size: int
    ties: str
    special_tokens: tuple[str, ...] = ()
    min_count: int = 1
    alphabet: str = "corpus"


@dataclass(frozen=True, slots=True)
class WordPieceJob:
    """Train WordPiece. The arguments are those of `wordpiece.train`.

    >>> WordPieceJob(CorpusSource("punctuation", "none", {"hug": 10}), 50).special_tokens
    ()
    """

    corpus: CorpusSource
    vocab_size: int
    special_tokens: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UnigramJob:
    """Train Unigram."""

    corpus: CorpusSource
    args: UnigramArgs


Job = BpeJob | WordPieceJob | UnigramJob
