"""Pruning in EM: remove the pieces without which the loss would rise least, by an estimate.

`losses` computes the exact rise, which takes longer because it segments words again.
Source: Kudo 2018 (Subword Regularization), section 3.2; the estimate is that of sentencepiece.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import log

from bpe.unigram.em_steps import State, lost_characters
from bpe.unigram.packed_words import PackedWords, viterbi


@dataclass(frozen=True, slots=True)
class Pruned:
    """The result of pruning.

    state: the vocabulary after it. loss: of the corpus before it, by best segmentations.
    rises: id -> the estimated rise of the loss without this piece; 0 if no best segmentation uses
    it, below 0 if the loss would fall.
    """

    state: State
    loss: float
    rises: Mapping[int, float]


def prune(
    words: PackedWords, parts: PackedWords, state: State, size: int, count_all_pieces: bool = False
) -> Pruned:
    """Keep the `size` pieces without which the loss would rise most, and all characters.

    Pieces that no best segmentation uses are removed first. parts: the seeds as words, by id.
    count_all_pieces: see the quirks in `training`.

    >>> state = State(("a", "b", "ab", "ba"), (0, 1, 2, 3), {0: -1.0, 1: -1.0, 2: -1.0, 3: -1.0})
    >>> words = PackedWords({"ab": 3}, state.seeds)
    >>> parts = PackedWords(dict.fromkeys(state.seeds, 1), state.seeds)
    >>> prune(words, parts, state, size=3).state.order
    (0, 1, 2)
    """
    scores = state.by_id()
    totals, users = words.segment(scores)
    uses = Counter({i: sum(map(words.counts.__getitem__, indices)) for i, indices in users.items()})
    total_uses = uses.total()
    rises = {}
    for piece in state.order:
        if parts.lengths[piece] == 1:
            continue
        _, instead = viterbi(parts.lengths[piece], parts.arcs[piece], scores, without=piece)
        more = len(state.order) + 1 if count_all_pieces else len(instead)
        rises[piece] = estimated_rise(uses, total_uses, piece, instead, more)
    kept = [i for i in state.order if i not in rises]
    ranked = sorted(rises, key=rises.__getitem__, reverse=True)
    kept += [i for i in ranked if uses[i]][: max(0, size - len(kept))]
    left = {i: state.scores[i] for i in kept}
    loss = -sum(count * total for count, total in zip(words.counts, totals, strict=True))
    pruned = State(state.seeds, tuple(kept), left, lost_characters(state, left))
    return Pruned(pruned, loss, rises)


def estimated_rise(
    uses: Mapping[int, int], total: int, piece: int, instead: list[int], more: int
) -> float:
    """The estimated rise of the loss if other pieces replaced this one everywhere.

    uses: how often the best segmentations of the corpus use each piece. total: the sum of uses.
    instead: the pieces that replace it; their uses and the total grow. more: the number of pieces
    that the total counts for each removed one. The length of `instead` is correct; Hugging Face
    tokenizers use the size of the vocabulary, with the unknown piece.

    >>> round(estimated_rise(Counter({0: 4, 1: 4, 2: 8}), 16, 2, [0, 1], more=2), 6)
    5.545177
    """
    own = uses[piece]
    if not own:
        return 0.0
    log_sum = log(total + own * (more - 1))
    others = sum(log(uses[i] + own) - log_sum for i in instead)
    return own * (log(own) - log(total) - others)
