"""How many words, tokens or pieces there are, in words: with a singular for one."""

from pages.stage.tokens import number
from pages.translations.language import Translation


def word_count(count: int, t: Translation) -> str:
    """A number of words.

    >>> word_count(1, Translation()), word_count(1200, Translation())
    ('1 word', '1,200 words')
    """
    return t.ngettext("{count} word", "{count} words", count).format(count=number(count))


def token_count(count: int, t: Translation) -> str:
    """A number of tokens.

    >>> token_count(1, Translation()), token_count(50, Translation())
    ('1 token', '50 tokens')
    """
    return t.ngettext("{count} token", "{count} tokens", count).format(count=number(count))


def piece_count(count: int, t: Translation) -> str:
    """A number of pieces of a Unigram vocabulary.

    >>> piece_count(1, Translation()), piece_count(15, Translation())
    ('1 piece', '15 pieces')
    """
    return t.ngettext("{count} piece", "{count} pieces", count).format(count=number(count))
