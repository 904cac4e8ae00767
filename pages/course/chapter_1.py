"""Chapter 1 of the course: why not words, why not characters, and what a tokenizer is for."""

from pages.course import chapter_1_questions, word_checks
from pages.course.bpe_tasks import encoded, five_words, prose, token_names, trained
from pages.course.chapter_1_between import (
    back_to_text,
    frequent_words,
    parts_of_words,
    vocabulary_size,
)
from pages.course.chapter_1_texts import TEXTS
from pages.course.parts import NUMBER, STEP, Chapter, Part, Place, Word, ask
from pages.stage.tokens import listing, number, quoted
from pages.translations.language import Translation


def chapter(t: Translation, lang: str) -> Chapter:
    """The chapter in a language.

    >>> chapter(Translation(), "en").parts[0].name
    'text-to-ids'
    """
    parts = (text_to_ids, whole_words, rare_words, characters, parts_of_words, frequent_words,
             back_to_text, vocabulary_size)  # fmt: skip
    return Chapter(
        name="why-tokens",
        title=t.gettext("Why tokens?"),
        can_do=t.gettext(
            "You can explain what tokens, ids and a vocabulary are, and why a tokenizer uses "
            "neither whole words nor single characters."
        ),
        parts=(*(make(t, lang) for make in parts), *chapter_1_questions.questions(t, lang)),
    )


def text_to_ids(t: Translation, lang: str) -> Part:
    """The part that follows a word from characters to ids.

    >>> text_to_ids(Translation(), "en").task.answer
    '4'
    """
    settings, word = five_words(lang), "hugpun"
    encoding = trained(settings).encode(word)
    return Part(
        name="text-to-ids",
        title=t.gettext("From text to numbers"),
        text=t.gettext(
            "A language model computes with numbers. It cannot read letters.\n"
            "A tokenizer prepares the text. It splits the text into tokens, which are short chunks "
            "of text.\n"
            "Each token has a number, its id. To encode a text is to turn it into tokens and ids."
        ),
        place=encoded(settings, word),
        task=ask(
            prompt=t.gettext(
                "Watch how a word is encoded: press the right arrow key, or the button for the "
                "next step, until the last step."
            ),
            form=STEP,
            hint=t.gettext("The button ▶| goes to the last step at once, and so does the End key."),
            worked=t.gettext(
                "{word} has become the tokens {tokens}. Their ids are {ids}. The model sees only "
                "these numbers."
            ).format(
                word=quoted(word),
                tokens=token_names(encoding.tokens, t),
                ids=listing(list(map(str, encoding.ids)), t),
            ),
            hint_marks=("transport",),
            answers=(str(encoded(settings, word, ended=True).step),),
        ),
        marks=("transport",),
    )


def whole_words(t: Translation, lang: str) -> Part:
    """The part about a vocabulary of whole words.

    >>> whole_words(Translation(), "en").task.check("puns").reason
    ''
    """
    settings = five_words(lang).replace(sentence="hug")  # the usual one has such a word
    example = "puns"
    return Part(
        name="whole-words",
        title=t.gettext("A token for each word?"),
        text=t.gettext(
            "A tokenizer learns its tokens from a text, the corpus. This corpus has "
            "five words. The number after × is how often a word occurs.\n"
            "All the tokens that a tokenizer knows are its vocabulary. Imagine a "
            "vocabulary of exactly these five words.\n"
            "It has no token for any other word."
        ),
        place=Place(settings),
        task=ask(
            prompt=t.gettext(
                "Type a word that is not in this vocabulary, but has only letters of these words."
            ),
            form=Word(word_checks.check(word_checks.new_word, settings, t)),
            hint=t.gettext(
                "Add a letter to the end of one of the words, or replace its first letter. These "
                "letters occur: {letters}."
            ).format(letters=word_checks.letters(trained(settings))),
            worked=t.gettext(
                "For example {word}: each of its letters occurs in the corpus, but the word does "
                "not."
            ).format(word=quoted(example)),
            done=t.gettext(
                "You understand such a word from its parts. A tokenizer of whole words only knows "
                "that the word is unknown."
            ),
            hint_marks=("corpus",),
            answers=(example,),
        ),
        marks=("corpus",),
        hides=("later",),
    )


def rare_words(t: Translation, lang: str) -> Part:
    """The part about words that occur only once.

    >>> rare_words(Translation(), "en").task.answer
    '137 of the 177 words'
    """
    settings = prose(lang)
    every = trained(settings).corpus.counts
    counts = {word: n for word, n in every.items() if any(map(str.isalnum, word))}
    once, different = sum(n == 1 for n in counts.values()), len(counts)
    option = t.gettext("{some} of the {all} words")
    few, third, most = (
        option.format(some=number(some), all=number(different))
        for some in (different // 10, different // 3, once)
    )
    more = t.gettext("It is more. Most of the different words in a text are rare.")
    return Part(
        name="rare-words",
        title=t.gettext("Most words are rare"),
        text=t.gettext(
            "Here is a longer text. It has {all} words, and {different} of them are different.\n"
            "A model learns what a token means by seeing it many times. So it learns little about "
            "a token that it sees only once."
        ).format(all=number(sum(counts.values())), different=number(different)),
        place=Place(settings),
        task=ask(
            prompt=t.gettext("How many of the different words occur only once? Guess."),
            hint=t.gettext("The corpus on the stage shows how often each word occurs."),
            worked=t.gettext(
                "{once} of the {all} words occur only once, and the next text brings new ones. A "
                "vocabulary of words is never complete."
            ).format(once=number(once), all=number(different)),
            hint_marks=("corpus",),
            reasons={
                few: more,
                third: more,
                most: "",
            },
        ),
        marks=("corpus",),
    )


def characters(t: Translation, lang: str) -> Part:
    """The part about a vocabulary of characters.

    >>> characters(Translation(), "en").task.answers
    ('16',)
    """
    text = TEXTS[lang].two_words
    words = text.split()
    answer, different = sum(map(len, words)), len(set(text) - {" "})
    lengths = " + ".join(f"{len(word)} {quoted(word)}" for word in words)
    return Part(
        name="characters",
        title=t.gettext("A token for each character?"),
        text=t.gettext(
            "Now the opposite: each character is a token. A small vocabulary is enough, "
            "and rare words are no problem.\n"
            "But a text has many characters. Each token costs the model time, and a "
            "single letter means very little."
        ),
        place=encoded(prose(lang).replace(max_merges=0), text),
        task=ask(
            prompt=t.gettext(
                "How many tokens does this text have if each character is a token? Leave out "
                "the space."
            ),
            form=NUMBER,
            hint=t.gettext("How many letters does each word have? Add the two numbers."),
            worked=t.gettext(
                "{lengths} = {count} tokens, instead of {words} tokens for whole words."
            ).format(lengths=lengths, count=answer, words=len(words)),
            reasons={
                str(len(text)): t.gettext("You counted the space, too. Here it is not a token."),
                str(len(words)): t.gettext(
                    "That is the number of words. Now each character is a token."
                ),
                str(different): t.gettext(
                    "You counted each character once. A character that occurs twice is two tokens."
                ),
            },
            hint_marks=("text",),
            answers=(str(answer),),
        ),
        marks=("text",),
        hides=("result",),
    )
