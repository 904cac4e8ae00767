"""The defaults that fit a learner's own text."""

from textwrap import shorten

import regex

from pages.state.corpus import OWN_TEXT
from pages.state.defaults import defaults
from pages.state.settings import MAX_PIECES, Settings

# Letters of scripts that are written without spaces between words.
UNSPACED = regex.compile(r"[\p{Han}\p{Hira}\p{Kana}\p{Thai}\p{Lao}\p{Khmr}\p{Mymr}]")
WATCHED = 30  # characters of the sentence that is taken from a learner's own corpus


def with_known_sentence(settings: Settings, text: str, before: str = "") -> Settings:
    """The settings with a watched sentence that fits a learner's own text.

    If more than half of its characters are not in the text, or if it is the beginning of the text
    before, the beginning of the text replaces it.

    >>> first = with_known_sentence(defaults(OWN_TEXT), "夜市裡的人很多。")
    >>> first.view.sentence
    '夜市裡的人很多。'
    >>> with_known_sentence(first, "很多人", "夜市裡的人很多。").view.sentence
    '很多人'
    """
    if before and settings.view.sentence == beginning(before):
        return settings.replace(sentence=beginning(text))
    watched = settings.view.sentence.replace(" ", "")
    known = {each for each in set(watched) if each in text}  # a set of a large text takes long
    if 2 * sum(character in known for character in watched) >= len(watched):
        return settings
    return settings.replace(sentence=beginning(text))


def beginning(text: str) -> str:
    """The first words of a text.

    >>> beginning("one two three four five six seven eight")
    'one two three four five six'
    """
    return shorten(text[: 3 * WATCHED], WATCHED, placeholder="") or text.strip()[:WATCHED]


def with_unspaced_text(settings: Settings, text: str) -> Settings:
    """The settings with other defaults of Unigram if a learner's text has no spaces between words.

    A pre-tokenizer that splits at spaces would make each clause of such a text a word, and each of
    these words would be a seed, so nothing would be left to segment. Unigram splits at punctuation,
    too, and its seeds are only substrings that repeat.
    """
    letters = sum(map(str.isalpha, text))
    if settings.unigram != defaults(OWN_TEXT).unigram or 2 * len(UNSPACED.findall(text)) <= letters:
        return settings
    pieces = len(set(text)) * 21 // 20 + 1  # a few more than the characters, which always stay
    return settings.replace(
        unigram_split="punctuation", seeds="repeated", unigram_vocab=min(pieces, MAX_PIECES)
    )
