"""Chapter 6: what a piece costs, and the parts of the whole chapter."""

from typing import NamedTuple

from bpe import unigram
from pages.course.chapters.chapter_6_both import compare
from pages.course.chapters.chapter_6_em import add_shares, repeat, share_count, three_shares
from pages.course.chapters.chapter_6_loss import loss
from pages.course.chapters.chapter_6_prune import decimal, remove_piece, rounds, why_loss_falls
from pages.course.chapters.chapter_6_questions import questions
from pages.course.parts import SHARE, TOKENS, UNEXPLAINED, Chapter, Part, Place, ask
from pages.course.unigram_tasks import (
    NO_TABLE,
    WORDS,
    one_per_line,
    rounds_place,
    settings_of,
    unigram_run,
)
from pages.practice.unigram_mistakes import format_tokens, total_of, with_other_piece
from pages.stage.question import written
from pages.stage.tokens import probability, quoted
from pages.translations.language import Translation


def chapter(t: Translation, lang: str) -> Chapter:
    """The chapter in a language.

    >>> chapter(Translation(), "en").name
    'pruning'
    """
    return Chapter(
        name="pruning",
        title=t.gettext("How Unigram learns its vocabulary"),
        can_do=t.gettext(
            "You can add up a loss, work out what it costs to remove a piece, share a word count "
            "as EM does, and explain how BPE and Unigram differ."
        ),
        parts=(
            *loss(t, lang),
            without_piece(t, lang),
            cost_of_piece(t, lang),
            remove_piece(t, lang),
            why_loss_falls(t, lang),
            rounds(t, lang),
            share_count(t, lang),
            three_shares(t, lang),
            add_shares(t, lang),
            repeat(t, lang),
            compare(t, lang),
            *questions(t, lang),
        ),
        free=Place(settings_of(lang).replace(show="both"), "unigram"),
    )


class Rise(NamedTuple):
    """A word that needs a piece: its count, and its scores with and without the piece.

    change: its best segmentations with and without the piece.
    """

    word: str
    times: int
    old: float
    new: float
    change: tuple[tuple[str, ...], tuple[str, ...]]

    @property
    def total(self) -> float:
        """How much the loss rises for this word."""
        return self.times * (self.new - self.old)


def rises(lang: str) -> list[Rise]:
    """The words that need the piece of the chapter, the piece itself first; three decimals.

    >>> rises("en")[0][:4]
    ('start', 4, 3.692, 6.536)
    """
    run, piece = unigram_run(lang), WORDS[lang].piece
    found = []
    for change in unigram.changes_without(run.corpus, run.seeds, piece):
        assert change.before
        assert change.after
        old, new = (-each.log_probability for each in (change.before, change.after))
        both = change.before.tokens, change.after.tokens
        found.append(Rise(change.word, change.count, round(old, 3), round(new, 3), both))
    return sorted(found, key=lambda each: each.word != piece)


def seeds_place(lang: str) -> Place:
    """The lattice of the piece of the chapter, with all seeds.

    >>> seeds_place("en").settings.view.round
    0
    """
    piece = WORDS[lang].piece
    return Place(settings_of(lang).replace(show="word", word=piece, round=0), "unigram")


def without_piece(t: Translation, lang: str) -> Part:
    """Find the best segmentation of a word without a piece.

    >>> without_piece(Translation(), "en").task.answers
    ('st art',)
    """
    run, piece = unigram_run(lang), WORDS[lang].piece
    found = run.seeds.lattice(piece).without(piece)
    best = [each.tokens for each in found.ties()]
    worse = [each for each in found.segmentations() if each.tokens not in best]
    assert found.best
    value = probability(found.best.probability)
    mistakes = {
        written(each.answer): each.reason
        for each in with_other_piece(run.seeds, piece, t, most=len(piece))
    }
    gone = t.gettext("You used {piece}, but that piece is gone.").format(piece=quoted(piece))
    mistakes[piece] = gone
    for each in worse:
        mistakes[" ".join(each.tokens)] = t.gettext(
            "{tokens} has the probability {value}. There is a better segmentation."
        ).format(tokens=format_tokens(each.tokens), value=probability(each.probability))
    return Part(
        name="loss-without",
        title=t.gettext("What is a piece worth?"),
        text=t.gettext(
            "This is the corpus of chapter 5 again, now with all {first} first pieces, the seeds. "
            "Longer seeds are frequent substrings of the words. Any way to find them will do; "
            "here, it was a short BPE training. The piece counts add up to {total}. In chapter 5, "
            "{last} pieces were left.\n"
            "Removing pieces is called pruning. To find out how much a piece is missed, imagine "
            "the vocabulary without it, and segment the words again. All other probabilities stay "
            "as they are for now."
        ).format(
            first=len(run.seeds.pieces), total=total_of(run.seeds), last=len(run.model.pieces)
        ),
        place=seeds_place(lang),
        task=ask(
            prompt=t.gettext(
                "Imagine that the piece {piece} is gone. Type the best segmentation of the word "
                "{piece} now."
            ).format(piece=quoted(piece)),
            form=TOKENS,
            hint=t.gettext("Cover the word with as few of the other pieces as possible."),
            worked=t.gettext(
                "{all}: the probability is {value}. With the piece {piece}, it was {before}."
            ).format(
                all=t.gettext("; ").join(map(format_tokens, best)),
                value=value,
                piece=quoted(piece),
                before=probability(run.seeds.probability(piece)),
            ),
            reasons=mistakes,
            hint_marks=("lattice",),
            answers=tuple(map(" ".join, best)),
        ),
        marks=("lattice",),
        hides=NO_TABLE,
        done_marks=tuple(f"token {each}" for each in best[0]),
    )


def cost_of_piece(t: Translation, lang: str) -> Part:
    """Compute how much the loss rises without a piece.

    >>> cost_of_piece(Translation(), "en").task.answers
    ('45.504',)
    """
    found, piece = rises(lang), WORDS[lang].piece
    terms = [f"{each.times} × ({each.new:.3f} − {each.old:.3f})" for each in found]
    answer = decimal(sum(each.total for each in found))
    exact = unigram_run(lang).rounds[0].rises[piece]
    lines = [
        t.gettext("{word}, word count {count}: {before} → {after}, score {old} → {new}.").format(
            word=quoted(each.word),
            count=each.times,
            before=format_tokens(each.change[0]),
            after=format_tokens(each.change[1]),
            old=f"{each.old:.3f}",
            new=f"{each.new:.3f}",
        )
        for each in found
    ]
    return Part(
        name="loss-rise",
        title=t.gettext("Remove a piece: what does it cost?"),
        text="\n".join(
            [
                t.gettext(
                    "Without the piece {piece}, some words have another best segmentation and a "
                    "higher score. All other words stay as they are. If no word used it, it would "
                    "cost nothing."
                ).format(piece=quoted(piece)),
                *lines,
            ]
        ),
        example=t.gettext("{terms}.\nOnly the last step is left: add the results.").format(
            terms=one_per_line(
                (f"{x} = {decimal(each.total)}" for x, each in zip(terms, found, strict=True)), t
            )
        ),
        place=rounds_place(lang, 0),
        task=ask(
            prompt=t.gettext("How much does the loss rise without the piece {piece}?").format(
                piece=quoted(piece)
            ),
            form=SHARE,
            hint=t.gettext(
                "How much does the score of each word rise, and how often does the word occur?"
            ),
            worked=f"{' + '.join(terms)} = {answer}",
            done=t.gettext("{sum}. With more digits, the loss rises by {exact}.").format(
                sum=f"{' + '.join(terms)} = {answer}", exact=decimal(exact)
            )
            if decimal(exact) != answer
            else None,
            reasons={
                **{
                    decimal(sum(each.total for each in found if each != left)): t.gettext(
                        "You left out {word}."
                    ).format(word=quoted(left.word))
                    for left in found
                },
                decimal(sum(each.new - each.old for each in found)): t.gettext(
                    "That is for one occurrence of each word. Multiply by the word counts."
                ),
                decimal(sum(each.times * each.new for each in found)): t.gettext(
                    "That is what the words add to the new loss. Subtract what they added before."
                ),
            },
            answers=(answer,),
        ),
        marks=("words",),
        hides=(UNEXPLAINED,),
    )
