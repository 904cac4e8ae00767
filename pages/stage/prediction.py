"""Questions before a step: what comes next? Each choice has feedback with the run's numbers.

The order of the choices does not depend on the answer. After the right pair, its count is asked.
"""

from collections.abc import Mapping
from math import exp

from bpe import PairTable, Run, unigram
from bpe.unigram import Round
from pages.stage.question import Choice, Form, Question
from pages.stage.record_types import Content, PredictLabels
from pages.stage.tokens import chip, number, probability, quoted
from pages.training.explanations import format_pair, why
from pages.translations.language import Translation
from pages.unigram import training_explanations

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
) -> Question | None:
    """Which pair is merged next? sums: pair -> its count as a sum, if it is known.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> (table,) = run.tables(1, 2, 5)
    >>> question = merge_question(run, table, {}, Translation())
    >>> question.prompt, len(question.choices)
    ('Which pair is merged next?', 5)
    """
    merge = table.merge
    leaders = table.leaders[:CHOICES]
    if merge is None or len(leaders) < 2:
        return None
    because = why(run, table, t)
    choices = []
    for leader in sorted(leaders, key=lambda each: (each.left, each.right)):
        pair = (leader.left, leader.right)
        parts: Content = [
            chip(leader.left, run.first_ranks),
            "+",
            chip(leader.right, run.first_ranks),
        ]
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
        choices.append(Choice(parts, right, feedback))
    because = sums.get((merge.left, merge.right), because)
    return which_pair(choices, format_pair(merge), merge.count, because, t)


def which_pair(choices: list[Choice], pair: str, count: int, why: str, t: Translation) -> Question:
    """Which pair is merged next, and how often does it occur? why: its count as a sum.

    >>> which_pair([], "u+g", 20, "10 hug + 5 pug + 5 hugs = 20", Translation()).then.prompt
    'And how often does u+g occur?'
    """
    asked_next = Question(
        prompt=t.gettext("And how often does {pair} occur?").format(pair=pair),
        form=Form("number"),
        answers=(count,),
        worked=t.gettext("The pair is right, but not its count. {why}").format(why=why),
        done=why,
    )
    prompt = t.gettext("Which pair is merged next?")
    return Question(prompt=prompt, choices=tuple(choices), then=asked_next)


def segmentation_question(
    lattice: unigram.Lattice, end: int, because: str, numbers: Mapping[str, int], t: Translation
) -> Question | None:
    """Which segmentation up to position `end` is the best? numbers: see `chip`.

    >>> from pages.state.defaults import defaults
    >>> model = defaults("hug").train_unigram().model
    >>> segmentation_question(model.lattice("hugs"), 3, "", {}, Translation()).prompt
    'Which segmentation up to position 3 is the best?'
    """
    position = lattice.positions[end - 1]
    winner = position.winner
    if winner is None or len(position.candidates) < 2:
        return None
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
        choices.append(Choice([chip(token, numbers) for token in tokens], right, feedback))
    if not any(each.is_right for each in choices):
        return None
    prompt = t.gettext("Which segmentation up to position {position} is the best?")
    return Question(prompt=prompt.format(position=number(end)), choices=tuple(choices))


def removal_question(
    this: Round, numbers: Mapping[str, int], t: Translation, estimated: bool = False
) -> Question | None:
    """Which piece is removed next? numbers: see `chip`. estimated: whether the rises are.

    >>> from pages.state.defaults import defaults
    >>> rounds = defaults("hug").train_unigram().rounds
    >>> this = next(each for each in rounds if each.phase == "prune")
    >>> removal_question(this, {}, Translation()).prompt
    'Which of these pieces is removed next?'
    """
    if this.phase != "prune" or not this.removed:
        return None
    gone, rises = this.gone, this.rises
    remaining = sorted((p for p in this.removable if p not in gone), key=lambda p: -rises[p])
    single = next((p for p in this.model.pieces if p not in rises), "")
    offered = [this.removed[0], *remaining[: CHOICES - 3], *([single] if single else [])]
    if len(offered) < 2:
        return None
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
        feedback = feedback.format(piece=quoted(piece), rise=rise)
        choices.append(Choice([chip(piece, numbers)], piece in gone, feedback))
    prompt = t.gettext("Which of these pieces is removed next?")
    return Question(prompt=prompt, choices=tuple(choices))
