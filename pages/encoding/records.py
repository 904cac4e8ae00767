"""The stage of a text that is encoded by merges: tokens, candidates, sentences."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from bpe.merging import Candidate, WordState
from pages.encoding import code, explanations, merge_rules, next_merge
from pages.encoding.record_types import Candidates, EncodingHead, EncodingLabels, EncodingRecord
from pages.encoding.text_records import TextRecords
from pages.encoding.walk import Text
from pages.runs.choice import FIRST, WordChoice
from pages.stage.question import Question
from pages.stage.source_lines import SourceLines
from pages.stage.table_types import (
    Chip,
    Column,
    Content,
    DescribedChip,
    Equation,
    MarkedChip,
    TableRow,
)
from pages.stage.tokens import chip, number
from pages.translations.language import Translation

ROWS = 60  # candidates in the table
NO_CANDIDATES: Candidates = {"before": "", "rows": [], "more": "", "rank": 0, "waiting": []}
States = tuple[WordState, ...]  # of a step's word before it, and after it if it is not the end


@dataclass(frozen=True, slots=True)
class MergedText(TextRecords):
    """The encoding of a text by merges, word by word. A moment is `States`.

    >>> import bpe
    >>> from pages.encoding.encoded_text import encode_text
    >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), 6)
    >>> MergedText(encode_text(run.encoder(), "hug pug")).head(Translation(), "en")["last"]
    3
    """

    text: Text
    name: ClassVar[str] = "encoding"
    renderer: ClassVar[str] = "encoding.js"
    secrets: ClassVar[tuple[str, ...]] = ("merges", "result")
    lines: ClassVar[SourceLines] = code.LINES

    def revealed(self, late: Mapping[str, object], k: int) -> Mapping[str, object]:
        """See `Kind`. The merges are the rules that the text is encoded with."""
        return late if k == self.last else {"merges": late["merges"]}

    def head(self, t: Translation, lang: str, choice: WordChoice = FIRST) -> EncodingHead:
        """See `Kind`."""
        columns = [
            Column("pair", t.gettext("Pair")),
            Column("rank", t.gettext("Rank")),
            Column("where", t.gettext("Positions")),
            Column("mark", t.gettext("Status")),
        ]
        labels: EncodingLabels = {
            **self.paged_labels("", columns, t),
            "nothing": t.gettext("No adjacent tokens can be merged."),
            "merges": t.gettext("Merges by rank"),
            "waiting": t.gettext("Gray: fits, but waits"),
        }
        return {
            **self.text_head("encoding", labels, [], t, lang),
            **merge_rules.merge_list(self.text, t),
        }

    def first_record(self, t: Translation) -> EncodingRecord:
        """See `TextRecords`."""
        first = self.text.states(0, 0, 1) if self.last else ()
        if self.text.has_bytes:
            title = t.gettext("The text, split into words and bytes")
        else:
            title = t.gettext("The text, split into words and characters")
        found = self.candidates(1, first[0], t, is_next_shown=False) if first else NO_CANDIDATES
        return {**self.text_start(title, found["before"], found["rows"], t), **found}

    def step_record(self, k: int, which: int, moment: States, t: Translation) -> EncodingRecord:
        """See `TextRecords`."""
        found = self.candidates(k, moment[0], t)
        return {
            **self.text_record(k, which, moment, found["before"], found["rows"], t),
            **self.equation(moment[0], t),
            **found,
        }

    def start(self, t: Translation) -> str:
        """See `TextRecords`."""
        return explanations.start(self.text, t)

    def why(self, which: int, moment: States, t: Translation) -> str:
        """See `TextRecords`."""
        return explanations.why(self.text, self.text.word(which), moment[0], t)

    def fact(self, moment: States, t: Translation) -> str:
        """See `TextRecords`."""
        chosen = moment[0].chosen
        return t.gettext("rank {rank}").format(rank=number(chosen.rank)) if chosen else ""

    def quiz(self, k: int, which: int, moment: States, t: Translation) -> Question | None:
        """See `TextRecords`."""
        return next_merge.question(self.text, k, moment[0], t)

    def changes(self, which: int, end: int) -> range:
        """See `TextRecords`."""
        first, last = self.text.steps_of(which)
        return range(first, min(end, last + 1))

    def chips(self, occurrence: int, steps: int, t: Translation) -> list[DescribedChip]:
        """See `TextRecords`: the tokens of a word after its first merges.

        >>> from pages.encoding.encoded_text import encode_text
        >>> from pages.state.defaults import defaults
        >>> text = encode_text(defaults("hug").train().encoder(), "hug")
        >>> MergedText(text).chips(0, 0, Translation())[0][:3]
        ('h', 0, '')
        """
        result = []
        texts: dict[tuple[str, bool], tuple[Chip, str]] = {}  # many tokens occur many times
        word = self.text.encoding.words[occurrence]
        symbols = self.text.encoder.symbols(word)
        fresh = self.text.encoding.trace[occurrence][steps - 1].start if steps else None
        for start, end in pairwise([*self.text.starts(occurrence, steps), len(word)]):
            token, known = word[start:end], bool(symbols[start])
            kind = "fresh" if start == fresh else "" if known else "unknown"
            if (token, known) not in texts:
                tooltip = explanations.describe_token(self.text.encoder, token, known, t)
                texts[token, known] = chip(token, self.text.numbers), tooltip
            look, tooltip = texts[token, known]
            result.append(DescribedChip(*look, kind, tooltip))
        return result

    def new_token(self, occurrence: int) -> int:
        """See `TextRecords`."""
        text, trace = self.text, self.text.encoding.trace[occurrence]
        if not trace:
            return -1
        word = text.encoding.words[occurrence]
        found = text.encoder.encode_word(word, text.order, text.dropout, text.seed, occurrence)
        return [start for start, _ in found.spans].index(trace[-1].start)

    def candidates(
        self, k: int, state: WordState, t: Translation, is_next_shown: bool = True
    ) -> Candidates:
        """Return the candidates before step k, and their marks in the list of merges.

        is_next_shown: whether the merge that the step applies is marked as such.
        """
        chosen = state.chosen if is_next_shown else None
        found = sorted(state.candidates, key=lambda c: c is not chosen)
        more = t.gettext("The table has the first {shown} of {all} pairs.").format(
            shown=number(ROWS), all=number(len(found))
        )
        return {
            "before": t.gettext("Candidate pairs before step {k}").format(k=number(k)),
            "rows": [self.row(candidate, chosen, t) for candidate in found[:ROWS]],
            "more": more if len(found) > ROWS else "",
            **merge_rules.marks(state, is_next_shown),
        }

    def equation(self, state: WordState, t: Translation) -> Equation:
        """Return the merge that applies, or a sentence if none does."""
        if state.chosen is None:
            if state.reason == "whole":
                return {"parts": [MarkedChip(*chip(state.tokens[0], self.text.numbers), "made")]}
            return {"rest": t.gettext("No merge applies")}
        left, right = state.chosen.left, state.chosen.right
        chips = [chip(each, self.text.numbers) for each in (left, right, left + right)]
        return {"parts": [chips[0], "+", chips[1], "→", MarkedChip(*chips[2], "made")]}

    def row(self, each: Candidate, chosen: Candidate | None, t: Translation) -> TableRow:
        """Return a row of the candidates.

        >>> from pages.encoding.encoded_text import encode_text
        >>> from pages.state.defaults import defaults
        >>> text = encode_text(defaults("hug").train().encoder(), "hug")
        >>> (state,) = text.states(0, 0, 1)
        >>> cells, mark = MergedText(text).row(state.candidates[0], state.chosen, Translation())
        >>> cells[1:], mark
        (['1', '1–3', 'applied'], 'chosen')
        """
        label, mark = {
            "passed": (t.gettext("turn passed"), "gone"),
            "dropped": (t.gettext("dropped"), "gone"),
            "open": (t.gettext("waiting"), ""),
        }[each.state]
        if each is chosen:
            label, mark = t.gettext("applied"), "chosen"
        left, right = (chip(token, self.text.numbers) for token in (each.left, each.right))
        cells: list[Content] = [
            [left, "+", right],
            number(each.rank),
            f"{each.start}–{each.end}",
            label,
        ]
        return TableRow(cells, mark)

    def first_code_values(self, t: Translation) -> dict[str, str]:
        """See `TextRecords`."""
        return code.initial_values(self.text, t)

    def code_values(self, k: int, which: int, moment: States, t: Translation) -> dict[str, str]:
        """See `TextRecords`."""
        return code.step_values(self.text, k, moment, t)

    def code_note(self, which: int | None, t: Translation) -> str:
        """See `TextRecords`."""
        return code.note(self.text, t)
