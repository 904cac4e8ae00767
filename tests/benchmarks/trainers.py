"""One training in its own process: python -m tests.benchmarks.trainers NAME FILE SIZE ...

Prints time and memory as JSON. Each trainer gets the same lines in memory, and two threads if it
can use them. Reading the file and importing the library are not measured. Memory needs /proc, so it
is measured on Linux only.
"""

import gc
import hashlib
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from tests.benchmarks import texts

Result = dict[str, object]
STATUS = Path("/proc/self/status")


class Meter:
    """Measures time and peak memory from its creation."""

    def __init__(self) -> None:
        gc.collect()
        if STATUS.exists():
            Path("/proc/self/clear_refs").write_text("5")  # resets the peak
        self.before = self.memory("VmRSS")
        self.last = perf_counter()

    def lap(self) -> float:
        """Seconds since the last lap."""
        now = perf_counter()
        seconds, self.last = now - self.last, now
        return seconds

    def peak(self) -> float | None:
        """The peak memory above the start, in MB."""
        if self.before is None:
            return None
        return (self.memory("VmHWM") - self.before) / 1000

    @staticmethod
    def memory(field: str) -> int | None:
        """A field of /proc/self/status in kB. ru_maxrss would include the parent process."""
        if not STATUS.exists():
            return None
        return next(int(s.split()[1]) for s in STATUS.open() if s.startswith(field))


def digest(merges: object) -> str:
    """A short hash of a list of merges, to compare them."""
    return hashlib.sha256(json.dumps(merges).encode()).hexdigest()[:16]


def ours(lines: list[str], vocab_size: int, merges: int) -> Result:
    """This engine, with the history of every step."""
    import bpe

    meter = Meter()
    corpus = bpe.Corpus.from_texts(lines, split="gpt2")
    counting = meter.lap()
    run = bpe.train(corpus, vocab_size, ties="lowest")
    training = meter.lap()
    return {
        "seconds": counting + training,
        "counting": counting,
        "training": training,
        "memory": meter.peak(),
        "words": len(corpus.counts),
        "merges": len(run.merges),
        "digest": digest([(merge.left, merge.right) for merge in run.merges]),
    }


def tokenizers(lines: list[str], vocab_size: int, merges: int) -> Result:
    """Hugging Face tokenizers."""
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = trainers.BpeTrainer(vocab_size=vocab_size, show_progress=False)
    meter = Meter()
    tokenizer.train_from_iterator(iter(lines), trainer)
    result = {"seconds": meter.lap(), "memory": meter.peak()}
    return result | {"digest": digest(json.loads(tokenizer.to_str())["model"]["merges"])}


def rustbpe(lines: list[str], vocab_size: int, merges: int) -> Result:
    """rustbpe. It starts from all 256 bytes and makes the same number of merges."""
    import rustbpe as library

    from bpe.pre_tokenization import GPT2_PATTERN

    tokenizer = library.Tokenizer()
    meter = Meter()
    tokenizer.train_from_iterator(iter(lines), 256 + merges, pattern=GPT2_PATTERN.pattern)
    return {"seconds": meter.lap(), "memory": meter.peak()}


def sentencepiece(lines: list[str], vocab_size: int, merges: int) -> Result:
    """SentencePiece BPE. Its sentences have no line feed and any length."""
    from sentencepiece import SentencePieceTrainer

    sentences = [line.removesuffix("\n") for line in lines]
    model = io.BytesIO()
    meter = Meter()
    SentencePieceTrainer.train(
        sentence_iterator=iter(sentences),
        model_writer=model,
        model_type="bpe",
        vocab_size=vocab_size,
        hard_vocab_limit=False,
        max_sentence_length=1 << 30,
        num_threads=2,
        minloglevel=2,
    )
    return {"seconds": meter.lap(), "memory": meter.peak()}


TRAINERS: dict[str, Callable[[list[str], int, int], Result]] = {
    "Merge by Merge": ours,
    "tokenizers": tokenizers,
    "rustbpe": rustbpe,
    "sentencepiece": sentencepiece,
}


def main() -> None:
    """Train once, and print the results."""
    name, path, size, vocab_size, merges = sys.argv[1:]
    lines = texts.lines(Path(path), int(size))
    print(json.dumps(TRAINERS[name](lines, int(vocab_size), int(merges))))


if __name__ == "__main__":
    main()
