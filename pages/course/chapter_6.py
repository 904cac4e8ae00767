"""Chapter 6: the loss, and what a piece costs."""

from typing import NamedTuple

from bpe import unigram
from pages.course.chapter_6_both import compare
from pages.course.chapter_6_em import add_shares, repeat, share_count
from pages.course.chapter_6_prune import decimal, remove_piece, rounds, why_loss_falls
from pages.course.chapter_6_questions import questions
from pages.course.parts import SHARE, TOKENS, Chapter, Part, Place, ask
from pages.course.unigram_tasks import WORDS, settings_of, unigram_run
from pages.practice.unigram_mistakes import format_tokens
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
            "You can work out what it costs to remove a piece, share a count as EM does, and "
            "explain how BPE and Unigram differ."
        ),
        parts=(
            word_loss(t, lang),
            without_piece(t, lang),
            cost_of_piece(t, lang),
            remove_piece(t, lang),
            why_loss_falls(t, lang),
            rounds(t, lang),
            share_count(t, lang),
            add_shares(t, lang),
            repeat(t, lang),
            compare(t, lang),
            *questions(t, lang),
        ),
    )


class Rise(NamedTuple):
    """A word that needs a piece: its count, and its scores with and without the piece."""

    word: str
    times: int
    old: float
    new: float

    @property
    def total(self) -> float:
        """How much the loss rises for this word."""
        return self.times * (self.new - self.old)


def rises(lang: str) -> list[Rise]:
    """The words that need the piece of the chapter, the piece itself first; three decimals.

    >>> rises("en")[0]
    Rise(word='start', times=4, old=3.692, new=6.536)
    """
    run, piece = unigram_run(lang), WORDS[lang].piece
    found = []
    for change in unigram.changes_without(run.corpus, run.seeds, piece):
        assert change.before
        assert change.after
        old, new = (-each.log_probability for each in (change.before, change.after))
        found.append(Rise(change.word, change.count, round(old, 3), round(new, 3)))
    return sorted(found, key=lambda each: each.word != piece)


def seeds_place(lang: str) -> Place:
    """The lattice of the piece of the chapter, with all seeds.

    >>> seeds_place("en").settings.view.round
    0
    """
    piece = WORDS[lang].piece
    return Place(settings_of(lang).replace(show="word", word=piece, round=0), "unigram")


def word_loss(t: Translation, lang: str) -> Part:
    """Compute what a word adds to the loss.

    >>> word_loss(Translation(), "en").task.answers
    ('14.768',)
    """
    word, count, score, _ = rises(lang)[0]
    run = unigram_run(lang)
    other, times = next(iter(run.corpus.counts.items()))  # a word without this piece
    best = run.seeds.lattice(other).best
    assert best
    other_score = round(-best.log_probability, 3)
    answer = decimal(count * score)
    return Part(
        name="loss-word",
        title=t.gettext("The goal: remove what is missed least"),
        text=t.gettext(
            "To learn its pieces, Unigram starts with too many and removes those that are missed "
            "least. The loss is a number that says how badly the pieces fit the corpus.\n"
            "Each word has a score: the smaller the probability p of its best segmentation, the "
            "higher the score. It is −log p, with the natural logarithm, and always given here. "
            "The loss adds up count × score for all words.\n"
            "This vocabulary still has all {first} pieces. In chapter 5, {last} were left."
        ).format(first=len(run.seeds.pieces), last=len(run.model.pieces)),
        example=t.gettext(
            "The best segmentation of {word} has p = {p}. So its score is −log {p} = {score}. "
            "With a count of {count}, it adds {product} to the loss."
        ).format(
            word=quoted(other),
            p=probability(best.probability),
            score=f"{other_score:.3f}",
            count=times,
            product=f"{times} × {other_score:.3f} = {decimal(times * other_score)}",
        ),
        place=seeds_place(lang),
        task=ask(
            prompt=t.gettext(
                "{word} has a score of {score} and a count of {count}. What does it add to the "
                "loss?"
            ).format(word=quoted(word), score=f"{score:.3f}", count=count),
            form=SHARE,
            hint=t.gettext("Every occurrence of the word adds its score once."),
            worked=f"{count} × {score:.3f} = {answer}",
            reasons={
                decimal(score): t.gettext(
                    "That is for a single occurrence. The word occurs {n} times."
                ).format(n=count),
                decimal(count + score): t.gettext("You added count and score. Multiply them."),
                decimal(-count * score): t.gettext(
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
    ('st art',)
    """
    piece = WORDS[lang].piece
    found = unigram_run(lang).seeds.lattice(piece).without(piece)
    best = [each.tokens for each in found.ties()]
    worse = [each for each in found.segmentations() if each.tokens not in best]
    assert found.best
    value = probability(found.best.probability)
    mistakes = {
        piece: t.gettext("You used {piece}, but that piece is gone.").format(piece=quoted(piece))
    }
    for each in worse:
        mistakes[" ".join(each.tokens)] = t.gettext(
            "{tokens} has the probability {value}. There is a better segmentation."
        ).format(tokens=format_tokens(each.tokens), value=probability(each.probability))
    return Part(
        name="loss-without",
        title=t.gettext("What is a piece worth?"),
        text=t.gettext(
            "To find out how much a piece is missed, imagine the vocabulary without it and segment "
            "the words again. Removing pieces is called pruning.\n"
            "The first pieces are frequent parts of words. Here, a BPE training with more merges "
            "has found them."
        ),
        place=seeds_place(lang),
        task=ask(
            prompt=t.gettext(
                "Imagine that the piece {piece} is gone. Type the best segmentation of the word "
                "{piece} now."
            ).format(piece=quoted(piece)),
            form=TOKENS,
            hint=t.gettext("Cover the word with as few of the other pieces as possible."),
            worked=t.gettext("{all}: the probability is {value}.").format(
                all=t.gettext("; ").join(map(format_tokens, best)), value=value
            ),
            reasons=mistakes,
            hint_marks=("lattice",),
            answers=tuple(map(" ".join, best)),
        ),
        marks=("lattice",),
        hides=("best", "result"),
    )


def cost_of_piece(t: Translation, lang: str) -> Part:
    """Compute how much the loss rises without a piece.

    >>> cost_of_piece(Translation(), "en").task.answers
    ('45.504',)
    """
    found, piece = rises(lang), WORDS[lang].piece
    terms = [f"{each.times} × ({each.new:.3f} − {each.old:.3f})" for each in found]
    answer = decimal(sum(each.total for each in found))
    first = found[0]
    lines = [
        t.gettext("{word}: count {count}, score {new} instead of {old}.").format(
            word=quoted(each.word), count=each.times, new=f"{each.new:.3f}", old=f"{each.old:.3f}"
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
                    "higher score. All other words stay as they are."
                ).format(piece=quoted(piece)),
                *lines,
            ]
        ),
        example=t.gettext("{terms}. Only the last step is left: add the results.").format(
            terms=t.gettext("; ").join(
                f"{term} = {decimal(each.total)}" for term, each in zip(terms, found, strict=True)
            )
        ),
        place=seeds_place(lang),
        task=ask(
            prompt=t.gettext("How much does the loss rise without the piece {piece}?").format(
                piece=quoted(piece)
            ),
            form=SHARE,
            hint=t.gettext(
                "How much does the score of each word rise, and how often does the word occur?"
            ),
            worked=f"{' + '.join(terms)} = {answer}",
            reasons={
                decimal(first.total): t.gettext("You left out {word}.").format(
                    word=quoted(found[-1].word)
                ),
                decimal(sum(each.new - each.old for each in found)): t.gettext(
                    "That is for a single occurrence of each word. Multiply by the counts."
                ),
                decimal(sum(each.times * each.new for each in found)): t.gettext(
                    "That is what the words add to the new loss. Subtract what they added before."
                ),
            },
            answers=(answer,),
        ),
        hides=("result",),
    )
