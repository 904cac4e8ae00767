"""What a worker process is asked to do: read a corpus, then train a tokenizer on it."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import bpe
from bpe import unigram, wordpiece
from pages.jobs.cost import RoundsLimit
from pages.jobs.memory import MAX_TOKEN_CHARACTERS
from pages.jobs.unigram_training import UnigramArgs, train_unigram

UNIGRAM_TOTAL = 1000  # the scale of the progress of a Unigram training
Report = Callable[[str, int, int], bool]  # (phase, done, total) -> whether to go on


@dataclass(frozen=True, slots=True)
class CorpusSource:
    """The words of a corpus, or the files that contain it.

    counts: word -> count. If it is None, the worker reads `paths`, at most `max_bytes` of them.
    split, normalization: as in `bpe.Corpus`. special_tokens: split a text in a file. is_whole:
    whether a file is one document; otherwise, each line is.
    """

    split: str
    normalization: str
    counts: Mapping[str, int] | None = None
    paths: tuple[str, ...] = ()
    max_bytes: int = 0
    special_tokens: tuple[str, ...] = ()
    is_whole: bool = False

    @property
    def size(self) -> int:
        """How much there is to read: characters of the words, or bytes of the files.

        >>> CorpusSource("gpt2", "none", {"hug": 10, "pugs": 5}).size
        7
        """
        if self.counts is not None:
            return sum(map(len, self.counts))
        with suppress(OSError):  # a file was deleted
            return min(self.max_bytes, sum(Path(each).stat().st_size for each in self.paths))
        return 0


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

    def train(self, corpus: bpe.Corpus, report: Report) -> bpe.Run:
        """Train on a corpus, and report the progress."""
        report("pairs", 0, 1)
        first_tokens = {*self.special_tokens, *corpus.first_tokens(self.alphabet)}
        total = max(1, self.vocab_size - len(first_tokens))
        return bpe.train(
            corpus,
            self.vocab_size,
            self.ties,
            self.special_tokens,
            self.min_count,
            self.alphabet,
            should_continue=lambda merges: report("merges", merges, total),
            max_characters=MAX_TOKEN_CHARACTERS,
        )


@dataclass(frozen=True, slots=True)
class WordPieceJob:
    """Train WordPiece. The arguments are those of `wordpiece.train`.

    >>> WordPieceJob(CorpusSource("punctuation", "none", {"hug": 10}), 50).special_tokens
    ()
    """

    corpus: CorpusSource
    vocab_size: int
    special_tokens: tuple[str, ...] = ()

    def train(self, corpus: bpe.Corpus, report: Report) -> wordpiece.Run:
        """Train on a corpus, and report the progress."""
        report("pairs", 0, 1)
        return wordpiece.train(
            corpus,
            self.vocab_size,
            self.special_tokens,
            should_continue=lambda merges: report("merges", merges, self.vocab_size),
            max_characters=MAX_TOKEN_CHARACTERS,
        )


@dataclass(frozen=True, slots=True)
class UnigramJob:
    """Train Unigram."""

    corpus: CorpusSource
    args: UnigramArgs

    def train(self, corpus: bpe.Corpus, report: Report) -> unigram.Run:
        """Train on a corpus, and report the progress."""
        report("pieces", 0, UNIGRAM_TOTAL)
        limit = RoundsLimit(self.args, len(corpus.alphabet))

        def should_continue(progress: unigram.Progress) -> bool:
            limit.add(progress.pieces)
            return report("pieces", int(progress.fraction * UNIGRAM_TOTAL), UNIGRAM_TOTAL)

        return train_unigram(corpus, self.args, should_continue)


Job = BpeJob | WordPieceJob | UnigramJob
