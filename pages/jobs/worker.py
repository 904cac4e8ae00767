"""A training in its own process, so that it does not slow down the server.

    python -m pages.jobs.worker

Only `pages.jobs.training` starts it. It reads one job from its standard input. Another byte there,
or the end of the input, stops the training. It writes its progress to its standard output, and at
the end the run or the reason why there is none (see `messages`). It does not import Streamlit.
"""

import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import bpe
from pages.jobs import messages, process_limits
from pages.jobs.job import CorpusSource, Job
from pages.jobs.memory import MAX_RUN, size_of
from pages.jobs.messages import SENDING, Progress, Refusal
from pages.jobs.training_errors import MAX_SECONDS, needs_too_much_memory, stopped_too_early
from pages.resources.machine import address_space
from pages.storage.typed import COUNTS_HEADER, MAX_CHARACTERS, MAX_WORDS, read_counts

INTERVAL = 0.1  # seconds between two progress messages


class Reporter:
    """Reports the progress of a training, and knows whether to stop it."""

    def __init__(self) -> None:
        self.stopped = threading.Event()
        self.phase, self.last = "", 0.0
        threading.Thread(target=self._wait_for_stop, daemon=True).start()

    def _wait_for_stop(self) -> None:
        """Wait for the byte that stops the training, or for the server to end."""
        sys.stdin.buffer.read(1)
        self.stopped.set()

    def report(self, phase: str, done: int, total: int) -> bool:
        """Send the progress in a phase, unless that was done just now. Return whether to go on."""
        now = time.monotonic()
        if phase != self.phase or now - self.last > INTERVAL:
            self.phase, self.last = phase, now
            messages.send(sys.stdout.buffer, Progress(phase, done, total))
        return not self.stopped.is_set()


def _read_documents(source: CorpusSource, reporter: Reporter) -> Iterator[str]:
    """Yield the lines of the files, or each file as a whole, up to the limit in bytes."""
    left = total = min(source.max_bytes, sum(Path(path).stat().st_size for path in source.paths))
    for path in source.paths:
        with open(path, "rb") as file:
            if source.is_whole:
                data = file.read(left)
                yield data.decode("utf-8", "ignore").replace("\r\n", "\n")
                left -= len(data)
                continue
            for line in file:
                yield line[:left].decode("utf-8", "ignore").rstrip("\r\n")
                left -= len(line)
                if left <= 0:
                    return
                if not reporter.report("words", total - left, total):
                    raise stopped_too_early()


def _read_corpus(source: CorpusSource, reporter: Reporter) -> bpe.Corpus:
    """Return the corpus of the given words, of a file of word counts, or of texts."""
    split, normalization = source.split, source.normalization
    if source.counts is not None:
        return bpe.Corpus.from_counts(source.counts, split, normalization)
    with open(source.paths[0], "rb") as file:
        if file.read(len(COUNTS_HEADER)) == COUNTS_HEADER:
            return bpe.Corpus.from_counts(read_counts(file.read().decode()), split, normalization)
    documents = _read_documents(source, reporter)
    return bpe.Corpus.from_texts(
        documents, split, normalization, MAX_WORDS, MAX_CHARACTERS, source.special_tokens
    )


def _train(job: Job, reporter: Reporter) -> messages.Run:
    """Return the run of a job. Raises bpe.InputError if there is none."""
    corpus = _read_corpus(job.corpus, reporter)
    run = job.train(corpus, reporter.report)
    if run.stopped == "user" and not run.step_count:
        raise stopped_too_early()
    if size_of(run) > MAX_RUN:
        raise needs_too_much_memory()
    return run


def main() -> None:
    """Read one job, train, and send the result."""
    process_limits.end_with_parent(has_lasting_parent_thread=True)
    process_limits.lower_priority()
    process_limits.limit_memory(address_space())
    process_limits.limit_processor(MAX_SECONDS + 10)  # the server has its own limit
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
