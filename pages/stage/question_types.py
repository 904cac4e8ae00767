"""The records of a question that the browser judges: see `record_types`."""

from typing import NamedTuple, NotRequired, TypedDict, final

from pages.stage.table_types import Content


class PredictLabels(TypedDict):
    """The texts of the switch "Predict" and of its panel."""

    predict: str
    hold: str
    reveal: str
    check: str
    count: str
    right: str
    wrong: str
    streak: str
    how: str
    next_question: str
    no_choice: str
    nothing_left: str


class Choice(NamedTuple):
    """An answer to choose. why: why it is right or wrong."""

    content: Content
    is_right: bool
    why: str


class QuestionRecord(TypedDict):
    """What a browser gets of a question that it judges by itself. Empty fields are left out.

    answers, mistakes: as they are typed. tolerance: of a number, relative. then: what is asked
    after the right choice.
    """

    kind: str
    prompt: str
    choices: NotRequired[list[Choice]]
    answers: NotRequired[list[str]]
    mistakes: NotRequired[dict[str, str]]
    tolerance: NotRequired[float]
    hint: NotRequired[str]
    hint_marks: NotRequired[list[str]]
    worked: NotRequired[str]
    done: NotRequired[str]
    then: NotRequired["QuestionRecord"]


@final
class NoQuestion(TypedDict):
    """In the place of a question where there is none."""


QuizData = QuestionRecord | NoQuestion  # before a step, see `prediction`
