"""The questions at the end of chapter 6."""

from fractions import Fraction

from pages.course.chapters.chapter_6_both import both_results
from pages.course.chapters.chapter_6_em import LONG, LONG_COUNT, em_settings, shared, shares
from pages.course.parts import SHARE, UNEXPLAINED, Part, Place, ask
from pages.course.unigram_tasks import long_word, one_per_line, rounds_place, unigram_run
from pages.practice.unigram_mistakes import format_tokens
from pages.stage.tokens import quoted
from pages.translations.language import Translation


def questions(t: Translation, lang: str) -> tuple[Part, ...]:
    """The three questions.

    >>> all(part.is_question for part in questions(Translation(), "en"))
    True
    """
    return characters_stay(t, lang), three_shares(t, lang), only_unigram(t, lang)


def characters_stay(t: Translation, lang: str) -> Part:
    """Question: why are single characters never removed?

    >>> len(characters_stay(Translation(), "en").task.choices)
    3
    """
    seeds = unigram_run(lang).seeds
    assert seeds.counts
    counted = zip(seeds.counts, seeds.pieces, strict=True)
    _, rare = min((count, piece) for count, piece in counted if len(piece) == 1)
    return Part(
        name="pruning-question-characters",
        title=t.gettext("Single characters stay"),
        text=t.gettext(
            "Pruning can remove every longer piece.\n"
            "But it never removes a single character such as {piece}."
        ).format(piece=quoted(rare)),
        place=rounds_place(lang, len(unigram_run(lang).rounds)),
        task=ask(
            prompt=t.gettext("Why do single characters stay?"),
            hint=t.gettext("Think of a word in which no longer piece contains {piece}.").format(
                piece=quoted(rare)
            ),
            worked=t.gettext(
                "Every word consists of characters. As long as all of them are pieces, each word "
                "has at least one segmentation."
            ),
            done=t.gettext("So each word has at least one segmentation."),
            reasons={
                t.gettext("They are always more frequent than longer pieces."): t.gettext(
                    "Some are rare. {piece} has a lower piece count than many longer pieces."
                ).format(piece=quoted(rare)),
                t.gettext("Without them, some words would have no segmentation."): "",
                t.gettext("Without them, the loss never changes."): t.gettext(
                    "A word that needs the character has no segmentation without it. Then its "
                    "probability is 0, and the loss is infinite."
                ),
            },
        ),
        marks=("pieces",),
        hides=(UNEXPLAINED,),
        is_question=True,
    )


def three_shares(t: Translation, lang: str) -> Part:
    """Question: share the count of a word among three segmentations.

    >>> three_shares(Translation(), "en").task.answers
    ('4',)
    """
    found = shares(LONG)
    asked = next(tokens for tokens in found if tokens[0] == LONG[:2])
    (last,) = (tokens for tokens in found if len(tokens) == len(LONG))
    answer, ratio = shared(LONG, asked, LONG_COUNT), found[asked] / found[last]
    named = t.gettext("{tokens}: {product}")
    lines = (named.format(tokens=format_tokens(x), product=p) for x, p in found.items())
    return Part(
        name="pruning-question-share",
        title=t.gettext("Three segmentations"),
        text=t.gettext(
            "{word} has a word count of {count}, and three segmentations with these probabilities:"
            "\n{all}."
        ).format(word=quoted(LONG), count=LONG_COUNT, all=one_per_line(lines, t)),
        place=Place(em_settings(lang, LONG_COUNT), "unigram", 0),
        task=ask(
            prompt=t.gettext(
                "In the E step, how much of the word count of {word} does {tokens} get?"
            ).format(word=quoted(LONG), tokens=format_tokens(asked)),
            form=SHARE,
            hint=t.gettext(
                "How many times as probable as {tokens} are the other two? Share the word count in "
                "the same way."
            ).format(tokens=format_tokens(last)),
            worked=t.gettext(
                "The shares are {ratio} to {ratio} to 1. So {tokens} gets {ratio} of {all} parts."
            ).format(ratio=ratio, tokens=format_tokens(asked), all=2 * ratio + 1),
            reasons={
                str(Fraction(LONG_COUNT, len(found))): t.gettext(
                    "Those are equal shares, but the segmentations are not equally probable."
                ),
                str(Fraction(LONG_COUNT, 2)): t.gettext(
                    "You left out {tokens}. It gets a small share."
                ).format(tokens=format_tokens(last)),
                str(shared(LONG, last, LONG_COUNT)): t.gettext(
                    "That is the share of {tokens}."
                ).format(tokens=format_tokens(last)),
                str(LONG_COUNT): t.gettext(
                    "That would be everything. EM shares the word count over all segmentations."
                ),
            },
            answers=(str(answer),),
        ),
        marks=("pieces",),
        hides=("result", UNEXPLAINED),
        is_question=True,
        after=2,
    )


def only_unigram(t: Translation, lang: str) -> Part:
    """Question: what can only Unigram do?

    >>> len(only_unigram(Translation(), "en").task.choices)
    4
    """
    both, settings = both_results(lang)
    return Part(
        name="pruning-question-both",
        title=t.gettext("Two algorithms"),
        text=t.gettext(
            "You have seen {word} under BPE and under Unigram.\n"
            "The two keep different things: merges in order, or pieces with probabilities."
        ).format(word=quoted(long_word(lang))),
        place=Place(settings, "unigram", both.last),
        task=ask(
            prompt=t.gettext("Which sentence is true for Unigram, but not for BPE?"),
            hint=t.gettext("Which of these needs probabilities?"),
            worked=t.gettext(
                "Only Unigram has probabilities, so only Unigram can compare all segmentations of "
                "a word. It can also say how probable the tokens of BPE are."
            ),
            reasons={
                t.gettext("It can tokenize a word that is not in the corpus."): t.gettext(
                    "BPE can do that too: it applies its merges to any word."
                ),
                t.gettext("It can learn a vocabulary of a chosen size."): t.gettext(
                    "BPE does that too: it stops when its vocabulary is full."
                ),
                t.gettext("It can say how probable each segmentation of a word is."): "",
                t.gettext("It applies what it has learned in a fixed order."): t.gettext(
                    "That is BPE: it applies its merges in the order of their ranks."
                ),
            },
        ),
        is_question=True,
    )
