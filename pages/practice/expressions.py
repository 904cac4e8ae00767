"""The value of a typed number, or of an expression such as 15/210 × 20/210 or 210^3.

`pages/stage/questions/expressions.js` has the same grammar for the browser, and
`tests/support/typed_answers.json` has cases for both.

    answer   = side {("=" | "≈" | "→") side}
    side     = product {("+" | "−") product}
    product  = factor {("×" | "÷") factor}
    factor   = ["+" | "−"] operand ["^" exponent]
    exponent = ["+" | "−"] operand
    operand  = (number | "(" side ")") {"%"}
"""

import re
import unicodedata
from fractions import Fraction

MAX_TYPED = 400  # characters of an answer that are read
TOLERANCE = Fraction(1, 200)  # relative tolerance of a rounded number

_MAX_DEPTH = 20  # parentheses inside each other
_MAX_EXPONENT = 400
_MAX_BITS = 20_000  # of the numerator and the denominator of a power
_LARGEST = Fraction(10**150)  # so that the browser can compute the same with its 64 bits
_SMALLEST = 1 / _LARGEST
_RESULT = re.compile(r"=>|->|[=→⇒≈≅≃≒~]")
_RAISED = re.compile("[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_LOWERED = str.maketrans("⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "+-0123456789")
_SIGNS = str.maketrans(
    {**dict.fromkeys("−–‐‑", "-"), **dict.fromkeys("×✕✖⋅·∙•xX", "*"), **dict.fromkeys("÷∕⁄", "/")}
)
_EXPONENT = r"(?:[eE][-+]?[0-9]{1,3}(?![0-9]))?"
# How a number is written, and what separates its thousands: 1,234.5, 1 234.5, 1.234,5, and 1234,5.
_NUMBERS = tuple(
    (re.compile(pattern + _EXPONENT), separator)
    for pattern, separator in (
        (r"[1-9][0-9]{0,2}(?:,[0-9]{3})+(?![0-9]|,[0-9])(?:\.[0-9]+)?", ","),
        (r"[1-9][0-9]{0,2}(?: [0-9]{3})+(?![0-9])(?:[.,][0-9]+)?", " "),
        (r"[1-9][0-9]{0,2}(?:\.[0-9]{3})+,[0-9]+", "."),
        (r"(?:[0-9]+(?:[.,][0-9]+)?|\.[0-9]+)", ""),
    )
)


def evaluate(typed: str) -> Fraction | None:
    """The value of an answer; None if it can't be read, or if two of its sides are not equal.

    >>> evaluate("10 + 5 + 5 = 20"), evaluate("15/210 × 2"), evaluate("5,18×10⁻⁴")
    (Fraction(20, 1), Fraction(1, 7), Fraction(259, 500000))
    >>> evaluate("10 + 5 = 20"), evaluate("twenty")
    (None, None)
    """
    sides = _sides(typed)
    return sides[-1] if sides and _agree(sides) else None


def is_unequal(typed: str) -> bool:
    """Whether an answer is an equation whose sides are not equal.

    >>> is_unequal("10 + 5 = 20"), is_unequal("10 + 5 + 5 = 20"), is_unequal("= ?")
    (True, False, False)
    """
    sides = _sides(typed)
    return bool(sides) and not _agree(sides)


def _agree(sides: list[Fraction]) -> bool:
    """Whether all sides are the same number, apart from rounding if one is not an integer."""
    last = sides[-1]
    return all(
        each == last
        or (
            (each.denominator > 1 or last.denominator > 1)
            and abs(each - last) <= TOLERANCE * max(abs(each), abs(last))
        )
        for each in sides
    )


def _sides(typed: str) -> list[Fraction]:
    """The values of the sides of an equation; none if a side can't be read.

    A side before the last one may name what is counted: u+g = 20.
    """
    if len(typed) > MAX_TYPED:
        return []
    sides = [side for side in _RESULT.split(typed) if side.strip()]
    values = [_side(side) for side in sides]
    for side, value in zip(sides, values, strict=True):
        if value is None and (side is sides[-1] or not any(map(str.isalpha, side))):
            return []
    return [value for value in values if value is not None]


def _side(typed: str) -> Fraction | None:
    try:
        return _Reader(_plain(typed)).all()
    except (ValueError, ZeroDivisionError):
        return None


def _plain(typed: str) -> str:
    """An expression in plain signs: 10⁻⁴ is 10^(-4), ½ is (1/2), and 2 × 3 is 2 * 3."""
    text = _RAISED.sub(lambda found: f"^({found[0].translate(_LOWERED)})", typed)
    signs = (unicodedata.normalize("NFKC", sign) for sign in text)
    text = "".join(f"({sign})" if "⁄" in sign[1:] else sign for sign in signs)
    text = " ".join(text.translate(_SIGNS).split())
    return text.replace("**", "^").rstrip(".。")


class _Reader:
    """Reads an expression from left to right. Raises ValueError if it is none."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0

    def all(self) -> Fraction:
        value = self.side()
        if self.at < len(self.text):
            raise ValueError("more than an expression")
        return value

    def take(self, signs: str) -> str:
        """The next sign if it is one of some signs; then reading goes on after it."""
        while self.text[self.at : self.at + 1] == " ":
            self.at += 1
        sign = self.text[self.at : self.at + 1]
        if not sign or sign not in signs:
            return ""
        self.at += 1
        return sign

    def side(self) -> Fraction:
        value = self.product()
        while sign := self.take("+-"):
            term = self.product()
            value = _bounded(value + term if sign == "+" else value - term)
        return value

    def product(self) -> Fraction:
        value = self.factor()
        while sign := self.take("*/"):
            factor = self.factor()
            value = _bounded(value * factor if sign == "*" else value / factor)
        return value

    def factor(self) -> Fraction:
        sign = self.take("+-")
        value = self.operand()
        if self.take("^"):
            value = _power(value, -self.operand() if self.take("+-") == "-" else self.operand())
        return -value if sign == "-" else value

    def operand(self) -> Fraction:
        value = self.group() if self.take("(") else self.number()
        while self.take("%"):
            value = _bounded(value / 100)
        return value

    def group(self) -> Fraction:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise ValueError("too many parentheses")
        value = self.side()
        if not self.take(")"):
            raise ValueError("a parenthesis is not closed")
        self.depth -= 1
        return value

    def number(self) -> Fraction:
        for pattern, separator in _NUMBERS:
            if found := pattern.match(self.text, self.at):
                self.at = found.end()
                written = found[0].replace(separator, "") if separator else found[0]
                return _bounded(Fraction(written.replace(",", ".")))
        raise ValueError("no number")


def _power(base: Fraction, exponent: Fraction) -> Fraction:
    if exponent.denominator > 1 or abs(exponent) > _MAX_EXPONENT:
        raise ValueError("no exponent")
    bits = base.numerator.bit_length() + base.denominator.bit_length()
    if bits * abs(exponent) > _MAX_BITS:
        raise ValueError("too large")
    return _bounded(base ** int(exponent))


def _bounded(value: Fraction) -> Fraction:
    if value and not _SMALLEST <= abs(value) <= _LARGEST:
        raise ValueError("too large or too small")
    return value
