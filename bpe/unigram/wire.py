"""A Unigram run as bytes, and a run again, as `bpe.wire` does it for BPE.

A header in JSON, then flat arrays, then the words and the seeds as UTF-8. But: it is no format to
keep; both sides are of one version.
"""

import json
from array import array
from collections.abc import Iterable
from itertools import accumulate, pairwise
from types import MappingProxyType

from bpe.corpus import Corpus
from bpe.unigram.history import Round, Run
from bpe.unigram.model import Model

HEAD = 8  # bytes that hold the length of the header


def models_of(run: Run) -> list[Model]:
    """The models of a run, each once, in the order in which they are met."""
    met = [run.model]
    for each in run.rounds:
        met += [each.model, each.result]
    return list({id(model): model for model in met}.values())


def pack(run: Run) -> bytes:
    """A run as bytes."""
    models = models_of(run)
    places = {id(model): i for i, model in enumerate(models)}
    pieces = list(dict.fromkeys(piece for model in models for piece in model.pieces))
    ids = {piece: i for i, piece in enumerate(pieces)}
    arrays: list[array[int] | array[float]] = [
        array("q", map(len, run.corpus.counts)),
        array("q", run.corpus.counts.values()),
        array("q", map(len, pieces)),
    ]

    def named(names: Iterable[str]) -> "array[int]":
        return array("q", [ids[name] for name in names])

    for model in models:
        arrays += [named(model.pieces), array("d", model.log_probabilities)]
        arrays.append(array("d", model.counts or ()))
    for each in run.rounds:
        arrays += [array("d", each.expected), named(each.removable), array("d", each.rise)]
        arrays += [named(each.removed), named(each.lost)]
    header = {
        "split": run.corpus.split,
        "normalization": run.corpus.normalization,
        "method": run.method,
        "stopped": run.stopped,
        "model": places[id(run.model)],
        "models": [[m.counts is not None, m.unknown, m.origin] for m in models],
        "rounds": [
            [r.number, r.stage, r.cycle, places[id(r.model)], places[id(r.result)], r.loss]
            for r in run.rounds
        ],
        "arrays": [[part.typecode, len(part)] for part in arrays],
    }
    head = json.dumps(header).encode()
    body = [part.tobytes() for part in arrays]
    text = "".join([*run.corpus.counts, *pieces]).encode()
    return b"".join([len(head).to_bytes(HEAD), head, *body, text])


def unpack(data: bytes) -> Run:
    """The run again.

    >>> from bpe.unigram.training import train
    >>> run = train(Corpus.from_counts({"hug": 10, "pug": 5, "hugs": 5}), 8, "em")
    >>> unpack(pack(run)) == run
    True
    """
    view = memoryview(data)
    start = HEAD + int.from_bytes(view[:HEAD])
    header = json.loads(bytes(view[HEAD:start]))
    arrays = []
    for code, length in header["arrays"]:
        part = array(code)
        end = start + length * part.itemsize
        part.frombytes(view[start:end])
        arrays.append(part)
        start = end
    text = str(view[start:], "utf-8")
    lengths, counts, sizes, *rest = arrays
    ends = accumulate([*lengths, *sizes], initial=0)
    strings = [text[a:b] for a, b in pairwise(ends)]
    words, pieces = strings[: len(lengths)], strings[len(lengths) :]
    parts = iter(rest)

    def names() -> tuple[str, ...]:
        return tuple(pieces[int(i)] for i in next(parts))

    def numbers() -> tuple[float, ...]:
        return tuple(next(parts))

    models = []
    for counted, unknown, origin in header["models"]:
        own, scores, shares = names(), numbers(), numbers()
        models.append(Model(own, scores, shares if counted else None, unknown, origin))
    rounds = tuple(
        Round(
            number,
            stage,
            cycle,
            models[before],
            models[after],
            loss=loss,
            expected=numbers(),
            removable=names(),
            rise=numbers(),
            removed=names(),
            lost=names(),
        )
        for number, stage, cycle, before, after, loss in header["rounds"]
    )
    kept = MappingProxyType(dict(zip(words, map(int, counts), strict=True)))
    corpus = Corpus(kept, header["split"], header["normalization"])
    return Run(corpus, header["method"], rounds, models[header["model"]], header["stopped"])
