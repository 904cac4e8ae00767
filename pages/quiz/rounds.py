"""Rounds of questions: the same corpus, settings and seed give the same round."""

from collections.abc import Callable
from dataclasses import replace

from pages.i18n.language import Translation
from pages.quiz import encoding_questions, merge_questions, tie_questions, unigram_questions
from pages.quiz.questions import Dice, Material, Question
from pages.view.unigram.piece_numbers import piece_numbers

LENGTH = 10  # questions of a round
TRIES = 12  # attempts to find a new question

Draw = Callable[[Material, Dice, Translation], Question | None]
KINDS: dict[str, Draw] = {
    "next": merge_questions.draw_next,
    "count": merge_questions.draw_count,
    "encode": encoding_questions.draw_encode,
    "overlap": encoding_questions.draw_overlap,
    "fit": tie_questions.draw_fit,
    "ties": tie_questions.draw_ties,
    "segmentation": unigram_questions.draw_segmentation,
    "probability": unigram_questions.draw_probability,
    "rise": unigram_questions.draw_rise,
}
# These fill the rest of the round.
OFTEN = ("next", "count", "encode", "next", "count", "encode", "segmentation")


def draw(material: Material, seed: int, t: Translation) -> tuple[Question, ...]:
    """The questions of a round; each kind occurs once before any kind repeats.

    Fewer than LENGTH if the corpus does not yield more; none if it has no pair.

    >>> from pages.state.defaults import defaults
    >>> from pages.quiz.material import material
    >>> hug = material(defaults("hug"))
    >>> len(draw(hug, 3, Translation()))
    10
    """
    if not material.run.merges:
        return ()
    dice = Dice(seed)
    kinds = [*dice.shuffled(tuple(KINDS)), *dice.shuffled(OFTEN), *dice.shuffled(tuple(KINDS))]
    found: dict[tuple[object, ...], Question] = {}
    for kind in kinds:
        for _ in range(TRIES):
            question = KINDS[kind](material, dice, t)
            if question is None:
                break
            name = (kind, question.link.settings, question.link.step, question.answer)
            if name not in found:
                found[name] = replace(question, numbers=numbers_of(question, material))
                break
        if len(found) == LENGTH:
            break
    return tuple(found.values())


def numbers_of(question: Question, material: Material) -> dict[str, int]:
    """The tokens that a question shows with their numbers, see `chip`.

    The colors are those of the page that the question links to.

    >>> from pages.state.defaults import defaults
    >>> from pages.quiz.material import material
    >>> hug = material(defaults("hug"))
    >>> numbers_of(merge_questions.next_pair(hug, 2, Translation()), hug)
    {'ug': 1, 'un': 2}
    """
    if question.link.page == "unigram" and material.pieces:
        numbers = piece_numbers(material.pieces.seeds)
    else:
        run = material.run_with_rule(question.link.settings.bpe.ties)
        numbers = {token: rank for token, rank in run.first_ranks.items() if rank}
    cells = (each for fact in question.facts for row in fact.rows for each in row)
    tokens = {token for each in cells if isinstance(each, tuple) for token in each}
    return {token: numbers[token] for token in sorted(tokens) if token in numbers}
