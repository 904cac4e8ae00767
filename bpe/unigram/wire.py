"""A Unigram run as bytes, and a run again, as `bpe.wire` does it for BPE."""

from array import array
from collections.abc import Iterable
from types import MappingProxyType

from bpe import flat
from bpe.corpus import Corpus
from bpe.unigram.model import Model
from bpe.unigram.run import Round, Run


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
        array("q", run.corpus.counts.values()),
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
    }
    return flat.pack(header, arrays, [*run.corpus.counts, *pieces])


def unpack(data: bytes) -> Run:
    """The run again.

    >>> from bpe.unigram.training import train
    >>> run = train(Corpus.from_counts({"hug": 10, "pug": 5, "hugs": 5}), 8, "em")
    >>> unpack(pack(run)) == run
    True
    """
    header, (counts, *rest), strings = flat.unpack(data)
    words, pieces = strings[: len(counts)], strings[len(counts) :]
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
    kept = MappingProxyType(dict(zip(words, counts, strict=True)))
    corpus = Corpus(kept, header["split"], header["normalization"])
    return Run(corpus, header["method"], rounds, models[header["model"]], header["stopped"])
