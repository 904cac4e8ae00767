"""A round of questions: the same for everybody who has the same corpus, settings and seed."""

from collections.abc import Callable

from pages.language import Translation
from pages.quiz import choosing, encoding, merging, pieces
from pages.quiz.questions import Dice, Material, Question

LENGTH = 10  # questions of a round
TRIES = 12  # for a question that was not asked yet

Draw = Callable[[Material, Dice, Translation], Question | None]
KINDS: dict[str, Draw] = {
    "next": merging.draw_next,
    "count": merging.draw_count,
    "encode": encoding.draw_encode,
    "overlap": encoding.draw_overlap,
    "fit": choosing.draw_fit,
    "ties": choosing.draw_ties,
    "cut": pieces.draw_cut,
    "score": pieces.draw_score,
    "rise": pieces.draw_rise,
}
OFTEN = ("next", "count", "encode", "next", "count", "encode", "cut")  # where there is room left


def draw(of: Material, seed: int, t: Translation) -> tuple[Question, ...]:
    """The questions of a round, each kind once before any comes again.

    Fewer than LENGTH where a corpus does not have so many; none where it has no pair.
    """
    if not of.run.merges:
        return ()
    dice = Dice(seed)
    kinds = [*dice.shuffled(tuple(KINDS)), *dice.shuffled(OFTEN), *dice.shuffled(tuple(KINDS))]
    found: dict[tuple[object, ...], Question] = {}
    for kind in kinds:
        for _ in range(TRIES):
            question = KINDS[kind](of, dice, t)
            if question is None:
                break
            name = (kind, question.link.settings, question.link.step, question.answer)
            if name not in found:
                found[name] = question
                break
        if len(found) == LENGTH:
            break
    return tuple(found.values())
