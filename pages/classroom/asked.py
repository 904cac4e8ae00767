"""A question to a class, in a language: what phones get of it, and how answers are counted.

A vote is kept as the group of answers that it belongs to, for example the number of a choice, or a
known mistake. Groups are the same in every language, and nobody's own words are kept.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import bpe
from pages.stage.question import Question
from pages.stage.record import Record
from pages.stage.table_types import Content


class Malformed(ValueError):
    """What our pages never send."""


class Unreadable(bpe.InputError):
    """An answer that does not count. Whoever typed it can correct it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question with choices; others are classes of their own. A group is the index of a choice.

    extra: what else phones get before the reveal. values: the true count or score of each choice.
    """

    question: Question
    extra: Record = field(default_factory=dict)
    values: Sequence[str] = ()

    def public(self) -> Record:
        """Return what phones get before the reveal: the question without its answer."""
        question = self.question
        return {"ask": question.prompt, "choices": question.contents, **self.extra}

    def group(self, answer: object) -> str:
        """Return the group of an answer. Raises Malformed or Unreadable."""
        if type(answer) is not int or not 0 <= answer < len(self.question.choices):
            raise Malformed
        return str(answer)

    def has_group(self, group: str) -> bool:
        """Whether this is a group. Votes of a restored class, or in Redis, may be anything."""
        return group in map(str, range(len(self.question.choices)))

    def groups(self, counts: Counter[str]) -> list[str]:
        """Return the groups that get a bar."""
        return list(map(str, range(len(self.question.choices))))

    def label(self, group: str) -> Content:
        """Return a group as everybody sees it."""
        return self.question.choices[int(group)].content

    def is_right(self, group: str) -> bool:
        """Whether the answers of a group are right."""
        return self.question.choices[int(group)].is_right

    def reason(self, group: str) -> str:
        """Return why the answers of a group are right or wrong."""
        return self.question.choices[int(group)].why

    def bars(self, counts: Counter[str]) -> Record:
        """Return {bars} for the votes of a round by group; for a split word also {arcs}."""
        bars: list[Record] = [
            {
                "label": self.label(each),
                "votes": counts[each],
                "right": self.is_right(each),
                "reason": self.reason(each),
            }
            for each in self.groups(counts)
        ]
        for bar, value in zip(bars, self.values, strict=False):
            bar["value"] = value
        return {"bars": bars}

    def solution(self) -> Record:
        """Return {right, explanation, feedback}: the right choices, why, and a text for each.

        A question whose answer is typed has its {answer} as a text.
        """
        choices, right = self.question.choices, self.question.right
        explanation = choices[right[0]].why if right else self.question.worked
        feedback = [each.why for each in choices]
        return {"right": right, "explanation": explanation, "feedback": feedback}

    def verdict(self, answer: object) -> Record:
        """Return {right, reason} for an answer. Raises Malformed or Unreadable."""
        group = self.group(answer)
        return {"right": self.is_right(group), "reason": self.reason(group)}
