"""Places and tasks about Unigram on the five words, with right and known wrong answers.

Right answers come from the engine, wrong ones from the mistakes that the quiz knows.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from bpe import unigram
from pages.course.bpe_tasks import five_words
from pages.course.parts import NUMBER, TOKENS, Place, ask
from pages.practice import unigram_mistakes
from pages.practice.material import Material
from pages.practice.mistakes import distinct
from pages.practice.unigram_mistakes import count_of, exact_probability, format_tokens, total_of
from pages.practice.unigram_questions import segmentation_probability
from pages.stage.question import Question
from pages.stage.tokens import probability, quoted
from pages.state.defaults import defaults
from pages.translations.language import Translation
from pages.unigram.word import Word


@cache
def unigram_run() -> unigram.Run:
    """Unigram, trained on the five words by the course's method.

    >>> len(unigram_run().seeds.pieces)
    15
    """
    return defaults("hug").train_unigram()


def lattice(word: str) -> unigram.Lattice:
    """The lattice of a word under the vocabulary before training.

    >>> lattice("hug").count
    4
    """
    return unigram_run().seeds.lattice(word)


def lattice_place(lang: str, word: str, position: int | None = None) -> Place:
    """Where a word's lattice is shown. position: which Viterbi has reached; None before it starts.

    >>> lattice_place("en", "hug").step, lattice_place("en", "hug", 1).step
    (0, 4)
    """
    step = 0 if position is None else Word.after(unigram_run(), word, 0).intro + position
    return Place(five_words(lang).replace(show="word", word=word), "unigram", step)


def rounds_place(lang: str, step: int) -> Place:
    """Where a step of the Unigram training is shown.

    >>> rounds_place("en", 2).settings.view.show
    'rounds'
    """
    return Place(five_words(lang).replace(show="rounds"), "unigram", step)


def share(piece: str) -> str:
    """The probability of a piece before training, as a fraction.

    >>> share("ug")
    '20/210'
    """
    model = unigram_run().seeds
    return f"{count_of(model, piece)}/{total_of(model)}"


def product(tokens: tuple[str, ...]) -> str:
    """The probability of a segmentation as a product of fractions.

    >>> product(("h", "ug"))
    '15/210 × 20/210'
    """
    return " × ".join(map(share, tokens))


def value(tokens: tuple[str, ...]) -> str:
    """The probability of a segmentation as a decimal number.

    >>> value(("h", "ug"))
    '0.006803'
    """
    return probability(float(exact_probability(unigram_run().seeds, tokens)))


def compared(segmentations: Iterator[tuple[str, ...]], t: Translation) -> str:
    r"""Segmentations with their probabilities, in one sentence.

    >>> compared(iter([("h", "ug")]), Translation())
    '\u2068h\u2069 \u2068ug\u2069: 15/210 × 20/210 = 0.006803'
    """
    return t.gettext("; ").join(
        t.gettext("{tokens}: {product} = {value}").format(
            tokens=format_tokens(each), product=product(each), value=value(each)
        )
        for each in segmentations
    )


def best_segmentation(word: str, prompt: str, hint: str, t: Translation) -> Question:
    """The task to find the best segmentation of a word, or of its beginning.

    >>> best_segmentation("unhug", "", "", Translation()).answers
    (('un', 'hug'),)
    """
    equal = tuple(each.tokens for each in lattice(word).ties())
    model = unigram_run().seeds
    found = distinct(
        [
            *unigram_mistakes.segmentation(model, word, None, t),
            *unigram_mistakes.with_other_piece(model, word, t),
        ],
        *equal,
    )
    best = [each.tokens for each in lattice(word).n_best(len(equal) + 2)]
    return Question(
        prompt=prompt,
        form=TOKENS,
        hint=hint,
        worked=t.gettext("Compare the products: {products}. The largest product wins.").format(
            products=compared(iter(best), t)
        ),
        done=t.gettext("{tokens} has the probability {value}. No other product is larger.").format(
            tokens=format_tokens(equal[0]), value=value(equal[0])
        ),
        known=found,
        hint_marks=("lattice",),
        answers=equal,
    )


def probability_of(tokens: tuple[str, ...], prompt: str, t: Translation) -> Question:
    """The task to multiply out the probability of a segmentation.

    >>> probability_of(("h", "ug"), "", Translation()).answers
    (Fraction(1, 147),)
    """
    asked = segmentation_probability(Material(defaults("hug")), "".join(tokens), t, tokens)
    below = total_of(unigram_run().seeds) ** len(tokens)
    worked = t.gettext("{product} = {above}/{below} = {value}.").format(
        product=product(tokens), above=asked.answer * below, below=below, value=value(tokens)
    )
    hint = t.gettext("Multiply the fractions of these pieces: {pieces}.")
    return replace(
        asked,
        prompt=prompt,
        hint=hint.format(pieces=format_tokens(tokens)),
        worked=worked,
        known=tuple(each for each in asked.known if each.name != "logarithm"),
        hint_marks=("lattice",),
    )


def count_segmentations(word: str, hint: str, others: dict[int, str], t: Translation) -> Question:
    """The task to count the segmentations of a word. others: known wrong counts, with reasons.

    >>> count_segmentations("hug", "", {}, Translation()).answers
    ('4',)
    """
    answer = lattice(word).count
    arcs = t.gettext(
        "That is the number of arcs. A segmentation is a whole path from the first to the last "
        "position."
    )
    mistakes = {len(lattice(word).arcs): arcs, **others}
    return ask(
        prompt=t.gettext("How many segmentations does {word} have?").format(word=quoted(word)),
        form=NUMBER,
        hint=hint,
        worked=t.gettext("All segmentations of {word}: {all}.").format(
            word=quoted(word),
            all=t.gettext("; ").join(
                format_tokens(s.tokens) for s in lattice(word).segmentations()
            ),
        ),
        reasons={str(wrong): reason for wrong, reason in mistakes.items() if wrong != answer},
        hint_marks=("lattice",),
        answers=(str(answer),),
    )
