"""Parsers of typed answers: a number, a probability, a pair, tokens, a choice.

Parsing is tolerant: separators may be spaces, +, commas and more; full-width characters and letters
of the wrong case are replaced by those of the corpus; G, _, ␣ or a leading space can be typed for
Ġ or ▁. An exact match always takes precedence. `questions` decides whether an answer is right.
"""

import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction

from bpe.encoder import UNKNOWN

MAX_TYPED = 400  # characters of an answer that are read
TOLERANCE = Fraction(1, 200)  # relative tolerance of a rounded probability

_MARKS = "Ġ▁"
_TYPED_MARKS = _MARKS + "_␣G"  # what learners type for a mark
_UNK = re.compile(r"[\[<]\s*unk\s*[\]>]|(?<!\w)UNK(?!\w)", re.IGNORECASE)
_UNK_PLACEHOLDER = "\ue000"  # stands for the unknown token while the rest is split
_SEPARATORS = re.compile(r"[\s+,;|/()\[\]{}'\"“”‘’、。]+")
_RESULT = re.compile(r"=|→|⇒|->|=>")
_LEAD = re.compile(r"[\s(\[{'\"“‘]*")
_LONE_SPACE = re.compile(r"\s+(?=[+＋,])")  # a space as a token of its own, before a separator
_RAISED = str.maketrans("⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹", "-+0123456789")
_POWER = re.compile(r"[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d{1,3})?|\.\d+", re.IGNORECASE)


def mark_of(alphabet: frozenset[str]) -> str:
    """The character that stands for a space in a corpus, if one does.

    >>> mark_of(frozenset("Ġhug")), mark_of(frozenset("hug"))
    ('Ġ', '')
    """
    return next((mark for mark in _MARKS if mark in alphabet), "")


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
        if mark and known not in alphabet and character in _MARKS + "_␣":
            known = mark
        found.append(known)
    return "".join(found)


def split_tokens(typed: str, alphabet: frozenset[str]) -> tuple[str, ...]:
    """The tokens of an answer, whatever separates them.

    >>> split_tokens("un + [unk], hug", frozenset("hugn"))
    ('un', '[UNK]', 'hug')
    """
    plain = unicodedata.normalize("NFKC", typed[:MAX_TYPED]) if "\uff3b" in typed else typed
    text = fold(_UNK.sub(f" {_UNK_PLACEHOLDER} ", plain), alphabet)
    parts = [part for part in _SEPARATORS.split(text) if part]
    return tuple(UNKNOWN if part == _UNK_PLACEHOLDER else part for part in parts)


class Exact:
    """An answer that must match exactly."""

    __slots__ = ()

    def same(self, one: object, other: object) -> bool:
        """Whether two answers are the same.

        >>> Exact().same(("h", "ug"), ("h", "ug"))
        True
        """
        return one == other


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


@dataclass(frozen=True, slots=True)
class Tokens(Exact):
    """An answer of several tokens. word: the word that they make; mark: its Ġ or ▁ in front."""

    alphabet: frozenset[str]
    word: str = ""

    @property
    def mark(self) -> str:
        """The mark for a space that the word begins with, or "".

        >>> Tokens(frozenset("Ġhug"), "Ġhug").mark
        'Ġ'
        """
        return self.word[:1] if self.word[:1] in tuple(_MARKS) else ""

    @property
    def signs(self) -> frozenset[str]:
        """The characters of the question that are not marks.

        >>> sorted(Tokens(frozenset("Ġhug"), "Ġhug").signs)
        ['g', 'h', 'u']
        """
        return frozenset(self.word[1:])

    def read(self, typed: str) -> tuple[str, ...] | None:
        """The tokens, or None if there are none.

        >>> Tokens(frozenset("hugs"), "hugs").read("h + ug, s")
        ('h', 'ug', 's')
        >>> Tokens(frozenset("Ġhug"), "Ġhug").read("_h ug")
        ('Ġh', 'ug')
        """
        text = _RESULT.split(typed)[-1]
        found = split_tokens(text, self.alphabet)
        marked = split_tokens(with_marks(text, self.mark, self.signs), self.alphabet)
        if not found or not self.mark or self.word in ("".join(found), "".join(marked)):
            return marked or None
        without = (self.mark + found[0], *found[1:])
        if "".join(without) == self.word:
            return without
        if marked != found or found[0].startswith((self.mark, UNKNOWN)):
            return marked
        return without


@dataclass(frozen=True, slots=True)
class Pair(Exact):
    """An answer that names a pair. pairs: all that occur; shown: those that the question shows."""

    alphabet: frozenset[str]
    pairs: frozenset[tuple[str, str]]
    shown: frozenset[tuple[str, str]]

    @property
    def mark(self) -> str:
        """The mark for a space in this corpus, or "".

        >>> Pair(frozenset("Ġhug"), frozenset(), frozenset()).mark
        'Ġ'
        """
        return mark_of(self.alphabet)

    @property
    def signs(self) -> frozenset[str]:
        """The characters of the question.

        >>> sorted(Pair(frozenset("hug"), frozenset(), frozenset({("u", "g")})).signs)
        ['g', 'u']
        """
        return frozenset(sign for pair in self.shown for token in pair for sign in token)

    def read(self, typed: str) -> tuple[str, str] | None:
        """The pair; None if the text is no pair, or could be two pairs of the question.

        A token stands for the pair that makes it if only one does. A number at the end is the
        pair's count, which the question does not ask for.

        >>> pairs = frozenset({("u", "g"), ("h", "u")})
        >>> Pair(frozenset("hug"), pairs, pairs).read("u, g")
        ('u', 'g')
        """
        exact = self._exact(typed)
        if exact:
            return exact
        text = _RESULT.split(typed)[0]
        plain = self._tolerant(text, typed)
        marked = self._tolerant(with_marks(text, self.mark, self.signs, every=True), typed)
        if plain == marked:
            return plain
        possible = [pair for pair in (plain, marked) if pair in self.shown]
        if len(possible) == 2:
            return None
        return possible[0] if possible else marked or plain

    def _exact(self, typed: str) -> tuple[str, str] | None:
        """The pair whose two tokens are typed as they are, whatever characters they have."""
        texts = {
            text for each in (typed, typed.rstrip()) for text in (each, each.replace("␣", " "))
        }
        found = {
            (text[:i], text[i + 1 :])
            for text in texts
            for i, sign in enumerate(text[:MAX_TYPED])
            if sign in "+ "
        } & self.pairs
        return next(iter(found)) if len(found) == 1 else None

    def _tolerant(self, text: str, typed: str) -> tuple[str, str] | None:
        """The pair in a text, whatever separates its tokens."""
        mark, found = self.mark, split_tokens(text, self.alphabet)
        if mark and len(found) > 2 and found[0] == mark:  # G t h is Ġt+h
            joined = (mark + found[1], found[2])
            found = (*joined, *found[3:]) if joined in self.pairs else found
        if len(found) in (2, 3) and found[-1].isdigit() and found not in self.pairs:
            found = found[:-1]
        if len(found) == 1:
            made = [pair for pair in self.pairs if "".join(pair) in (found[0], mark + found[0])]
            return made[0] if len(made) == 1 else None
        if len(found) != 2:
            return None
        plain, marked = (found[0], found[1]), (mark + found[0], found[1])
        if marked in self.pairs and (plain not in self.pairs or typed[:1].isspace()):
            return marked
        return plain


@dataclass(frozen=True, slots=True)
class Choice(Exact):
    """An answer chosen from a few, by its letter."""

    options: tuple[object, ...]

    def read(self, typed: str) -> object | None:
        """The option of a letter.

        >>> Choice(("x", "y")).read(" b ")
        'y'
        """
        plain = unicodedata.normalize("NFKC", typed[:MAX_TYPED]).strip().upper()
        index = ord(plain) - ord("A") if len(plain) == 1 else -1
        return self.options[index] if 0 <= index < len(self.options) else None


@dataclass(frozen=True, slots=True)
class Number:
    """An answer that is a number; a sum, product or fraction of numbers is one too.

    exact: if False, a rounded number is accepted too.
    """

    exact: bool = True

    def read(self, typed: str) -> Fraction | None:
        """The number.

        >>> Number().read("10 + 5 + 5 = 20")
        Fraction(20, 1)
        """
        return evaluate(_RESULT.split(typed)[-1])

    def same(self, one: object, other: object) -> bool:
        """Whether two numbers are the same, apart from rounding if that is allowed.

        >>> rounded, true = Fraction("0.14"), Fraction(30, 210)
        >>> Number().same(rounded, true), Number(exact=False).same(Fraction("0.143"), true)
        (False, True)
        """
        if self.exact or not isinstance(one, Fraction) or not isinstance(other, Fraction):
            return one == other
        return abs(one - other) <= abs(other) * TOLERANCE


def evaluate(typed: str) -> Fraction | None:
    """The value of a number, or of a sum of products and fractions; None for anything else.

    >>> evaluate("10 + 5 + 5"), evaluate("15/210 × 2"), evaluate("5,18×10⁻⁴")
    (Fraction(20, 1), Fraction(1, 7), Fraction(259, 500000))
    """
    text = _POWER.sub(lambda found: "^" + found[0].translate(_RAISED), typed[:MAX_TYPED])
    text = unicodedata.normalize("NFKC", text).replace("−", "-").replace("**", "^")
    text = re.sub(r"(?<=\d),(?=\d{3}(?!\d))(?<!\b0,)", "", text)
    text = re.sub(r"(?<=\d),(?=\d)", ".", text)
    text = re.sub(r"[×⋅·xX]", "*", text).replace("÷", "/")
    text = re.sub(r"(?<=\d)\s+(?=\d{3}(?!\d))", "", text)
    text = re.sub(r"(?:10|10\.0)\s*\^\s*([-+]?\d{1,3})", r"1e\1", text)
    try:
        terms = [_product(term) for term in re.split(r"(?<![eE])\+", text)]
    except (ValueError, ZeroDivisionError):
        return None
    return sum(terms, Fraction(0))


def _product(text: str) -> Fraction:
    value, sign = Fraction(1), "*"
    for part in re.split(r"([*/])", text.replace("(", " ").replace(")", " ")):
        if part in ("*", "/"):
            sign = part
            continue
        plain = part.strip()
        share = plain.endswith("%")
        if not _NUMBER.fullmatch(plain.rstrip("% ")):
            raise ValueError("no number")
        number = Fraction(plain.rstrip("% ")) / (100 if share else 1)
        value = value * number if sign == "*" else value / number
    return value


@dataclass(frozen=True, slots=True)
class Frequencies(Exact):
    """An answer of pieces, each with its number."""

    pieces: tuple[str, ...]

    def read(self, typed: str) -> tuple[tuple[str, int], ...] | None:
        """Each piece with its number, in the order of the question; None if one is missing.

        >>> Frequencies(("h", "ug")).read("ug: 20, h 15")
        (('h', 15), ('ug', 20))
        """
        alphabet = frozenset("".join(self.pieces))
        plain = unicodedata.normalize("NFKC", typed[:MAX_TYPED])
        found = re.findall(r"([^\W\d]+)\W*?(\d{1,9})(?!\d)", plain)
        given = {fold(piece, alphabet): int(number) for piece, number in found}
        if not all(piece in given for piece in self.pieces):
            return None
        return tuple((piece, given[piece]) for piece in self.pieces)


Form = Tokens | Pair | Choice | Number | Frequencies
