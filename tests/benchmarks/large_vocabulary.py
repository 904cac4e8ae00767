"""Time and memory of BPE trainings with large vocabularies, and the size of what a browser gets.

    python -m tests.benchmarks.large_vocabulary [--megabytes N] [SIZE ...]

The text is Python's own source code. Each training runs in a process of its own, from all 256
bytes, with GPT-2's pre-tokenization and the tie rule "lowest". --megabytes: of the text; by default
4.4, which the page "Training" uses.
"""

import argparse
import gzip
import json
import resource
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import bpe
from pages import registry
from pages.jobs.memory import MAX_RUN, size_of
from pages.runs.kinds import kind_of
from pages.storage.file_store import python_files
from pages.translations.language import Translation

SIZES = [5_000, 10_000, 20_000, 50_000]


def lines_of(size: int) -> list[str]:
    """The first lines of Python's source code, up to a size in bytes."""
    lines: list[str] = []
    for path in python_files():
        text = path.read_bytes()[:size].decode("utf-8", "ignore")
        size -= len(text.encode())
        lines += text.splitlines()
    return lines


def peak() -> float:
    """The most memory that this process has had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1_000


def measure(vocab: int, size: int) -> str:
    """Train, make the records, and return a row of the table."""
    assert registry.PAGES
    corpus = bpe.Corpus.from_texts(lines_of(size), "gpt2")
    before, start = peak(), time.process_time()
    run = bpe.train(corpus, vocab, "lowest", ("<|endoftext|>",), alphabet="bytes")
    trained, grown = time.process_time() - start, peak() - before
    start = time.process_time()
    head = json.dumps(kind_of(run).head(Translation(), "en"), ensure_ascii=False).encode()
    made, packed = time.process_time() - start, gzip.compress(head, 6)
    cells = (
        f"{vocab:,}",
        f"{len(run.merges):,}",
        f"{trained:.1f} s",
        f"{grown:.0f} MB",
        f"{size_of(run) / 1e6:.0f} MB",
        f"{made:.1f} s",
        f"{len(head) / 1e6:.1f} MB",
        f"{len(packed) / 1e6:.2f} MB",
    )
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", nargs="*", type=int, default=SIZES)
    parser.add_argument("--megabytes", type=float, default=4.4)
    options = parser.parse_args()
    size = int(options.megabytes * 1_000_000)
    print(f"The server keeps runs of at most {MAX_RUN / 1e6:.0f} MB.")
    print("| vocabulary | merges | training | memory | run | head | its size | compressed |")
    for vocab in options.sizes:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
            print(process.submit(measure, vocab, size).result(), flush=True)


if __name__ == "__main__":
    main()
