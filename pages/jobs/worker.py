"""A training in a process of its own, so that nobody else waits for it.

    python -m pages.jobs.worker

It reads one job, a line of JSON, from its standard input; a further byte there, or its end, stops
the training. To its standard output it writes lines of JSON: how far it is, and last either what
it refuses or the length of the run in bytes, which follow (see `bpe.wire`). But: it knows nothing
of pages, sessions or Streamlit, and only `pages.jobs.queue` starts it.
"""

import json
import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NotRequired, TypedDict

import bpe
from bpe import unigram, wire
from bpe.unigram import wire as unigram_wire
from pages.corpora.typed import KEPT_COUNTS, read_counts
from pages.jobs.unigram_job import train_pieces

MOST_WORDS = 400_000
MOST_CHARACTERS = 4_000_000  # of the different words: some 100 bytes of memory each
MEMORY = 3 * 2**30  # bytes of address space, where the system can hold a process to it
PARTS = 1000  # of a Unigram training, in which progress is told
EVERY = 0.1  # seconds between two reports


class Job(TypedDict):
    """What is asked for: the files and how they are cut; then a training of BPE, or of pieces."""

    counts: NotRequired[dict[str, int]]  # the words themselves, or
    paths: NotRequired[list[str]]
    limit: NotRequired[int]  # bytes that are read of them
    split: str
    norm: str
    vocab: NotRequired[int]
    ties: NotRequired[str]
    special: NotRequired[list[str]]
    min: NotRequired[int]
    pieces: NotRequired[dict[str, Any]]  # see `unigram_job.train_pieces`


class Reporter:
    """Says how far the training is, and listens whether to stop."""

    def __init__(self) -> None:
        self.stop = threading.Event()
        self.last = 0.0
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self) -> None:
        """Wait for the byte that stops the training."""
        sys.stdin.buffer.read(1)
        self.stop.set()

    def say(self, **message: object) -> None:
        """Write a message."""
        sys.stdout.buffer.write(json.dumps(message).encode() + b"\n")
        sys.stdout.buffer.flush()

    def refuse(self, error: bpe.InputError) -> None:
        """Say why there is no run."""
        self.say(refused=error.sentence, values=error.values)

    def tell(self, stage: str, done: int, of: int) -> None:
        """How much of a stage is done; most such news are passed over."""
        now = time.monotonic()
        if now - self.last > EVERY:
            self.last = now
            self.say(stage=stage, done=done, of=of)


def too_early() -> bpe.InputError:
    """Why a training that was stopped has no run."""
    return bpe.InputError("Training was stopped before its first step.")


def read(job: Job, reporter: Reporter) -> Iterator[str]:
    """The texts of a job, a line a text, up to its limit in bytes."""
    left = of = min(job["limit"], sum(Path(path).stat().st_size for path in job["paths"]))
    for path in job["paths"]:
        with open(path, "rb") as file:
            for line in file:
                if reporter.stop.is_set():
                    raise too_early()
                yield line[:left].decode("utf-8", "ignore").rstrip("\r\n")
                left -= len(line)
                if left <= 0:
                    return
                reporter.tell("words", of - left, of)


def read_corpus(job: Job, reporter: Reporter) -> bpe.Corpus:
    """The corpus of a job: of words that it holds, of word counts in a file, or of texts."""
    if "counts" in job:
        return bpe.Corpus.from_counts(job["counts"], job["split"], job["norm"])
    with open(job["paths"][0], "rb") as file:
        if file.read(len(KEPT_COUNTS)) == KEPT_COUNTS:
            counts = read_counts(file.read().decode())
            return bpe.Corpus.from_counts(counts, job["split"], job["norm"])
    return bpe.Corpus.from_texts(
        read(job, reporter), job["split"], job["norm"], MOST_WORDS, MOST_CHARACTERS
    )


def train(job: Job, reporter: Reporter) -> bytes:
    """Do a job: the run as bytes."""
    corpus = read_corpus(job, reporter)
    if "pieces" in job:
        return train_unigram(corpus, job, reporter)
    reporter.say(stage="pairs", done=0, of=1)
    special = tuple(job["special"])
    merges = max(1, job["vocab"] - len(set(special) | set(corpus.alphabet)))

    def go_on(made: int) -> bool:
        reporter.tell("merges", made, merges)
        return not reporter.stop.is_set()

    run = bpe.train(corpus, job["vocab"], job["ties"], special, job["min"], go_on)
    if run.stopped == "user" and not run.merges:
        raise too_early()
    return wire.pack(run)


def train_unigram(corpus: bpe.Corpus, job: Job, reporter: Reporter) -> bytes:
    """Do a job of Unigram: the run as bytes."""
    reporter.say(stage="pieces", done=0, of=PARTS)

    def go_on(progress: unigram.Progress) -> bool:
        reporter.tell("pieces", int(progress.fraction * PARTS), PARTS)
        return not reporter.stop.is_set()

    run = train_pieces(corpus, job["pieces"], go_on)
    if run.stopped == "user" and not run.rounds:
        raise too_early()
    return unigram_wire.pack(run)


def main() -> None:
    """Read one job, do it, write what came of it."""
    job: Job = json.loads(sys.stdin.buffer.readline())
    try:
        os.nice(5)
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    except (ImportError, AttributeError, OSError, ValueError):
        pass  # not on this system
    reporter = Reporter()
    try:
        data = train(job, reporter)
    except bpe.InputError as error:
        reporter.refuse(error)
    except MemoryError:
        reporter.refuse(
            bpe.InputError(
                "Training on this text needs more memory than this server allows. Use a smaller "
                "part of the text."
            )
        )
    else:
        reporter.say(bytes=len(data))
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    os._exit(0)  # the listening thread may still wait for a byte


if __name__ == "__main__":
    main()
