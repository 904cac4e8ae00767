"""The second half of chapter 4: bytes and the vocabulary size."""

import unicodedata
from dataclasses import replace
from functools import partial

from bpe.byte_characters import BYTE_CHARACTERS
from pages.course.bpe_tasks import COUNTING, encoded, five_words, trained
from pages.course.part_texts import part
from pages.course.parts import NUMBER, STEP, Part, Place, Word
from pages.practice import tie_questions
from pages.practice.material import Material
from pages.stage.question import Question
from pages.stage.tokens import listing, pair_name, quoted, with_number
from pages.state.defaults import defaults, with_alphabet
from pages.state.settings import Settings
from pages.translations.language import Translation

CHARACTERS = 3  # of the word that is to be typed
EXAMPLES = {"en": "été", "zh-Hant": "下雨天", "ko": "도서관"}  # by language, such words
SYLLABLE = "한"  # in Korean, shown as one character, as bytes and as letters
SMALL_SIZE = 40
QUESTION_SIZE = 12
LONG_TOKEN = "Ġtoken"


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
    """Type a word with more bytes than characters."""
    example = EXAMPLES[lang]
    settings = with_alphabet(defaults("course").replace(lang=lang), "bytes")
    some = ("a", "é", SYLLABLE if lang == "ko" else "字", "🙂")  # one to four bytes
    found = part(
        "byte-word",
        t,
        encoded(settings, "\n".join(some), ended=True),
        Word(partial(check_bytes, t=t)),
        example,
        values={
            "sizes": t.gettext(", ").join(
                with_number(quoted(each), len(each.encode())) for each in some
            ),
            "n": CHARACTERS,
            "word": quoted(example),
            "characters": len(example),
            "bytes": len(example.encode()),
        },
    )
    if lang != "ko":
        return found
    return replace(
        found, task=replace(found.task, done=f"{found.task.done} {jamo_of(SYLLABLE, t)}")
    )


def all_bytes(t: Translation, lang: str) -> Part:
    """Say how many tokens there are before the first merge."""
    settings = with_alphabet(defaults("course").replace(lang=lang), "bytes")
    run, plain = trained(settings), trained(defaults("course"))
    special, total = len(run.special_tokens), len(run.first_tokens)
    first = run.vocab_sizes[0]
    return part(
        "byte-alphabet",
        t,
        Place(settings),
        NUMBER,
        first,
        reasons={total: "special", plain.vocab_sizes[0]: "characters", len(run.vocab): "last"},
        values={
            "n": total,
            "sign": quoted("Ġ"),
            "token": quoted(run.special_tokens[0]),
            "special": special,
            "bytes": total,
            "sum": f"{total} + {special} = {first}",
        },
    )


def fit(settings: Settings, size: int, t: Translation) -> Question:
    """The task to say how many merges a vocabulary has room for.

    >>> fit(defaults("course"), 40, Translation()).answers
    (9,)
    """
    material = Material(settings.replace(vocab=size))
    hint = t.gettext(
        "Subtract everything that is in the vocabulary before the first merge: the special "
        "tokens and the different characters."
    )
    return replace(tie_questions.fit(material, len(material.run.merges), t), hint=hint)


def room_for_merges(t: Translation, lang: str) -> Part:
    """Say how many merges a vocabulary has room for."""
    settings = defaults("course").replace(lang=lang)
    run = trained(settings)
    return part(
        "size-merges",
        t,
        Place(settings),
        task=fit(settings, SMALL_SIZE, t),
        values={
            "size": SMALL_SIZE,
            "characters": len(run.first_tokens),
            "special": len(run.special_tokens),
            "n": len(BYTE_CHARACTERS),
        },
    )


def longer_tokens(t: Translation, lang: str) -> Part:
    """Go to the step that makes a long token."""
    settings = defaults("course").replace(lang=lang)
    merge = trained(settings).made_by[LONG_TOKEN]
    return part(
        "size-tokens",
        t,
        Place(settings),
        STEP,
        merge.rank,
        values={
            "token": quoted(merge.token),
            "rank": merge.rank,
            "pair": pair_name(merge.left, merge.right),
        },
    )


def merges_of_size(t: Translation, lang: str) -> Part:
    """Question: how many merges fit, with the characters to be counted by the learner?"""
    settings = five_words(lang)
    with_special = settings.replace(special=defaults("course").bpe.special, vocab=QUESTION_SIZE)
    return part(
        "ties-question-size",
        t,
        Place(with_special),
        task=fit(with_special, QUESTION_SIZE, t),
        hides=COUNTING,
        values={"size": QUESTION_SIZE},
    )
