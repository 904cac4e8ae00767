"""The questions at the end of chapter 5."""

from functools import partial

from pages.course.parts import Part, Word, ask
from pages.course.unigram_tasks import (
    best_segmentation,
    count_segmentations,
    lattice,
    lattice_place,
    unigram_run,
)
from pages.practice.unigram_mistakes import format_tokens
from pages.stage.tokens import listing, quoted
from pages.translations.language import Translation

WORD = "unhug"
COUNTED = "bun"
ASKED = "huggun"
SINGLE = "gps"  # a word with one segmentation
SHORTEST = 3  # characters of such a word


def questions(t: Translation, lang: str) -> tuple[Part, ...]:
    """The three questions.

    >>> all(part.is_question for part in questions(Translation(), "en"))
    True
    """
    return count_question(t, lang), best_question(t, lang), single_question(t, lang)


def count_question(t: Translation, lang: str) -> Part:
    """Question: how many segmentations are there?

    >>> count_question(Translation(), "en").task.answers
    ('3',)
    """
    count = lattice(COUNTED).count
    others = {
        count + 1: t.gettext("You counted the whole word, but {word} is not a piece.").format(
            word=quoted(COUNTED)
        ),
        count - 1: t.gettext("One is missing. Do not forget the single characters."),
    }
    hint = t.gettext("Follow each path from the first to the last position.")
    return Part(
        name="unigram-question-count",
        title=t.gettext("How many paths?"),
        text=t.gettext(
            "This is the lattice of {word}.\nThe whole word is not in the vocabulary."
        ).format(word=quoted(COUNTED)),
        place=lattice_place(lang, COUNTED),
        task=count_segmentations(COUNTED, hint, others, t),
        marks=("lattice",),
        hides=("best", "result"),
        is_question=True,
    )


def best_question(t: Translation, lang: str) -> Part:
    """Question: which segmentation of a new word is the best?

    >>> best_question(Translation(), "en").task.answers
    (('hug', 'g', 'un'),)
    """
    return Part(
        name="unigram-question-best",
        title=t.gettext("A new word"),
        text=t.gettext(
            "{word} is not in the corpus, but its characters are.\n"
            "Every additional piece multiplies the product by a number below 1."
        ).format(word=quoted(ASKED)),
        place=lattice_place(lang, ASKED),
        task=best_segmentation(
            ASKED,
            t.gettext("Type the best segmentation of {word}.").format(word=quoted(ASKED)),
            t.gettext("Look for the segmentation with the fewest pieces."),
            t,
        ),
        marks=("lattice",),
        hides=("best", "result"),
        is_question=True,
    )


def check_single(word: str, *, t: Translation) -> str:
    """Why a word is not one of known characters with a single segmentation.

    >>> check_single("gps", t=Translation()), check_single("hug", t=Translation()) == ""
    ('', False)
    """
    if strange := sorted(set(word) - set(unigram_run().corpus.alphabet)):
        return t.gettext(
            "{character} is not in the corpus. Use only these characters: {all}."
        ).format(character=quoted(strange[0]), all=characters(t))
    if len(word) < SHORTEST:
        return t.gettext("The word is too short. Type at least {n} characters.").format(n=SHORTEST)
    found = lattice(word)
    if found.count == 1:
        return ""
    one, two = found.n_best(2)
    return t.gettext("{word} has several segmentations, for example {one} and {two}.").format(
        word=quoted(word), one=format_tokens(one.tokens), two=format_tokens(two.tokens)
    )


def characters(t: Translation) -> str:
    r"""The characters of the corpus in a sentence.

    >>> characters(Translation())[-3:]
    '\u2068u\u2069'
    """
    return listing([quoted(each) for each in sorted(unigram_run().corpus.alphabet)], t)


def single_question(t: Translation, lang: str) -> Part:
    """Question: type a word with a single segmentation.

    >>> single_question(Translation(), "en").task.check("gps").reason
    ''
    """
    return Part(
        name="unigram-question-single",
        title=t.gettext("Only one path"),
        text=t.gettext(
            "Some words have only one segmentation. Then there is nothing to choose.\n"
            "The vocabulary has these longer pieces: {pieces}."
        ).format(
            pieces=listing(
                [quoted(piece) for piece in unigram_run().seeds.pieces if len(piece) > 1], t
            )
        ),
        place=lattice_place(lang, WORD),
        task=ask(
            prompt=t.gettext(
                "Use the characters {all}. Type a word of at least {n} characters with only one "
                "segmentation."
            ).format(all=characters(t), n=SHORTEST),
            form=Word(partial(check_single, t=t)),
            hint=t.gettext("No two adjacent characters of your word may form a piece."),
            worked=t.gettext("{word} has only one segmentation: {tokens}.").format(
                word=quoted(SINGLE), tokens=format_tokens(tuple(SINGLE))
            ),
            done=t.gettext("With only one path, Viterbi has nothing to compare."),
            answers=(SINGLE,),
        ),
        is_question=True,
    )
