r"""A pattern in Ruby's syntax as one for `regex` that means the same; or a refusal.

Hugging Face tokenizers matches with Oniguruma in Ruby's syntax. What `regex` reads in another way
is translated (\w) or refused by name, for the words would be others. Found by comparing matches.
"""

import regex

from bpe.errors import InputError

# Escapes and sets, each as a whole; a set that does not end goes to the end, so that no sign is
# looked at for every bracket before it.
PART = regex.compile(
    r"\\[pPxu]\{[^}]*\}|\\.|\[(?:\[:\^?\w+:\]|\\.|[^\]\\])*+(?:\]|\\?\Z)", regex.DOTALL
)
ESCAPE = regex.compile(r"\\[pP]\{[^}]*\}|\\.", regex.DOTALL)
# Oniguruma's \w in a set; by itself it has these characters besides.
WORD = r"\p{Alphabetic}\p{M}\p{Nd}\p{Pc}"
BESIDES = "²³¹¼½¾"

# Escapes, properties and blocks that differ or are not known to both.
ESCAPES = regex.compile(
    r"\\[hHRXKGkgyYOoQELmMNZzBb1-9]|\\[pP]\{(?i:\^?in|[^}]*(?:emoji|pictogr|word))"
)
IN_SETS = regex.compile(r"\\W|\[:\^?(?:word|punct|x?digit|alnum):\]|\A\[\^?&&")
# Outside of escapes and sets: groups and flags, fuzzy matching ({e<2} in regex), and repeated
# counts ({1,3}+ repeats in Ruby, and is possessive in regex).
BARE = regex.compile(r"\(\?(?![:=!>]|<[=!]|i:)|\(\*|\{(?!\d+,?\d*\}|,\d+\})|\}\+|\{\d+\}\?")
# Without case: only plain letters, and none that has a third case, as i has in Turkish.
CASELESS = regex.compile(r"\(\?i:(?![^()\[\]iI\\\x80-\U0010ffff]*\))")
NESTED = regex.compile(r"&&|\[[^\]]*(?<!\\)\[(?!:)")  # sets in sets


def translate(source: str) -> str:
    r"""The pattern as `regex` needs it. Raises InputError where there is none.

    >>> print(translate(r"\w| ?[^\w\s]"))
    [\p{Alphabetic}\p{M}\p{Nd}\p{Pc}²³¹¼½¾]| ?[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\s]
    """
    for part in PART.findall(source):
        if part[0] == "[":
            refuse(IN_SETS.search(part))
        for escape in ESCAPE.findall(part):
            refuse(ESCAPES.match(escape))
    refuse(CASELESS.search(source))
    refuse(BARE.search(PART.sub("", source)))
    return PART.sub(lambda part: _words(part[0]), source)


def _words(part: str) -> str:
    """An escape or a set, with Oniguruma's idea of what belongs to a word."""
    if part in (r"\w", r"\W"):
        return f"[{WORD}{BESIDES}]" if part == r"\w" else f"[^{WORD}{BESIDES}]"
    if part[0] != "[":
        return part
    return ESCAPE.sub(lambda escape: WORD if escape[0] == r"\w" else escape[0], part)


def nested(source: str) -> bool:
    """Whether a pattern has sets in sets, for which `regex` needs its newer syntax."""
    return bool(NESTED.search(source))


def refuse(found: "regex.Match[str] | None") -> None:
    """Raise InputError for a part that was found."""
    if found:
        raise InputError(
            "A pattern in the file uses {part!r}, which is not supported. Use another file.",
            part=found[0][:60],
        )
