"""The readable EM with the values that a phase gives its lines."""

from collections.abc import Iterable
from heapq import nlargest, nsmallest
from itertools import islice
from math import exp

from bpe import unigram
from bpe.unigram import Lattice, Model, Round, em_reference
from bpe.unigram.sums import backward, forward
from pages.stage.counts import piece_count
from pages.stage.record_types import CodeBlock, CodeStep
from pages.stage.source_lines import SourceLines, named
from pages.stage.tokens import number, probability
from pages.translations.language import Translation
from pages.unigram.code import cost, listed
from pages.unigram.em_explanations import is_plain

EM = SourceLines.of(
    em_reference.e_step,
    em_reference.m_step,
    em_reference.prune,
    em_reference.finalize,
    em_reference.train,
)
NAMED = 4  # pieces with their numbers, in a value
WORDS = 60  # that are searched for an example
FEW = 6  # segmentations of an example


def example_word(run: unigram.Run, model: Model) -> tuple[str, int, Lattice] | None:
    """A word with several segmentations, if possible few, its count and its lattice.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> example_word(run, run.seeds)[:2]
    ('hug', 10)
    """
    other = None
    for word, count in islice(run.corpus.counts.items(), WORDS):
        lattice = model.lattice(word)
        if 2 < lattice.count <= FEW:
            return word, count, lattice
        if other is None and lattice.count > 1:
            other = word, count, lattice
    return other


def block(run: unigram.Run, first: int, end: int, t: Translation) -> CodeBlock:
    """The code of a phase with its values at the steps first .. end - 1.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").replace(method="em").train_unigram()
    >>> len(block(run, 0, 3, Translation())["steps"])
    3
    """
    text = t.gettext(
        "The cost of a piece is the negative logarithm of its probability. This code computes "
        "everything again for every word. The app keeps the pieces of each word."
    )
    of_word = t.gettext("The values of the inner lines of the E step belong to one word: {word}.")
    steps: list[CodeStep] = []
    for k in range(first, end):
        this = run.rounds[k - 1] if k else None
        example = example_word(run, this.model) if this and this.phase == "e_step" else None
        note = of_word.format(word=named(example[0])) if example else text
        steps.append({"values": EM.values(values(run, k, t)), "note": note})
    return EM.record(first, steps, t)


def values(run: unigram.Run, k: int, t: Translation) -> dict[str, str]:
    """The values at a phase, by the start of their line; at step 0 those of the seeds.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").replace(method="em").train_unigram()
    >>> values(run, 1, Translation())["total = sum(seeds"]
    '210'
    """
    this = run.rounds[k - 1] if k else None
    if this is None or this.phase == "seed":
        return values_of_seeds(run, t)
    found = {
        "e_step": values_of_e_step,
        "m_step": values_of_m_step,
        "prune": values_of_pruning,
        "finalize": values_of_end,
    }
    return found[this.phase](run, this, t)


def values_of_seeds(run: unigram.Run, t: Translation) -> dict[str, str]:
    """The values before the first E step.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").replace(method="em").train_unigram()
    >>> values_of_seeds(run, Translation())["costs = {piece: log(total)"]
    '15 pieces'
    """
    seeds = run.seeds
    return {
        "characters =": listed([named(piece) for piece in seeds.pieces if len(piece) == 1]),
        "total = sum(seeds": number(int(sum(seeds.counts or ()))),
        "costs = {piece: log(total)": piece_count(len(seeds.pieces), t),
    }


def values_of_e_step(run: unigram.Run, this: Round, t: Translation) -> dict[str, str]:
    """The values of an E step. The inner ones are those of a word with several segmentations.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").replace(method="em").train_unigram()
    >>> values_of_e_step(run, run.rounds[1], Translation())["size = len(word)"]
    '3'
    """
    expected = this.expected_counts
    most = nlargest(NAMED + 1, expected, key=expected.__getitem__)
    found = {
        "for word, count in": t.ngettext(
            "{count} word", "{count} words", len(run.corpus.counts)
        ).format(count=number(len(run.corpus.counts))),
        "return expected": numbered((piece, f"{expected[piece]:,.3f}") for piece in most),
        "expected = e_step": piece_count(len(expected), t),
    }
    example = example_word(run, this.model)
    if example is None:
        return found
    word, count, lattice = example
    before, after = forward(lattice), backward(lattice)
    return found | {
        "size = len(word)": number(len(word)),
        "arcs = [": number(len(lattice.arcs)),
        "before[end] +=": listed([probability(exp(each)) for each in before]),
        "after[start] += share": listed(
            [f"{count * exp(each - before[-1]):,.3f}" for each in after]
        ),
    }


def values_of_m_step(run: unigram.Run, this: Round, t: Translation) -> dict[str, str]:
    """The values of an M step.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").replace(method="em").train_unigram()
    >>> values_of_m_step(run, run.rounds[2], Translation())["least = min("]
    '0.5'
    """
    expected, costs = this.expected_counts, costs_of(this)
    least = min(em_reference.MIN_EXPECTED, max(expected.values()))
    total = sum(expected[piece] for piece in costs)
    return {
        "least = min(": f"{least:.4g}",
        "kept = {piece: count": piece_count(len(costs), t),
        "total = sum(kept": f"{total:,.3f}",
        "return {piece: digamma": ("log(total) − log(count): " if is_plain(this) else "")
        + numbered(
            (piece, cost(costs[piece]))
            for piece in nsmallest(NAMED + 1, costs, key=costs.__getitem__)
        ),
        "costs = m_step": f"{number(len(expected))} → {number(len(costs))}",
    }


def values_of_pruning(run: unigram.Run, this: Round, t: Translation) -> dict[str, str]:
    """The values of a pruning.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").replace(method="em").train_unigram()
    >>> pruning = next(each for each in run.rounds if each.phase == "prune")
    >>> values_of_pruning(run, pruning, Translation())["costs = prune"]
    '14 → 9'
    """
    rises, after = this.rises, len(costs_of(this))
    before = after + len(this.removed)
    ranked = nlargest(NAMED + 1, rises, key=rises.__getitem__)
    return {
        "before = len(costs)": number(before),
        "every = with_dropped": piece_count(len(this.model.pieces), t),
        "rises = {piece: estimate_rise": piece_count(len(rises), t),
        "kept = [piece": piece_count(before - len(rises), t),
        "ranked = sorted": numbered((piece, cost(rises[piece])) for piece in ranked),
        "kept += [piece": piece_count(after, t),
        "costs = prune": f"{number(before)} → {number(after)}",
    }


def values_of_end(run: unigram.Run, this: Round, t: Translation) -> dict[str, str]:
    """The values of the last phase.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").replace(method="em").train_unigram()
    >>> values_of_end(run, run.rounds[-1], Translation())["return finalize"]
    '10 pieces'
    """
    before = run.rounds[this.number - 2].lost
    longer = [piece for piece in this.model.pieces if len(piece) > 1]
    best = nlargest(NAMED + 1, longer, key=this.model.probability)
    return {
        "dropped = [": f"[{listed([named(piece) for piece in before])}]",
        "longer = sorted": numbered((piece, cost(-this.model.scores[piece])) for piece in best),
        "return final | {": piece_count(len(this.result.pieces), t),
        "return finalize": piece_count(len(this.result.pieces), t),
    }


def costs_of(this: Round) -> dict[str, float]:
    """piece -> its cost after a phase, without the characters that an M step dropped.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("english").replace(method="em").train_unigram()
    >>> last = run.rounds[-2]
    >>> len(last.result.pieces) - len(last.lost) == len(costs_of(last))
    True
    """
    dropped = set(this.lost)
    return {p: -score for p, score in this.result.scores.items() if p not in dropped}


def numbered(pairs: Iterable[tuple[str, str]]) -> str:
    """The first NAMED pieces, each with a number.

    >>> numbered([("hug", "1.5"), ("ug", "2")])
    'hug 1.5; ug 2'
    """
    found = [f"{named(piece)} {value}" for piece, value in islice(pairs, NAMED + 1)]
    return "; ".join(found[:NAMED]) + "; …" * (len(found) > NAMED)
