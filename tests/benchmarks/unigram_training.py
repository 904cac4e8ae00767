"""The time of EM training compared with Hugging Face tokenizers, on one text.

    python -m tests.benchmarks.unigram_training [vocabulary size] [characters]

The text is the source of the standard library. Both get the same pre-tokenized words. A ratio of 2
means that our EM takes twice as long.
"""

import json
import sys
import sysconfig
from pathlib import Path
from time import perf_counter

from tokenizers import Tokenizer, models, trainers

import bpe
from bpe import unigram


def source_text(length):
    text = ""
    for path in sorted(Path(sysconfig.get_path("stdlib")).glob("*.py")):
        text += path.read_text(encoding="utf-8", errors="replace")
        if len(text) >= length:
            break
    return text[:length]


def train_theirs(corpus, vocab_size):
    tokenizer = Tokenizer(models.Unigram())
    trainer = trainers.UnigramTrainer(vocab_size=vocab_size, special_tokens=[], show_progress=False)
    words = [word for word, count in corpus.counts.items() for _ in range(count)]
    start = perf_counter()
    tokenizer.train_from_iterator(words, trainer)
    seconds = perf_counter() - start
    vocab = dict(json.loads(tokenizer.to_str())["model"]["vocab"])
    return unigram.Model.from_log_probabilities(vocab), seconds


def main(vocab_size=1000, length=400_000):
    text = source_text(length)
    for split in ("gpt2", "metaspace"):
        corpus = bpe.Corpus.from_texts([text], split=split)
        start = perf_counter()
        ours = unigram.train(corpus, vocab_size, "em")
        here = perf_counter() - start
        theirs, there = train_theirs(corpus, vocab_size)
        ratio = unigram.loss(corpus, ours.model) / unigram.loss(corpus, theirs)
        print(
            f"{split}: {len(corpus.counts)} words, {len(ours.seeds.pieces)} seeds; "
            f"Merge by Merge {here:.2f} s, tokenizers {there:.2f} s, ratio {here / there:.1f}; "
            f"our loss is {ratio:.4f} times theirs"
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
