"""Chapter 3, the second half: unknown characters, and why the order of the merges matters."""

from bpe.encoder import UNKNOWN
from pages.course.bpe_tasks import (
    ENCODING,
    encode_word,
    encoded,
    five_words,
    own_words,
    token_names,
    trained,
)
from pages.course.parts import Part, Word, ask
from pages.course.word_checks import check, same_tokens
from pages.practice.encoding_mistakes import merge_in_order
from pages.stage.tokens import number, pair_name, quoted
from pages.translations.language import Translation

# Two of its merges need the same a of "cat".
CONFLICT = "hat 8 bat 4 can 6 cap 3"
WORD = "cat"
FEW = 3  # merges of a small vocabulary


def unknown_character(t: Translation, lang: str) -> Part:
    """Encode a word with an unknown character.

    >>> unknown_character(Translation(), "en").task.answers[0]
    ('[UNK]', 'hugs')
    """
    settings, word = five_words(lang), "thugs"
    return Part(
        name="unknown-character",
        title=t.gettext("Unknown characters"),
        text=t.gettext(
            "The vocabulary starts with the characters of the corpus. A character that "
            "never occurred there is unknown: it has no id.\n"
            "The tokenizer replaces it with the unknown token {unknown}.\n"
            "The merges still apply to the rest of the word."
        ).format(unknown=quoted(UNKNOWN)),
        place=encoded(settings, word),
        task=encode_word(
            settings,
            word,
            t.gettext(
                "Which tokens does {word} become? Type {unknown} for an unknown character."
            ).format(word=quoted(word), unknown=quoted(UNKNOWN)),
            t.gettext("One unknown character does not spoil the whole word."),
            t,
        ),
        marks=("merges",),
        hides=("unknown", *ENCODING),
    )


def lost_letters(t: Translation, lang: str) -> Part:
    """Find a word that becomes the same tokens as another one.

    >>> lost_letters(Translation(), "en").task.check("rug").reason
    ''
    """
    settings, word, example = five_words(lang), "jug", "rug"
    tokens = trained(settings).encode(word).tokens
    return Part(
        name="lost-letters",
        title=t.gettext("What is lost"),
        text=t.gettext(
            "The stage shows the tokens of {word}. The unknown token does not say which "
            "character it stands for.\n"
            "So the tokens cannot be decoded correctly, and different words look the "
            "same to the model."
        ).format(word=quoted(word)),
        place=encoded(settings, word, ended=True),
        task=ask(
            prompt=t.gettext("Type a different word that becomes the same tokens."),
            form=Word(check(same_tokens, settings, t, word)),
            hint=t.gettext(
                "Replace {character} with another letter that is not in the corpus."
            ).format(character=quoted(word[0])),
            worked=t.gettext("For example {word}: it also becomes {tokens}.").format(
                word=quoted(example), tokens=token_names(tokens, t)
            ),
            done=t.gettext(
                "The model cannot tell these words apart. In chapter 4, you see how bytes solve "
                "this problem."
            ),
            hint_marks=("text",),
            answers=(example,),
        ),
        marks=("text", "result"),
    )


def rank_order(t: Translation, lang: str) -> Part:
    """Encode a word in which two merges need the same token.

    >>> rank_order(Translation(), "en").task.answers
    (('c', 'at'),)
    """
    settings = own_words(CONFLICT, lang)
    run = trained(settings)
    first, second = run.rules[:2]
    return Part(
        name="rank-order",
        title=t.gettext("Two merges, one letter"),
        text=t.gettext(
            "This tokenizer has learned from other words: {words}.\n"
            "In {word}, two merges need the same {letter}. Only one of them can have it."
        ).format(words=token_names(run.words, t), word=quoted(WORD), letter=quoted(first[0])),
        place=encoded(settings, WORD),
        task=encode_word(
            settings,
            WORD,
            t.gettext("Which tokens does {word} become?").format(word=quoted(WORD)),
            t.gettext(
                "{first} has the lower rank, so it comes first. Then {second} no longer fits, "
                "although {token} is a token of the vocabulary, too."
            ).format(
                first=pair_name(*first),
                second=pair_name(*second),
                token=quoted("".join(second)),
            ),
            t,
        ),
        marks=("merges",),
        hides=ENCODING,
    )


def other_order(t: Translation, lang: str) -> Part:
    """Encode the same word with two merges in the other order.

    >>> other_order(Translation(), "en").task.answer == "\u2068ca\u2069 \u2068t\u2069"
    True
    """
    settings = own_words(CONFLICT, lang)
    run = trained(settings)
    one, two, *rest = run.merges
    whole, single = quoted(WORD), " ".join(map(quoted, WORD))
    return Part(
        name="other-order",
        title=t.gettext("The same merges in another order"),
        text=t.gettext(
            "Imagine that the first two merges were learned in the opposite order: "
            "{second} with rank 1, and {first} with rank 2.\n"
            "The vocabulary would contain the same tokens as before."
        ).format(first=pair_name(one.left, one.right), second=pair_name(two.left, two.right)),
        place=encoded(settings, WORD),
        task=ask(
            prompt=t.gettext("Which tokens would {word} become then?").format(word=quoted(WORD)),
            hint=t.gettext("Apply {pair} first. Which merge still fits after that?").format(
                pair=pair_name(two.left, two.right)
            ),
            worked=t.gettext(
                "Both vocabularies are the same, but the tokens of {word} are different. So the "
                "order of the merges belongs to a tokenizer, as well as its vocabulary."
            ).format(word=quoted(WORD)),
            hint_marks=("merges",),
            reasons={
                " ".join(map(quoted, run.encode(WORD).tokens)): t.gettext(
                    "That is the result with the old ranks. Exchange them."
                ),
                whole: t.gettext(
                    "No merge makes this token, because {word} was not in the corpus."
                ).format(word=quoted(WORD)),
                " ".join(map(quoted, merge_in_order(WORD, (two, one, *rest)))): "",
                single: t.gettext("A merge does fit. Apply the one with the lower rank."),
            },
        ),
        marks=("merges",),
        hides=ENCODING,
    )


def fewer_merges(t: Translation, lang: str) -> Part:
    """Encode a word of the corpus with the first merges only.

    >>> fewer_merges(Translation(), "en").task.answers
    (('hug', 's'),)
    """
    settings, word = five_words(lang), "hugs"
    return Part(
        name="fewer-merges",
        title=t.gettext("Encoding repeats the training"),
        text=t.gettext(
            "Encoding applies the same merges in the same order as training.\n"
            "So a word of the corpus gets exactly the tokens that it had in training.\n"
            "Here, training ended early: only the first {merges} merges are there."
        ).format(merges=number(FEW)),
        place=encoded(settings.replace(max_merges=FEW), word),
        task=encode_word(
            settings,
            word,
            t.gettext("Which tokens does {word} become with these merges?").format(
                word=quoted(word)
            ),
            t.gettext("These are the tokens that the word had after merge {merges}.").format(
                merges=number(FEW)
            ),
            t,
            FEW,
        ),
        marks=("merges",),
        hides=ENCODING,
    )
