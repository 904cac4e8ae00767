"""The readable Unigram with the values that a step gives its lines. EM is in `em_code`."""

from collections.abc import Sequence
from math import inf

from bpe import unigram
from bpe.unigram import reference
from pages.stage.counts import piece_count
from pages.stage.record_types import CodeBlock, CodeStep
from pages.stage.source_lines import SourceLines, named
from pages.stage.tokens import logarithm, number, visible
from pages.translations.language import Translation
from pages.unigram.word import Word

VITERBI = SourceLines.of(reference.encode_word)
ROUND = SourceLines.of(reference.compute_scores, reference.prune, reference.train)
NAMED = 6  # values in a line


def lattice_block(shown: Word, t: Translation) -> CodeBlock:
    """The code of `encode_word` with its values at all steps of a word.

    >>> from pages.state.defaults import defaults
    >>> shown = Word.after(defaults("hug").train_unigram(), "hug", 0)
    >>> len(lattice_block(shown, Translation())["steps"]) == shown.last + 1
    True
    """
    before = shown.last - len(shown.text) - len(shown.backtrace)  # steps before Viterbi starts
    text = t.gettext(
        "The cost of a piece is the negative logarithm of its probability, so the best "
        "segmentation has the lowest cost."
    )
    if shown.lattice.best is not None and not all(shown.lattice.best.known):
        text = t.gettext(
            "This code knows no unknown characters: it returns an empty list for this word."
        )
    steps: list[CodeStep] = [
        {"values": VITERBI.values(viterbi_values(shown, max(0, k - before))), "note": text}
        for k in range(shown.last + 1)
    ]
    return VITERBI.record(0, steps, t)


def viterbi_values(shown: Word, k: int) -> dict[str, str]:
    """The values at step k of Viterbi on a word, by the start of their line.

    >>> from pages.state.defaults import defaults
    >>> shown = Word.after(defaults("hug").train_unigram(), "hug", 0)
    >>> viterbi_values(shown, 3)["best[end] = cost"]
    '2.6391'
    >>> viterbi_values(shown, 4)["pieces.insert("]
    'hug'
    """
    size = len(shown.text)
    costs = costs_at(shown)
    if not k:
        return {
            "best = [0.0]": f"[0, {', '.join(['∞'] * min(size, NAMED))}{', …' * (size > NAMED)}]",
            "last_start = [0]": number(size + 1),
        }
    if k <= size:
        return position_values(shown, k, costs)
    if costs[-1] == inf:
        return {"if best[-1] == inf": "True", "return [], inf": "[], ∞"}
    back = shown.backtrace[: k - size]
    taken = back[-1].arc
    found = {
        "while end > 0": number(taken.end),
        "pieces.insert(": listed([visible(each.arc.piece) for each in reversed(back)]),
        "end = last_start": number(taken.start),
    }
    if k == size + 1:
        found["if best[-1] == inf"] = "False"
    if len(back) == len(shown.backtrace):
        found["return pieces"] = cost(costs[-1])
    return found


def position_values(shown: Word, end: int, costs: Sequence[float]) -> dict[str, str]:
    """The values at the step of a position, by the start of their line. costs: see `costs_at`.

    >>> from pages.state.defaults import defaults
    >>> shown = Word.after(defaults("hug").train_unigram(), "hug", 0)
    >>> position_values(shown, 1, costs_at(shown))["cost = best[start]"]
    'h 2.6391'
    """
    position = shown.lattice.positions[end - 1]
    tried = [
        f"{visible(each.arc.piece)} {cost(costs[each.arc.start] - each.arc.log_probability)}"
        for each in position.candidates
        if each.arc.known
    ]
    found = {
        "for end in": number(end),
        "for start in": f"0 … {number(end - 1)}" if end > 1 else "0",
        "cost = best[start]": listed(tried, "; ") or "∞",
    }
    if position.winner and costs[end] < inf:
        found["if cost < best[end]"] = visible(position.winner.arc.piece)
        found["best[end] = cost"] = cost(costs[end])
        found["last_start[end] = start"] = number(position.winner.arc.start)
    return found


def costs_at(shown: Word) -> list[float]:
    """The lowest cost up to each position, without unknown characters.

    >>> from pages.state.defaults import defaults
    >>> shown = Word.after(defaults("hug").train_unigram(), "hug", 0)
    >>> [round(each, 3) for each in costs_at(shown)]
    [0.0, 2.639, 2.639, 2.639]
    """
    found = [0.0]
    for position in shown.lattice.positions:
        winner = position.winner
        known = winner is not None and winner.arc.known
        found.append(
            found[winner.arc.start] - winner.arc.log_probability if winner and known else inf
        )
    return found


def round_block(run: unigram.Run, first: int, end: int, t: Translation) -> CodeBlock:
    """The code of a round with its values at the steps first .. end - 1.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> len(round_block(run, 0, 3, Translation())["steps"])
    3
    """
    text = t.gettext(
        "This code segments every word again for every piece. This page segments again only the "
        "words that contain the piece."
    )
    steps: list[CodeStep] = [
        {"values": ROUND.values(round_values(run, k, t)), "note": text} for k in range(first, end)
    ]
    return ROUND.record(first, steps, t)


def round_values(run: unigram.Run, k: int, t: Translation) -> dict[str, str]:
    """The values at round k, by the start of their line; at step 0 those before the first round.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> round_values(run, 1, Translation())["while len(counts)"]
    '15'
    """
    if not k:
        return {"counts = dict(seeds)": piece_count(len(run.seeds.pieces), t)}
    this = run.rounds[k - 1]
    before, after = len(this.model.pieces), len(this.result.pieces)
    scored = dict(zip(this.removable, this.rise, strict=True))
    first = [f"{named(piece)} {cost(scored[piece])}" for piece in this.removed[:NAMED]]
    found = {
        "while len(counts)": number(before),
        "loss = compute_loss": "" if this.loss is None else cost(this.loss),
        "for piece in costs": piece_count(before, t),
        "if len(piece) > 1": piece_count(len(this.removable), t),
        "scores[piece] =": listed(first, "; ") + ", …" * (len(this.removable) > len(first)),
        "removed = sorted": listed([named(piece) for piece in this.removed]),
        "return {piece: count": piece_count(after, t),
        "counts = prune(": f"{number(before)} → {number(after)}",
    }
    if k == len(run.rounds):
        found["return counts"] = piece_count(after, t)
    return found


def listed(parts: Sequence[str], between: str = ", ") -> str:
    """The first NAMED parts of a list.

    >>> listed(list("abcdefgh"))
    'a, b, c, d, e, f, …'
    """
    return between.join(parts[:NAMED]) + ", …" * (len(parts) > NAMED)


def cost(value: float) -> str:
    """A cost with four decimals.

    >>> cost(2.63905), cost(inf)
    ('2.6391', '∞')
    """
    return "∞" if value == inf else logarithm(value)
