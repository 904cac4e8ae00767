"""The records of a text that is encoded step by step: by merges, or by the longest match.

Both have the same records; what differs is a method of `MergedText` or `MatchedText`.
"""

import re
from abc import abstractmethod
from collections.abc import Collection, Iterable, Sequence
from typing import Any, ClassVar, Literal

from pages.encoding import record_types as records
from pages.encoding.explanations import describe_final_token
from pages.encoding.result import LOOKS, lines, result, spoken
from pages.encoding.segmented import Segmented
from pages.encoding.stepped_text import SteppedText
from pages.runs.choice import FIRST, WordChoice
from pages.runs.kinds import Kind, only_step
from pages.stage import prediction
from pages.stage.question import Question, record_of
from pages.stage.record import announcement, sentences, transport
from pages.stage.record_types import CodeBlock, CodeStep, LabelsT, NextLink
from pages.stage.source_lines import SourceLines
from pages.stage.table_types import Column, DescribedChip, Fact, TableRow
from pages.stage.tokens import chip, is_rtl, number
from pages.translations.language import Translation


class TextKind(Kind):
    """What the kinds of encoded texts have in common."""

    text: SteppedText | Segmented

    @property
    def last(self) -> int:
        """See `Kind`."""
        return self.text.last

    @property
    def size(self) -> int:
        """See `Kind`."""
        return self.text.size

    def links(self, t: Translation) -> list[NextLink]:
        """See `Kind`."""
        return [
            NextLink(t.gettext("Watch the training"), "", {}),
            NextLink(t.gettext("Compare with Unigram"), "unigram", {"show": "both"}),
        ]


def plain(chips: Sequence[DescribedChip]) -> list[DescribedChip]:
    """Return chips that do not say which characters are unknown.

    >>> plain([DescribedChip("[UNK]", 0, "unknown", "It replaces m.")])
    [DescribedChip(text='[UNK]', number=0, class_name='', description='')]
    """
    return [
        each._replace(class_name="", description="") if each.class_name == "unknown" else each
        for each in chips
    ]


class TextRecords(TextKind):
    """The records of a text with steps. A moment is what `SteppedText.moments` gives for a step.

    lines: of the readable code.
    """

    renderer: ClassVar[str]
    styles: ClassVar[tuple[str, ...]] = ("unigram.css", "encoding.css")
    lines: ClassVar[SourceLines]

    text: SteppedText

    def cover(self, late: Any, block: Any, hides: Collection[str]) -> None:
        """See `Kind`. The words stay."""
        step = only_step(block)
        if not {"merge", "unknown", "result"}.isdisjoint(hides):
            step.pop("parts", None)
            late.pop("result", None)
            step |= {"rest": "", "facts": [], "rank": 0, "waiting": [], "found": -1}
        if "pairs" in hides:
            step |= {"rows": [], "more": ""}
        if "rules" in hides:
            late.pop("merges", None)
        if "unknown" in hides:
            block["words"] = [
                [each._replace(chips=plain(each.chips)) for each in versions]
                for versions in block["words"]
            ]

    @abstractmethod
    def first_record(self, t: Translation) -> records.TextRecord:
        """Return the record of step 0."""

    @abstractmethod
    def step_record(self, k: int, which: int, moment: Any, t: Translation) -> records.TextRecord:
        """Return the record of step k, from 1, in a distinct word."""

    @abstractmethod
    def start(self, t: Translation) -> str:
        """Return the explanation of step 0."""

    @abstractmethod
    def why(self, which: int, moment: Any, t: Translation) -> str:
        """Return the explanation of a step in a distinct word."""

    @abstractmethod
    def fact(self, moment: Any, t: Translation) -> str:
        """Return the first fact of a step; empty if there is none."""

    @abstractmethod
    def quiz(self, k: int, which: int, moment: Any, t: Translation) -> Question | None:
        """Return the question before a step."""

    @abstractmethod
    def changes(self, which: int, end: int) -> Iterable[int]:
        """Return the steps before `end` that change a distinct word."""

    @abstractmethod
    def chips(self, occurrence: int, steps: int, t: Translation) -> list[DescribedChip]:
        """Return the tokens of a word after so many of its steps."""

    @abstractmethod
    def new_token(self, occurrence: int) -> int:
        """Return the index in a word of the token that its last step makes; -1 if it makes none."""

    @abstractmethod
    def code_values(self, k: int, which: int, moment: Any, t: Translation) -> dict[str, str]:
        """Return the values of the readable code at a step, by the start of their line."""

    @abstractmethod
    def code_note(self, which: int | None, t: Translation) -> str:
        """Return how the page differs from the code. which: the distinct word; None at step 0."""

    def first_code_values(self, t: Translation) -> dict[str, str]:
        """Return the values of the readable code at step 0."""
        return {}

    def has(self, part: str) -> bool:
        """See `Kind`: the head, a block, or its code."""
        match = re.fullmatch(r"(?:code-)?([0-9]{1,5})", part)
        return part == "head" or (match is not None and self.block_at(self.last) >= int(match[1]))

    def block_at(self, k: int) -> int:
        """See `Kind`."""
        return k // self.text.block

    def text_head(
        self,
        kind: Literal["encoding", "matching"],
        labels: LabelsT,
        stops: list[int],
        t: Translation,
        lang: str,
    ) -> records.TextHead[LabelsT]:
        """Return what the heads of both kinds have."""
        text = self.text
        return {
            "kind": kind,
            "lang": lang,
            "last": self.last,
            "size": text.block,
            "stops": stops,
            "dir": "rtl" if is_rtl(text.text) else "ltr",
            "scale": "large" if len(text.text) <= 60 else "",
            "code": t.gettext("Code for step {k}") if self.has("code-0") else "",
            "lines": lines(text, t),
            "result": result(text, t),
            "reserved_texts": [self.widest_tokens(i, t) for i in range(len(text.word_indices))],
            "labels": labels,
        }

    def paged_labels(
        self, stop: str, columns: Sequence[Column], t: Translation
    ) -> records.PagedLabels:
        """Return the labels that both kinds have."""
        return {
            **transport(t.gettext("The encoding, step by step"), self.last, t),
            **prediction.labels(t),
            "stop": stop,
            "columns": columns,
            "positions": t.gettext(
                "Positions in the word start at 0. The end is not included: 1–3 are the characters "
                "1 and 2."
            ),
            "page": t.gettext("{from}–{to} of {all}"),
            "earlier": t.gettext("Previous entries"),
            "later": t.gettext("Next entries"),
        }

    def block(
        self, which: int, t: Translation, choice: WordChoice = FIRST
    ) -> records.TextBlock[records.TextRecord]:
        """See `Kind`."""
        return self.steps(*self.range_of(which), t)

    def range_of(self, which: int) -> tuple[int, int]:
        """Return the first step of a block, and the step after its last one."""
        first = which * self.text.block
        return first, min(first + self.text.block, self.last + 1)

    def step(
        self, k: int, t: Translation, choice: WordChoice = FIRST, shared: object = None
    ) -> records.TextBlock[records.TextRecord]:
        """See `Kind`."""
        return self.steps(k, k + 1, t)

    def steps(self, first: int, end: int, t: Translation) -> records.TextBlock[records.TextRecord]:
        """Return the steps first .. end - 1 as a block."""
        made = [self.first_record(t)] if first == 0 else []
        walk = self.text.walk(first, end)
        return {
            "first": first,
            "steps": [*made, *(self.step_record(*each, t) for each in walk)],
            "words": [self.versions(i, first, end, t) for i in range(len(self.text.word_indices))],
        }

    def text_start(
        self, rest: str, before: str, rows: list[TableRow], t: Translation
    ) -> records.TextRecord:
        """Return what the first records of both kinds have. rest: stands for the headline."""
        why = self.start(t)
        return {
            "facts": [],
            "current": [],
            "rest": rest,
            "why": why,
            "before": before,
            "rows": rows,
            "after": t.gettext("The text before step 1"),
            "announce": announcement(0, self.last, why, t),
        }

    def text_record(
        self, k: int, which: int, moment: Any, before: str, rows: list[TableRow], t: Translation
    ) -> records.TextRecord:
        """Return what the records of both kinds have. before: the title of the rows."""
        why, fact = self.why(which, moment, t), self.fact(moment, t)
        said = sentences(why, spoken(self.text, t), t) if k == self.last else why
        of = t.gettext("word {number} of {all}").format(
            number=number(which + 1), all=number(len(self.text.occurrences))
        )
        return {
            "facts": [Fact(fact, "count"), Fact(of, "id")] if fact else [Fact(of, "count")],
            "why": why,
            "before": before,
            "rows": rows,
            "after": t.gettext("The text after step {k}").format(k=number(k)),
            "current": [i for i, each in enumerate(self.text.word_indices) if each == which],
            "announce": announcement(k, self.last, said, t),
            "quiz": record_of(self.quiz(k, which, moment, t)),
        }

    def versions(
        self, occurrence: int, first: int, end: int, t: Translation
    ) -> list[records.TextVersion]:
        """Return the tokens of a word, from step `first` to step `end`, for each change."""
        which = self.text.word_indices[occurrence]
        if which is None:
            return [records.TextVersion(first, self.final_chips(occurrence, t))]
        began, last = self.text.steps_of(which)
        steps = [0, *self.changes(which, end)]
        current = max(i for i, k in enumerate(steps) if i == 0 or k <= first)
        return [
            records.TextVersion(
                k,
                self.final_chips(occurrence, t, self.new_token(occurrence))
                if k == last
                else self.chips(occurrence, k - began + 1 if k else 0, t),
            )
            for k in steps[current:]
        ]

    def final_chips(self, occurrence: int, t: Translation, new: int = -1) -> list[DescribedChip]:
        """Return the final tokens of a word. new: the index of the one that was just made."""
        encoding, found = self.text.encoding, []
        for n, i in enumerate(range(*self.text.token_range(occurrence))):
            look = LOOKS.get(encoding.kinds[i], "") or ("fresh" if n == new else "")
            about = describe_final_token(self.text, i, t)
            found.append(DescribedChip(*chip(encoding.tokens[i], self.text.numbers), look, about))
        return found

    def widest_tokens(self, occurrence: int, t: Translation) -> list[Sequence[str]]:
        """Return the first and the final token texts of a word, and only one if it is wider."""
        end = [each.text for each in self.final_chips(occurrence, t)]
        if self.text.word_indices[occurrence] is None:
            return [end]
        start = [each.text for each in self.chips(occurrence, 0, t)]
        return [max(start, end, key=len)] if "".join(start) == "".join(end) else [start, end]

    def detail(self, part: str, t: Translation) -> CodeBlock:
        """See `Kind`: the code of a block of steps. part: "code-block"."""
        first, end = self.range_of(int(part.removeprefix("code-")))
        steps = [(self.first_code_values(t), self.code_note(None, t))] if first == 0 else []
        steps += (
            (self.code_values(k, which, moment, t), self.code_note(which, t))
            for k, which, moment in self.text.walk(first, end)
        )
        shown: list[CodeStep] = [
            {"values": self.lines.values(values), "note": note} for values, note in steps
        ]
        return self.lines.record(first, shown, t)
