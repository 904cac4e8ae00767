"""The browser judges typed answers as the server does: `tests/app/test_typed_answers.py`."""

from dataclasses import asdict
from math import isclose

from pages.hosting.components import files_path
from tests.support.typed_answers import VERDICTS, expressions, tasks

# The typed answers that are not judged as the table says.
JUDGE = """async ([files, tasks, verdicts]) => {
  const load = (name) => import(`${files}/${name}.js`);
  const [{ numberOf }, { isRight }, { tokensOf }] =
    await Promise.all(["expressions", "guide_answers", "typed_tokens"].map(load));
  const number = ({ answer, tolerance }, typed) => {
    const task = { kind: "number", answers: [answer], mistakes: {}, tolerance };
    return Number.isNaN(numberOf(typed)) ? "unreadable" : isRight(task, typed);
  };
  const tokens = ({ answer, word, alphabet }, typed) => {
    const found = tokensOf(typed, word, new Set(alphabet)).join(" ");
    return found ? found === answer : "unreadable";
  };
  return tasks.flatMap((task) => verdicts.flatMap((said) => task.typed[said].filter((typed) => {
    const found = (task.kind === "number" ? number : tokens)(task, typed);
    return { true: "accepted", false: "wrong" }[found] !== said && found !== said;
  }).map((typed) => [task.answer, said, typed])));
}"""
NUMBERS = """async ([files, typed]) => {
  const { numberOf } = await import(`${files}/expressions.js`);
  return typed.map(numberOf).map((value) => Number.isNaN(value) ? null : value);
}"""
# What the panel of the course says about answers to one task.
ANSWER = """async ([files, task, typed]) => {
  const { isRight, isRoundedTooMuch, mistakeOf, missedWord } =
    await import(`${files}/guide_answers.js`);
  return typed.map((each) => isRight(task, each) ? "right"
    : isRoundedTooMuch(task, each) ? "rounded" : mistakeOf(task, each) || missedWord(task, each));
}"""

# Which of the panel's texts follows each answer, and how the task ends.
PANEL = """async ([files, task, typed]) => {
  const { PartView } = await import(`${files}/guide_part.js`);
  const names = ["unequal", "not_a_number", "rounded_too_much", "wrong_typed", "right"];
  const labels = Object.fromEntries(names.map((name) => [name, name]));
  const said = [];
  const part = { title: "", sentences: [], task: { ...task, mistakes: {} } };
  const onFinish = (how) => said.push(how);
  const view = new PartView(part, labels, { given: [], onFinish, onHint() {} });
  for (const each of typed) {
    await view.answer(each);
    said.push(view.feedback.querySelector(".said span:last-child").textContent.trim());
  }
  return said;
}"""


def answered(tab, typed: list[str], **task: object) -> list[str]:
    return tab.page.evaluate(ANSWER, [files_path(), {"mistakes": {}, **task}, typed])


def test_answers_of_the_table_are_judged_as_it_says(tab):
    tab.open("corpus=hug")
    asked = [asdict(task) for task in tasks() if task.kind != "pair"]
    assert tab.page.evaluate(JUDGE, [files_path(), asked, VERDICTS]) == []


def test_value_of_an_expression_is_that_of_its_parts(tab):
    tab.open("corpus=hug")
    cases = [(typed, value) for typed, value in expressions(5, 500) if len(typed) < 400]
    found = tab.page.evaluate(NUMBERS, [files_path(), [typed for typed, _ in cases]])
    for (typed, value), number in zip(cases, found, strict=True):
        # Rounded terms may cancel each other out.
        assert number is not None, typed
        assert isclose(number, value, rel_tol=1e-6, abs_tol=1e-6), typed
    large = ["9**9**9", "9^(9^9)", "((9^99)^99)^99", "1e999", "(" * 200, "9" * 500, "9^" * 200]
    assert tab.page.evaluate(NUMBERS, [files_path(), large]) == [None] * len(large)


def test_known_mistakes_match_within_rounding_and_right_answers_win(tab):
    tab.open("corpus=hug")
    mistakes = {"31/210": "added", "0.1485": "near", "4/735": "never", "16/210": "one"}
    task = {"kind": "number", "answers": ["240/44100"], "mistakes": mistakes, "tolerance": 0.005}
    said = {
        "0.1476": "added", "0.148": "added", "14.76%": "added", "16/210 + 15/210": "added",
        "0.1483": "near", "31/210": "added", "0.0762": "one", "0.00544": "right",
        "0.0054": "rounded", "4/735": "right", "0.99": "",
    }  # fmt: skip
    assert answered(tab, list(said), **task) == list(said.values())
    exact = {"kind": "number", "answers": ["20"], "mistakes": {"36": "token"}}
    assert answered(tab, ["36", "36.1", "15 + 21"], **exact) == ["token", "", "token"]


def test_texts_of_a_lesson_are_compared_as_words_too(tab):
    tab.open("corpus=hug")
    said = {"u+g": "right", "U, G": "right", "ｕ g": "right", "ug": "", "u g s": ""}
    assert answered(tab, list(said), kind="text", answers=["u g"]) == list(said.values())
    said = {"C++": "right", "c++": "right", "Ｃ＋＋": "right", "C": "", "C #": ""}
    assert answered(tab, list(said), kind="text", answers=["C++"]) == list(said.values())
    said = {"Ġthe cat": "right", "_the cat": "right", "␣the, cat": "right", "the cat": ""}
    assert answered(tab, list(said), kind="text", answers=["Ġthe cat"]) == list(said.values())


def test_tokens_that_spell_another_word_are_named(tab):
    tab.open("corpus=hug")
    task = {"kind": "tokens", "answers": ["h ug s"], "mistakes": {"h u g s": "characters"}}
    said = {
        "H+U+G+S": "characters",
        "h, ug, s": "right",
        "hug": "hugs",
        "h ug x": "hugs",
        "hug s": "",
    }
    assert answered(tab, list(said), **task) == list(said.values())


def test_only_answers_that_can_be_read_count_as_tries(tab):
    tab.open("corpus=hug")
    task = {"kind": "number", "answers": ["240/44100"], "tolerance": 0.005}
    typed = [
        "16/210 × 15/210 = 0.1",
        "0.005",
        "what",
        "16/210 + 15/210",
        "16/210 ×",
        "16/210 x 15/210",
    ]
    said = [
        "unequal",
        "rounded_too_much",
        "not_a_number",
        "wrong_typed",
        "not_a_number",
        "solved",
        "right",
    ]
    assert tab.page.evaluate(PANEL, [files_path(), task, typed]) == said
