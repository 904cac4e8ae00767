"""Training as the course's code does it (Hugging Face course, chapter 6.7).

Probabilities are shares of the seeds' counts, and stay so: there is no EM. Each round removes a
share of the vocabulary, characters counted, but only longer pieces go: those without which the loss
rises least, and of equals the one that stands first in the table. It may so end below the size
that was asked for.

But: where the course's loop would never end (a share of less than one piece), one piece goes.
"""

from collections.abc import Mapping

from bpe.corpus import Corpus
from bpe.unigram.history import Progress, Round, Run
from bpe.unigram.losses import added, rises
from bpe.unigram.model import Model
from bpe.unigram.watching import Watcher
from bpe.unigram.words import Words


def train(
    corpus: Corpus,
    seeds: Mapping[str, float],
    vocab_size: int,
    share: float,
    origin: float,
    watcher: Watcher,
) -> Run:
    """Prune the seeds (piece -> count) until at most vocab_size pieces are left."""
    pieces = list(seeds)
    words = Words(corpus.counts, pieces)
    model = Model.from_counts(seeds, "word", origin)
    rounds: list[Round] = []
    stopped = ""
    while not stopped:
        size = len(model.pieces)
        done = 1 if size <= vocab_size else (len(seeds) - size) / (len(seeds) - vocab_size)
        if size <= vocab_size:
            stopped = "vocabulary"
        elif not watcher.goes_on(Progress("prune", done, size)):
            stopped = "user"
        else:
            rounds.append(prune(words, pieces, model, share, len(rounds) + 1))
            model = rounds[-1].result
    return Run(corpus, "course", tuple(rounds), model, stopped)


def prune(words: Words, pieces: list[str], model: Model, share: float, number: int) -> Round:
    """One round: the loss, its rise without each longer piece, and the pieces that leave.

    pieces: the seeds, by id.
    """
    scores = [model.scores.get(piece, 0.0) for piece in pieces]
    totals, users = words.segment(scores, model.origin)
    removable = [i for i, p in enumerate(pieces) if len(p) > 1 and p in model.scores]
    rise = rises(words, scores, totals, users, removable, model.origin)
    order = sorted(range(len(removable)), key=rise.__getitem__)
    gone = [removable[place] for place in order[: max(1, int(len(model.pieces) * share))]]
    words.drop(frozenset(gone))
    removed = tuple(pieces[i] for i in gone)
    assert model.counts is not None
    left = dict(zip(model.pieces, model.counts, strict=True))
    for piece in removed:
        del left[piece]
    return Round(
        number,
        "prune",
        number,
        model,
        Model.from_counts(left, model.unknown, model.origin),
        loss=added(count * -total for count, total in zip(words.counts, totals, strict=True)),
        removable=tuple(pieces[i] for i in removable),
        rise=tuple(rise),
        removed=removed,
    )
