"""Unigram training as in the code of the Hugging Face course (chapter 6.7).

The probability of a piece is its share of the seeds' counts; there is no EM. Each round removes a
share of the vocabulary. The share is computed with the characters, but only longer pieces are
removed: those without which the loss rises least, and among equals the first in the table. So the
training can end below the requested size.

Differs from the course in one case: if the share is less than one piece, where the course's loop
would never end, one piece is removed.
"""

from collections.abc import Callable, Mapping

from bpe.corpus import Corpus
from bpe.unigram.losses import add_up, rises
from bpe.unigram.model import Model
from bpe.unigram.packed_words import PackedWords
from bpe.unigram.run import Progress, Round, Run


def train(
    corpus: Corpus,
    seeds: Mapping[str, float],
    vocab_size: int,
    share: float,
    origin: float,
    should_continue: Callable[[Progress], bool],
) -> Run:
    """Prune the seeds (piece -> count) until at most vocab_size pieces are left.

    share: the share of the vocabulary that a round removes. origin: see `Model`. should_continue:
    called before each round; False stops the training.

    >>> corpus, seeds = Corpus.from_counts({"hug": 10}), {"h": 10, "u": 10, "g": 10, "ug": 10}
    >>> train(corpus, seeds, 3, 0.1, 0.0, lambda now: True).model.pieces
    ('h', 'u', 'g')
    """
    pieces = list(seeds)
    words = PackedWords(corpus.counts, pieces)
    model = Model.from_counts(seeds, "word", origin)
    rounds: list[Round] = []
    stopped = ""
    while not stopped:
        size = len(model.pieces)
        done = 1 if size <= vocab_size else (len(seeds) - size) / (len(seeds) - vocab_size)
        if size <= vocab_size:
            stopped = "vocabulary"
        elif not should_continue(Progress("prune", done, size)):
            stopped = "user"
        else:
            rounds.append(prune(words, pieces, model, share, len(rounds) + 1))
            model = rounds[-1].result
    return Run(corpus, "course", tuple(rounds), model, stopped)


def prune(words: PackedWords, pieces: list[str], model: Model, share: float, number: int) -> Round:
    """One round: the loss, its rise without each longer piece, and the removed pieces.

    pieces: the seeds, by id. number: of the round, from 1.

    >>> seeds = {"h": 15, "u": 36, "g": 20, "hu": 15, "ug": 20}
    >>> words = PackedWords({"hug": 10, "pug": 5}, list(seeds))
    >>> first = prune(words, list(seeds), Model.from_counts(seeds, "word"), share=0.1, number=1)
    >>> first.removed, first.result.pieces
    (('hu',), ('h', 'u', 'g', 'ug'))
    """
    scores = [model.scores.get(piece, 0.0) for piece in pieces]
    totals, users = words.segment(scores, model.origin)
    removable = [i for i, p in enumerate(pieces) if len(p) > 1 and p in model.scores]
    rise = rises(words, scores, totals, users, removable, model.origin)
    order = sorted(range(len(removable)), key=rise.__getitem__)
    removed_ids = [removable[index] for index in order[: max(1, int(len(model.pieces) * share))]]
    words.drop(frozenset(removed_ids))
    removed = tuple(pieces[i] for i in removed_ids)
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
        loss=add_up(count * -total for count, total in zip(words.counts, totals, strict=True)),
        removable=tuple(pieces[i] for i in removable),
        rise=tuple(rise),
        removed=removed,
    )
