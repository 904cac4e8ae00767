"""Chapter 6: the loss, and what a piece costs."""

from pages.course.chapter_6_em import compare, repeat, share_count
from pages.course.chapter_6_prune import decimal, remove_piece, rounds
from pages.course.chapter_6_questions import questions
from pages.course.parts import SHARE, TOKENS, Chapter, Part, ask
from pages.course.unigram_tasks import lattice, lattice_place, unigram_run
from pages.practice.unigram_mistakes import format_tokens
from pages.stage.tokens import probability, quoted
from pages.translations.language import Translation

PIECE = "hug"  # a piece that is also a word


def chapter(t: Translation, lang: str) -> Chapter:
    """The chapter in a language.

    >>> chapter(Translation(), "en").name
    'pruning'
    """
    return Chapter(
        name="pruning",
        title=t.gettext("How Unigram learns its vocabulary"),
        can_do=t.gettext(
            "You can work out what it costs to remove a piece, share a count as EM does, and "
            "explain how BPE and Unigram differ."
        ),
        parts=(
            word_loss(t, lang),
            without_piece(t, lang),
            cost_of_piece(t, lang),
            remove_piece(t, lang),
            rounds(t, lang),
            share_count(t, lang),
            repeat(t, lang),
            compare(t, lang),
            *questions(t, lang),
        ),
    )


def costs() -> tuple[float, float]:
    """The cost of the word PIECE: with all pieces, and without the piece; three decimals.

    >>> costs()
    (2.639, 4.99)
    """
    with_it, without = lattice(PIECE).score, lattice(PIECE).without(PIECE).score
    assert with_it is not None
    assert without is not None
    return round(-with_it, 3), round(-without, 3)


def word_loss(t: Translation, lang: str) -> Part:
    """Compute what a word adds to the loss.

    >>> word_loss(Translation(), "en").task.answers
    ('26.39',)
    """
    count, (cost, _) = unigram_run().corpus.counts[PIECE], costs()
    answer = decimal(count * cost)
    return Part(
        name="loss-word",
        title=t.gettext("How well does a vocabulary fit?"),
        text=t.gettext(
            "The loss says how well a vocabulary fits the corpus: the lower, the better.\n"
            "The score of a word is −log p, where p is the probability of its best segmentation.\n"
            "The loss adds up count × score for all words."
        ),
        place=lattice_place(lang, PIECE),
        task=ask(
            prompt=t.gettext(
                "{word} has a score of {score} and a count of {count}. What does it add to the "
                "loss?"
            ).format(word=quoted(PIECE), score=f"{cost:.3f}", count=count),
            form=SHARE,
            hint=t.gettext("Every occurrence of the word adds its score once."),
            worked=f"{count} × {cost:.3f} = {answer}",
            reasons={
                decimal(cost): t.gettext(
                    "That is for a single occurrence. The word occurs {n} times."
                ).format(n=count),
                decimal(count + cost): t.gettext("You added count and score. Multiply them."),
                decimal(-count * cost): t.gettext(
                    "The minus sign is already in the score, so the loss is positive."
                ),
            },
            answers=(answer,),
        ),
        marks=("lattice",),
        hides=("result",),
    )


def without_piece(t: Translation, lang: str) -> Part:
    """Find the best segmentation of a word without a piece.

    >>> without_piece(Translation(), "en").task.answers
    ('h ug', 'hu g')
    """
    found = lattice(PIECE).without(PIECE)
    best = [each.tokens for each in found.ties()]
    longest = list(found.segmentations())[-1]
    assert found.best
    values = {"tokens": format_tokens(best[0]), "value": probability(found.best.probability)}
    return Part(
        name="loss-without",
        title=t.gettext("What is a piece worth?"),
        text=t.gettext(
            "Unigram starts with too many pieces and removes some. This is called pruning.\n"
            "To find out what a piece is worth, imagine the vocabulary without it and segment "
            "the words again."
        )
        + "\n"
        + t.gettext(
            "The first pieces are frequent substrings of the corpus. Libraries find them with "
            "an enhanced suffix array (ESA)."
        ),
        place=lattice_place(lang, PIECE),
        task=ask(
            prompt=t.gettext(
                "Imagine that the piece {piece} is gone. Type the best segmentation of the word "
                "{piece} now."
            ).format(piece=quoted(PIECE)),
            form=TOKENS,
            hint=t.gettext("Cover the word with as few of the other pieces as possible."),
            worked=t.gettext("{all}: each has the probability {value}.").format(
                all=t.gettext("; ").join(map(format_tokens, best)), value=values["value"]
            ),
            reasons={
                PIECE: t.gettext("You used {piece}, but that piece is gone.").format(
                    piece=quoted(PIECE)
                ),
                " ".join(longest.tokens): t.gettext(
                    "{tokens} has the probability {value}. There is a better segmentation, with "
                    "fewer pieces."
                ).format(
                    tokens=format_tokens(longest.tokens), value=probability(longest.probability)
                ),
            },
            hint_marks=("lattice",),
            answers=tuple(map(" ".join, best)),
        ),
        marks=("lattice",),
        hides=("best", "result"),
    )


def cost_of_piece(t: Translation, lang: str) -> Part:
    """Compute how much the loss rises without a piece.

    >>> cost_of_piece(Translation(), "en").task.answers
    ('23.51',)
    """
    counts, (old, new) = unigram_run().corpus.counts, costs()
    others = [word for word in counts if PIECE in word and word != PIECE]
    count, more = counts[PIECE], sum(counts[word] for word in others)
    answer = decimal(count * (new - old))
    return Part(
        name="loss-rise",
        title=t.gettext("Remove a piece: what does it cost?"),
        text=t.gettext(
            "Without the piece {piece}, the score of the word {piece} is {new} instead of {old}.\n"
            "{other} also contains {piece}. But it has another segmentation that is just as "
            "probable, so its score does not change.\n"
            "{piece} has a count of {count}, and {other} has a count of {more}."
        ).format(
            piece=quoted(PIECE),
            new=f"{new:.3f}",
            old=f"{old:.3f}",
            other=quoted(others[0]),
            count=count,
            more=more,
        ),
        place=lattice_place(lang, PIECE),
        task=ask(
            prompt=t.gettext("How much does the loss rise without the piece {piece}?").format(
                piece=quoted(PIECE)
            ),
            form=SHARE,
            hint=t.gettext(
                "How much does the score of the word rise, and how often does the word occur?"
            ),
            worked=f"{count} × ({new:.3f} − {old:.3f}) = {answer}",
            reasons={
                decimal(new - old): t.gettext(
                    "That is for a single occurrence. The word occurs {n} times."
                ).format(n=count),
                decimal(count * new): t.gettext(
                    "That is what the word adds to the new loss. Subtract what it added before."
                ),
                decimal((count + more) * (new - old)): t.gettext(
                    "You also counted {word}, but its score does not change."
                ).format(word=quoted(others[0])),
            },
            answers=(answer,),
        ),
        hides=("result",),
    )
