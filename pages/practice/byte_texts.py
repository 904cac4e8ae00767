"""Short texts for questions about bytes: characters of one to four bytes in UTF-8.

A link names a question only by numbers, so other lists give other questions to old links.
"""

from pages.practice.questions import Dice
from pages.practice.sample_words import ENGLISH, sample_words

LONGEST = 3  # characters of a Chinese or Korean word
# Words of other alphabets, whose letters take one or two bytes.
LISTED = """
café naïve façade crème brûlée soufflé piñata jalapeño señor mañana año niño über Käse Brötchen
Straße Grüße schön grün Müsli smørrebrød påske blåbær skål Ærø bjørn crêpe forêt garçon élève été
déjà vélo hôtel île mère père frère noël fête pâté coração maçã pão limão avó você gözleme köfte
çay süt żółw łódź dąb świat źródło čaj žába říčka škola dům hóvirág tűz szép καφές νερό φως ήλιος
μήλο ψωμί θάλασσα молоко вода хлеб чай мир снег дом кошка школа яблоко
"""
TWO_BYTES = tuple(LISTED.split())
EMOJI = tuple("🙂🎉🍎🚀🐱🌈🎵📚🍕🚲🎈🐝🌻🍰🎸🐧")  # a character of four bytes each


def word_of(dice: Dice, words: str) -> str:
    """A word with a character of several bytes.

    words: the language; readers of English get words of several.

    >>> word_of(Dice(3), "en").isascii(), len(word_of(Dice(3), "ko")) <= LONGEST
    (False, True)
    """
    if words == ENGLISH and dice.below(2):
        return dice.pick(TWO_BYTES)
    return three_byte_word(dice, words)


def three_byte_word(dice: Dice, words: str) -> str:
    """A short word in Korean for readers of Korean, in Chinese for others: three bytes a character.

    >>> {len(each.encode()) for each in three_byte_word(Dice(3), "en")}
    {3}
    """
    listed = sample_words("zh-Hant" if words == ENGLISH else words)
    return dice.pick([word for word in listed if len(word) <= LONGEST])


def text_of(level: int, dice: Dice, words: str) -> str:
    """A word; at level 2 after a number and a space; at level 3 with a character of four bytes.

    >>> text_of(2, Dice(3), "ko").count(" "), len(text_of(3, Dice(3), "ko")[-1].encode())
    (1, 4)
    """
    if level == 1:
        return word_of(dice, words)
    if level == 2:
        return f"{10 + dice.below(90)} {word_of(dice, words)}"
    other = dice.pick(TWO_BYTES)
    return f"{three_byte_word(dice, words)} {other} {dice.pick(EMOJI)}"
