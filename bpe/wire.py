"""A run as bytes, and a run again: how it crosses from one process to another; see `flat`."""

from array import array
from types import MappingProxyType

from bpe import flat
from bpe.corpus import Corpus
from bpe.records import Merge
from bpe.run import Run

ARRAYS = (
    "changed_pairs",
    "old_counts",
    "new_counts",
    "change_ends",
    "merge_rank_at",
    "merge_places",
    "merge_ends",
    "tokens_saved",
)


def pack(run: Run) -> bytes:
    """A run as bytes."""
    ids, merges = run.ids, run.merges
    arrays = [
        array("q", run.corpus.counts.values()),
        *(
            array("q", [ids[getattr(m, name)] for m in merges])
            for name in ("left", "right", "token")
        ),
        *(array("q", [getattr(m, name) for m in merges]) for name in ("count", "tied")),
        *(getattr(run, name) for name in ARRAYS),
    ]
    header = {
        "split": run.corpus.split,
        "normalization": run.corpus.normalization,
        "ties": run.ties,
        "special_tokens": run.special_tokens,
        "vocab_size": run.vocab_size,
        "min_count": run.min_count,
        "vocab": run.vocab,
        "stopped": run.stopped,
    }
    return flat.pack(header, arrays, run.words)


def unpack(data: bytes) -> Run:
    """The run again.

    >>> from bpe.training import train
    >>> run = train(Corpus.from_counts({"hug": 10, "pug": 5}), 6)
    >>> again = unpack(pack(run))
    >>> again.merges == run.merges, again.at(1) == run.at(1)
    (True, True)
    """
    header, (counts, *arrays), words = flat.unpack(data)
    columns, rest = arrays[:5], arrays[5:]
    corpus = Corpus(
        MappingProxyType(dict(zip(words, counts, strict=True))),
        header["split"],
        header["normalization"],
    )
    vocab = tuple(header["vocab"])
    merges = tuple(
        Merge(rank, vocab[left], vocab[right], vocab[token], count, tied)
        for rank, (left, right, token, count, tied) in enumerate(zip(*columns, strict=True), 1)
    )
    return Run(
        corpus=corpus,
        ties=header["ties"],
        special_tokens=tuple(header["special_tokens"]),
        vocab_size=header["vocab_size"],
        min_count=header["min_count"],
        vocab=vocab,
        merges=merges,
        stopped=header["stopped"],
        **dict(zip(ARRAYS, rest, strict=True)),
    )
