"""The second half of chapter 4: bytes and the vocabulary size."""

import unicodedata
from dataclasses import replace
from functools import partial

from pages.course.bpe_tasks import encoded, trained
from pages.course.parts import NUMBER, STEP, Part, Place, Word, ask
from pages.practice import tie_questions
from pages.practice.material import Material
from pages.stage.question import Question
from pages.stage.tokens import listing, number, pair_name, quoted
from pages.state.defaults import defaults, with_alphabet
from pages.state.settings import Settings
from pages.translations.language import Translation

CHARACTERS = 3  # of the word that is to be typed
EXAMPLES = {"en": "été", "zh-Hant": "下雨天", "ko": "도서관"}  # by language, such words
SYLLABLE = "한"  # in Korean, shown as one character, as bytes and as letters
SMALL_SIZE = 40
LONG_TOKEN = "Ġtoken"
ASCII = [character for character in map(chr, range(128)) if character.isprintable()]


def bytes_and_size(t: Translation, lang: str) -> tuple[Part, ...]:
    """The parts about bytes and the vocabulary size.

    >>> len(bytes_and_size(Translation(), "en"))
    4
    """
    return (
        more_bytes(t, lang),
        all_bytes(t, lang),
        room_for_merges(t, lang),
        longer_tokens(t, lang),
    )


def check_bytes(word: str, *, t: Translation) -> str:
    """Why a word is not one of CHARACTERS characters with more bytes than characters.

    >>> check_bytes("été", t=Translation()), check_bytes("hug", t=Translation()) == ""
    ('', False)
    """
    characters, size = len(word), len(word.encode())
    if characters != CHARACTERS:
        return t.gettext(
            "{word} does not have the right length. Its characters: {characters}. Its bytes: "
            "{bytes}."
        ).format(word=quoted(word), characters=characters, bytes=size)
    if size == characters:
        return t.gettext(
            "In {word}, every character is a single byte. Use at least one other character."
        ).format(word=quoted(word))
    return ""


def jamo_of(syllable: str, t: Translation) -> str:
    r"""A Korean syllable as one character with its bytes, and as several under NFD.

    >>> jamo_of("한", Translation()).partition(". ")[0].translate({0x2068: "", 0x2069: ""})
    'The syllable 한 is one character of 3 bytes'
    """
    letters = unicodedata.normalize("NFD", syllable)
    return t.gettext(
        "The syllable {syllable} is one character of {bytes} bytes. The normalization NFD writes "
        "it as {count} characters, the jamo {jamo}, with {all} bytes."
    ).format(
        syllable=quoted(syllable),
        bytes=len(syllable.encode()),
        count=len(letters),
        jamo=listing(list(map(quoted, letters)), t),
        all=len(letters.encode()),
    )


def more_bytes(t: Translation, lang: str) -> Part:
    """Type a word with more bytes than characters.

    >>> more_bytes(Translation(), "en").task.check("hug").reason == ""
    False
    """
    example = EXAMPLES[lang]
    some = ("a", "é", SYLLABLE if lang == "ko" else "字", "🙂")  # one to four bytes
    sizes = t.gettext(", ").join(f"{quoted(each)} {len(each.encode())}" for each in some)
    return Part(
        name="byte-word",
        title=t.gettext("A character is one or more bytes"),
        text=t.gettext(
            "Computers store text as bytes, which are numbers from 0 to 255.\n"
            "UTF-8 says which bytes stand for a character. Some characters, each with its "
            "number of bytes: {sizes}."
        ).format(sizes=sizes)
        + (f"\n{jamo_of(SYLLABLE, t)}" if lang == "ko" else ""),
        place=encoded(defaults("course").replace(lang=lang), " ".join(some)),
        task=ask(
            prompt=t.gettext("Type {n} characters that are more than {n} bytes.").format(
                n=CHARACTERS
            ),
            form=Word(partial(check_bytes, t=t)),
            hint=t.gettext(
                "English letters are one byte each. Use a letter with an accent, or another script."
            ),
            worked=t.gettext("{word} has {characters} characters and {bytes} bytes.").format(
                word=quoted(example), characters=len(example), bytes=len(example.encode())
            ),
            done=t.gettext(
                "Other scripts need more bytes than English for the same number of characters."
            ),
            answers=(example,),
        ),
        marks=("text",),
    )


def all_bytes(t: Translation, lang: str) -> Part:
    """Say how many tokens there are before the first merge.

    >>> all_bytes(Translation(), "en").task.answers
    ('257',)
    """
    settings = with_alphabet(defaults("course").replace(lang=lang), "bytes")
    run, plain = trained(settings), trained(defaults("course"))
    special = number(len(run.special_tokens))
    total, first = number(len(run.first_tokens)), number(run.vocab_sizes[0])
    return Part(
        name="byte-alphabet",
        title=t.gettext("{n} bytes are enough").format(n=total),
        text=t.gettext(
            "A character that is not in the corpus becomes an unknown token. So GPT-2 starts with "
            "all {n} bytes: every text consists of them.\n"
            "Each byte is written as one visible character, and {sign} is the byte of a space.\n"
            "A special token such as {token} is not text: it marks the end of a document."
        ).format(n=total, sign=quoted("Ġ"), token=quoted(run.special_tokens[0]))
        + "\n"
        + t.gettext(
            "This is byte-level BPE. Emoji show why it helps: there are thousands of them, "
            "and hardly any corpus has them all. With bytes, none of them is unknown."
        ),
        place=Place(settings),
        task=ask(
            prompt=t.gettext(
                "This vocabulary starts with all bytes and {special} special token. How many "
                "tokens does it have before the first merge?"
            ).format(special=special),
            form=NUMBER,
            hint=t.gettext("Add the special token to the bytes."),
            worked=t.gettext("{bytes} bytes and {special} special token: {sum}.").format(
                bytes=total, special=special, sum=f"{total} + {special} = {first}"
            ),
            reasons={
                total: t.gettext("You left out the special token."),
                number(plain.vocab_sizes[0]): t.gettext(
                    "That would be right if it started with the characters of the corpus. Here, "
                    "it starts with all bytes."
                ),
                number(len(run.vocab)): t.gettext("That is the size after the last merge."),
            },
            answers=(first,),
        ),
        hides=("merge", "result", "charts"),
    )


def fit(settings: Settings, size: int, prompt: str, t: Translation) -> Question:
    """The task to say how many merges a vocabulary has room for.

    >>> fit(defaults("course"), 40, "", Translation()).answers
    (9,)
    """
    material = Material(settings.replace(vocab=size))
    hint = t.gettext(
        "Subtract everything that is in the vocabulary before the first merge: the special "
        "tokens and the different characters."
    )
    asked = tie_questions.fit(material, len(material.run.merges), t)
    return replace(asked, prompt=prompt, hint=hint)


def room_for_merges(t: Translation, lang: str) -> Part:
    """Say how many merges a vocabulary has room for.

    >>> room_for_merges(Translation(), "en").task.answers
    (9,)
    """
    settings = defaults("course").replace(lang=lang)
    run = trained(settings)
    prompt = t.gettext(
        "Suppose that you choose a vocabulary size of {size}. How many merges does training learn?"
    ).format(size=SMALL_SIZE)
    return Part(
        name="size-merges",
        title=t.gettext("The vocabulary size"),
        text=t.gettext(
            "You choose the vocabulary size before training. When the vocabulary has this "
            "size, training stops.\n"
            "The vocabulary contains the special tokens, the different characters, and one "
            "token for each merge.\n"
            "This corpus has {characters} different characters, and there is {special} "
            "special token."
        ).format(characters=len(run.first_tokens), special=len(run.special_tokens))
        + "\n"
        + t.gettext(
            "A real corpus has many more: usually at least the {n} characters of ASCII that "
            "can be printed, such as letters, digits and punctuation marks."
        ).format(n=len(ASCII)),
        place=Place(settings),
        task=fit(settings, SMALL_SIZE, prompt, t),
        marks=("corpus",),
    )


def longer_tokens(t: Translation, lang: str) -> Part:
    """Go to the step that makes a long token.

    >>> longer_tokens(Translation(), "en").task.answer
    '12'
    """
    settings = defaults("course").replace(lang=lang)
    merge = trained(settings).made_by[LONG_TOKEN]
    return Part(
        name="size-tokens",
        title=t.gettext("What a larger vocabulary is good for"),
        text=t.gettext(
            "The more merges, the longer the tokens. A text then needs fewer tokens.\n"
            "But a language model must learn numbers for each token. So the vocabulary cannot "
            "grow without limit."
        ),
        place=Place(settings),
        task=ask(
            prompt=t.gettext(
                "Go to the first step at which {token} is one token in the watched sentence."
            ).format(token=quoted(LONG_TOKEN)),
            form=STEP,
            hint=t.gettext("Step forward, and look at the watched sentence below the corpus."),
            worked=t.gettext("Merge {rank}, {pair}, makes {token}.").format(
                rank=merge.rank, pair=pair_name(merge.left, merge.right), token=quoted(merge.token)
            ),
            hint_marks=("watched", "transport"),
            answers=(str(merge.rank),),
        ),
        marks=("watched",),
    )
