"""The questions at the end of chapter 2."""

from pages.course.bpe_tasks import COUNTING, five_words, merge_part, own_words, trained
from pages.course.parts import NUMBER, Part, Place, ask
from pages.stage.tokens import number
from pages.translations.language import Translation

MERGED = 3  # merges that the learner made in the chapter
# The pair in most words is not the pair with the highest count.
OTHER_WORDS = "cat 9 rat 1 bat 2 cap 4"


def questions(t: Translation, lang: str) -> tuple[Part, ...]:
    """The three questions in a language.

    >>> len(questions(Translation(), "en"))
    3
    """
    return fourth_merge(t, lang), size_after_merges(t, lang), other_words(t, lang)


def fourth_merge(t: Translation, lang: str) -> Part:
    """Make the fourth merge.

    >>> fourth_merge(Translation(), "en").task.answer
    '4 8'
    """
    return merge_part(
        "question-fourth-merge",
        t.gettext("The fourth merge"),
        t.gettext(
            "This is the corpus after your three merges.\n"
            "Go on without help: the counts are covered."
        ),
        five_words(lang),
        MERGED,
        t,
        is_question=True,
    )


def size_after_merges(t: Translation, lang: str) -> Part:
    """Say how many tokens the vocabulary has after some merges.

    >>> size_after_merges(Translation(), "en").task.answers
    ('10',)
    """
    settings = five_words(lang)
    run = trained(settings)
    answer, first = run.vocab_sizes[MERGED], run.vocab_sizes[0]
    result = t.gettext("{first} characters and {merges} new tokens: {first} + {merges} = {size}.")
    result = result.format(first=first, merges=MERGED, size=answer)
    return Part(
        name="question-vocabulary-after",
        title=t.gettext("How many tokens now?"),
        text=t.gettext(
            "At the start, the vocabulary contains each character of the corpus once.\n"
            "Each merge adds one token. No token is ever removed, even if it no longer occurs."
        ),
        place=Place(settings),
        task=ask(
            prompt=t.gettext(
                "How many tokens does the vocabulary have after the first {merges} merges?"
            ).format(merges=MERGED),
            form=NUMBER,
            hint=t.gettext("How many different characters do the words have? Add the new tokens."),
            worked=result,
            reasons={
                str(MERGED): t.gettext("These are only the new tokens. The characters stay, too."),
                str(first): t.gettext("These are only the characters. Each merge adds a token."),
                str(len(run.words) + MERGED): t.gettext(
                    "You started with the number of words. Start with the characters."
                ),
                str(first - MERGED): t.gettext("A merge adds a token. It does not remove one."),
                str(first + 2 * MERGED): t.gettext("Each merge adds one token, not two."),
            },
            hint_marks=("corpus",),
            answers=(str(answer),),
        ),
        marks=("corpus",),
        hides=COUNTING,
        is_question=True,
    )


def other_words(t: Translation, lang: str) -> Part:
    """Make the first merge of another corpus.

    >>> other_words(Translation(), "en").task.answer
    '2 0'
    """
    settings = own_words(OTHER_WORDS, lang)
    counts = trained(settings).corpus.counts
    return merge_part(
        "question-other-words",
        t.gettext("Other words"),
        t.gettext(
            "Here is another corpus, with {count} words in all. Look at their counts.\n"
            "Be careful: the pair that occurs in the most words is not always the most "
            "frequent pair."
        ).format(count=number(sum(counts.values()))),
        settings,
        0,
        t,
        is_question=True,
    )
