"""The middle of chapter 6: which pieces are removed, round by round."""

from bpe import unigram
from pages.guide.bpe_tasks import lines
from pages.guide.parts import Part, Pick, ReachStep
from pages.guide.unigram_tasks import rounds_place, unigram_run
from pages.i18n.language import Translation
from pages.quiz.unigram_mistakes import format_tokens
from pages.view.tokens import quoted

PRUNED_AT = 5  # the step whose cheapest piece is to be found
GONE = "un"  # a piece whose removal is to be found


def decimal(value: float) -> str:
    """A number with at most three decimals, as a learner types it.

    >>> decimal(26.390), decimal(4.0)
    ('26.39', '4')
    """
    return f"{round(value, 3):g}"


def remove_piece(t: Translation, lang: str) -> Part:
    """Click the piece that costs least.

    >>> remove_piece(Translation(), "en").task.target
    'token ugs'
    """
    run = unigram_run()
    this = run.rounds[PRUNED_AT - 1]
    (gone,) = this.removed
    change = next(iter(unigram.changes_without(run.corpus, this.model, gone)))
    assert change.before
    assert change.after
    worked = t.gettext(
        "Only {word} uses {piece}. It becomes {after} instead of {before}, which is just as "
        "probable. So the loss does not rise."
    ).format(
        word=quoted(change.word),
        piece=quoted(gone),
        before=format_tokens(change.before.tokens),
        after=format_tokens(change.after.tokens),
    )
    return Part(
        name="prune-piece",
        title=t.gettext("Which piece should go?"),
        sentences=lines(
            t.gettext(
                "Pruning removes the pieces without which the loss rises least.\n"
                "Here, a few pieces have been removed already. Single characters always stay."
            )
        ),
        place=rounds_place(lang, PRUNED_AT),
        task=Pick(
            prompt=t.gettext("In the vocabulary, click the piece that costs least to remove."),
            hint=t.gettext(
                "For which piece does every word have another segmentation that is just as "
                "probable? These are the segmentations now: {all}."
            ).format(all=t.gettext("; ").join(
                format_tokens(each.tokens)
                for word in run.corpus.counts
                if (each := this.model.lattice(word).best)
            )),
            worked=worked,
            done=worked,
            mistakes={
                f"token {piece}": why_not(piece, this, t)
                for piece in this.model.pieces
                if piece != gone
            },
            hint_marks=tuple(f"token {piece}" for piece in this.rises),
            target=f"token {gone}",
            remove=True,
        ),
        marks=("pieces",),
        hides=("result", "merge", "charts"),
    )  # fmt: skip


def why_not(piece: str, this: unigram.Round, t: Translation) -> str:
    """Why a piece should not be removed: what it costs, with a word that changes.

    >>> why_not("h", unigram_run().rounds[4], Translation())[-41:]
    'character. Single characters always stay.'
    """
    if piece not in this.rises:
        return t.gettext("{piece} is a single character. Single characters always stay.").format(
            piece=quoted(piece)
        )
    changes = list(unigram.changes_without(unigram_run().corpus, this.model, piece))
    change = max(changes, key=lambda each: each.rise)
    assert change.before
    assert change.after
    return t.gettext(
        "Without {piece}, the loss rises by {rise}. For example, {word} becomes {after} instead "
        "of {before}."
    ).format(
        piece=quoted(piece),
        rise=decimal(this.rises[piece]),
        word=quoted(change.word),
        before=format_tokens(change.before.tokens),
        after=format_tokens(change.after.tokens),
    )


def rounds(t: Translation, lang: str) -> Part:
    """Go to the step that removes a piece.

    >>> rounds(Translation(), "en").task.step
    3
    """
    run = unigram_run()
    step = next(k for k, each in enumerate(run.rounds, 1) if GONE in each.removed)
    worked = t.gettext("Step {step} removes {piece}.").format(step=step, piece=quoted(GONE))
    return Part(
        name="prune-rounds",
        title=t.gettext("Round by round"),
        sentences=lines(
            t.gettext(
                "Training repeats this in rounds. A round computes what each piece costs, and "
                "removes the cheapest.\n"
                "Then the probabilities are computed again, because they must add up to 1.\n"
                "Training stops when at most {size} pieces are left."
            ).format(size=len(run.model.pieces))
        ),
        place=rounds_place(lang, 0),
        task=ReachStep(
            prompt=t.gettext("Go to the step that removes {piece}.").format(piece=quoted(GONE)),
            hint=t.gettext("Step forward with the Right arrow key, and watch which piece is marked "
                           "as removed."),
            worked=worked,
            done=worked,
            hint_marks=("transport", "pieces"),
            step=step,
        ),
        marks=("transport",),
    )  # fmt: skip
