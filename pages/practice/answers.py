"""The forms of typed answers: a number, a pair, tokens, a letter, pieces with their numbers.

Reading is tolerant, see `expressions` and `typed_tokens`. An exact match always takes precedence.
`stage/question.py` decides whether an answer is right.
"""

import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction

from bpe.encoder import UNKNOWN
from pages.practice.expressions import MAX_TYPED, TOLERANCE, evaluate, is_unequal
from pages.practice.typed_form import Clickable, Typed
from pages.practice.typed_tokens import MARKS, RESULT, fold, mark_of, split_tokens, with_marks
from pages.stage.messages import Message, message
from pages.stage.question import Question
from pages.translations.language import Translation

ROUNDED = float(TOLERANCE)
DECIMAL = re.compile(r"[0-9]*[.,]([0-9]+) ?(%?)")


@dataclass(frozen=True, slots=True)
class Tokens(Clickable):
    """An answer of several tokens. word: the word that they make; mark: its Ġ or ▁ in front."""

    kind, separator = "tokens", " "
    alphabet: frozenset[str]
    word: str = ""

    @property
    def mark(self) -> str:
        """The mark for a space that the word begins with, or "".

        >>> Tokens(frozenset("Ġhug"), "Ġhug").mark
        'Ġ'
        """
        return self.word[:1] if self.word[:1] in tuple(MARKS) else ""

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
        exact = tuple(typed[:MAX_TYPED].split())
        if exact and "".join(exact) == self.word and UNKNOWN not in self.word:
            return exact
        text = RESULT.split(typed)[-1]
        found = split_tokens(text, self.alphabet, self.word)
        marked = split_tokens(with_marks(text, self.mark, self.signs), self.alphabet, self.word)
        if not found or not self.mark or self.word in ("".join(found), "".join(marked)):
            return marked or None
        without = (self.mark + found[0], *found[1:])
        if "".join(without) == self.word:
            return without
        if marked != found or found[0].startswith((self.mark, UNKNOWN)):
            return marked
        return without


@dataclass(frozen=True, slots=True)
class Pair(Clickable):
    """An answer that names a pair. pairs: all that occur; shown: those that the question shows."""

    kind, separator = "pair", "+"
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
        text = RESULT.split(typed)[0]
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
class Letter(Typed):
    """An answer chosen from a few, by its letter."""

    kind, separator = "choice", ""  # a click on a token chooses its row
    options: tuple[object, ...]

    def read(self, typed: str) -> object | None:
        """The option of a letter.

        >>> Letter(("x", "y")).read(" b ")
        'y'
        """
        plain = unicodedata.normalize("NFKC", typed[:MAX_TYPED]).strip().upper()
        index = ord(plain) - ord("A") if len(plain) == 1 else -1
        return self.options[index] if 0 <= index < len(self.options) else None

    def help(self, text: str, t: Translation, *, clicks: bool = True) -> str:
        """See `Typed`."""
        if not clicks:
            return text
        return t.gettext("{hint}. You can also choose it in the table.").format(hint=text)

    def described(self, typed: str, question: Question) -> str:
        """The option of a letter."""
        given = self.read(typed)
        if given is None:
            return Typed.described(self, typed, question)
        return str(question.choices[self.options.index(given)].content)


@dataclass(frozen=True, slots=True)
class Number(Typed):
    """An answer that is a number, or an expression such as a sum, a product or a power.

    tolerance: ROUNDED if a rounded number is accepted too.
    """

    kind = "number"
    tolerance: float = 0.0

    def read(self, typed: str) -> Fraction | None:
        """The number.

        >>> Number().read("10 + 5 + 5 = 20")
        Fraction(20, 1)
        """
        return evaluate(typed)

    def unreadable(self, typed: str) -> Message:
        """See `Typed`."""
        if is_unequal(typed):
            return message("The two sides of this equation are not equal.")
        if evaluate(typed) is not None:
            return message("Give at least three significant digits, or a fraction.")
        return Typed.unreadable(self, typed)

    def is_rounded_too_much(self, typed: str, answers: tuple[object, ...]) -> bool:
        """See `Form`. `guide_answers.js` does the same in the browser.

        >>> right = (Fraction(277, 100_000),)
        >>> typed = ("0.0028", "0.0029", "0.28%", "0.29%")
        >>> [Number(ROUNDED).is_rounded_too_much(each, right) for each in typed]
        [True, False, True, False]
        """
        plain = unicodedata.normalize("NFKC", typed[:MAX_TYPED]).strip()
        found, given = DECIMAL.fullmatch(plain), evaluate(typed)
        if not self.tolerance or not found or not given:
            return False
        half = Fraction(5001, 10_000) / 10 ** len(found[1]) / (100 if found[2] else 1)
        return any(isinstance(each, Fraction) and abs(given - each) <= half for each in answers)

    def same(self, one: object, other: object) -> bool:
        """Whether two numbers are the same, apart from rounding if that is allowed.

        >>> rounded, true = Fraction("0.14"), Fraction(30, 210)
        >>> Number().same(rounded, true), Number(ROUNDED).same(Fraction("0.143"), true)
        (False, True)
        """
        if not self.tolerance or not isinstance(one, Fraction) or not isinstance(other, Fraction):
            return one == other
        return abs(one - other) <= abs(other) * TOLERANCE


@dataclass(frozen=True, slots=True)
class Frequencies(Typed):
    """An answer of pieces, each with its number."""

    kind, is_long = "frequencies", True
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
