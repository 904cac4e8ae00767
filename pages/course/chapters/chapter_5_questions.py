"""The questions at the end of chapter 5."""

from functools import partial

from pages.course.parts import REST, Part, Word, ask
from pages.course.unigram_tasks import (
    NO_TABLE,
    WORDS,
    best_segmentation,
    count_segmentations,
    counts_line,
    guesses,
    last_step,
    lattice,
    lattice_place,
    unigram_run,
)
from pages.practice.unigram_mistakes import format_tokens
from pages.stage.tokens import listing, quoted
from pages.translations.language import Translation

SHORTEST = 3  # characters of a word with one segmentation


def questions(t: Translation, lang: str) -> tuple[Part, ...]:
    """The three questions.

    >>> all(part.is_question for part in questions(Translation(), "en"))
    True
    """
    return count_question(t, lang), best_question(t, lang), single_question(t, lang)


def count_question(t: Translation, lang: str) -> Part:
    """Question: how many segmentations are there?

    >>> count_question(Translation(), "en").task.answers
    ('4',)
    """
    word = WORDS[lang].counted
    count = lattice(lang, word).count
    others = {
        **guesses(lang, word, t),
        count + 1: t.gettext("You counted the whole word, but {word} is not a piece.").format(
            word=quoted(word)
        ),
        count - 1: t.gettext("One is missing. Do not forget the single characters."),
    }
    hint = t.gettext("Follow each path from the first to the last position.")
    return Part(
        name="unigram-question-count",
        title=t.gettext("How many paths?"),
        text=t.gettext(
            "This is the lattice of {word}.\nThe whole word is not in the vocabulary."
        ).format(word=quoted(word)),
        place=lattice_place(lang, word),
        task=count_segmentations(lang, word, hint, others, t),
        marks=("lattice",),
        hides=NO_TABLE,
        is_question=True,
    )


def best_question(t: Translation, lang: str) -> Part:
    """Question: which segmentation of a new word is the best?

    >>> best_question(Translation(), "en").task.answers
    (('st', 'and'),)
    """
    word = WORDS[lang].new
    return Part(
        name="unigram-question-best",
        title=t.gettext("A new word"),
        text=t.gettext(
            "{word} is not a word of the corpus, but its characters are in it. A character that "
            "the corpus does not have becomes an unknown token, as in BPE."
        ).format(word=quoted(word))
        + "\n"
        + counts_line(lang, word, t),
        place=lattice_place(lang, word),
        task=best_segmentation(
            lang,
            word,
            t.gettext("Type the best segmentation of {word}.").format(word=quoted(word)),
            t.gettext("Compare the products of the segmentations with the fewest pieces first."),
            t,
        ),
        marks=("lattice",),
        hides=("best", "result", REST),
        is_question=True,
        after=last_step(lang, word),
    )


def check_single(word: str, *, t: Translation, lang: str) -> str:
    """Why a word is not one of known characters with a single segmentation.

    >>> check_single("sun", t=Translation(), lang="en")
    ''
    >>> check_single("art", t=Translation(), lang="en") == ""
    False
    """
    if strange := sorted(set(word) - set(unigram_run(lang).corpus.alphabet)):
        return t.gettext(
            "{character} is not in the corpus. Use only these characters: {all}."
        ).format(character=quoted(strange[0]), all=characters(t, lang))
    if len(word) < SHORTEST:
        return t.gettext("The word is too short. Type at least {n} characters.").format(n=SHORTEST)
    found = lattice(lang, word)
    if found.count == 1:
        return ""
    one, two = found.n_best(2)
    return t.gettext("{word} has several segmentations, for example {one} and {two}.").format(
        word=quoted(word), one=format_tokens(one.tokens), two=format_tokens(two.tokens)
    )


def characters(t: Translation, lang: str) -> str:
    r"""The characters of the corpus in a sentence.

    >>> characters(Translation(), "en")[-3:]
    '\u2068u\u2069'
    """
    return listing([quoted(each) for each in sorted(unigram_run(lang).corpus.alphabet)], t)


def single_question(t: Translation, lang: str) -> Part:
    """Question: type a word with a single segmentation.

    >>> single_question(Translation(), "en").task.check("sun").reason
    ''
    """
    single = WORDS[lang].single
    return Part(
        name="unigram-question-single",
        title=t.gettext("Only one path"),
        text=t.gettext(
            "Some words have only one segmentation. Then there is nothing to choose.\n"
            "The vocabulary has these longer pieces: {pieces}."
        ).format(
            pieces=listing(
                [quoted(each) for each in sorted(unigram_run(lang).model.pieces) if len(each) > 1],
                t,
            )
        ),
        place=lattice_place(lang, WORDS[lang].short),
        task=ask(
            prompt=t.gettext(
                "Use the characters {all}. Type a word of at least {n} characters with only one "
                "segmentation."
            ).format(all=characters(t, lang), n=SHORTEST),
            form=Word(partial(check_single, t=t, lang=lang)),
            hint=t.gettext("No two or more adjacent characters of your word may form a piece."),
            worked=t.gettext("{word} has only one segmentation: {tokens}.").format(
                word=quoted(single), tokens=format_tokens(tuple(single))
            ),
            done=t.gettext("With only one path, Viterbi has nothing to compare."),
            answers=(single,),
        ),
        marks=("lattice",),
        hides=NO_TABLE,
        is_question=True,
    )
