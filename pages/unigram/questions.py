"""Questions before a step of Unigram: the best segmentation, and the piece that is removed."""

from collections.abc import Mapping
from math import exp

from bpe import unigram
from bpe.unigram import Round
from pages.stage.prediction import CHOICES
from pages.stage.question import Question
from pages.stage.question_types import Choice
from pages.stage.tokens import chip, number, probability, quoted
from pages.translations.language import Translation
from pages.unigram import training_explanations


def segmentation_question(
    lattice: unigram.Lattice, end: int, because: str, numbers: Mapping[str, int], t: Translation
) -> Question | None:
    """Which segmentation up to position `end` is the best? All that are equally good are right.

    numbers: see `chip`.

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
        right = unigram.equal(each.total, winner.total)
        if each is winner:
            feedback = because
        elif right:
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
    """Which piece is removed next? Not asked if another piece costs as little.

    numbers: see `chip`. estimated: whether the rises are.

    >>> from pages.state.defaults import defaults
    >>> removal_question(defaults("hug").train_unigram().rounds[0], {}, Translation())
    >>> removal_question(defaults("unigram-en").train_unigram().rounds[0], {}, Translation()).prompt
    'Which of these pieces is removed next?'
    """
    offered, gone, rises = offered_pieces(this), this.gone, this.rises
    if not offered:
        return None
    choices = []
    for piece in offered:
        if piece in gone:
            feedback = t.gettext("Without {piece} the loss rises by only {rise}, so it is removed.")
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


def offered_pieces(this: Round) -> list[str]:
    """The pieces that a question before a round offers; empty if it has none.

    >>> from pages.state.defaults import defaults
    >>> offered_pieces(defaults("unigram-en").train_unigram().rounds[0])
    ['a', 'ar', 'nd', 'se', 'send']
    """
    if this.phase != "prune" or not this.removed:
        return []
    gone, rises = this.gone, this.rises
    remaining = sorted((p for p in this.removable if p not in gone), key=lambda p: -rises[p])
    dearest = max(rises[piece] for piece in this.removed)
    if any(rises[piece] < dearest + training_explanations.ZERO for piece in remaining):
        return []
    single = next((p for p in this.model.pieces if p not in rises), "")
    # The dearest one is easy to rule out; those that cost a little more than the answer are not.
    others = [*remaining[:1], *remaining[1:][-(CHOICES - 4) :]]
    offered = [this.removed[0], *others, *([single] if single else [])]
    return sorted(offered) if len(offered) > 1 else []
