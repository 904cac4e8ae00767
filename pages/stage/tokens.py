"""How the page writes tokens, numbers and lists: visible characters, and a color per token."""

import unicodedata
from collections.abc import Mapping
from types import MappingProxyType

from bpe import token_bytes
from bpe.encoder import UNKNOWN
from bpe.split_patterns import is_byte_level
from pages.stage.table_types import Chip, MarkedChip
from pages.translations.language import Translation

RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
MANY = 10**12  # from here on, a number is written as a power of ten
ISOLATES = str.maketrans("", "", "\u2068\u2069")
JOINERS = "\u200c\u200d"
VARIATIONS = frozenset(
    map(chr, range(0xFE00, 0xFE10))
)  # they select how the previous character looks
NO_NUMBERS: Mapping[str, int] = MappingProxyType({})


def kind_names(t: Translation) -> dict[str, str]:
    """The names of the kinds of tokenizers, `bpe.formats.loaded.KINDS`.

    >>> kind_names(Translation())["wordpiece"]
    'WordPiece'
    """
    return {
        "bpe": "BPE",
        "unigram": t.gettext("Unigram"),
        "wordpiece": "WordPiece",
        "wordlevel": "WordLevel",
        "longest_match": t.gettext("Longest match"),
    }


def visible(token: str) -> str:
    r"""A token with visible symbols for spaces, control characters and lone marks.

    >>> visible("a b\n"), visible("\u0301"), visible("\u200b")
    ('a␣b␊', '◌́', '⟨U+200B⟩')
    """
    if token.isalnum():  # letters and digits only: no invisible characters
        return token
    if len(token) == 1 and unicodedata.combining(token):
        return "◌" + token
    if token in VARIATIONS:
        return f"⟨U+{ord(token):04X}⟩"
    if token.isprintable():  # the space is the only separator that is
        return token.replace(" ", "␣")
    return "".join(_sign(character, alone=len(token) == 1) for character in token)


def _sign(character: str, alone: bool) -> str:
    code = ord(character)
    if character == " ":
        return "␣"
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "␡"
    kind = unicodedata.category(character)
    if kind in ("Cc", "Cn", "Co", "Zs", "Zl", "Zp") or (
        kind == "Cf" and (alone or character not in JOINERS)
    ):
        return f"⟨U+{code:04X}⟩"
    return character


def visible_name(name: str) -> str:
    """A name with visible symbols for control characters, and with its spaces as they are.

    >>> visible_name("GPT-4 (cl100k)")
    'GPT-4 (cl100k)'
    """
    return " ".join(map(visible, name.split(" ")))


def quoted(text: str) -> str:
    r"""A user's text for a sentence, between Unicode isolates (U+2068, U+2069).

    `visible` replaces such characters inside the text.

    >>> quoted("hug")
    '\u2068hug\u2069'
    """
    return isolated(visible(text))


def isolated(text: str) -> str:
    r"""A text between Unicode isolates; the stage draws it as a chip.

    >>> isolated("hug")
    '\u2068hug\u2069'
    """
    return f"\u2068{text}\u2069"


def with_number(name: str, value: int) -> str:
    r"""A token or a pair, with a number that stays on its line.

    >>> with_number(pair_name("u", "g"), 1_000)
    '\u2068u\u2069+\u2068g\u2069\xa01,000'
    """
    return f"{name}\u00a0{number(value)}"


def without_isolates(sentence: str) -> str:
    r"""A sentence without Unicode isolates.

    >>> without_isolates("It is \u2068hug\u2069.")
    'It is hug.'
    """
    return sentence.translate(ISOLATES)


def pair_name(left: str, right: str) -> str:
    """A pair as a sentence shows it.

    >>> without_isolates(pair_name("h", "ug"))
    'h+ug'
    """
    return f"{quoted(left)}+{quoted(right)}"


def is_rtl(text: str) -> bool:
    """Whether a text has letters that are written from right to left.

    >>> is_rtl("كتب"), is_rtl("hug")
    (True, False)
    """
    return any(unicodedata.bidirectional(character) in ("R", "AL") for character in text)


def shorten(text: str, most: int) -> str:
    """The text, cut off after `most` characters.

    >>> shorten("tokenization", 5)
    'token…'
    """
    return text if len(text) <= most else text[:most] + "…"


def listing(names: list[str], t: Translation) -> str:
    """Names as a list in a sentence.

    >>> import gettext
    >>> listing(["a", "b", "c"], gettext.NullTranslations())
    'a, b and c'
    """
    if len(names) < 2:
        return "".join(names)
    return t.gettext("{names} and {last}").format(
        names=t.gettext(", ").join(names[:-1]), last=names[-1]
    )


def chip(token: str, numbers: Mapping[str, int] = NO_NUMBERS) -> Chip:
    """A token as the stage draws it. The stage makes the color from the number.

    numbers: token -> the rank of the merge that makes it; for Unigram, the place of the piece in
    the first vocabulary. Both count from 1. A token without a number gets 0, which has no color.

    >>> chip(" h", {" h": 3}), chip("h", {" h": 3})
    (Chip(text='␣h', number=3), Chip(text='h', number=0))
    """
    return Chip(visible(token), numbers.get(token, 0))


def unknown_chip() -> MarkedChip:
    """The unknown token as the stage draws it.

    >>> unknown_chip()
    MarkedChip(text='[UNK]', number=0, class_name='unknown')
    """
    return MarkedChip(UNKNOWN, 0, "unknown")


def probability(value: float) -> str:
    """A probability with six decimals, or with five significant digits if it is small.

    >>> probability(20 / 210), probability(0.00051830), probability(1.234567e-7)
    ('0.095238', '0.00051830', '1.2346×10⁻⁷')
    """
    if value >= 1e-3 or not value:
        return f"{value:.6f}"
    digits, _, power = f"{value:.4e}".partition("e")
    if value >= 1e-6:
        return f"{value:.{4 - int(power)}f}"
    return f"{digits}×10{str(int(power)).translate(RAISED)}"


def logarithm(value: float) -> str:
    """A logarithm or a difference of logarithms, with four decimals and a minus sign.

    >>> logarithm(-2.35138), logarithm(0.0)
    ('−2.3514', '0.0000')
    """
    return f"{value + 0.0:.4f}".replace("-", "−")


def number(value: int) -> str:
    """A whole number with a separator between thousands, or as a power of ten if it is very large.

    >>> number(12345), number(13 * 10**17)
    ('12,345', '1.3×10¹⁸')
    """
    return f"{value:,}" if value < MANY else power_of_ten(value)


def power_of_ten(value: float) -> str:
    """A large number with two digits and a power of ten.

    >>> power_of_ten(131_000_000)
    '1.3×10⁸'
    """
    digits, _, power = f"{value:.1e}".partition("e")
    return f"{digits}×10{str(int(power)).translate(RAISED)}"


def has_joining_letters(word: str) -> bool:
    """Whether adjacent characters of a word change their shape or position.

    This applies to Arabic and Indic letters, marks and parts of emoji. The stage cannot draw such a
    word character by character.

    >>> has_joining_letters("Ġtoken"), has_joining_letters("كتب"), has_joining_letters("e\u0301")
    (False, True, True)
    """
    return any(
        is_rtl(character)
        or unicodedata.category(character) in ("Mn", "Mc", "Me", "Cf")
        or 0x0900 <= ord(character) <= 0x11FF
        or 0x1780 <= ord(character) <= 0x18AF
        or 0x1F1E6 <= ord(character) <= 0x1F1FF
        or 0x1F3FB <= ord(character) <= 0x1F3FF
        for character in word
    )


def meaning(token: str, split: str, t: Translation) -> str:
    """The bytes and the text of a token; its code points if the split is not byte-level.

    >>> meaning("Ġhug", "gpt2", Translation())
    'the bytes 20 68 75 67 (hexadecimal), the text “␣hug”'
    """
    data = token_bytes(token, split)
    if not is_byte_level(split):
        points = " ".join(f"U+{ord(character):04X}" for character in token[:12])
        if len(token) > 12:
            points += " …"
        return t.ngettext("the character {points}", "the characters {points}", len(token)).format(
            points=points
        )
    written = data[:12].hex(" ").upper() + (" …" if len(data) > 12 else "")
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return t.ngettext(
            "the byte {bytes} (hexadecimal), part of a character",
            "the bytes {bytes} (hexadecimal), not whole characters",
            len(data),
        ).format(bytes=written)
    return t.ngettext(
        "the byte {bytes} (hexadecimal), the text “{text}”",
        "the bytes {bytes} (hexadecimal), the text “{text}”",
        len(data),
    ).format(bytes=written, text=visible(text))
