"""Exercises about code: every wrong choice really does what its explanation says."""

import gettext
from itertools import pairwise
from math import inf

import pytest

import bpe
from bpe.unigram import reference
from pages.practice.code.code_blanks import CodeExercise, exercises, source

EXERCISES = exercises(gettext.NullTranslations())
WORDS = bpe.SAMPLES["hug"].corpus("whitespace", "none")
COSTS = reference.costs_of(reference.frequencies(WORDS.counts))
TOKENS = {"hug": ["h", "ug"], "pug": ["p", "ug"], "hugs": ["h", "ug", "s"]}  # after merge 1


def defined(exercise: CodeExercise, right: str = "", other: str = "") -> dict:
    """The functions of an exercise, with another choice in one blank."""
    names = {"pairwise": pairwise, "inf": inf}
    text = source(exercise.functions)
    assert not right or text.count(right) == 1
    exec("from __future__ import annotations\n" + text.replace(right, other), names)
    return names


def count(names: dict) -> int:
    return names["count_pairs"]({word: list(word) for word in WORDS.counts}, WORDS)["u", "g"]


def merged(*tokens: str):
    return lambda names: names["merge_pair"](list(tokens), *tokens[-2:])


def frequencies(names: dict) -> dict[str, int]:
    return names["frequencies"](WORDS.counts)


def total(names: dict) -> int:
    return sum(frequencies(names).values())


def unhug(names: dict) -> tuple[list[str], float]:
    pieces, cost = names["encode_word"]("unhug", COSTS)
    return pieces, round(cost, 4)


BEST = (["un", "hug"], 5.2136)
CASES = {  # what to look at, with the right code, and with another choice
    "pairwise(word)": (lambda n: n["count_pairs"](TOKENS, WORDS).get(("u", "g"), 0), 0, 20),
    "pairwise(sorted(tokens))": (
        lambda n: list(n["count_pairs"]({"hug": list("hug")}, WORDS)),
        [("h", "u"), ("u", "g")],
        [("g", "h"), ("h", "u")],
    ),
    "1": (count, 20, 3),
    "len(tokens)": (count, 20, 10),
    "merged[0] == left": (merged("h", "ug", "s"), ["h", "ugs"], ["h", "ug", "s"]),
    "tokens[-1] == left": (merged("h", "u", "g"), ["h", "ug"], ["h", "u", "g"]),
    "right + left": (merged("h", "u", "g"), ["h", "ug"], ["h", "gu"]),
    "right": (merged("h", "u", "g"), ["h", "ug"], ["h", "g"]),
    "range(start, len(word))": (lambda n: frequencies(n)["ug"], 20, 5),
    "range(start + 2, len(word) + 1)": (total, 210, 97),
    "counts.get(piece, 0) + 1": (lambda n: frequencies(n)["ug"], 20, 3),
    "count": (lambda n: frequencies(n)["ug"], 20, 5),
    "len(piece) <= len(word)": (total, 210, 236),
    "len(piece) == 2": (total, 210, 190),
    "[1.0]": (unhug, BEST, (BEST[0], 6.2136)),
    "[inf]": (unhug, BEST, ([], inf)),
    "costs": (unhug, BEST, (["un", "h", "ug"], round(COSTS["ug"], 4))),
    "best[end] + costs": (unhug, BEST, ([], inf)),
    "cost > best[end]": (unhug, BEST, ([], inf)),
    "cost != best[end]": (lambda n: unhug(n)[0], BEST[0], list("unhug")),
    "end = end - 1": (lambda n: len("".join(unhug(n)[0])) > 5, False, True),
    "end = 0": (lambda n: unhug(n)[0], BEST[0], ["hug"]),
}


@pytest.mark.parametrize("name", EXERCISES)
def test_wrong_choices_do_what_is_said(name):
    exercise = EXERCISES[name]
    for blank in exercise.blanks:
        for choice, effect in blank.wrong.items():
            observed, right, other = CASES[choice]
            assert effect
            assert observed(defined(exercise)) == right, choice
            assert observed(defined(exercise, blank.right, choice)) == other, choice


def test_answers_are_digits_only():
    exercise = EXERCISES["count"]
    right = "".join(str(each.options.index(each.right)) for each in exercise.blanks)
    assert exercise.read(right) == tuple(each.right for each in exercise.blanks)
    for given in ("", "9" * 4, "0" * 5, "²222", "-111", "0 00"):
        assert exercise.read(given) is None
