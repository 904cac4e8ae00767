"""What Predict asks before a step, as a question to a class."""

from collections import Counter
from dataclasses import dataclass

from bpe import wordpiece
from pages.classroom.asked import one_of
from pages.serving.runs import TrainingRun
from pages.view.bpe.record_parts import limit
from pages.view.prediction import CHOICES
from pages.view.stage import Record
from pages.view.tokens import number
from pages.view.wordpiece.explanations import score_text
from pages.view.wordpiece.question import choices


@dataclass(frozen=True, slots=True)
class Prediction:
    """What Predict asks before a step. values: the true count or score of each choice, if any."""

    quiz: Record
    step: int
    values: list[str]

    @property
    def choices(self) -> list[tuple[list[object], bool, str]]:
        """The choices: parts, whether it is right, feedback."""
        return list(self.quiz["choices"])  # type: ignore[call-overload,no-any-return]

    def public(self) -> Record:
        """See `Asked`."""
        parts = [each for each, _, _ in self.choices]
        return {"ask": self.quiz["ask"], "choices": parts, "step": self.step}

    def group(self, answer: object) -> str:
        """See `Asked`."""
        return one_of(answer, len(self.choices))

    def bars(self, counts: Counter[str]) -> Record:
        """See `Asked`."""
        bars = [
            {"label": parts, "votes": counts[str(i)], "right": right, "reason": feedback}
            for i, (parts, right, feedback) in enumerate(self.choices)
        ]
        for bar, value in zip(bars, self.values, strict=False):
            bar["value"] = value
        return {"bars": bars}

    def solution(self) -> Record:
        """See `Asked`."""
        right = [i for i, each in enumerate(self.choices) if each[1]]
        return {
            "right": right,
            "explanation": self.choices[right[0]][2] if right else "",
            "feedback": [feedback for _, _, feedback in self.choices],
        }

    def verdict(self, answer: object) -> Record:
        """See `Asked`."""
        _, right, feedback = self.choices[int(self.group(answer))]
        return {"right": right, "reason": feedback}


def counts_of_choices(run: TrainingRun, step: int) -> list[str]:
    """Return the counts of the pairs that Predict offers before a step, in their order.

    For WordPiece, these are scores.

    >>> from pages.state.defaults import defaults
    >>> counts_of_choices(defaults("hug").train(), 1)
    ['4', '5', '15', '17', '20', '16']
    """
    if isinstance(run, wordpiece.Run):
        (scored,) = run.tables(step, step + 1, limit(run.history))
        return [score_text(pair.score) for pair in choices(scored)]
    (table,) = run.tables(step, step + 1, limit(run))
    leaders = sorted(table.leaders[:CHOICES], key=lambda each: (each.left, each.right))
    return [number(each.count) for each in leaders]
