"""The second half of chapter 5: Viterbi, position by position."""

from pages.course.parts import PICK, STEP, Part, ask
from pages.course.unigram_tasks import (
    best_segmentation,
    compared,
    lattice,
    lattice_place,
    product,
    unigram_run,
    value,
)
from pages.practice.unigram_mistakes import format_tokens
from pages.stage.tokens import listing, quoted
from pages.translations.language import Translation
from pages.unigram.word import Word as LatticeWord

WORD = "unhug"


def viterbi(t: Translation, lang: str) -> tuple[Part, ...]:
    """The parts about Viterbi's algorithm.

    >>> [part.name for part in viterbi(Translation(), "en")][-1]
    'viterbi-back'
    """
    return second_position(t, lang), fourth_position(t, lang), last_position(t, lang), back(t, lang)


def candidates(position: int) -> list[tuple[str, ...]]:
    """The segmentations that Viterbi compares at a position of the word.

    >>> candidates(2)
    [('un',), ('u', 'n')]
    """
    arcs = [each.arc for each in lattice(WORD).positions[position - 1].candidates]
    return [(*best_until(arc.start), arc.piece) for arc in arcs]


def best_until(position: int) -> tuple[str, ...]:
    """The best segmentation of the word up to a position.

    >>> best_until(4)
    ('un', 'hu')
    """
    best = lattice(WORD[:position]).best
    return best.tokens if best else ()


def second_position(t: Translation, lang: str) -> Part:
    """Find the best segmentation up to position 2.

    >>> second_position(Translation(), "en").task.answers
    (('un',),)
    """
    position = 2
    return Part(
        name="viterbi-start",
        title=t.gettext("Viterbi: one position after another"),
        text=t.gettext(
            "Viterbi’s algorithm goes through the word from left to right. At each position, "
            "it keeps only the best segmentation up to there.\n"
            "Up to position {first}, there is only one. At position {second}, two pieces end, "
            "so there are two to compare."
        ).format(first=position - 1, second=position),
        place=lattice_place(lang, WORD, position - 1),
        task=best_segmentation(
            WORD[:position],
            t.gettext(
                "Type the best segmentation up to position {position}, with spaces between pieces."
            ).format(position=position),
            t.gettext(
                "One candidate is a single number. The other is a product of two numbers below 1."
            ),
            t,
        ),
        marks=("lattice",),
        hides=("result",),
        after=lattice_place(lang, WORD, position).step,
    )


def fourth_position(t: Translation, lang: str) -> Part:
    """Find the best segmentation up to position 4.

    >>> fourth_position(Translation(), "en").task.answers
    (('un', 'hu'),)
    """
    position = 4
    arcs = [each.arc for each in lattice(WORD).positions[position - 1].candidates]
    starts = t.gettext("; ").join(
        t.gettext("{piece} after {tokens}").format(
            piece=quoted(arc.piece), tokens=format_tokens(best_until(arc.start))
        )
        for arc in reversed(arcs)
    )
    return Part(
        name="viterbi-middle",
        title=t.gettext("Continue the best so far"),
        text=t.gettext(
            "Only {only} ends at position {third}, so there is nothing to choose.\n"
            "At position {fourth}, two pieces end again. Each of them continues the best "
            "segmentation up to its own start."
        ).format(
            only=quoted(lattice(WORD).positions[position - 2].candidates[0].arc.piece),
            third=position - 1,
            fourth=position,
        ),
        place=lattice_place(lang, WORD, position - 1),
        task=best_segmentation(
            WORD[:position],
            t.gettext(
                "Type the best segmentation up to position {position}, with spaces between pieces."
            ).format(position=position),
            t.gettext("Compare these: {starts}.").format(starts=starts),
            t,
        ),
        marks=("lattice",),
        hides=("result",),
        after=lattice_place(lang, WORD, position).step,
    )


def last_position(t: Translation, lang: str) -> Part:
    """Choose the piece that wins at the last position.

    >>> last_position(Translation(), "en").task.answer
    'token hug'
    """
    end = len(WORD)
    found = lattice(WORD)
    position = found.positions[end - 1]
    assert position.winner
    winner = position.winner.arc.piece
    ending = [each.arc.piece for each in position.candidates]
    mistakes = {
        f"token {arc.piece}": t.gettext("{piece} does not end at position {position}.").format(
            piece=quoted(arc.piece), position=end
        )
        for arc in found.arcs
    }
    for tokens in candidates(end):
        mistakes[f"token {tokens[-1]}"] = t.gettext(
            "{tokens} has the probability {value}. Another candidate has a higher probability."
        ).format(tokens=format_tokens(tokens), value=value(tokens))
    del mistakes[f"token {winner}"]
    return Part(
        name="viterbi-end",
        title=t.gettext("The last position"),
        text=t.gettext(
            "These pieces end at position {position}: {pieces}.\n"
            "Each of them continues the best segmentation up to its start. The largest product "
            "wins."
        ).format(position=end, pieces=listing([quoted(piece) for piece in sorted(ending)], t)),
        place=lattice_place(lang, WORD, end - 1),
        task=ask(
            prompt=t.gettext(
                "In the lattice, choose the piece that wins at position {position}."
            ).format(position=end),
            form=PICK,
            hint=t.gettext(
                "Where does each of these pieces start? Take the best segmentation up "
                "to there, and multiply."
            ),
            worked=t.gettext("Compare the products: {products}. The largest product wins.").format(
                products=compared(iter(candidates(end)), t)
            ),
            done=t.gettext(
                "{tokens} has the probability {value}. No other product is larger."
            ).format(tokens=format_tokens(candidates(end)[0]), value=value(candidates(end)[0])),
            reasons=mistakes,
            hint_marks=tuple(f"token {piece}" for piece in ending),
            answers=(f"token {winner}",),
        ),
        marks=("lattice",),
        hides=("result",),
        after=lattice_place(lang, WORD, end).step,
    )


def back(t: Translation, lang: str) -> Part:
    """Go back along the best path.

    >>> back(Translation(), "en").task.answer
    '10'
    """
    word = LatticeWord.after(unigram_run(), WORD, 0)
    best = lattice(WORD).best
    assert best
    return Part(
        name="viterbi-back",
        title=t.gettext("Back to the start"),
        text=t.gettext(
            "Each position remembers which piece won there.\n"
            "Start at the end, take the piece that won, and jump to its start. Repeat this "
            "until you are at position 0.\n"
            "This backtracking gives the best segmentation."
        ),
        place=lattice_place(lang, WORD, len(WORD)),
        task=ask(
            prompt=t.gettext("Step forward until the start of the word is reached."),
            form=STEP,
            hint=t.gettext("Step forward again and again, until the last step."),
            worked=t.gettext(
                "Step {step} is the last one. The best segmentation is {tokens}."
            ).format(step=word.last, tokens=format_tokens(best.tokens)),
            done=t.gettext("The best segmentation is {tokens}: {product} = {value}.").format(
                tokens=format_tokens(best.tokens),
                product=product(best.tokens),
                value=value(best.tokens),
            ),
            hint_marks=("transport",),
            answers=(str(word.last),),
        ),
        marks=("transport", "lattice"),
    )
