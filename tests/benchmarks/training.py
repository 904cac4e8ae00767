"""Training time of BPE and of other trainers: python -m tests.benchmarks.training [FILE] [--quick]

Trains on a text (see `texts` for the default) and prints Markdown tables: time and memory compared
with Hugging Face tokenizers, rustbpe and sentencepiece; the history of the run; a corpus of ties;
and the curve over the sizes. Each training has its own process, and the trainers take turns. If
the merges differ from those of Hugging Face tokenizers, it stops. No test checks a time.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from itertools import product
from pathlib import Path
from statistics import median

from tests.benchmarks import texts, ties
from tests.benchmarks.report import curve_table, history_table, main_table
from tests.benchmarks.trainers import TRAINERS, Result

Results = dict[int, dict[str, list[Result]]]  # by size and trainer

ROOT = Path(__file__).parents[2]
TWO_THREADS = {"RAYON_NUM_THREADS": "2", "TOKENIZERS_PARALLELISM": "true"}
OURS, *PEERS = TRAINERS
SAME = "tokenizers"  # the trainer that must make the same merges


def child(module: str, *arguments: object) -> Result:
    """The measurements of a module of this folder, run in its own process."""
    command = [sys.executable, "-m", f"tests.benchmarks.{module}", *map(str, arguments)]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | TWO_THREADS, stdout=subprocess.PIPE, check=True
    )
    return json.loads(done.stdout)


def verified(mine: Result, theirs: Result) -> Result:
    """Our result if the merges are the same; otherwise exit."""
    if mine["digest"] != theirs["digest"]:
        raise SystemExit(f"The merges differ from those of {SAME}. Nothing was measured.")
    return mine


def same_merges(path: Path, size: int, vocab_size: int) -> int:
    """The number of merges from a text of this size, after checking that they are right."""
    pair = (child("trainers", name, path, size, vocab_size, 0) for name in (OURS, SAME))
    merges = verified(*pair)["merges"]
    print(
        f"- {texts.megabytes(size)}: all {merges:,} merges are the same as those of {SAME}",
        flush=True,
    )
    return merges


def in_turn(path: Path, sizes: list[int], vocab_size: int, repeat: int) -> Results:
    """The results of every trainer at every size. Trainers take turns in each round."""
    merges = {size: same_merges(path, size, vocab_size) for size in sizes}
    results: Results = {size: {name: [] for name in TRAINERS} for size in sizes}
    for _ in range(repeat):
        for size, name in product(sizes, TRAINERS):
            result = child("trainers", name, path, size, vocab_size, merges[size])
            results[size][name].append(result)
    return results


def curve(results: Results) -> list[dict[str, object]]:
    """The medians as rows of trainer, MB, words, seconds and memory."""
    return [
        {
            "trainer": name,
            "MB": size / texts.MEGA,
            "words": by_name[OURS][0]["words"],
            "seconds": median(result["seconds"] for result in taken),
            "memory": None if taken[0]["memory"] is None else median(r["memory"] for r in taken),
        }
        for size, by_name in results.items()
        for name, taken in by_name.items()
    ]


def arguments(given: list[str] | None) -> argparse.Namespace:
    """The parsed command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.training")
    parser.add_argument("file", nargs="?", type=Path, help="a text in UTF-8")
    parser.add_argument(
        "--quick", action="store_true", help="a few seconds, to check that it works"
    )
    parser.add_argument(
        "--size", type=float, metavar="MB", help="size of the text of the first table"
    )
    parser.add_argument("--sizes", type=float, nargs="*", metavar="MB", help="the curve's sizes")
    parser.add_argument("--vocab", type=int, help="vocabulary size")
    parser.add_argument("--repeat", type=int, help="trainings per trainer and size")
    parser.add_argument("--chart", type=Path, metavar="FILE.svg", help="draw the chart")
    usual = {"size": 4.4, "sizes": [0.1, 0.3, 1, 2, 10, 20], "vocab": 5000, "repeat": 5}
    small = {"size": 0.1, "sizes": [0.05], "vocab": 400, "repeat": 1}
    parser.set_defaults(**usual)
    if parser.parse_args(given).quick:
        parser.set_defaults(**small)
    return parser.parse_args(given)


def run(wanted: argparse.Namespace, path: Path) -> None:
    """Measure everything on the text in a file, and print the results."""
    there = path.stat().st_size
    main_size, *others = (
        min(round(size * texts.MEGA), there) for size in (wanted.size, *wanted.sizes)
    )
    with path.open("rb") as file:
        sha = hashlib.sha256(file.read(main_size)).hexdigest()[:12]
    print(f"Text: {texts.megabytes(main_size)} of {wanted.file or 'the standard library'}")
    print(f"(SHA-256 {sha}..., Python {sys.version.split()[0]}), vocabulary of {wanted.vocab:,}")
    if max(wanted.sizes, default=0) * texts.MEGA > there:
        print(f"The text has only {texts.megabytes(there)}.")
    results = in_turn(path, sorted({main_size, *others}), wanted.vocab, wanted.repeat)
    rows = curve(results)
    history = child("history", path, main_size, wanted.vocab)
    sizes = [250, 500] if wanted.quick else [1000, 2000, 4000, 8000, 16000]
    print("", *main_table(results[main_size], wanted.repeat), sep="\n")
    print("", *history_table(history), sep="\n")
    print("", "A corpus in which nearly every pair is tied:", "", sep="\n")
    print(*ties.table(sizes, wanted.repeat), "", *curve_table(rows), sep="\n")
    if wanted.chart:
        from tests.benchmarks import chart

        chart.draw(rows, wanted.vocab, wanted.chart)


def main(given: list[str] | None = None) -> None:
    """Prepare the text, and measure."""
    wanted = arguments(given)
    if wanted.file:
        run(wanted, wanted.file.resolve())
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "standard-library.txt"
        texts.write_standard_library(path, round(max(wanted.size, *wanted.sizes, 0) * texts.MEGA))
        run(wanted, path)


if __name__ == "__main__":
    main()
