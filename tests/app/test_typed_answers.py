"""Typed answers: `tests/stage/test_typed_answers.py` has the same cases for the browser."""

import random
from dataclasses import replace
from fractions import Fraction

from pages.course.route import checked
from pages.practice.answers import Number, Pair, Tokens
from pages.practice.exercises import boxes, material
from pages.practice.expressions import MAX_TYPED, evaluate, is_unequal
from pages.stage.question import Form, Mistake
from tests.app.quiz_helpers import T
from tests.support.typed_answers import VERDICTS, Task, expressions, tasks


def form_of(task: Task) -> Form:
    if task.kind == "number":
        return Number(task.tolerance)
    if task.kind == "tokens":
        return Tokens(frozenset(task.alphabet), task.word)
    pairs = frozenset(tuple(pair.split()) for pair in task.pairs)
    return Pair(frozenset(task.alphabet), pairs, pairs)


def verdict(task: Task, typed: str) -> str:
    form = form_of(task)
    given = form.read(typed)
    if given is None:
        return "unreadable"
    return "accepted" if form.same(given, form.read(task.answer)) else "wrong"


def test_answers_of_the_table_are_judged_as_it_says():
    for task in tasks():
        for said in VERDICTS:
            for typed in task.typed[said]:
                assert verdict(task, typed) == said, (task.answer, typed)
    counts = {said: sum(len(task.typed[said]) for task in tasks()) for said in VERDICTS}
    assert counts["accepted"] >= 60
    assert counts["wrong"] + counts["unreadable"] >= 30


def test_value_of_an_expression_is_that_of_its_parts():
    cases = [case for case in expressions(seed=5, count=500) if len(case[0]) <= MAX_TYPED]
    assert len(cases) > 400
    for typed, value in cases:
        assert evaluate(typed) == value, typed
        if 2 * len(typed) + 20 < MAX_TYPED:
            assert evaluate(f"{typed} = {typed}") == value
            assert not value or is_unequal(f"{typed} = ({typed}) × 1.01")


def test_large_expressions_are_not_computed():
    nines = ("9**9**9", "9^(9^9)", "((9^99)^99)^99", "(1.0000001^400)^400", "1e999", "(" * 200)
    for typed in (*nines, "9" * 500, "-" * 400, "9^" * 200, "((((9^9)^9)^9)^9)^9", "1/3^400^400"):
        assert evaluate(typed) is None
    assert evaluate("2^400 / 2^399") == 2


def test_garbage_is_never_an_error():
    dice = random.Random(7)
    signs = "12 .,+-*/^()%=×x÷⁻³½eE→≈UNK[]<>_Ġ\u2068\ud7ff👩🏽\x00\n"
    for task in tasks():
        for _ in range(200):
            typed = "".join(dice.choice(signs) for _ in range(dice.randrange(40)))
            assert verdict(task, typed) in VERDICTS


def test_sides_of_an_equation_are_compared():
    assert is_unequal("10 + 5 = 20")
    assert not is_unequal("10 + 5 + 5 = 20")
    assert not is_unequal("10 + = 20"), "it can't be read"
    assert evaluate("31/210 = 0.1476") == Fraction("0.1476")
    assert evaluate("200 + 11 = 210") is None, "integers are not rounded"


def test_rounded_number_gets_the_explanation_of_the_nearest_mistake():
    _, score = boxes(material("en"), T)["huggun"]
    for known in score.known:
        reason = score.check(f"{float(known.answer):.4g}").reason
        said = [each.answer for each in score.known if each.reason == reason]
        assert min(abs(each / known.answer - 1) for each in said) < 0.001, known
    near = (Mistake("added", Fraction(31, 210), "added"), Mistake("own", Fraction("0.1485"), "own"))
    asked = replace(score, known=near, answers=(Fraction("0.149"),))
    said = {"0.1476": "added", "14.78%": "added", "0.1482": "own", "16/210 + 15/210": "added"}
    assert {typed: asked.check(typed).reason for typed in said} == said
    assert asked.check("0.1485").right, "a right answer wins over a mistake"


def test_full_width_word_is_checked_as_typed_and_then_as_plain_letters():
    right = {"right": True, "message": ""}
    assert checked("whole-words", "en", "ｐｕｎｓ") == checked("whole-words", "en", "puns") == right
    assert checked("byte-word", "en", "ｈｕｇ") == right, "nine bytes"
    said = checked("whole-words", "en", "ｈｕｇ")
    assert said
    assert "\u2068ｈ\u2069" in str(said["message"]), "hug is in the corpus"
