"""How a token is written on the page: every character visible, every token a colour of its own.

But: it explains nothing yet of what a byte-level token stands for.
"""

import unicodedata
import zlib

from pages.language import Translation

TINTS = 8  # colours for tokens of several characters; 0 is for single characters
JOINERS = "\u200c\u200d"


def visible(token: str) -> str:
    r"""A token as it is shown: spaces, controls and lone marks have a sign of their own.

    >>> visible("a b\n"), visible("\u0301"), visible("\u200b")
    ('a␣b␊', '◌́', '⟨U+200B⟩')
    """
    if len(token) == 1 and unicodedata.combining(token):
        return "◌" + token
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


def tint(token: str) -> int:
    """The number of a token's colour, 1 to TINTS; 0 for a single character.

    It depends on the token alone, so it is the same at every step and on every page.
    """
    return 1 + zlib.crc32(token.encode()) % TINTS if len(token) > 1 else 0


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


def number(value: int) -> str:
    """A whole number with its thousands parted.

    >>> number(12345)
    '12,345'
    """
    return f"{value:,}"
