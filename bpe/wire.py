"""A run as bytes, and a run again: how it crosses from one process to another.

A header in JSON, then a few flat arrays, then the words as UTF-8. Nothing in it is ever run, as
a pickle would be. But: it is no format to keep; both sides are of one version.
"""

import json
from array import array
from itertools import accumulate, pairwise
from types import MappingProxyType

from bpe.corpus import Corpus
from bpe.history import Merge, Run

ARRAYS = {
    "changed_pairs": "q",
    "old_counts": "q",
    "new_counts": "q",
    "change_ends": "q",
    "joined": "i",
    "join_places": "i",
    "join_ends": "q",
    "tokens_saved": "q",
}
MERGES = ("left", "right", "token", "count", "tied")
HEAD = 8  # bytes that hold the length of the header


def pack(run: Run) -> bytes:
    """A run as bytes."""
    ids = run.ids
    columns = [
        array("q", [ids[m.left] for m in run.merges]),
        array("q", [ids[m.right] for m in run.merges]),
        array("q", [ids[m.token] for m in run.merges]),
        array("q", [m.count for m in run.merges]),
        array("q", [m.tied for m in run.merges]),
    ]
    words = array("q", map(len, run.words))
    counts = array("q", run.corpus.counts.values())
    arrays = [*columns, words, counts, *(getattr(run, name) for name in ARRAYS)]
    header = {
        "split": run.corpus.split,
        "normalization": run.corpus.normalization,
        "ties": run.ties,
        "special_tokens": run.special_tokens,
        "vocab_size": run.vocab_size,
        "min_count": run.min_count,
        "vocab": run.vocab,
        "stopped": run.stopped,
        "lengths": [len(part) for part in arrays],
    }
    head = json.dumps(header).encode()
    body = [part.tobytes() for part in arrays]
    return b"".join([len(head).to_bytes(HEAD), head, *body, "".join(run.words).encode()])


def unpack(data: bytes) -> Run:
    """The run again.

    >>> from bpe.training import train
    >>> run = train(Corpus.from_counts({"hug": 10, "pug": 5}), 6)
    >>> again = unpack(pack(run))
    >>> again.merges == run.merges, again.at(1) == run.at(1)
    (True, True)
    """
    view = memoryview(data)
    start = HEAD + int.from_bytes(view[:HEAD])
    header = json.loads(bytes(view[HEAD:start]))
    arrays = []
    codes = ["q"] * (len(MERGES) + 2) + list(ARRAYS.values())
    for code, length in zip(codes, header["lengths"], strict=True):
        part = array(code)
        end = start + length * part.itemsize
        part.frombytes(view[start:end])
        arrays.append(part)
        start = end
    columns, (lengths, counts), rest = arrays[:5], arrays[5:7], arrays[7:]
    text = str(view[start:], "utf-8")
    ends = accumulate(lengths, initial=0)
    words = (text[a:b] for a, b in pairwise(ends))
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
