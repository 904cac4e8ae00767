"""Chapter 5: segmentations, their probabilities, and the best one."""

from dataclasses import replace

from bpe.unigram import Model
from pages.course.bpe_tasks import COUNTING, count_pair, five_words
from pages.course.chapter_5_questions import questions
from pages.course.chapter_5_viterbi import viterbi
from pages.course.parts import TOKENS, Chapter, Part, Place, ask
from pages.course.unigram_tasks import (
    count_segmentations,
    lattice,
    lattice_place,
    probability_of,
    product,
    share,
    unigram_run,
)
from pages.practice.unigram_mistakes import exact_probability, format_tokens, total_of
from pages.stage.record import sentences
from pages.stage.tokens import number, probability, quoted
from pages.translations.language import Translation

WORD = "hug"
LONG_WORD = "unhug"
COUNTED = ("h", "u")  # the piece whose count is asked for, as a pair of BPE
MULTIPLIED = ("un", "hug")
SHOWN = ("h", "ug")  # multiplied out as an example
CHARACTERS = 30  # of a word with too many segmentations


def chapter(t: Translation, lang: str) -> Chapter:
    """The chapter in a language.

    >>> chapter(Translation(), "en").name
    'unigram'
    """
    return Chapter(
        name="unigram",
        title=t.gettext("Unigram: which segmentation is best?"),
        can_do=t.gettext(
            "You can list the segmentations of a word, multiply out the probability of one, and "
            "find the best one with Viterbi."
        ),
        parts=(
            two_pieces(t, lang),
            all_segmentations(t, lang),
            count_piece(t, lang),
            multiply(t, lang),
            too_many(t, lang),
            *viterbi(t, lang),
            *questions(t, lang),
        ),
    )


def two_pieces(t: Translation, lang: str) -> Part:
    """Type a segmentation into two pieces.

    >>> two_pieces(Translation(), "en").task.answers
    ('h ug', 'hu g')
    """
    found = [each.tokens for each in lattice(WORD).segmentations()]
    answers = [tokens for tokens in found if len(tokens) == 2]
    return Part(
        name="segmentation-two",
        title=t.gettext("Pieces instead of merges"),
        text=t.gettext(
            "BPE has exactly one result for a word: it applies its merges in order.\n"
            "Unigram has no merges. Its vocabulary is a list of pieces, each with a probability.\n"
            "Pieces that together give the word are a segmentation of the word."
        ),
        place=lattice_place(lang, WORD),
        task=ask(
            prompt=t.gettext("Type a segmentation of {word} into exactly two pieces.").format(
                word=quoted(WORD)
            ),
            form=TOKENS,
            hint=t.gettext(
                "The picture shows each piece above the characters that it covers. Find two "
                "pieces that cover the word without a gap."
            ),
            worked=t.gettext("These are possible: {all}.").format(
                all=t.gettext("; ").join(map(format_tokens, answers))
            ),
            reasons={
                WORD: t.gettext(
                    "That is a segmentation too, but the whole word is only one piece."
                ),
                " ".join(WORD): t.gettext(
                    "That is a segmentation too, but it has {n} pieces."
                ).format(n=len(WORD)),
            },
            hint_marks=("lattice",),
            answers=tuple(map(" ".join, answers)),
        ),
        marks=("lattice",),
        hides=("best", "result"),
    )


def all_segmentations(t: Translation, lang: str) -> Part:
    """Count the segmentations of a word.

    >>> all_segmentations(Translation(), "en").task.answers
    ('4',)
    """
    others = {
        sum(len(each.tokens) == 2 for each in lattice(WORD).segmentations()): t.gettext(
            "Those have two pieces. There are others, with more or fewer pieces."
        ),
        lattice(WORD).count - 1: t.gettext(
            "One is missing. Do not forget the whole word as one piece, and the single characters."
        ),
    }
    hint = t.gettext("Sort them by the number of pieces: one, two or three.")
    return Part(
        name="segmentation-count",
        title=t.gettext("All segmentations of a word"),
        text=t.gettext(
            "This picture is a lattice. Each arc is a piece at its place in the word.\n"
            "A path goes from the first to the last position along arcs. Each path is a "
            "segmentation."
        ),
        place=lattice_place(lang, WORD),
        task=count_segmentations(WORD, hint, others, t),
        marks=("lattice",),
        hides=("best", "result"),
    )


def count_piece(t: Translation, lang: str) -> Part:
    """Count a piece in the corpus.

    >>> count_piece(Translation(), "en").task.answers
    (15,)
    """
    model, piece = unigram_run().seeds, "".join(COUNTED)
    prompt = t.gettext("How often does {piece} occur in the corpus?").format(piece=quoted(piece))
    task = count_pair(five_words(lang), 0, COUNTED, prompt, t)
    done = t.gettext("So the probability of {piece} is {share} = {value}.").format(
        piece=quoted(piece), share=share(piece), value=probability(model.probability(piece))
    )
    return Part(
        name="piece-count",
        title=t.gettext("Where the probabilities come from"),
        text=t.gettext(
            "The first vocabulary has every character and every part of a longer word.\n"
            "Count how often each piece occurs in the corpus. All these counts add up to {total}.\n"
            "The probability of a piece is its count divided by {total}."
        ).format(total=number(total_of(model))),
        place=Place(five_words(lang)),
        task=replace(task, worked=sentences(task.worked, done, t)),
        marks=("corpus",),
        hides=COUNTING,
    )


def multiply(t: Translation, lang: str) -> Part:
    """Multiply out the probability of a segmentation.

    >>> multiply(Translation(), "en").task.answers
    (Fraction(4, 735),)
    """
    model = unigram_run().seeds
    total = total_of(model)
    example = exact_probability(model, SHOWN) * total**2
    prompt = t.gettext(
        "What is the probability of the segmentation {tokens}? Type a fraction or a decimal number."
    ).format(tokens=format_tokens(MULTIPLIED))
    return Part(
        name="segmentation-product",
        title=t.gettext("The probability of a segmentation"),
        text=t.gettext(
            "In Unigram, the pieces of a word do not depend on each other.\n"
            "So the probability of a segmentation is the product of the probabilities of its "
            "pieces.\n"
            "For example, {tokens}: {product} = {above}/{below}."
        ).format(
            tokens=format_tokens(SHOWN),
            product=product(SHOWN),
            above=example,
            below=total**2,
        ),
        place=lattice_place(lang, LONG_WORD),
        task=probability_of(MULTIPLIED, prompt, t),
        marks=("lattice",),
        hides=("best", "result"),
    )


def too_many(t: Translation, lang: str) -> Part:
    """Choose how many segmentations a long word has.

    >>> number(2 ** 29) in too_many(Translation(), "en").task.answer
    True
    """
    every = Model.from_counts({"a" * length: 1 for length in range(1, CHARACTERS + 1)})
    long = every.lattice("a" * CHARACTERS)
    gaps = CHARACTERS - 1
    return Part(
        name="segmentation-many",
        title=t.gettext("Too many to try"),
        text=t.gettext(
            "{word} has only {few} segmentations. A longer word can have far more.\n"
            "Between two characters, a piece can end or not: two choices at each place.\n"
            "Suppose that every part of a word is a piece."
        ).format(word=quoted(LONG_WORD), few=lattice(LONG_WORD).count),
        place=lattice_place(lang, LONG_WORD),
        task=ask(
            prompt=t.gettext(
                "How many segmentations does a word of {n} characters have then?"
            ).format(n=CHARACTERS),
            hint=t.gettext(
                "A word of two characters has two segmentations, a word of three has "
                "four, and a word of four has eight."
            ),
            worked=t.gettext(
                "There are {gaps} places between the characters, and two choices at each: "
                "2 × 2 × … × 2 = {count}."
            ).format(gaps=gaps, count=number(long.count)),
            done=t.gettext(
                "It would take far too long to try them all for each word. Viterbi’s algorithm "
                "does not need to."
            ),
            reasons={
                number(CHARACTERS): t.gettext("That is the number of characters."),
                number(2 * gaps): t.gettext(
                    "You added the choices at the {gaps} places. Multiply them instead."
                ).format(gaps=gaps),
                number(len(long.arcs)): t.gettext(
                    "That is the number of arcs. There are many more paths than arcs."
                ),
                number(long.count): "",
            },
        ),
        marks=("lattice",),
        hides=("best", "result"),
    )
