"""Small corpora of real words: English ones of the included text, Chinese and Korean ones."""

import re
from functools import cache

import bpe
from pages.practice import word_lists
from pages.practice.questions import Dice
from pages.state.corpus import OWN_COUNTS
from pages.state.defaults import defaults
from pages.state.settings import Settings

ENGLISH = "en"
LONGEST = 8  # characters of a word
MOST_SHARED = 2  # words that share more pairs of letters are not preferred


@cache
def sample_words(words: str) -> tuple[str, ...]:
    """Words of a language, in alphabetical order. words: its code, one of LANGUAGES.

    English words are those of the included text with three to LONGEST letters.

    >>> sample_words("en")[:3], "도서관" in sample_words("ko")
    (('always', 'and', 'apples'), True)
    """
    lists = {"zh-Hant": word_lists.CHINESE, "ko": word_lists.KOREAN}
    if words in lists:
        return tuple(sorted(lists[words].split()))
    counts = bpe.SAMPLES["english"].corpus("whitespace", "none").counts
    return tuple(sorted(word for word in counts if re.fullmatch(f"[a-z]{{3,{LONGEST}}}", word)))


@cache
def similarity(one: str, other: str) -> int:
    """The number of pairs of letters that two words share.

    >>> similarity("older", "oldest")
    3
    """
    first, second = ({word[i : i + 2] for i in range(len(word) - 1)} for word in (one, other))
    return len(first & second)


def similar_words(
    dice: Dice, words: str, word: str, size: int, longest: int = LONGEST
) -> list[str]:
    """Other words in random order, those that share most pairs of letters with a word.

    words: their language. longest: characters of a word.

    >>> found = similar_words(Dice(3), "en", "older", 4)
    >>> len(found), all(similarity("older", word) for word in found)
    (4, True)
    """
    others = [each for each in sample_words(words) if len(each) <= longest and each != word]
    others = dice.shuffled(others)
    others.sort(key=lambda each: -min(MOST_SHARED, similarity(word, each)))
    return dice.shuffled(others[:size])


def words_in_family(dice: Dice, words: str, size: int, longest: int = LONGEST) -> list[str]:
    """Different words in random order, all similar to one of them.

    words: their language. longest: characters of a word.

    >>> len(set(words_in_family(Dice(3), "zh-Hant", 4)))
    4
    """
    word = dice.pick([word for word in sample_words(words) if len(word) <= longest])
    return dice.shuffled([word, *similar_words(dice, words, word, size - 1, longest)])


def counted_words(dice: Dice, words: list[str], highest: int) -> dict[str, int]:
    """The words, each with a random count from 1 to `highest`.

    >>> sorted(counted_words(Dice(3), ["cat", "that"], 5))
    ['cat', 'that']
    """
    return {word: 1 + dice.below(highest) for word in words}


def corpus_settings(counts: dict[str, int], **changes: object) -> Settings:
    """The settings of a corpus of counted words, trained until no pair occurs twice.

    >>> corpus_settings({"cat": 3, "that": 2}).train().merges[0].token
    'at'
    """
    own = "\n".join(f"{word} {count}" for word, count in counts.items())
    settings = defaults(OWN_COUNTS).replace(
        own=own,
        min_count=2,
        vocab=100,
        unigram_vocab=len(set("".join(counts))),
        sentence=next(iter(counts)),
    )
    return settings.replace(**changes)
