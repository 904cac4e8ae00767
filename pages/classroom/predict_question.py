"""What Predict asks before a step, as a question to a class."""

from collections import Counter
from dataclasses import dataclass

from pages.classroom.asked import one_of
from pages.stage.record import Record


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
