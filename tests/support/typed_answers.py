"""Typed answers that are accepted, wrong or unreadable, and random expressions with values."""

import json
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from random import Random

VERDICTS = ("accepted", "wrong", "unreadable")


@dataclass(frozen=True)
class Task:
    """What is asked. kind: "number", "tokens" or "pair"; tolerance: of a rounded number."""

    kind: str
    answer: str
    typed: dict[str, list[str]]  # by verdict
    tolerance: float = 0.0
    word: str = ""
    alphabet: str = ""
    pairs: tuple[str, ...] = ()


def tasks() -> list[Task]:
    table = json.loads(Path(__file__).with_suffix(".json").read_text())
    return [Task(typed={each: row.pop(each) for each in VERDICTS}, **row) for row in table]


def expressions(seed: int, count: int) -> list[tuple[str, Fraction]]:
    """Random expressions in random notations. Each value is computed while it is written."""
    dice = Random(seed)
    return [_sum(dice, 3) for _ in range(count)]


def _sum(dice: Random, depth: int) -> tuple[str, Fraction]:
    text, value = _product(dice, depth)
    for _ in range(dice.randrange(3)):
        sign, (more, term) = dice.choice("+-−＋"), _product(dice, depth)
        text += f"{dice.choice(['', ' '])}{sign}{dice.choice(['', ' '])}{more}"
        value = value + term if sign in "+＋" else value - term
    return text, value


def _product(dice: Random, depth: int) -> tuple[str, Fraction]:
    text, value = _factor(dice, depth)
    for _ in range(dice.randrange(3)):
        more, factor = _factor(dice, depth)
        is_divided = factor != 0 and dice.random() < 0.4
        sign = dice.choice(["/", " / ", "÷", "／"] if is_divided else ["*", "×", " x ", "·", "＊"])
        text += sign + more
        value = value / factor if is_divided else value * factor
    return text, value


def _factor(dice: Random, depth: int) -> tuple[str, Fraction]:
    text, value = _operand(dice, depth)
    if dice.random() < 0.2:
        power = dice.randrange(4)
        text += dice.choice(["^{0}", "**{0}", " ^ {0}", "{1}"]).format(power, "⁰¹²³"[power])
        value = value**power
    if dice.random() < 0.1:
        return f"-{text}", -value
    return text, value


def _operand(dice: Random, depth: int) -> tuple[str, Fraction]:
    if depth and dice.random() < 0.3:
        text, value = _sum(dice, depth - 1)
        return (f"({text})" if dice.random() < 0.8 else f"（ {text} ）"), value
    whole, digits = dice.randrange(1, 2000), dice.randrange(1000)
    return dice.choice(
        [
            (str(whole), Fraction(whole)),
            (f"{whole:,}", Fraction(whole)),
            (f"{whole}.{digits:03}", Fraction(f"{whole}.{digits:03}")),
            (f"0,{digits:03}", Fraction(f"0.{digits:03}")),
            (f"{whole}%", Fraction(whole, 100)),
            (f"{digits}e-2", Fraction(digits, 100)),
            (str(whole).translate({48 + i: 0xFF10 + i for i in range(10)}), Fraction(whole)),
        ]
    )
