"""Questions before a step: what comes next? Each choice has feedback with the run's numbers.

A question is {ask, choices: [[parts, right, feedback]]}; about a merge also {count: {ask, is,
right, wrong}}. The order of the choices does not depend on the answer.
"""

from collections.abc import Mapping
from math import exp

from bpe import PairTable, Run, unigram
from bpe.unigram import Round
from pages.i18n.language import Translation
from pages.view.bpe.explanations import format_pair, why
from pages.view.record_types import PredictLabels
from pages.view.stage import Record
from pages.view.tokens import chip, number, probability, quoted
from pages.view.unigram import training_explanations

CHOICES = 6


def labels(t: Translation) -> PredictLabels:
    """The texts of the switch and of the panel.

    >>> labels(Translation())["check"]
    'Check'
    """
    return {
        "predict": t.gettext("Predict"),
        "hold": t.gettext("Hide the answer"),
        "reveal": t.gettext("Show the answer"),
        "check": t.gettext("Check"),
        "count": t.gettext("Count"),
        "right": t.gettext("Right."),
        "wrong": t.gettext("Not this one."),
        "streak": t.gettext("{count} in a row"),
        "how": t.gettext("Choose an answer, or press its letter."),
        "next_question": t.gettext("Next question"),
        "no_choice": t.gettext("The next step leaves no choice, so there is nothing to predict."),
        "nothing_left": t.gettext("There is nothing left to predict."),
    }


def merge_question(
    run: Run, table: PairTable, sums: dict[tuple[str, str], str], t: Translation
) -> Record:
    """Which pair is merged next? sums: pair -> its count as a sum, if it is known.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> (table,) = run.tables(1, 2, 5)
    >>> question = merge_question(run, table, {}, Translation())
    >>> question["ask"], len(question["choices"])
    ('Which pair is merged next?', 5)
    """
    merge = table.merge
    leaders = table.leaders[:CHOICES]
    if merge is None or len(leaders) < 2:
        return {}
    because = why(run, table, t)
    choices = []
    for leader in sorted(leaders, key=lambda each: (each.left, each.right)):
        pair = (leader.left, leader.right)
        parts = [chip(leader.left, run.first_ranks), "+", chip(leader.right, run.first_ranks)]
        right = pair == (merge.left, merge.right)
        if right:
            feedback = because
        elif leader.count == merge.count:
            feedback = t.gettext("{pair} occurs just as often. {why}").format(
                pair=format_pair(leader), why=because
            )
        else:
            feedback = t.gettext("You chose {pair}, which has a count of {less}. {sum}").format(
                pair=format_pair(leader),
                less=number(leader.count),
                sum=sums.get((merge.left, merge.right), because),
            )
        choices.append([parts, right, feedback])
    written = sums.get((merge.left, merge.right), because)
    return {
        "ask": t.gettext("Which pair is merged next?"),
        "choices": choices,
        "count": {
            "ask": t.gettext("And how often does {pair} occur?").format(pair=format_pair(merge)),
            "is": str(merge.count),
            "right": written,
            "wrong": t.gettext("The pair is right, but not its count. {why}").format(why=written),
        },
    }


def segmentation_question(
    lattice: unigram.Lattice, end: int, because: str, numbers: Mapping[str, int], t: Translation
) -> Record:
    """Which segmentation up to position `end` is the best? numbers: see `chip`.

    >>> from pages.state.defaults import defaults
    >>> model = defaults("hug").train_unigram().model
    >>> segmentation_question(model.lattice("hugs"), 3, "", {}, Translation())["ask"]
    'Which segmentation up to position 3 is the best?'
    """
    position = lattice.positions[end - 1]
    winner = position.winner
    if winner is None or len(position.candidates) < 2:
        return {}
    choices = []
    for each in sorted(position.candidates, key=lambda c: -c.arc.start)[:CHOICES]:
        right = each is winner
        if right:
            feedback = because
        elif unigram.equal(each.total, winner.total):
            feedback = t.gettext("{piece} is just as good. {why}").format(
                piece=quoted(each.arc.piece), why=because
            )
        else:
            feedback = t.gettext("With {piece}, the probability is only {value}. {why}").format(
                piece=quoted(each.arc.piece),
                value=probability(exp(each.total - lattice.origin)),
                why=because,
            )
        before = lattice.best_at[each.arc.start - 1] if each.arc.start else None
        tokens = (*(before.tokens if before else ()), each.arc.piece)
        choices.append([[chip(token, numbers) for token in tokens], right, feedback])
    if not any(right for _, right, _ in choices):
        return {}
    return {
        "ask": t.gettext("Which segmentation up to position {position} is the best?").format(
            position=number(end)
        ),
        "choices": choices,
    }


def removal_question(
    this: Round, numbers: Mapping[str, int], t: Translation, estimated: bool = False
) -> Record:
    """Which piece is removed next? numbers: see `chip`. estimated: whether the rises are.

    >>> from pages.state.defaults import defaults
    >>> rounds = defaults("hug").train_unigram().rounds
    >>> this = next(each for each in rounds if each.phase == "prune")
    >>> removal_question(this, {}, Translation())["ask"]
    'Which of these pieces is removed next?'
    """
    if this.phase != "prune" or not this.removed:
        return {}
    gone, rises = this.gone, this.rises
    remaining = sorted((p for p in this.removable if p not in gone), key=lambda p: -rises[p])
    single = next((p for p in this.model.pieces if p not in rises), "")
    offered = [this.removed[0], *remaining[: CHOICES - 3], *([single] if single else [])]
    if len(offered) < 2:
        return {}
    choices = []
    for piece in sorted(offered):
        if piece in gone:
            feedback = t.gettext(
                "Without {piece} the loss rises by only {rise}, so it can be removed."
            )
        elif piece in rises and rises[piece] < rises[this.removed[-1]] + training_explanations.ZERO:
            feedback = t.gettext(
                "Without {piece} the loss rises by {rise}, as little as for a removed piece. The "
                "table order decides, so it is kept for now."
            )
        elif piece in rises:
            feedback = t.gettext("Without {piece} the loss rises by {rise}, so it is kept.")
        else:
            feedback = t.gettext(
                "{piece} is a single character. Single characters are never removed."
            )
        rise = training_explanations.rise_text(rises.get(piece, 0.0))
        if estimated:
            rise = t.gettext("{rise} (estimate)").format(rise=rise)
        choices.append(
            [[chip(piece, numbers)], piece in gone, feedback.format(piece=quoted(piece), rise=rise)]
        )
    return {"ask": t.gettext("Which of these pieces is removed next?"), "choices": choices}
