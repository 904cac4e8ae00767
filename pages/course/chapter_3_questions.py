"""The questions at the end of chapter 3."""

from bpe.encoder import UNKNOWN
from pages.course.bpe_tasks import ENCODING, encode_word, encoded, five_words, trained
from pages.course.parts import NUMBER, Part, ask
from pages.stage.tokens import isolated, quoted
from pages.translations.language import Translation


def questions(t: Translation, lang: str) -> tuple[Part, ...]:
    """The three questions in a language.

    >>> len(questions(Translation(), "en"))
    3
    """
    return new_word(t, lang), unknown_tokens(t, lang), what_decides(t, lang)


def new_word(t: Translation, lang: str) -> Part:
    """Encode a word.

    >>> new_word(Translation(), "en").task.answers
    (('un', 'hugs'),)
    """
    settings, word = five_words(lang), "unhugs"
    return Part(
        name="question-encode",
        title=t.gettext("Encode a word"),
        text=t.gettext(
            "These are the merges of the five words again.\nApply them by rank until none fits."
        ),
        place=encoded(settings, word),
        task=encode_word(
            settings,
            word,
            t.gettext(
                "Which tokens does {word} become? Type them with spaces between them."
            ).format(word=quoted(word)),
            t.gettext("You have applied all the merges that fit, in the right order."),
            t,
        ),
        marks=("merges",),
        hides=ENCODING,
        is_question=True,
    )


def unknown_tokens(t: Translation, lang: str) -> Part:
    """Count the unknown tokens of a text.

    >>> unknown_tokens(Translation(), "en").task.answers
    ('4',)
    """
    settings, text = five_words(lang), "mug must hum"
    run = trained(settings)
    words = text.split()
    answer = run.encode(text).tokens.count(UNKNOWN)
    unknown = [character for character in text if character not in {*run.alphabet, " "}]
    tokens = " ".join(map(quoted, run.encode(text).tokens))
    return Part(
        name="question-unknown",
        title=t.gettext("How many are unknown?"),
        text=t.gettext(
            "A text of several words is split into words first. Then each word is encoded.\n"
            "The corpus has only the letters of {words}."
        ).format(words=t.gettext(", ").join(map(quoted, run.words))),
        place=encoded(settings, text),
        task=ask(
            prompt=t.gettext("How many unknown tokens does {text} become?").format(
                text=isolated(text)
            ),
            form=NUMBER,
            hint=t.gettext(
                "Look at each character. Each one that is not in the corpus becomes an unknown "
                "token of its own."
            ),
            worked=t.gettext("The tokens are {tokens}. {unknown} occurs {count} times.").format(
                tokens=tokens, unknown=quoted(UNKNOWN), count=answer
            ),
            reasons={
                str(sum(any(c in unknown for c in word) for word in words)): t.gettext(
                    "You counted the words. A word can have several unknown characters."
                ),
                str(len(set(unknown))): t.gettext(
                    "You counted each unknown character once. Count each place."
                ),
                str(len(run.encode(text).tokens)): t.gettext(
                    "That is the number of all tokens. Take only the unknown ones."
                ),
            },
            hint_marks=("text",),
            answers=(str(answer),),
        ),
        marks=("text",),
        hides=("unknown", *ENCODING),
        is_question=True,
    )


def what_decides(t: Translation, lang: str) -> Part:
    """Say what decides which merge is applied first.

    >>> what_decides(Translation(), "en").task.answer
    'The one that was learned first'
    """
    return Part(
        name="question-order",
        title=t.gettext("What decides?"),
        text=t.gettext(
            "A tokenizer encodes a new word, and several of its merges fit.\n"
            "It does not look at all the possible results. It follows a simple rule."
        ),
        place=encoded(five_words(lang), "bunhug"),
        task=ask(
            prompt=t.gettext("Which merge is applied first?"),
            hint=t.gettext("Think of the word in which two merges needed the same letter."),
            worked=t.gettext(
                "The merge with the lowest rank wins, and the rank is the order of learning."
            ),
            hint_marks=("merges",),
            reasons={
                t.gettext("The one that makes the longest token"): t.gettext(
                    "The length does not matter. A long token can come from an early merge, and a "
                    "short token from a late one."
                ),
                t.gettext("The one that is furthest left in the word"): t.gettext(
                    "The place in the word matters only if the same merge fits in several places."
                ),
                t.gettext("The one whose pair is most frequent in the new text"): t.gettext(
                    "Pairs were counted in the corpus. In a new text, nothing is counted."
                ),
                t.gettext("The one that was learned first"): "",
            },
        ),
        marks=("merges",),
        hides=ENCODING,
        is_question=True,
    )
