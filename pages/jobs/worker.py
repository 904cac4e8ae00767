"""A training in its own process, so that it does not slow down the server.

    python -m pages.jobs.worker

Only `pages.jobs.queue` starts it. It reads one job from its standard input. Another byte there, or
the end of the input, stops the training. It writes its progress to its standard output, and at the
end the run or the reason why there is none (see `messages`). It does not import Streamlit.
"""

import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import bpe
from bpe import unigram, wordpiece
from pages.jobs import messages, process_limits
from pages.jobs.cost import RoundsLimit
from pages.jobs.job import BpeJob, CorpusSource, Job, UnigramJob, WordPieceJob
from pages.jobs.memory import MAX_RUN, MAX_TOKEN_CHARACTERS, size_of
from pages.jobs.messages import SENDING, Progress, Refusal
from pages.jobs.unigram_training import train_unigram
from pages.resources.machine import address_space
from pages.storage.typed import COUNTS_HEADER, MAX_CHARACTERS, MAX_WORDS, read_counts

MAX_SECONDS = 300  # of a whole training
UNIGRAM_TOTAL = 1000  # the scale of the progress of a Unigram training
INTERVAL = 0.1  # seconds between two progress messages


class Reporter:
    """Reports the progress of a training, and knows whether to stop it."""

    def __init__(self) -> None:
        self.stopped = threading.Event()
        self.last = 0.0
        threading.Thread(target=self._wait_for_stop, daemon=True).start()

    def _wait_for_stop(self) -> None:
        """Wait for the byte that stops the training, or for the server to end."""
        sys.stdin.buffer.read(1)
        self.stopped.set()

    def report(self, phase: str, done: int, total: int) -> None:
        """Send the progress in a phase; skip it if the last message was sent just now."""
        now = time.monotonic()
        if now - self.last > INTERVAL:
            self.last = now
            messages.send(sys.stdout.buffer, Progress(phase, done, total))


def stopped_too_early() -> bpe.InputError:
    """Return the error for a training that was stopped before it had a result.

    >>> str(stopped_too_early())
    'Training was stopped before its first step.'
    """
    return bpe.InputError("Training was stopped before its first step.")


def needs_too_much_memory() -> bpe.InputError:
    """Return the error for a training that reached the limit of its memory.

    >>> str(needs_too_much_memory()).partition(".")[0]
    'Training on this text needs more memory than this server allows'
    """
    return bpe.InputError(
        "Training on this text needs more memory than this server allows. Use a smaller part of "
        "the text."
    )


def _read_lines(source: CorpusSource, reporter: Reporter) -> Iterator[str]:
    """Yield the lines of the files, up to the limit in bytes."""
    left = total = min(source.max_bytes, sum(Path(path).stat().st_size for path in source.paths))
    for path in source.paths:
        with open(path, "rb") as file:
            for line in file:
                if reporter.stopped.is_set():
                    raise stopped_too_early()
                yield line[:left].decode("utf-8", "ignore").rstrip("\r\n")
                left -= len(line)
                if left <= 0:
                    return
                reporter.report("words", total - left, total)


def _read_corpus(source: CorpusSource, reporter: Reporter) -> bpe.Corpus:
    """Return the corpus of the given words, of a file of word counts, or of texts."""
    split, normalization = source.split, source.normalization
    if source.counts is not None:
        return bpe.Corpus.from_counts(source.counts, split, normalization)
    with open(source.paths[0], "rb") as file:
        if file.read(len(COUNTS_HEADER)) == COUNTS_HEADER:
            return bpe.Corpus.from_counts(read_counts(file.read().decode()), split, normalization)
    lines = _read_lines(source, reporter)
    return bpe.Corpus.from_texts(lines, split, normalization, MAX_WORDS, MAX_CHARACTERS)


def _train(job: Job, reporter: Reporter) -> messages.Run:
    """Return the run of a job. Raises bpe.InputError if there is none."""
    corpus = _read_corpus(job.corpus, reporter)
    run: messages.Run
    if isinstance(job, UnigramJob):
        run = _run_unigram(corpus, job, reporter)
        steps = len(run.rounds)
    elif isinstance(job, WordPieceJob):
        run = _run_wordpiece(corpus, job, reporter)
        steps = len(run.history.merges)
    else:
        run = _run_bpe(corpus, job, reporter)
        steps = len(run.merges)
    if run.stopped == "user" and not steps:
        raise stopped_too_early()
    if size_of(run) > MAX_RUN:
        raise needs_too_much_memory()
    return run


def _run_bpe(corpus: bpe.Corpus, job: BpeJob, reporter: Reporter) -> bpe.Run:
    """Train BPE on a corpus, and report the progress."""
    messages.send(sys.stdout.buffer, Progress("pairs", 0, 1))
    special = job.special_tokens
    first_tokens = corpus.first_tokens(job.alphabet)
    total = max(1, job.vocab_size - len(set(special) | set(first_tokens)))

    def should_continue(merges: int) -> bool:
        reporter.report("merges", merges, total)
        return not reporter.stopped.is_set()

    return bpe.train(
        corpus,
        job.vocab_size,
        job.ties,
        special,
        job.min_count,
        job.alphabet,
        should_continue=should_continue,
        max_characters=MAX_TOKEN_CHARACTERS,
    )


def _run_wordpiece(corpus: bpe.Corpus, job: WordPieceJob, reporter: Reporter) -> wordpiece.Run:
    """Train WordPiece on a corpus, and report the progress."""
    messages.send(sys.stdout.buffer, Progress("pairs", 0, 1))

    def should_continue(merges: int) -> bool:
        reporter.report("merges", merges, job.vocab_size)
        return not reporter.stopped.is_set()

    return wordpiece.train(
        corpus,
        job.vocab_size,
        job.special_tokens,
        should_continue=should_continue,
        max_characters=MAX_TOKEN_CHARACTERS,
    )


def _run_unigram(corpus: bpe.Corpus, job: UnigramJob, reporter: Reporter) -> unigram.Run:
    """Train Unigram on a corpus, and report the progress."""
    messages.send(sys.stdout.buffer, Progress("pieces", 0, UNIGRAM_TOTAL))
    limit = RoundsLimit(job.args, len(corpus.alphabet))

    def should_continue(progress: unigram.Progress) -> bool:
        limit.add(progress.pieces)
        reporter.report("pieces", int(progress.fraction * UNIGRAM_TOTAL), UNIGRAM_TOTAL)
        return not reporter.stopped.is_set()

    return train_unigram(corpus, job.args, should_continue)


def main() -> None:
    """Read one job, train, and send the result."""
    process_limits.end_with_parent(has_lasting_parent_thread=True)
    process_limits.lower_priority()
    process_limits.limit_memory(address_space())
    process_limits.limit_seconds(MAX_SECONDS + 10)  # the server has its own limit
    job = messages.receive(sys.stdin.buffer)
    assert isinstance(job, Job)
    result: messages.Message
    try:
        result = _train(job, Reporter())
    except bpe.InputError as error:
        result = Refusal(error.sentence, error.values)
    except MemoryError:
        refused = needs_too_much_memory()
        result = Refusal(refused.sentence, refused.values)
    messages.send(sys.stdout.buffer, Progress(SENDING, 1, 1))
    messages.send(sys.stdout.buffer, result)
    os._exit(0)  # the thread that waits for a stop may still be reading


if __name__ == "__main__":
    main()
