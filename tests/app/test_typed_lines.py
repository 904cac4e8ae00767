"""Exercises that ask for a line: our lines do what is said, and those of a reader never run."""

import ast
import builtins
import heapq
import json
from collections import Counter, defaultdict
from gettext import NullTranslations
from itertools import pairwise

import pytest

import bpe
from bpe.complete import fast_training
from pages.practice.code.code_blanks import source
from pages.practice.code.line_forms import MAX_LINE, Unreadable, form, parse
from pages.practice.code.typed_lines import BLANK, LineExercise, exercises, verdict

T = NullTranslations()
EXERCISES = exercises(T)
WORDS = bpe.SAMPLES["hug"].corpus("whitespace", "none")
LINES = [(name, line) for name, each in EXERCISES.items() for line in each.accepted]
WRONG = [(name, line) for name, each in EXERCISES.items() for line in each.wrong]


def run(exercise: LineExercise, line: str) -> dict:
    """The functions with another line. Only lines of ours run, and only in this test."""
    text, right = source(exercise.functions), exercise.accepted[0]
    assert text.count(right) == 1
    known = {**vars(fast_training), "pairwise": pairwise, "heapq": heapq}
    names = {**known, "Counter": Counter, "defaultdict": defaultdict}
    exec("from __future__ import annotations\n" + text.replace(right, line), names)
    return names


def pairs(names: dict) -> object:
    splits = {word: list(word) for word in WORDS.counts}
    return names["count_pairs"](splits, WORDS)


def merged(names: dict) -> object:
    return names["merge_pair"](["h", "u", "g"], "u", "g")


def changes(names: dict) -> object:
    return [(step.pair, step.changes, step.heap) for step in names["steps"](WORDS.counts)]


OBSERVE = {"pairs": pairs, "merged": merged, "changes": changes}
EFFECTS = {  # what wrong lines do: numbers and words that their sentences say
    "pairs[pair] = corpus.counts[word]": 5,
    "pairs[pair] = pairs.get(pair, 0) + 1": 3,
    "pairs[pair] = pairs.get(pair, 1) + corpus.counts[word]": 21,
    "pairs[pair] = pairs.get(pair, 0) + len(tokens)": 10,
    "merged.append(left + right)": ["h", "u", "ug"],
    "merged += [left + right]": ["h", "u", "ug"],
    "merged[-1] = right + left": ["h", "gu"],
    "merged[-1] = right + merged[-1]": ["h", "gu"],
    "merged[-1] = token + left": ["h", "gu"],
    "merged[-1] = right": ["h", "g"],
    "merged[-1] = token": ["h", "g"],
    "merged[0] = left + right": ["ug", "u"],
    "merged = left + right": "ug",
    "changes[old] -= 1": -3,
    "changes[old] = -times[word]": -5,
}
ERRORS = {
    "pairs[pair] += corpus.counts[word]": KeyError,
    "pairs[pair] = pairs.get(pair) + corpus.counts[word]": TypeError,
}


@pytest.mark.parametrize(("name", "line"), LINES)
def test_right_lines_do_the_same_and_are_accepted(name, line):
    exercise, observe = EXERCISES[name], OBSERVE[name]
    assert observe(run(exercise, line)) == observe(run(exercise, exercise.accepted[0]))
    assert verdict(exercise, line, T)[0] == "right"


@pytest.mark.parametrize(
    ("line", "head"),
    [
        ("merged.pop(); merged.append(left + right)", "This line is not judged"),
        ("x" * (MAX_LINE + 1), "This line is not judged"),
        ("merged[-1] = (left", "Python can’t read this line"),
    ],
)
def test_only_what_python_rejects_is_said_to_be_rejected_by_it(line, head):
    assert verdict(EXERCISES["merged"], line, T)[:2] == ("wrong", head)


@pytest.mark.parametrize(("name", "line"), WRONG)
def test_wrong_lines_do_what_is_said(name, line):
    exercise, observe = EXERCISES[name], OBSERVE[name]
    state, _, said = verdict(exercise, line, T)
    assert (state, said) == ("wrong", [exercise.wrong[line]])
    if line in ERRORS:
        with pytest.raises(ERRORS[line]):
            observe(run(exercise, line))
        assert ERRORS[line].__name__ in said[0]
        return
    if name == "changes":
        first = next(run(exercise, line)["steps"](WORDS.counts))
        assert first.changes != next(fast_training.steps(WORDS.counts)).changes
        found = first.changes.get(("u", "g"))
    else:
        found = observe(run(exercise, line))
        assert found != observe(run(exercise, exercise.accepted[0]))
        found = found["u", "g"] if name == "pairs" else found
    if line in EFFECTS:
        assert found == EFFECTS[line]
        shown = " ".join(found) if isinstance(found, list) else str(found).lstrip("-")
        assert shown in said[0]


@pytest.mark.parametrize(
    "line",
    [
        "  pairs [ pair ]=corpus.counts[ word ]+pairs.get( pair,0 )",
        "pairs[pair] = (pairs[pair] if pair in pairs else 0) + corpus.counts[word]",
        "pairs[pair] = corpus.counts[word] + (0 if pair not in pairs else pairs[pair])",
        "pairs[(pair)] = ((corpus.counts[word]) + (pairs.get(pair, 0)))",
        "pairs[pair]: int = pairs.get(pair, 0) + corpus.counts[word]",
    ],
)
def test_equal_forms_are_accepted(line):
    state, _, said = verdict(EXERCISES["pairs"], line, T)
    assert state == "right"
    assert "pairs[pair] = pairs.get(pair, 0) + corpus.counts[word]" in said[0]


def test_quotes_of_a_phone_are_those_of_python():
    assert verdict(EXERCISES["merged"], "merged[-1] = ‘’.join([left, right])", T)[0] == "right"


@pytest.mark.parametrize("exercise", EXERCISES.values(), ids=EXERCISES)
def test_code_has_one_blank_and_not_its_line(exercise):
    assert exercise.code.count(BLANK) == 1
    assert exercise.accepted[0] not in exercise.code


def test_order_matters_where_texts_are_joined():
    assert form("x = a + b") != form("x = b + a")
    assert form("x = a + b", adds_numbers=True) == form("x = b + a", adds_numbers=True)
    assert form("x = 1 + x") != form("x += 1")
    assert form("x = a + (x + b)", adds_numbers=True) == form("x += b + a", adds_numbers=True)
    assert form("x = a - b", adds_numbers=True) != form("x = b - a", adds_numbers=True)
    assert form("ok = a > b") == form("ok = b < a") != form("ok = a < b")
    assert form("ok = a == 'b'") == form("ok = “b” == a")
    assert form("x = 0 if k in e else d[k]") != form("x = d.get(k, 0)")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("pair[pairs] = 1", "must change"),
        ("pairs.get(pair, 0) + corpus.counts[word]", "nothing keeps it"),
        ("pairs.update(corpus.counts)", "Write the line with = or +="),
        ("return pairs", "Write the line with = or +="),
        ("del pairs[pair]", "Write the line with = or +="),
        ("pairs[pair] = pairs.get(pair, 0) + count", "has no name ⁨count⁩"),
        ("pairs[pair] = pairs.get(pair, 7) + corpus.counts[word]", "not by what is asked"),
        ("pairs[pair] = pairs.get(pair, 0", "opened, but not closed"),
        ("pairs[pair] = pairs.get(pair, 0)) + 1", "that was not opened"),
        ("pairs.get(pair, 0) = 1", "On the left of ="),
        ("pairs[pair] = 'a", "end with one"),
        ("pairs[pair] =", "ends too early"),
        ("pairs[pair] = = 1", "from here on: ⁨= 1"),
        ("pairs[pair] = 1; x = 2", "one statement"),
        ("for x in pairs: pass", "one statement"),
        ("if pair in pairs:", "one statement"),
        ("def f(): pass", "one statement"),
        ("x = 1\ny = 2", "single line"),
        ("x = '\\n'", "without a backslash"),
        ("", "one statement"),
    ],
)
def test_other_lines_get_a_hint_or_the_error_in_words(line, why):
    state, _, said = verdict(EXERCISES["pairs"], line, T)
    assert state == "wrong"
    assert why in said[0]


@pytest.mark.parametrize(
    "line",
    [
        "x" * (MAX_LINE + 1),
        "(" * 60 + ")" * 60,
        "[" * 100,
        "{0:" * 30,
        "x = " + "-" * 100 + "1",
        "x = " + "not " * 28 + "y",
        "x = a" + ".b" * 50,
        "x = \0",
        "f(" * 40,
    ],
)
def test_long_and_deep_lines_are_refused(line):
    with pytest.raises(Unreadable):
        parse(line)


def test_typed_line_never_runs(monkeypatch):
    def refuse(*_args: object, **_more: object) -> None:
        raise AssertionError("a typed line runs")

    given = "__import__('os').system('echo no')"
    for name in ("eval", "exec"):
        monkeypatch.setattr(builtins, name, refuse)
    assert verdict(EXERCISES["pairs"], given, T)[0] == "wrong"
    assert isinstance(parse(given), ast.Expr)


@pytest.mark.parametrize("page", ["practice", "algorithm"])
def test_line_is_judged_on_both_pages(open_app, page):
    app = open_app(practice="course")
    app.go_to(f"{page}/page.py")
    for line, state in (("pairs[pair] = 1", "wrong"), (LINES[0][1], "right")):
        app.at.text_input(key="course_typed_line_pairs").set_value(line)
        app.at.button(key="course_check_line_pairs").click()
        app.run()
        every = [json.loads(each.proto.json) for each in app.at.get("bidi_component")]
        assert [each["state"] for each in every if each.get("part") == "verdict"] == [state]


def test_algorithm_page_has_each_exercise_below_its_code(open_app):
    app = open_app()
    app.go_to("algorithm/page.py")
    shown = [each.key for each in app.at.button if (each.key or "").startswith("course_check_")]
    names = ["code_count", "line_pairs", "line_merged", "line_changes"]
    assert shown == [
        f"course_check_{name}" for name in [*names, "code_frequencies", "code_viterbi"]
    ]
