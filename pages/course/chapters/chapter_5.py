"""Chapter 5: segmentations, their probabilities, and the best one."""

from dataclasses import replace

from bpe.unigram import Model
from pages.course.bpe_tasks import COUNTING
from pages.course.chapters.chapter_5_questions import questions
from pages.course.chapters.chapter_5_viterbi import viterbi
from pages.course.parts import NUMBER, SHARE, TOKENS, UNEXPLAINED, Chapter, Part, Place, ask
from pages.course.unigram_tasks import (
    NO_TABLE,
    WORDS,
    compared,
    count_segmentations,
    counts_line,
    divided_by_some,
    guesses,
    largest_wins,
    last_step,
    last_step_open,
    lattice,
    lattice_place,
    long_word,
    pieces_in,
    probability_of,
    product,
    settings_of,
    two_alternatives,
    unigram_run,
    value,
)
from pages.practice.unigram_mistakes import (
    count_of,
    format_tokens,
    sum_in,
    total_of,
    with_other_piece,
)
from pages.stage.question import written
from pages.stage.tokens import number, probability, quoted, with_number
from pages.translations.language import Translation

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
            goal(t, lang),
            probability_of_piece(t, lang),
            two_pieces(t, lang),
            all_segmentations(t, lang),
            multiply(t, lang),
            more_pieces(t, lang),
            too_many(t, lang),
            *viterbi(t, lang),
            *questions(t, lang),
        ),
    )


def two_of(lang: str) -> tuple[str, ...]:
    """The segmentation of the short word into two pieces.

    >>> two_of("en")
    ('st', 'art')
    """
    found = (each.tokens for each in lattice(lang, WORDS[lang].short).segmentations())
    return next(tokens for tokens in found if len(tokens) == 2)


def goal(t: Translation, lang: str) -> Part:
    """Count a piece in all words of the corpus.

    >>> goal(Translation(), "en").task.answers
    ('34',)
    """
    run, piece = unigram_run(lang), WORDS[lang].other
    found = {word: n for word, n in run.corpus.counts.items() if piece in word}
    counts = [with_number(quoted(word), n) for word, n in found.items()]
    answer = sum(found.values())
    assert answer == count_of(run.model, piece)
    left_out = {
        str(answer - n): t.gettext("You left out the word {word}.").format(word=quoted(word))
        for word, n in found.items()
    }
    return Part(
        name="piece-places",
        title=t.gettext("The most probable segmentation"),
        text=t.gettext(
            "BPE applies its merges in order. Unigram has no merges: its vocabulary is a list of "
            "pieces with probabilities. It splits a word into pieces in the most probable way.\n"
            "The probabilities come from counts. A word count says how often a word occurs in the "
            "corpus. A piece count adds up all places of a piece: each place counts as often as "
            "its word occurs."
        ),
        place=Place(settings_of(lang)),
        task=ask(
            prompt=t.gettext(
                "The piece {piece} is in {list} (word counts). What is its piece count?"
            ).format(piece=quoted(piece), list=t.gettext(", ").join(counts)),
            form=NUMBER,
            hint=t.gettext("The piece stands once in each of these words. Add the word counts."),
            worked=sum_in(run.corpus, piece),
            reasons={
                **left_out,
                str(len(found)): t.gettext(
                    "That is the number of these words. Each counts as often as it occurs."
                ),
                **{
                    str(n): t.gettext("That is the word count of {word}.").format(word=quoted(word))
                    for word, n in found.items()
                },
            },
            answers=(str(answer),),
        ),
        marks=("corpus",),
        hides=(*COUNTING, UNEXPLAINED),
        keeps=COUNTING,
    )


def probability_of_piece(t: Translation, lang: str) -> Part:
    """Turn the count of a piece into its probability.

    >>> probability_of_piece(Translation(), "en").task.answers
    ('34/557',)
    """
    word, piece, model = WORDS[lang].short, WORDS[lang].other, unigram_run(lang).model
    count, total, example = count_of(model, piece), total_of(model), two_of(lang)[0]
    return Part(
        name="piece-count",
        title=t.gettext("From counts to probabilities"),
        text=t.gettext(
            "The probability of a piece is its piece count, divided by the sum of all piece "
            "counts.\n"
            "A training has left {n} pieces; the next chapter tells how. These are their piece "
            "counts: {counts}. Their sum is {total}.\n"
            "The picture shows only the pieces in the word {word}. For example, {example} has the "
            "probability {share} = {value}."
        ).format(
            n=len(model.pieces),
            counts=t.gettext(", ").join(
                with_number(quoted(each), count_of(model, each))
                for each in sorted(model.pieces, key=lambda each: -count_of(model, each))
            ),
            total=total,
            word=quoted(word),
            example=quoted(example),
            share=f"{count_of(model, example)}/{total}",
            value=probability(count_of(model, example) / total),
        ),
        place=lattice_place(lang, word),
        task=ask(
            prompt=t.gettext(
                "The piece {piece} has a piece count of {count}. What is its probability?"
            ).format(piece=quoted(piece), count=count),
            form=SHARE,
            hint=t.gettext("Divide the piece count of this piece by the sum of all piece counts."),
            worked=f"{count}/{total} = {probability(count / total)}",
            reasons={
                **{
                    f"{n}/{total}": t.gettext("That is the probability of {piece}.").format(
                        piece=quoted(each)
                    )
                    for each in model.pieces
                    if (n := count_of(model, each)) != count
                },
                str(count): t.gettext("That is the piece count. Divide it by the sum of all."),
                f"{count}/{len(model.pieces)}": t.gettext(
                    "Divide by the sum of the piece counts, not by the number of pieces."
                ),
                f"1/{len(model.pieces)}": t.gettext(
                    "The pieces are not equally probable. Use the piece count of this piece."
                ),
                f"{count}/{sum(count_of(model, each) for each in pieces_in(lang, word))}": (
                    divided_by_some(lang, t)
                ),
            },
            hint_marks=("lattice",),
            answers=(f"{count}/{total}",),
        ),
        marks=("lattice",),
        hides=NO_TABLE,
    )


def two_pieces(t: Translation, lang: str) -> Part:
    """Type a segmentation into two pieces.

    >>> two_pieces(Translation(), "en").task.answers
    ('st art',)
    """
    word = WORDS[lang].short
    found = [each.tokens for each in lattice(lang, word).segmentations()]
    answer = two_of(lang)
    stray = with_other_piece(unigram_run(lang).model, word, t, most=len(word))
    wrong = {
        " ".join(tokens): t.gettext("That is a segmentation too, but it has {n} pieces.").format(
            n=len(tokens)
        )
        for tokens in found
        if len(tokens) > 2
    }
    return Part(
        name="segmentation-two",
        title=t.gettext("A segmentation is a path"),
        text=t.gettext(
            "Pieces that together give the word are a segmentation of the word.\n"
            "This picture is a lattice. Each arc is a piece, and goes from its start to its end in "
            "the word. A path from the first to the last position is a segmentation."
        ),
        place=lattice_place(lang, word),
        task=ask(
            prompt=t.gettext("Type a segmentation of {word} into exactly two pieces.").format(
                word=quoted(word)
            ),
            form=TOKENS,
            hint=t.gettext(
                "The picture shows each piece above the characters that it covers. Find two "
                "pieces that cover the word without a gap."
            ),
            worked=t.gettext("{tokens}: two pieces that together give {word}.").format(
                tokens=format_tokens(answer), word=quoted(word)
            ),
            reasons={
                word: t.gettext(
                    "That is a segmentation too, but the whole word is only one piece."
                ),
                **wrong,
                **{written(each.answer): each.reason for each in stray},
            },
            hint_marks=("lattice",),
            answers=(" ".join(answer),),
        ),
        marks=("lattice",),
        hides=NO_TABLE,
        done_marks=tuple(f"token {piece}" for piece in answer),
    )


def all_segmentations(t: Translation, lang: str) -> Part:
    """Count the segmentations of a word.

    >>> all_segmentations(Translation(), "en").task.answers
    ('5',)
    """
    word = WORDS[lang].short
    found = lattice(lang, word)
    others = {
        **guesses(lang, word, t),
        sum(len(each.tokens) == 2 for each in found.segmentations()): t.gettext(
            "Those have two pieces. There are others, with more or fewer pieces."
        ),
        found.count - 1: t.gettext(
            "One is missing. Do not forget the whole word as one piece, and the single characters."
        ),
    }
    hint = t.gettext("Sort them by the number of pieces, from one to {n}.").format(n=len(word))
    return Part(
        name="segmentation-count",
        title=t.gettext("All segmentations of a word"),
        text=t.gettext(
            "A word usually has several segmentations, from one piece to single characters.\n"
            "Unigram has to find the best of them."
        ),
        place=lattice_place(lang, word),
        task=count_segmentations(lang, word, hint, others, t),
        marks=("lattice",),
        hides=NO_TABLE,
    )


def multiply(t: Translation, lang: str) -> Part:
    """Multiply out the probability of a segmentation.

    >>> multiply(Translation(), "en").task.answers
    (Fraction(598, 310249),)
    """
    word = WORDS[lang].short
    example = [each.tokens for each in lattice(lang, word).segmentations()][2]
    prompt = t.gettext("What is the probability of the segmentation {tokens}?").format(
        tokens=format_tokens(two_of(lang))
    )
    task = probability_of(lang, two_of(lang), prompt, t)
    (best,) = (each.tokens for each in lattice(lang, word).ties())
    return Part(
        name="segmentation-product",
        title=t.gettext("Best means most probable"),
        text=t.gettext(
            "To Unigram, each piece comes up by chance, whatever the other pieces are. Such "
            "probabilities are multiplied, as for two dice: a segmentation has the product of the "
            "probabilities of its pieces. The best one has the largest product."
        )
        + "\n"
        + counts_line(lang, word, t),
        example=compared(lang, [example], t),
        place=lattice_place(lang, word),
        task=replace(
            task,
            done=t.gettext(
                "{answer}\nOf all {n} segmentations of {word}, {best} has the largest product, "
                "{value}. So it is the best one."
            ).format(
                answer=task.worked,
                n=lattice(lang, word).count,
                word=quoted(word),
                best=format_tokens(best),
                value=value(lang, best),
            ),
        ),
        marks=("lattice",),
        hides=NO_TABLE,
        after=last_step(lang, word),
    )


def more_pieces(t: Translation, lang: str) -> Part:
    """Choose the better of two segmentations: the one with more pieces.

    >>> more_pieces(Translation(), "en").task.right
    [1]
    """
    word = WORDS[lang].more
    best, fewer = two_alternatives(lang, word)
    worked = largest_wins(lang, (best, fewer), t)
    return Part(
        name="segmentation-more",
        title=t.gettext("More pieces can win"),
        text=t.gettext(
            "Every piece multiplies the product by a number below 1. So fewer pieces often win.\n"
            "But frequent pieces have larger probabilities than rare ones."
        )
        + "\n"
        + counts_line(lang, word, t),
        example=last_step_open(
            {format_tokens(each): product(lang, each) for each in (fewer, best)}, t
        ),
        place=lattice_place(lang, word),
        task=ask(
            prompt=t.gettext("Which of these two segmentations is better?"),
            hint=t.gettext(
                "Multiply the probabilities of the pieces. Each is a count divided by {total}. "
                "You can leave out the pieces that both have."
            ).format(total=number(total_of(unigram_run(lang).model))),
            worked=worked,
            done=worked,
            reasons={
                format_tokens(fewer): t.gettext(
                    "It has fewer pieces, but the product decides, and this one is only {value}."
                ).format(value=value(lang, fewer)),
                format_tokens(best): "",
            },
        ),
        marks=("lattice",),
        hides=NO_TABLE,
        after=last_step(lang, word),
    )


def too_many(t: Translation, lang: str) -> Part:
    """Choose how many segmentations a long word has.

    >>> number(2 ** 29) in too_many(Translation(), "en").task.answer
    True
    """
    every = Model.from_counts({"a" * length: 1 for length in range(1, CHARACTERS + 1)})
    long = every.lattice("a" * CHARACTERS)
    gaps, word = CHARACTERS - 1, long_word(lang)
    return Part(
        name="segmentation-many",
        title=t.gettext("Too many to try"),
        text=t.gettext(
            "{word} has only {few} segmentations. A longer word can have far more.\n"
            "Between two characters, a piece can end or not: two choices at each place.\n"
            "Suppose that every part of a word is a piece."
        ).format(word=quoted(word), few=lattice(lang, word).count),
        place=lattice_place(lang, word),
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
                "{gaps} places with two choices each: 2 × 2 × … × 2 = {count}. It would take far "
                "too long to try them all for each word. Viterbi’s algorithm does not need to."
            ).format(gaps=gaps, count=number(long.count)),
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
        hides=NO_TABLE,
    )
