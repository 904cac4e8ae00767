r"""Translates patterns from Oniguruma's syntax to that of `regex`, or rejects them.

Hugging Face tokenizers matches with Oniguruma in Ruby's syntax. Where `regex` gives the same syntax
another meaning, it is translated (\w) or rejected with its name, because the words would differ.
The differences were found by comparing matches.
"""

import regex

from bpe.errors import InputError
from bpe.split_patterns import PART

ESCAPE = regex.compile(r"\\[pP]\{[^}]*\}|\\.", regex.DOTALL)
# Oniguruma's \w in a set. Outside sets, it also matches the EXTRA characters.
WORD = r"\p{Alphabetic}\p{M}\p{Nd}\p{Pc}"
EXTRA = "²³¹¼½¾"

# Escapes, properties and blocks that differ, or that only one of the two has.
ESCAPES = regex.compile(
    r"\\[hHRXKGkgyYOoQELmMNZzBb1-9]|\\[pP]\{(?i:\^?in|[^}]*(?:emoji|pictogr|word))"
)
IN_SETS = regex.compile(r"\\W|\[:\^?(?:word|punct|x?digit|alnum):\]|\A\[\^?&&")
# Outside escapes and sets: groups and flags, fuzzy matching ({e<2} in regex).
BARE = regex.compile(r"\(\?(?![:=!>]|<[=!]|i:)|\(\*|\{(?!\d+,?\d*\}|,\d+\})|\{\d+\}\?")
# Groups that ignore case, unless they contain only ASCII characters other than i, or sets of them:
# case folding of other letters differs.
CASELESS = regex.compile(
    r"\(\?i:(?!(?:[^()\[\]iI\\\x80-\U0010ffff]|\[[^\^\-\[\]iI\\\x80-\U0010ffff]+\])*\))"
)
# Repeated counts: {1,3}+ repeats in Ruby, and is possessive in regex.
COUNT = regex.compile(rf"{PART.pattern}|\{{\d*,?\d*\}}|.", regex.DOTALL)
NESTED = regex.compile(r"&&|\[[^\]]*(?<!\\)\[(?!:)")  # sets in sets


def translate(source: str) -> str:
    r"""The same pattern for `regex`. Raises InputError if it uses syntax that differs.

    >>> print(translate(r"\w| ?[^\w\s]"))
    [\p{Alphabetic}\p{M}\p{Nd}\p{Pc}²³¹¼½¾]| ?[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\s]
    """
    check_syntax(source)
    return PART.sub(lambda part: _words(part[0]), repeat_counts(source))


def check_syntax(source: str) -> None:
    r"""Raise InputError for syntax to which `regex` gives another meaning.

    >>> check_syntax(r"\h+")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: A pattern in the file uses '\\h', which is not supported. ...
    """
    for part in PART.findall(source):
        if part[0] == "[":
            _reject(IN_SETS.search(part))
        for escape in ESCAPE.findall(part):
            _reject(ESCAPES.match(escape))
    _reject(CASELESS.search(source))
    _reject(BARE.search(PART.sub("", source)))


def repeat_counts(source: str) -> str:
    r"""The same pattern with repeated counts in groups, so that `regex` repeats them, too.

    >>> print(repeat_counts(r"\p{N}{1,3}+|(?:ab){2}+c"))
    (?:\p{N}{1,3})+|(?:(?:ab){2})+c
    """
    parts: list[str] = []
    last, groups = 0, list[int]()  # where the last atom starts, and the open groups
    for match in COUNT.finditer(source):
        part = match[0]
        if len(part) > 1 and part[0] == "{" and source[match.end() : match.end() + 1] == "+":
            parts.insert(last, "(?:")
            part += ")"
        elif part == ")":
            last = groups.pop() if groups else last
        elif part not in ("?", "*", "+") and part[0] != "{":
            last = len(parts)
            groups += [last] * (part == "(")
        parts.append(part)
    return "".join(parts)


def _words(part: str) -> str:
    r"""An escape or a set, with \w as in Oniguruma."""
    if part in (r"\w", r"\W"):
        return f"[{WORD}{EXTRA}]" if part == r"\w" else f"[^{WORD}{EXTRA}]"
    if part[0] != "[":
        return part
    return ESCAPE.sub(lambda escape: WORD if escape[0] == r"\w" else escape[0], part)


def has_nested_sets(source: str) -> bool:
    """Whether a pattern has sets in sets, for which `regex` needs its VERSION1 syntax.

    >>> has_nested_sets("[a-z&&[^u]]"), has_nested_sets("[a-z]")
    (True, False)
    """
    return bool(NESTED.search(source))


def _reject(found: "regex.Match[str] | None") -> None:
    """Raise InputError if unsupported syntax was found."""
    if found:
        raise InputError(
            "A pattern in the file uses {part!r}, which is not supported. Use another file.",
            part=found[0][:60],
        )
