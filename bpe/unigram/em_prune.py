"""Pruning in EM: what the corpus can do without, by an estimate of the loss.

Source: Kudo 2018 (Subword Regularization), section 3.2; the estimate is that of sentencepiece.
But: `losses` has the exact rise, which segments words anew and so takes longer.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import log

from bpe.unigram.em_steps import State, lost_characters
from bpe.unigram.words import Words, viterbi


@dataclass(frozen=True, slots=True)
class Pruned:
    """What pruning did. loss: of the corpus, by best segmentations, before.

    rises: id -> the estimated rise of the loss without it; 0 where no best segmentation uses it,
    and below 0 where the pieces in its place would make up for more than is lost.
    """

    state: State
    loss: float
    rises: Mapping[int, float]


def prune(
    words: Words, parts: Words, state: State, size: int, count_all_pieces: bool = False
) -> Pruned:
    """Keep the pieces without which the loss would rise most, `size` of them.

    A piece that no best segmentation uses goes first, whatever the others' rises; a character
    always stays. parts: the seeds as if they were words, in the order of their ids.
    """
    scores = state.by_id()
    totals, users = words.segment(scores)
    uses = Counter({i: sum(map(words.counts.__getitem__, places)) for i, places in users.items()})
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
    """How much the loss would rise if other pieces stood wherever this one does.

    uses: how often each piece stands in the best segmentations of the corpus; total: their sum.
    instead: what would stand in its place; the uses of those grow, and the sum of all with them.
    more: how many pieces the sum is to count for each that goes. Right is the length of `instead`;
    Hugging Face tokenizers take the size of the vocabulary, the unknown piece included.
    """
    own = uses[piece]
    if not own:
        return 0.0
    log_sum = log(total + own * (more - 1))
    others = sum(log(uses[i] + own) - log_sum for i in instead)
    return own * (log(own) - log(total) - others)
