"""Times and memory of a run's history: python -m tests.benchmarks.history FILE SIZE VOCABULARY

Prints as JSON: the time to read each step in random order, the time to serialize each block of
steps for the stage, and the memory of the run with all its tables.
"""

import json
import random
import sys
import tracemalloc
from collections.abc import Callable, Iterable
from pathlib import Path
from time import perf_counter

import bpe
import pages.registry  # noqa: F401 (makes the kinds of stages known)
from bpe import pair_tables
from pages.runs.records import serialized
from pages.training.corpus_words import WORDS
from pages.training.record_parts import BLOCK, LEADERS
from tests.benchmarks import texts

STEPS = 300  # number of random steps


def seconds(work: Callable[[int], object], each: Iterable[int]) -> list[float]:
    """The time of the work for each argument, in seconds."""
    taken = []
    for k in each:
        start = perf_counter()
        work(k)
        taken.append(perf_counter() - start)
    return taken


def train(lines: list[str], vocab_size: int) -> bpe.Run:
    """The run to measure."""
    return bpe.train(bpe.Corpus.from_texts(lines), vocab_size, ties="lowest")


def memory_of_run(lines: list[str], vocab_size: int) -> float:
    """The memory of a run and its lookup tables, in MB."""
    tracemalloc.start()
    run = train(lines, vocab_size)
    serialized(run, "memory", "en", "head")
    serialized(run, "memory", "en", "0")
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return size / texts.MEGA


def measure(lines: list[str], vocab_size: int) -> dict[str, object]:
    """The times of steps, of displayed steps and of blocks, and the memory of the run."""
    run = train(lines, vocab_size)
    last = len(run.merges)
    rng = random.Random(1)
    steps = [rng.randrange(last + 1) for _ in range(min(STEPS, last))]
    blocks = rng.sample(range(last // BLOCK + 1), last // BLOCK + 1)

    def shown(k: int) -> object:
        step = run.at(k)
        return pair_tables.leaders(run, max(k - 1, 0), LEADERS, step.pairs), step.words[:WORDS]

    return {
        "step": seconds(run.at, steps),
        "shown": seconds(shown, steps),
        "block": seconds(lambda block: serialized(run, "run", "en", str(block)), blocks),
        "memory": memory_of_run(lines, vocab_size),
    }


def main() -> None:
    """Measure, and print the results."""
    path, size, vocab_size = sys.argv[1:]
    print(json.dumps(measure(texts.lines(Path(path), int(size)), int(vocab_size))))


if __name__ == "__main__":
    main()
