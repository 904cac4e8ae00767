"""Time to encode a text to ids: python -m tests.benchmarks.encoding [FILE] [--size MB] [--quick]

Prints a Markdown table. The default text is English: the topics of Python's help, then the
docstrings of its standard library. Our tokenizers are trained on sources of the standard library,
written to files, and read by Hugging Face tokenizers and tiktoken. They take turns in one process,
each with a new tokenizer that has seen no text; loading is not measured. The ids must be equal. The
time is CPU time, because each works in one thread. --quick encodes a short text once.
"""

import argparse
import ast
from base64 import b64decode
from collections.abc import Callable, Iterator
from pathlib import Path
from pydoc_data import topics
from statistics import median
from time import process_time

import tiktoken
from tokenizers import Tokenizer

import bpe
from bpe import formats
from bpe.formats.tiktoken_file import KNOWN
from tests.benchmarks.texts import MEGA, megabytes, standard_library

VOCAB = 8_000
TRAINED_ON = 2 * MEGA  # bytes
TIMES = 7
Encode = Callable[[str], list[int]]


def docstrings(source: bytes) -> Iterator[str]:
    """The docstrings of a module, its classes and its functions."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):  # sources that test the parser
        return
    for node in ast.walk(tree):
        if isinstance(node, kinds) and (found := ast.get_docstring(node)):
            yield found


def english(size: int) -> str:
    """English text of at most this many characters."""
    parts = list(topics.topics.values())
    length = sum(map(len, parts))
    for source in standard_library():
        if length >= size:
            break
        found = list(docstrings(source))
        parts += found
        length += sum(map(len, found))
    return "\n\n".join(parts)[:size]


def encoders(split: str, run: bpe.Run) -> dict[str, Callable[[], Encode]]:
    """For each program, how to make a new encoder of a training."""
    json = formats.tokenizer_json(run).decode()
    lines = formats.tiktoken_ranks(run).splitlines()
    ranks = {b64decode(token): int(id_) for token, id_ in map(bytes.split, lines)}

    def ours() -> Encode:
        return run.encoder().encode_ids

    def loaded() -> Encode:
        return formats.load_tokenizer_json(json.encode()).encoder.encode_ids

    def with_offsets() -> Encode:
        encoder = run.encoder()
        return lambda text: list(encoder.encode(text).ids)

    def library() -> Encode:
        tokenizer = Tokenizer.from_str(json)
        return lambda text: tokenizer.encode(text).ids

    def of_tiktoken() -> Encode:
        pattern = KNOWN[split].pattern
        return tiktoken.Encoding(
            "run", pat_str=pattern, mergeable_ranks=ranks, special_tokens={}
        ).encode_ordinary

    return {
        "tokenizers": library,
        "Merge by Merge, `encode_ids`": ours,
        "Merge by Merge, from tokenizer.json": loaded,
        "Merge by Merge, with offsets": with_offsets,
        "tiktoken": of_tiktoken,
    }


def verified(found: dict[str, list[int]]) -> None:
    """Stop unless all programs give the same ids."""
    first = found["tokenizers"]
    for name, ids in found.items():
        if ids != first:
            raise SystemExit(f"The ids of {name} differ from those of tokenizers.")


def rows(split: str, run: bpe.Run, text: str, times: int) -> list[str]:
    """The medians of all programs."""
    seconds: dict[str, list[float]] = {}
    for _ in range(times):
        ids = {}
        for name, make in encoders(split, run).items():
            encode = make()
            before = process_time()
            ids[name] = encode(text)
            seconds.setdefault(name, []).append(process_time() - before)
        verified(ids)
    base = median(seconds["tokenizers"])
    return [
        f"| {split} | {name} | {median(found):.3f} s | {min(found):.2f} to {max(found):.2f} s "
        f"| {median(found) / base:.2f} |"
        for name, found in seconds.items()
    ]


def main() -> None:
    """Measure the text of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE")
    parser.add_argument("--size", type=float, default=1, help="of the text, in MB; default: 1")
    parser.add_argument("--quick", action="store_true", help="a short text, and only once")
    options = parser.parse_args()
    size = 20_000 if options.quick else int(options.size * MEGA)
    text = options.file.read_text()[:size] if options.file else english(size)
    sources = b"".join(standard_library())[: 50_000 if options.quick else TRAINED_ON]
    lines = sources.decode(errors="ignore").splitlines(keepends=True)
    words = len(text.split())
    print(
        f"{megabytes(len(text.encode()))}, {words:,} words, {len(set(text.split())):,} different\n"
    )
    print("| split | encoded by | median CPU time | fastest to slowest | ÷ time of tokenizers |")
    print("|---|---|--:|--:|--:|")
    for split in ("gpt2", "cl100k", "o200k"):
        corpus = bpe.Corpus.from_texts(lines, split)
        run = bpe.train(corpus, VOCAB, "lowest", alphabet="bytes")
        print("\n".join(rows(split, run, text, 1 if options.quick else TIMES)), flush=True)


if __name__ == "__main__":
    main()
