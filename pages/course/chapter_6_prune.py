"""The middle of chapter 6: which pieces are removed, round by round."""

from bpe import unigram
from pages.course.bpe_tasks import own_words
from pages.course.parts import REMOVE, STEP, Part, Place, ask
from pages.course.unigram_tasks import rounds_place, unigram_run
from pages.practice.unigram_mistakes import format_tokens
from pages.stage.tokens import listing, quoted
from pages.state.settings import Settings
from pages.translations.language import Translation

PRUNED = "pun 10 in 10 tin 10"  # words with one piece that costs nothing
PRUNED_SIZE = 8
GONE = "gs"  # a piece whose removal is to be found


def decimal(value: float) -> str:
    """A number with at most three decimals, as a learner types it.

    >>> decimal(26.390), decimal(4.0)
    ('26.39', '4')
    """
    return f"{round(value, 3):g}"


def pruned_settings(lang: str) -> Settings:
    """The settings of a small corpus in which one piece can go.

    >>> pruned_settings("en").train_unigram().rounds[0].removed
    ('un',)
    """
    return own_words(PRUNED, lang).replace(show="rounds", unigram_vocab=PRUNED_SIZE)


def remove_piece(t: Translation, lang: str) -> Part:
    """Choose the piece that costs least.

    >>> remove_piece(Translation(), "en").task.answer
    'token un'
    """
    settings = pruned_settings(lang)
    run = settings.train_unigram()
    first, model, counts = run.rounds[0], run.seeds, run.corpus.counts
    (gone,) = first.removed
    assert first.rises[gone] == 0
    best = [each.tokens for word in counts if (each := model.lattice(word).best)]
    return Part(
        name="prune-piece",
        title=t.gettext("Which piece should go?"),
        text=t.gettext(
            "Pruning removes the pieces without which the loss rises least.\n"
            "This corpus has only the words {words}, each with a count of {count}. Single "
            "characters always stay."
        ).format(words=listing([quoted(word) for word in counts], t), count=max(counts.values())),
        place=Place(settings, "unigram", 0),
        task=ask(
            prompt=t.gettext("In the vocabulary, choose the piece that costs least to remove."),
            form=REMOVE,
            hint=t.gettext(
                "Find the best segmentation of each word. Which longer piece do you never use?"
            ),
            worked=t.gettext(
                "These are the best segmentations: {all}. None of them uses {piece}, so the loss "
                "does not rise without it."
            ).format(all=t.gettext("; ").join(map(format_tokens, best)), piece=quoted(gone)),
            reasons={
                f"token {piece}": why_not(piece, run, t) for piece in model.pieces if piece != gone
            },
            hint_marks=tuple(f"token {piece}" for piece in first.rises),
            answers=(f"token {gone}",),
        ),
        marks=("pieces",),
    )


def why_not(piece: str, run: unigram.Run, t: Translation) -> str:
    """Why a piece should not be removed first: what it costs, with a word that changes.

    >>> run = pruned_settings("en").train_unigram()
    >>> why_not("p", run, Translation())[-41:]
    'character. Single characters always stay.'
    """
    if len(piece) == 1:
        return t.gettext("{piece} is a single character. Single characters always stay.").format(
            piece=quoted(piece)
        )
    changes = unigram.changes_without(run.corpus, run.seeds, piece)
    change = max(changes, key=lambda each: each.rise)
    assert change.before
    assert change.after
    return t.gettext(
        "Without {piece}, the loss rises by {rise}. For example, {word} becomes {after} instead "
        "of {before}."
    ).format(
        piece=quoted(piece),
        rise=decimal(run.rounds[0].rises[piece]),
        word=quoted(change.word),
        before=format_tokens(change.before.tokens),
        after=format_tokens(change.after.tokens),
    )


def rounds(t: Translation, lang: str) -> Part:
    """Go to the step that removes a piece.

    >>> rounds(Translation(), "en").task.answer
    '4'
    """
    run = unigram_run()
    step = next(k for k, each in enumerate(run.rounds, 1) if GONE in each.removed)
    place = rounds_place(lang, 0)
    return Part(
        name="prune-rounds",
        title=t.gettext("Round by round"),
        text=t.gettext(
            "Training repeats this in rounds. A round computes what each piece costs, and "
            "removes the cheapest.\n"
            "Then the probabilities are computed again, because they must add up to 1.\n"
            "Training stops when at most {size} pieces are left."
        ).format(size=len(run.model.pieces))
        + "\n"
        + t.gettext(
            "How many are removed in a round is a setting, here {share} of the pieces, rounded "
            "down, but at least one. The Hugging Face course calls this share percent_to_remove."
        ).format(share=f"{place.settings.unigram.prune}%"),
        place=place,
        task=ask(
            prompt=t.gettext("Go to the step that removes {piece}.").format(piece=quoted(GONE)),
            form=STEP,
            hint=t.gettext("Step forward, and watch which piece is marked as removed."),
            worked=t.gettext("Step {step} removes {piece}.").format(step=step, piece=quoted(GONE)),
            hint_marks=("transport", "pieces"),
            answers=(str(step),),
        ),
        marks=("transport",),
    )
