"""The questions at the end of chapter 6."""

from pages.course.chapters.chapter_6_both import both_results, same_tokens
from pages.course.parts import UNEXPLAINED, Part, Place, ask
from pages.course.unigram_tasks import long_word, rounds_place, unigram_run
from pages.stage.tokens import quoted
from pages.translations.language import Translation


def questions(t: Translation, lang: str) -> tuple[Part, ...]:
    """The three questions.

    >>> all(part.is_question for part in questions(Translation(), "en"))
    True
    """
    return characters_stay(t, lang), same_tokens(t, lang), only_unigram(t, lang)


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
