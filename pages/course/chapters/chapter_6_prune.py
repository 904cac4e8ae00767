"""The middle of chapter 6: which pieces are removed, round by round."""

from bpe import unigram
from pages.course.parts import REMOVE, STEP, UNEXPLAINED, Part, ask, ask_class
from pages.course.unigram_tasks import rounds_place, unigram_run
from pages.practice.unigram_mistakes import count_of, format_tokens, total_of
from pages.stage.question import Question
from pages.stage.record import sentences
from pages.stage.tokens import quoted
from pages.translations.language import Translation
from pages.unigram.training_explanations import ZERO

COMPARED = 3  # pieces whose costs are compared


def decimal(value: float) -> str:
    """A number with at most three decimals, as a learner types it.

    >>> decimal(26.390), decimal(4.0)
    ('26.39', '4')
    """
    return f"{round(value, 3):g}"


def remove_piece(t: Translation, lang: str) -> Part:
    """Choose the piece that costs least.

    >>> remove_piece(Translation(), "en").task.answer
    'token ar'
    """
    run = unigram_run(lang)
    first, model = run.rounds[0], run.seeds
    (gone,) = first.removed
    lines = []
    for piece in sorted(cheapest(run), key=model.pieces.index):
        (change,) = unigram.changes_without(run.corpus, model, piece)
        old, new = scores(change)
        lines.append(
            t.gettext("Without {piece}: {word}, word count {count}, score {old} → {new}.").format(
                piece=quoted(piece),
                word=quoted(change.word),
                count=change.count,
                old=f"{old:.4f}",
                new=f"{new:.4f}",
            )
        )
    return Part(
        name="prune-piece",
        title=t.gettext("Which piece should go?"),
        text="\n".join(
            [
                t.gettext(
                    "Pruning removes the piece without which the loss rises least. Each of these "
                    "{n} pieces is needed by one word only. All other longer pieces cost more, and "
                    "single characters stay."
                ).format(n=len(lines)),
                *lines,
            ]
        ),
        place=rounds_place(lang, 0),
        after=1,
        task=ask(
            prompt=t.gettext("In the vocabulary, choose the piece that costs least to remove."),
            form=REMOVE,
            hint=t.gettext("For each piece, multiply the word count by the rise of the score."),
            worked=sentences(cost_of(gone, run, t), not_the_rarest(gone, run, t), t),
            reasons={
                f"token {piece}": why_not(piece, run, t) for piece in model.pieces if piece != gone
            },
            hint_marks=("pieces",),
            answers=(f"token {gone}",),
        ),
        marks=("pieces",),
        hides=(UNEXPLAINED,),
        in_class=ask_class(
            t.gettext("Which of these pieces costs least to remove?"),
            {each: "" if each == gone else why_not(each, run, t) for each in candidates(run)},
            cost_of(gone, run, t),
        ),
    )


def cheapest(run: unigram.Run) -> list[str]:
    """The pieces that cost least to remove first. Each of them is needed by one word.

    >>> cheapest(unigram_run("en"))
    ['ar', 'se', 'nd']
    """
    rises = run.rounds[0].rises
    return sorted(rises, key=rises.__getitem__)[:COMPARED]


def candidates(run: unigram.Run) -> list[str]:
    """The pieces from which a class chooses: the cheapest and the rarest character.

    >>> candidates(unigram_run("en"))
    ['u', 'nd', 'ar', 'se']
    """
    rises, seeds = run.rounds[0].rises, run.seeds
    least = sorted(rises.values())[:2]
    assert least[0] < least[1] - ZERO  # a tie would have no right answer
    characters = [piece for piece in seeds.pieces if len(piece) == 1]
    rarest = min(characters, key=lambda piece: count_of(seeds, piece))
    return sorted([*cheapest(run), rarest], key=seeds.pieces.index)


def scores(change: unigram.Change) -> tuple[float, float]:
    """The score of a word before and after a removal.

    >>> run = unigram_run("en")
    >>> [round(x, 3) for x in scores(*unigram.changes_without(run.corpus, run.seeds, "ar"))]
    [5.167, 6.189]
    """
    assert change.before
    assert change.after
    return -change.before.log_probability, -change.after.log_probability


def cost_of(piece: str, run: unigram.Run, t: Translation) -> str:
    """What it costs to remove a piece first, with a word that changes.

    >>> cost_of("ar", unigram_run("en"), Translation()).partition(". ")[0][-23:]
    'the loss rises by 2.043'
    """
    change = max(unigram.changes_without(run.corpus, run.seeds, piece), key=lambda each: each.rise)
    assert change.before
    assert change.after
    return t.gettext(
        "Without {piece}, the loss rises by {rise}. For example, {word} changes from {before} to "
        "{after}."
    ).format(
        piece=quoted(piece),
        rise=decimal(run.rounds[0].rises[piece]),
        word=quoted(change.word),
        before=format_tokens(change.before.tokens),
        after=format_tokens(change.after.tokens),
    )


def not_the_rarest(piece: str, run: unigram.Run, t: Translation) -> str:
    """That a piece which costs least is not the rarest, with a rarer one.

    >>> from pages.stage.tokens import without_isolates
    >>> without_isolates(not_the_rarest("ar", unigram_run("en"), Translation()))
    'and is rarer (piece count 13, not 25), but more expensive to remove.'
    """
    longer = [each for each in run.seeds.pieces if len(each) > 1 and each != piece]
    rare = min(longer, key=lambda each: count_of(run.seeds, each))
    few, many = count_of(run.seeds, rare), count_of(run.seeds, piece)
    assert few < many
    return t.gettext(
        "{rare} is rarer (piece count {few}, not {many}), but more expensive to remove."
    ).format(rare=quoted(rare), few=few, many=many)


def why_not(piece: str, run: unigram.Run, t: Translation) -> str:
    """Why a piece should not be removed first: what it costs, with a word that changes.

    >>> why_not("d", unigram_run("en"), Translation())[-41:]
    'character. Single characters always stay.'
    """
    if len(piece) == 1:
        return t.gettext("{piece} is a single character. Single characters always stay.").format(
            piece=quoted(piece)
        )
    return cost_of(piece, run, t)


def why_loss_falls(t: Translation, lang: str) -> Part:
    """Choose why the loss falls although the removal costs something.

    >>> len(why_loss_falls(Translation(), "en").task.choices)
    3
    """
    run = unigram_run(lang)
    first, second = run.rounds[:2]
    (gone,) = first.removed
    assert first.loss is not None
    assert second.loss is not None
    assert second.loss < first.loss
    (change,) = run.changes(1)
    assert change.before
    assert change.after
    assert len(change.after.tokens) >= len(change.before.tokens)
    before, rise = f"{first.loss:.3f}", decimal(first.rises[gone])
    return Part(
        name="loss-falls",
        title=t.gettext("Why the loss can fall"),
        text=t.gettext(
            "Without {piece}, the loss rises by {rise}: from {before} to {dearer}. But before the "
            "next removal, the loss is {after}, which is lower.\n"
            "The rise was computed with the old probabilities. Now all probabilities are computed "
            "again: without the {count} of {piece}, the piece counts add up to {less} instead of "
            "{total}."
        ).format(
            piece=quoted(gone),
            count=count_of(run.seeds, gone),
            total=total_of(first.model),
            less=total_of(second.model),
            rise=rise,
            before=before,
            dearer=f"{float(before) + float(rise):.3f}",  # so that a reader can check it
            after=f"{second.loss:.3f}",
        ),
        place=rounds_place(lang, 1),
        task=ask(
            prompt=t.gettext("Why does the loss fall after the removal?"),
            hint=t.gettext(
                "Each probability is a piece count divided by the sum of all. The sum is smaller "
                "now."
            ),
            worked=t.gettext(
                "Every other piece count is now divided by a smaller sum. So the other pieces "
                "become more probable, and with them all words that never used the removed piece."
            ),
            reasons={
                t.gettext("With fewer pieces, words have fewer segmentations."): t.gettext(
                    "The loss only looks at the best segmentation of each word."
                ),
                t.gettext("The other pieces become more probable."): "",
                t.gettext("The words are split into fewer pieces."): t.gettext(
                    "Only {word} is split differently now, into {after} instead of {before}. That "
                    "is not fewer pieces."
                ).format(
                    word=quoted(change.word),
                    after=format_tokens(change.after.tokens),
                    before=format_tokens(change.before.tokens),
                ),
            },
        ),
        marks=("pieces",),
        hides=(UNEXPLAINED,),
    )


def rounds(t: Translation, lang: str) -> Part:
    """Go to the step that removes a piece.

    >>> rounds(Translation(), "en").task.answer
    '2'
    """
    run = unigram_run(lang)
    (gone,), step = run.rounds[1].removed, 2
    return Part(
        name="prune-rounds",
        title=t.gettext("Round by round"),
        text=t.gettext(
            "Training repeats this in rounds: compute what each piece costs, remove the cheapest, "
            "compute the probabilities again.\n"
            "Here, each round removes one piece, until {size} are left. In a large vocabulary, "
            "each round removes many pieces at once, such as a tenth of all."
        ).format(size=len(run.model.pieces)),
        place=rounds_place(lang, 0),
        task=ask(
            prompt=t.gettext("Go to the step that removes {piece}.").format(piece=quoted(gone)),
            form=STEP,
            hint=t.gettext("Step forward, and watch which piece is marked as removed."),
            worked=t.gettext("Step {step} removes {piece}.").format(step=step, piece=quoted(gone)),
            hint_marks=("transport", "pieces"),
            answers=(str(step),),
        ),
        marks=("transport",),
        in_class=next_round(run, t),
    )


def next_round(run: unigram.Run, t: Translation) -> Question:
    """What a class is asked: what happens after a removal.

    >>> next_round(unigram_run("en"), Translation()).right
    [1]
    """
    first, second = run.rounds[:2]
    (gone,), (piece,) = first.removed, second.removed
    return ask_class(
        t.gettext("{gone} has been removed. What is next?").format(gone=quoted(gone)),
        {
            t.gettext("{piece} is removed at the cost that is computed already: {rise}.").format(
                piece=quoted(piece), rise=decimal(first.rises[piece])
            ): t.gettext("All costs are computed again. The one of {piece} is {rise} now.").format(
                piece=quoted(piece), rise=decimal(second.rises[piece])
            ),
            t.gettext("The probabilities and the costs of all pieces are computed again."): "",
            t.gettext("The training starts again with all pieces but {gone}.").format(
                gone=quoted(gone)
            ): t.gettext("It goes on with the pieces that it has. No piece comes back."),
        },
        t.gettext(
            "Without {gone}, the other pieces have new probabilities. So {piece} costs {rise} now, "
            "and not {before}."
        ).format(
            gone=quoted(gone),
            piece=quoted(piece),
            rise=decimal(second.rises[piece]),
            before=decimal(first.rises[piece]),
        ),
    )
