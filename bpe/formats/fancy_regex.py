r"""Translates patterns from the syntax of tiktoken (Rust's fancy-regex) to that of `regex`.

Rejects what `oniguruma` rejects. Counts like {1,3}+ are possessive in both. $ is only the end of
the text, and \w contains other characters.
"""

from bpe.errors import InputError
from bpe.formats.oniguruma import check_syntax
from bpe.split_patterns import PART

WORD = r"\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}"


def translate(source: str) -> str:
    r"""The same pattern for `regex`. Raises InputError if it uses syntax that differs.

    >>> print(translate(r"\w++|\s++$"))
    [\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]++|\s++\Z
    """
    check_syntax(source)
    result: list[str] = []
    done = 0
    for part in PART.finditer(source):
        result += _anchors(source[done : part.start()]), _part(part[0])
        done = part.end()
    return "".join([*result, _anchors(source[done:])])


def _anchors(text: str) -> str:
    """Text outside escapes and sets, with the anchors of `regex`."""
    return text.replace("^", r"\A").replace("$", r"\Z")


def _part(part: str) -> str:
    r"""An escape or a set, with \w as in Rust. Raises InputError for one within a set."""
    if part in (r"\w", r"\W"):
        return f"[{WORD}]" if part == r"\w" else f"[^{WORD}]"
    if part[0] == "[" and (r"\w" in part or r"\d" in part):
        raise InputError(
            "A pattern in the file uses {part!r}, which is not supported. Use another file.",
            part=part[:60],
        )
    return part
