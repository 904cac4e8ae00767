"""The questions at the end of chapter 1."""

from pages.course.bpe_tasks import encoded, five_words, prose
from pages.course.parts import NUMBER, Part, Place, ask
from pages.stage.tokens import quoted
from pages.translations.language import Translation


def questions(t: Translation, lang: str) -> tuple[Part, ...]:
    """The three questions in a language.

    >>> len(questions(Translation(), "en"))
    3
    """
    return words_or_characters(t, lang), alphabet(t, lang), larger_vocabulary(t, lang)


def words_or_characters(t: Translation, lang: str) -> Part:
    """The question about the two extremes.

    >>> words_or_characters(Translation(), "en").task.answer
    'A new word has no token at all.'
    """
    return Part(
        name="question-words",
        title=t.gettext("Words or characters?"),
        text=t.gettext(
            "Think of the two extremes: a token for each word, or for each character.\n"
            "Each of them has a disadvantage that the other one does not have."
        ),
        place=Place(five_words(lang)),
        task=ask(
            prompt=t.gettext("What is the disadvantage of a token for each word?"),
            hint=t.gettext("Think of the word that you typed in the second part."),
            worked=t.gettext(
                "A word that was not in the corpus has no token in a vocabulary of words. With "
                "characters, any word of known letters can be written."
            ),
            reasons={
                t.gettext("A text becomes very many tokens."): t.gettext(
                    "With words, a text becomes few tokens. Characters have this disadvantage."
                ),
                t.gettext("A new word has no token at all."): "",
                t.gettext("The model cannot compute with the ids."): t.gettext(
                    "Ids are numbers in both cases, so a model can use them."
                ),
                t.gettext("Frequent words are split into several tokens."): t.gettext(
                    "With a token for each word, no word is split."
                ),
            },
        ),
        is_question=True,
    )


def alphabet(t: Translation, lang: str) -> Part:
    """The question about the size of a vocabulary of characters.

    >>> alphabet(Translation(), "en").task.answers
    ('7',)
    """
    settings = five_words(lang)
    words = tuple(settings.read_corpus().counts)
    different = sorted(set("".join(words)))
    return Part(
        name="question-characters",
        title=t.gettext("A vocabulary of characters"),
        text=t.gettext(
            "The stage shows the five words again, split into characters.\n"
            "A vocabulary contains each token only once."
        ),
        place=encoded(settings.replace(max_merges=0), " ".join(words)),
        task=ask(
            prompt=t.gettext(
                "How many tokens are in a vocabulary with one token for each character of these "
                "words?"
            ),
            form=NUMBER,
            hint=t.gettext("Write down each letter when you see it for the first time."),
            worked=t.gettext(
                "These characters occur: {letters}. That makes {count} tokens."
            ).format(letters=" ".join(map(quoted, different)), count=len(different)),
            reasons={
                str(sum(map(len, words))): t.gettext(
                    "You counted each place. A character that occurs again is the same token."
                ),
                str(len(words)): t.gettext(
                    "That is the number of words. How many different characters are there?"
                ),
                str(len({word[0] for word in words})): t.gettext(
                    "You counted only the first letters of the words."
                ),
            },
            hint_marks=("text",),
            answers=(str(len(different)),),
        ),
        marks=("text",),
        hides=("result",),
        is_question=True,
    )


def larger_vocabulary(t: Translation, lang: str) -> Part:
    """The question about a small and a large vocabulary.

    >>> larger_vocabulary(Translation(), "en").task.answer
    'It needs fewer tokens for the same text.'
    """
    return Part(
        name="question-vocabulary",
        title=t.gettext("Two vocabularies"),
        text=t.gettext(
            "Two tokenizers have learned from the same corpus.\n"
            "One has a small vocabulary, the other one a large vocabulary."
        ),
        place=Place(prose(lang)),
        task=ask(
            prompt=t.gettext("What is true for the tokenizer with the large vocabulary?"),
            hint=t.gettext("Go through some steps, and look at the watched sentence once more."),
            worked=t.gettext(
                "A large vocabulary has tokens for more words and longer parts of words, so a text "
                "becomes fewer tokens."
            ),
            hint_marks=("watched", "transport"),
            reasons={
                t.gettext("It needs more tokens for the same text."): t.gettext(
                    "It is the other way round: with longer tokens, a text needs fewer of them."
                ),
                t.gettext("It has no tokens for single characters."): t.gettext(
                    "The characters stay in the vocabulary. Longer tokens are added."
                ),
                t.gettext("It needs fewer tokens for the same text."): "",
                t.gettext("It needs equally many tokens, but other ids."): t.gettext(
                    "Longer tokens cover more text, so the number of tokens changes."
                ),
            },
        ),
        is_question=True,
    )
