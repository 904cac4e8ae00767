"""The stage of the fast training: what is on the heap, and which words and counts change."""

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, pairwise
from typing import ClassVar

from bpe.complete.fast_training import Entry, Pair
from pages.fast_training import code, explanations, questions
from pages.fast_training.record_types import FastHead, FastLabels, FastRecord
from pages.fast_training.trained import FastTraining, State
from pages.runs.choice import FIRST, WordChoice
from pages.runs.kinds import Kind, Kinds, only_step
from pages.stage import prediction
from pages.stage.question import record_of
from pages.stage.record import announcement, transport
from pages.stage.record_types import Block, CodeBlock, CodeStep, NextLink
from pages.stage.table_types import Chip, Column, Content, Fact, MarkedChip, Part, TableRow
from pages.stage.tokens import chip, number
from pages.translations.language import Translation

BLOCK = 16  # steps in a block
ENTRIES = 60  # of the heap, in the table
GONE, CHOSEN = "gone", "chosen"  # the marks of entries that a step took from the heap


@dataclass(frozen=True)
class Moment:
    """A step: the states before and after it. before: None at step 0."""

    k: int
    before: State | None
    after: State


@dataclass(frozen=True)
class FastTrainingKind(Kind):
    """A fast training, merge by merge.

    >>> import bpe
    >>> from pages.fast_training.trained import train
    >>> from pages.state.settings import BpeSettings
    >>> kind = FastTrainingKind(train(bpe.Corpus.from_counts({"hug": 10}), BpeSettings()))
    >>> kind.last, kind.head(Translation(), "en")["last"]
    (2, 2)
    """

    training: FastTraining
    name: ClassVar[str] = "fast"
    renderer: ClassVar[str] = "fast.js"
    styles: ClassVar[tuple[str, ...]] = ("unigram.css", "fast.css")

    @property
    def last(self) -> int:
        """See `Kind`."""
        return len(self.training.steps)

    @property
    def size(self) -> int:
        """See `Kind`."""
        return self.training.size

    @cached_property
    def numbers(self) -> dict[str, int]:
        """token -> the rank of its merge, for the colors."""
        found: dict[str, int] = {}
        for rank, step in enumerate(self.training.steps, 1):
            found.setdefault(self.training.text("".join(step.pair)), rank)
        return found

    def has(self, part: str) -> bool:
        """See `Kind`: the head, a block, or its code."""
        match = re.fullmatch(r"(?:code-)?([0-9]{1,5})", part)
        return part == "head" or (match is not None and int(match[1]) <= self.block_at(self.last))

    def block_at(self, k: int) -> int:
        """See `Kind`."""
        return k // BLOCK

    def head(self, t: Translation, lang: str, choice: WordChoice = FIRST) -> FastHead:
        """See `Kind`."""
        return {
            "kind": "fast",
            "lang": lang,
            "last": self.last,
            "size": BLOCK,
            "stops": [],
            "dir": "ltr",
            "code": t.gettext("Code for step {k}"),
            "labels": self.labels(t),
        }

    def labels(self, t: Translation) -> FastLabels:
        """Return the texts of the controls and of the columns."""
        pair, count = Column("pair", t.gettext("Pair")), Column("count", t.gettext("Count"))
        return {
            **transport(t.gettext("The fast training, step by step"), self.last, t),
            **prediction.labels(t),
            "stop": "",
            "note": explanations.about_heap(t),
            "columns": {
                "heap": [count, pair, Column("state", t.gettext("Entry"))],
                "words_0": [count, Column("after", t.gettext("Tokens"))],
                "words": [
                    count,
                    Column("before", t.gettext("Before")),
                    Column("after", t.gettext("After")),
                ],
                "counts_0": [pair, count],
                "counts": [
                    pair,
                    Column("count", t.gettext("Before")),
                    Column("count", t.gettext("After")),
                    Column("change", t.gettext("Change")),
                ],
            },
        }

    def moments(self, first: int, end: int) -> list[Moment]:
        """Return the steps first .. end - 1."""
        start = max(0, first - 1)
        states = list(islice(self.training.states(), start, end))
        made = [Moment(0, None, states[0])] if first == 0 else []
        pairs = enumerate(pairwise(states), start + 1)
        return made + [Moment(k, before, after) for k, (before, after) in pairs]

    def range_of(self, which: int) -> tuple[int, int]:
        """Return the first step of a block, and the step after its last one."""
        return which * BLOCK, min((which + 1) * BLOCK, self.last + 1)

    def block(self, which: int, t: Translation, choice: WordChoice = FIRST) -> Block[FastRecord]:
        """See `Kind`."""
        first, end = self.range_of(which)
        return {"first": first, "steps": [self.of(each, t) for each in self.moments(first, end)]}

    def step(
        self, k: int, t: Translation, choice: WordChoice = FIRST, shared: object = None
    ) -> Block[FastRecord]:
        """See `Kind`."""
        return {"first": k, "steps": [self.of(each, t) for each in self.moments(k, k + 1)]}

    def hide_answer(self, block: Block[FastRecord]) -> None:
        """See `Kind`: hide what was popped, and which entries are stale.

        >>> import bpe
        >>> from pages.fast_training.trained import train
        >>> from pages.state.settings import BpeSettings
        >>> kind = FastTrainingKind(train(bpe.Corpus.from_counts({"hug": 10}), BpeSettings()))
        >>> block = kind.step(1, Translation())
        >>> kind.hide_answer(block)
        >>> [(row.cells[0], row.cells[2]) for row in block["steps"][0]["heap"]["rows"]]
        [('10', ''), ('10', '')]
        """
        heap = only_step(block)["heap"]
        left = [row for row in heap["rows"] if row.mark not in (GONE, CHOSEN)]
        heap["rows"] = [TableRow([*row.cells[:2], ""]) for row in left]

    def detail(self, part: str, t: Translation) -> CodeBlock:
        """See `Kind`: the code of a block of steps. part: "code-block"."""
        first, end = self.range_of(int(part.removeprefix("code-")))
        said = code.note(t)
        shown: list[CodeStep] = [
            {"values": code.LINES.values(self.code_values(each)), "note": said}
            for each in self.moments(first, end)
        ]
        return code.LINES.record(first, shown, t)

    def code_values(self, now: Moment) -> dict[str, str]:
        """Return the values of the lines of the code, by the start of their line."""
        if now.before is None:
            return code.start_values(self.training, now.after)
        step = self.training.steps[now.k - 1]
        return code.values(self.training, step, now.before, now.after)

    def links(self, t: Translation) -> list[NextLink]:
        """See `Kind`."""
        return [
            NextLink(t.gettext("Compare the code with the slow version"), "algorithm", {}),
            NextLink(t.gettext("Watch the training"), "", {}),
        ]

    def of(self, now: Moment, t: Translation) -> FastRecord:
        """Return the record of a step."""
        if now.before is None:
            return self.first_record(now.after, t)
        step = self.training.steps[now.k - 1]
        said = explanations.why(self.training, step, t)
        left, right, made = (*step.pair, "".join(step.pair))
        stale = t.ngettext("{stale} stale entry", "{stale} stale entries", len(step.stale))
        facts = [Fact(t.gettext("count {count}").format(count=number(step.count)), "count")]
        if step.stale:
            facts.append(Fact(stale.format(stale=number(len(step.stale))), "id"))
        return {
            "parts": [self.chip(left), "+", self.chip(right), "→", self.chip(made, "made")],
            "facts": facts,
            "why": said,
            "announce": announcement(now.k, self.last, said, t),
            "quiz": record_of(questions.question(self.training, now.k, now.before, said, t)),
            "heap": {
                "title": t.gettext("The heap at step {k}").format(k=number(now.k)),
                "rows": self.popped(now.before, now.k, t) + self.entries(now, t),
                "note": self.hidden_entries(now.after, t),
            },
            "changed_words": {
                "title": t.gettext("Words with the pair"),
                "rows": self.changed_words(now.before, now.after, now.k),
                "note": explanations.left_out(self.training, t),
            },
            "changed_counts": {
                "title": t.gettext("Counts that change"),
                "rows": self.changed_counts(now.before, now.after, now.k),
                "note": "",
            },
        }

    def first_record(self, state: State, t: Translation) -> FastRecord:
        """Return the record of the state before the first merge."""
        said = explanations.start(self.training, state, t)
        times = self.training.words.values()
        return {
            "rest": t.gettext("All pairs, counted once"),
            "facts": [],
            "why": said,
            "announce": announcement(0, self.last, said, t),
            "heap": {
                "title": t.gettext("The heap"),
                "rows": self.entries(Moment(0, None, state), t),
                "note": self.hidden_entries(state, t),
            },
            "changed_words": {
                "title": t.gettext("The words as characters"),
                "rows": [
                    TableRow([f"×{number(n)}", self.chips(tokens)])
                    for tokens, n in zip(state.tokens, times, strict=True)
                ],
                "note": explanations.left_out(self.training, t),
            },
            "changed_counts": {
                "title": t.gettext("The counts of all pairs"),
                "rows": [
                    TableRow([self.pair(pair), number(count)])
                    for pair, count in state.counts.items()
                ],
                "note": "",
            },
        }

    def popped(self, before: State, k: int, t: Translation) -> list[TableRow]:
        """Return the entries that a step takes from the heap."""
        step = self.training.steps[k - 1]
        rows = [
            TableRow(
                [number(count), self.pair(pair), self.stale(before.counts.get(pair, 0), t)], GONE
            )
            for count, pair in step.stale
        ]
        merged: list[Content] = [number(step.count), self.pair(step.pair), t.gettext("merged")]
        return [*rows, TableRow(merged, CHOSEN)]

    def entries(self, now: Moment, t: Translation) -> list[TableRow]:
        """Return the entries that are left on the heap, the next one first."""
        pushed: Counter[Entry] = Counter()
        if now.before is not None:
            changes = self.training.steps[now.k - 1].changes
            counts = now.after.counts
            pushed = Counter((counts[pair], pair) for pair in changes if pair in counts)
        rows = []
        for count, pair in now.after.heap[:ENTRIES]:
            true = now.after.counts.get(pair, 0)
            is_new = pushed[count, pair] > 0
            pushed[count, pair] -= 1
            state = t.gettext("pushed") if is_new else ""
            if count != true:
                state = self.stale(true, t)
            rows.append(TableRow([number(count), self.pair(pair), state], "new" if is_new else ""))
        return rows

    def stale(self, count: int, t: Translation) -> str:
        """Return why an entry is stale. count: that of its pair."""
        return t.gettext("stale: now {count}").format(count=number(count))

    def hidden_entries(self, state: State, t: Translation) -> str:
        """Return how many entries of the heap are shown, if these are not all."""
        every = len(state.heap)
        if every <= ENTRIES:
            return ""
        return t.gettext("The first {shown} of {all} entries.").format(
            shown=number(ENTRIES), all=number(every)
        )

    def changed_words(self, before: State, after: State, k: int) -> list[TableRow]:
        """Return the words that a step changes: their tokens before and after it."""
        step, times = self.training.steps[k - 1], list(self.training.words.values())
        made = "".join(step.pair)
        return [
            TableRow(
                [
                    f"×{number(times[i])}",
                    self.chips(before.tokens[i]),
                    [self.chip(each, "made" if each == made else "") for each in after.tokens[i]],
                ]
            )
            for i in step.words
        ]

    def changed_counts(self, before: State, after: State, k: int) -> list[TableRow]:
        """Return the pairs whose count a step changes: the count before and after it."""
        step, rows = self.training.steps[k - 1], []
        for pair, change in step.changes.items():
            old, new = before.counts.get(pair, 0), after.counts.get(pair, 0)
            mark = "chosen" if pair == step.pair else "up" if change > 0 else ""
            sign = "+" if change > 0 else "−"
            cells: list[Content] = [self.pair(pair), number(old), number(new)]
            rows.append(TableRow([*cells, f"{sign}{number(abs(change))}"], mark))
        return rows

    def pair(self, pair: Pair) -> list[Part]:
        """Return a pair as two chips."""
        return [self.chip(pair[0]), "+", self.chip(pair[1])]

    def chips(self, tokens: list[str]) -> list[Chip | MarkedChip]:
        """Return tokens as chips."""
        return [self.chip(each) for each in tokens]

    def chip(self, token: str, mark: str = "") -> Chip | MarkedChip:
        """Return a token as a chip, with a CSS class or without."""
        found = chip(self.training.text(token), self.numbers)
        return MarkedChip(*found, mark) if mark else found


KINDS: Kinds = {FastTraining: FastTrainingKind}
