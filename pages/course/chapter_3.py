"""Chapter 3 of the course: the learned merges encode new words."""

from pages.course import chapter_3_questions
from pages.course.bpe_tasks import ENCODING, encode_word, encoded, five_words, trained
from pages.course.chapter_3_limits import (
    fewer_merges,
    lost_letters,
    other_order,
    rank_order,
    unknown_character,
)
from pages.course.parts import Chapter, Part, Word, ask
from pages.course.word_checks import check, letters, new_word_of
from pages.stage.tokens import number, pair_name, quoted
from pages.translations.language import Translation

NEW = "bunhug"  # an invented word: the leftmost possible merge is not the first one
TOKENS = 3  # of the word that the learner invents


def chapter(t: Translation, lang: str) -> Chapter:
    """The chapter in a language.

    >>> chapter(Translation(), "en").name
    'encode'
    """
    parts = (new_word, lowest_rank, until_none_fits, own_word, unknown_character, lost_letters,
             rank_order, other_order, fewer_merges)  # fmt: skip
    return Chapter(
        name="encode",
        title=t.gettext("New words"),
        can_do=t.gettext(
            "You can encode any word with learned merges, and you know why their order matters "
            "and when a character becomes [UNK]."
        ),
        parts=(*(make(t, lang) for make in parts), *chapter_3_questions.questions(t, lang)),
    )


def new_word(t: Translation, lang: str) -> Part:
    """Encode a short word with one merge.

    >>> new_word(Translation(), "en").task.answers
    (('n', 'un'),)
    """
    settings, word = five_words(lang), "nun"
    return Part(
        name="encode-word",
        title=t.gettext("Merges on a new word"),
        text=t.gettext(
            "Training is over, and now the tokenizer encodes words that it has never seen.\n"
            "A new word starts as single characters, too. Then the learned merges are "
            "applied to it, and nothing is counted anymore.\n"
            "The stage lists the merges in the order in which they were learned."
        ),
        place=encoded(settings, word),
        task=encode_word(
            settings,
            word,
            t.gettext(
                "Which tokens does {word} become? Type them with spaces between them."
            ).format(word=quoted(word)),
            t.gettext(
                "No other merge fits. {word} was not in the corpus, but it can still be written "
                "with known tokens."
            ).format(word=quoted(word)),
            t,
        ),
        marks=("merges",),
        hides=ENCODING,
    )


def lowest_rank(t: Translation, lang: str) -> Part:
    """Find the merge that is applied first.

    >>> lowest_rank(Translation(), "en").task.answer == pair_name("u", "g")
    True
    """
    settings = five_words(lang)
    run = trained(settings)
    left, first, later, never = ("u", "n"), ("u", "g"), ("h", "ug"), ("n", "h")
    return Part(
        name="lowest-rank",
        title=t.gettext("The rank decides"),
        text=t.gettext(
            "A merge has a rank: its place in the list. The merge that was learned first "
            "has rank 1.\n"
            "Often several merges fit in a word. Then the one with the lowest rank is "
            "applied first.\n"
            "It does not matter where in the word it is."
        ),
        place=encoded(settings, NEW),
        task=ask(
            prompt=t.gettext("Which merge is applied first in {word}?").format(word=quoted(NEW)),
            hint=t.gettext("Go through the list from the top. Stop at the first pair that fits."),
            worked=t.gettext(
                "{pair} has rank {rank}. No other merge that fits has a lower rank."
            ).format(pair=pair_name(*first), rank=run.ranks[first]),
            hint_marks=("merges",),
            reasons={
                pair_name(*left): t.gettext(
                    "It is further left in the word, but it has rank {rank}. The place in the word "
                    "does not matter."
                ).format(rank=run.ranks[left]),
                pair_name(*never): t.gettext("This pair is not in the list of merges."),
                pair_name(*later): t.gettext(
                    "There is no token {token} in the word yet. Another merge must make it."
                ).format(token=quoted(later[1])),
                pair_name(*first): "",
            },
        ),
        marks=("merges",),
        hides=ENCODING,
    )


def until_none_fits(t: Translation, lang: str) -> Part:
    """Encode a word with several merges.

    >>> until_none_fits(Translation(), "en").task.answers
    (('bun', 'hug'),)
    """
    settings = five_words(lang)
    return Part(
        name="until-none-fits",
        title=t.gettext("Until no merge fits"),
        text=t.gettext(
            "After each merge, look at the word again. A new token can make another "
            "merge possible.\n"
            "The word is finished when no merge fits anymore."
        ),
        place=encoded(settings, NEW),
        task=encode_word(
            settings,
            NEW,
            t.gettext("Which tokens does {word} become in the end?").format(word=quoted(NEW)),
            t.gettext("Step through the word on the stage to see each merge with its rank."),
            t,
        ),
        marks=("merges",),
        hides=ENCODING,
    )


def own_word(t: Translation, lang: str) -> Part:
    """Invent a word with a number of tokens.

    >>> own_word(Translation(), "en").task.check("bugs").reason
    ''
    """
    settings, example = five_words(lang), "bugs"
    run = trained(settings)
    return Part(
        name="own-word",
        title=t.gettext("A word of your own"),
        text=t.gettext(
            "With these few merges, the tokenizer can encode any word of the letters {letters}.\n"
            "To try a word, type it into the text field above, then tap or click outside the field."
        ).format(letters=letters(run)),
        place=encoded(settings, "bun"),
        task=ask(
            prompt=t.gettext(
                "Type a word that is not in the corpus and becomes exactly {count} tokens. It may "
                "be invented."
            ).format(count=number(TOKENS)),
            form=Word(check(new_word_of, settings, t, TOKENS)),
            hint=t.gettext(
                "Write tokens from the list one after the other. Make sure that no merge joins "
                "them."
            ),
            worked=t.gettext("For example {word}: its tokens are {tokens}.").format(
                word=quoted(example),
                tokens=" ".join(map(quoted, run.encode(example).tokens)),
            ),
            done=t.gettext("You can now predict what a tokenizer does with a word."),
            hint_marks=("merges",),
            answers=(example,),
        ),
        marks=("merges",),
    )
