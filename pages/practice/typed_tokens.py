"""Tokens as learners type them, whatever separates them.

Full-width characters and letters of the wrong case are replaced by those of the corpus; G, _, ␣ or
a leading space can be typed for Ġ or ▁. `pages/stage/questions/typed_tokens.js` does the same in
the browser, and `tests/support/typed_answers.json` has cases for both.
"""

import re
import unicodedata

from bpe.encoder import UNKNOWN
from pages.practice.expressions import MAX_TYPED

MARKS = "Ġ▁"
RESULT = re.compile(r"=>|->|[=→⇒]")  # before the tokens that a word becomes

_TYPED_MARKS = MARKS + "_␣G"  # what learners type for a mark
_UNK_IN_BRACKETS = re.compile(r"[\[<［＜]\s*[uUｕＵ][nNｎＮ][kKｋＫ]\s*[\]>］＞]")
_UNK = re.compile(r"(?<!\w)[uUｕＵ][nNｎＮ][kKｋＫ](?!\w)")
_UNK_PLACEHOLDER = "\ue000"  # stands for the unknown token while the rest is split
_SEPARATORS = r"\s+,;|/()\[\]{}'\"“”‘’、。"
_RARE_SEPARATORS = "-−–—·•・‧.:&"  # separate tokens unless the corpus has them
_LEAD = re.compile(r"[\s(\[{'\"“‘]*")
_LONE_SPACE = re.compile(r"\s+(?=[+＋,])")  # a space as a token of its own, before a separator


def mark_of(alphabet: frozenset[str]) -> str:
    """The character that stands for a space in a corpus, if one does.

    >>> mark_of(frozenset("Ġhug")), mark_of(frozenset("hug"))
    ('Ġ', '')
    """
    return next((mark for mark in MARKS if mark in alphabet), "")


def fold(typed: str, alphabet: frozenset[str]) -> str:
    """The text with each character as the alphabet has it.

    >>> fold("ＨＵ＋g", frozenset("hug"))
    'hu+g'
    """
    mark, found = mark_of(alphabet), []
    for character in typed[:MAX_TYPED]:
        plain = unicodedata.normalize("NFKC", character)
        options = (character, plain, plain.lower(), plain.upper())
        known = next((each for each in options if each in alphabet), plain)
        if mark and known not in alphabet and character in MARKS + "_␣":
            known = mark
        found.append(known)
    return "".join(found)


def split_tokens(typed: str, alphabet: frozenset[str], word: str = "") -> tuple[str, ...]:
    """The tokens of an answer. word: what they should make; then "unk" may be a part of it.

    >>> split_tokens("un + [unk], hug", frozenset("hugn"))
    ('un', '[UNK]', 'hug')
    >>> split_tokens("unk - <unk>", frozenset("unk"), "unk")
    ('[UNK]', '[UNK]')
    >>> split_tokens("j unk", frozenset("junk"), "junk")
    ('j', 'unk')
    """
    text = _UNK_IN_BRACKETS.sub(f" {_UNK_PLACEHOLDER} ", typed[:MAX_TYPED])
    plain = _split(text, alphabet)
    if "".join(plain) != word:
        plain = _split(_UNK.sub(f" {_UNK_PLACEHOLDER} ", text), alphabet)
    return tuple(UNKNOWN if part == _UNK_PLACEHOLDER else part for part in plain)


def _split(text: str, alphabet: frozenset[str]) -> list[str]:
    others = "".join(sign for sign in _RARE_SEPARATORS if sign not in alphabet)
    parts = re.split(f"[{_SEPARATORS}{re.escape(others)}]+", fold(text, alphabet))
    return [part for part in parts if part]


def with_marks(typed: str, mark: str, signs: frozenset[str], every: bool = False) -> str:
    """The text with the mark where a learner typed something else for it.

    mark: Ġ, ▁ or "". signs: characters of the question, which are never replaced. every: whether
    to replace the signs of all marks; otherwise only the one at the beginning.

    >>> with_marks("G t", "Ġ", frozenset("t")), with_marks("G t", "Ġ", frozenset("Gt"))
    ('Ġ t', 'G t')
    """
    if not mark:
        return typed
    if lone := _LONE_SPACE.match(typed):
        return mark + typed[lone.end() :]
    replaced = {sign: mark for sign in _TYPED_MARKS if sign not in signs}
    plain = typed.replace("＿", "_").replace("Ｇ", "G")
    if every:
        return "".join(replaced.get(sign, sign) for sign in plain)
    lead = _LEAD.match(plain)
    start = lead.end() if lead else 0
    first = plain[start : start + 1]
    return plain[:start] + replaced.get(first, first) + plain[start + 1 :]
