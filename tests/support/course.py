"""A task of the course as a learner meets it: what is typed, chosen or clicked, as text."""

from dataclasses import dataclass

from pages.course.parts import Part
from pages.stage.question import Question, written


@dataclass(frozen=True)
class Asked:
    """The question of a part. mistakes: why each wrong answer is wrong, also if it is chosen."""

    question: Question
    kind: str
    options: tuple[str, ...]
    answers: tuple[str, ...]
    mistakes: dict[str, str]

    @property
    def answer(self) -> str:
        return self.answers[0]

    @property
    def tolerance(self) -> float:
        return self.question.form.tolerance

    @property
    def texts(self) -> tuple[str, ...]:
        question = self.question
        return question.prompt, question.hint, question.worked, question.record()["done"]

    def check(self, word: str) -> str:
        """Why a word is wrong; "" if it is right."""
        verdict = self.question.check(word)
        assert verdict.right == (not verdict.reason)
        return verdict.reason


def asked_of(part: Part) -> Asked:
    task = part.task
    options = tuple(map(str, task.contents))
    answers = tuple(map(written, task.answers)) or tuple(options[i] for i in task.right)
    wrong = {each.content: each.why for each in task.choices if not each.is_right}
    return Asked(task, task.kind, options, answers, task.mistakes | wrong)
