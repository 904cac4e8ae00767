"""Records of a training for the stage: a head, and blocks of steps.

Tokens are ids; the head contains their texts. Sentences are complete and translated.
"""

from typing import Any

from pages.runs.choice import FIRST, WordChoice
from pages.runs.kinds import Detail
from pages.stage.question import Form, Question, record_of
from pages.stage.question_types import Choice
from pages.stage.record_types import CodeBlock, CodeStep
from pages.stage.table_types import Content
from pages.stage.tokens import number
from pages.training import record_parts, training_charts
from pages.training.code import NAMED, describe_saved_work
from pages.training.introduction import introduction
from pages.training.labels import labels
from pages.training.record_types import (
    MarkedPair,
    PairRow,
    TrainingBlock,
    TrainingHead,
    TrainingRecord,
    WordVersion,
)
from pages.training.step_sums import StepSums
from pages.training.wording import TrainingWording
from pages.translations.language import Translation


class TrainingRecords(TrainingWording):
    """The records of a training: its head, its blocks and its details."""

    def head(self, t: Translation, lang: str, choice: WordChoice = FIRST) -> TrainingHead:
        """See `Kind`: the tokens by id, the words and the labels.

        >>> from pages.runs.kinds import kind_of
        >>> from pages.state.defaults import defaults
        >>> kind_of(defaults("hug").train()).head(Translation(), "en")["tokens"][7][0]
        'ug'
        """
        tokens = [self.describe(token_id, t) for token_id in range(len(self.run.vocab))]
        values = [self.value_of(merge) for merge in self.run.merges]
        texts = labels(self.history, self.columns(t), t)
        return record_parts.head(self.run, tokens, values, texts, t, lang, choice)

    def block(self, which: int, t: Translation, choice: WordChoice = FIRST) -> TrainingBlock:
        """See `Kind`."""
        return self.steps(*record_parts.block_range(self.history, which), t, choice)

    def step(
        self,
        k: int,
        t: Translation,
        choice: WordChoice = FIRST,
        shared: list[list[WordVersion]] | None = None,
    ) -> TrainingBlock:
        """See `Kind`. shared: the words."""
        return self.steps(k, k + 1, t, choice, shared)

    def steps(
        self,
        first: int,
        end: int,
        t: Translation,
        choice: WordChoice = FIRST,
        words: list[list[WordVersion]] | None = None,
    ) -> TrainingBlock:
        """Return the steps first .. end - 1 as a block. words: see `record_parts.block`."""
        records: list[TrainingRecord] = []
        sums = StepSums(self, t)
        for table in self.run.tables(first, end, record_parts.limit(self.history)):
            sums.add(table)
            quiz = self.quiz(table, sums.written, t)
            records.append(self.record_of_step(table, t) | {"quiz": record_of(quiz)})
        return record_parts.block(self.run, first, records, sums.entries, t, choice, words)

    def record_of_step(self, table: Any, t: Translation) -> TrainingRecord:
        """Return the record of a step."""
        k = table.k
        result: TrainingRecord = {
            **record_parts.step(self.history, k, self.why(table, t), t),
            "before": self.title_of_pairs(max(k, 1), t),
            "rows": self.rows(table, t),
            "facts": self.facts(k, t),
        }
        if table.size > len(table.leaders):
            result["more"] = self.note_on_pairs(t).format(
                shown=number(len(table.leaders)), all=number(table.size)
            )
        if not k:
            result["start"] = introduction(self.run, self.about_first_tokens(t), t)
        return result

    def rows(self, table: Any, t: Translation) -> list[PairRow]:
        """Return the pair table. Empty cells at the end of a row are left out."""
        vocab = self.history.vocab
        changes = self.history.changes(max(table.k - 1, 0))
        highest = self.strength(table.leaders[0]) if table.leaders else 0.0
        rows: list[PairRow] = []
        for pair in table.leaders:
            left, right = self.ids_of(pair)
            mark = ""
            if table.merge and self.strength(pair) == highest:
                mark = "tied" if rows else "chosen"
            before, after = changes.get((vocab[left], vocab[right]), (0, 0))
            change = record_parts.change(before, after, t)
            marked = MarkedPair(left, right, pair.count, *change, mark)
            rows.append(self.row(marked, pair, highest))
        return [*rows, *record_parts.gone_rows(self.history, changes, t)]

    def quiz(self, table: Any, written: str, t: Translation) -> Question | None:
        """Return the question before a step: which pair is merged next, and how often it occurs.

        written: the count of this pair as a sum, if it is known.
        """
        merge = table.merge
        if merge is None or table.size < 2:
            return None
        because = self.why(table, t)
        written = written or self.brief(table, t)
        choices = []
        for pair in self.offered(table):
            left, right = map(self.chip, self.ids_of(pair))
            content: Content = [left, "+", right]
            is_right = (pair.left, pair.right) == (merge.left, merge.right)
            about = because if is_right else self.feedback(table, pair, written, t)
            choices.append(Choice(content, is_right, about))
        left_id, right_id, _ = record_parts.ids_of(self.history, self.history.merges[table.k - 1])
        name = self.pair_name(left_id, right_id)
        count = Question(
            prompt=t.gettext("And how often does {pair} occur?").format(pair=name),
            form=Form("number"),
            answers=(merge.count,),
            worked=t.gettext("The pair is right, but not its count. {why}").format(why=written),
            done=written,
        )
        prompt = t.gettext("Which pair is merged next?")
        return Question(prompt=prompt, choices=tuple(choices), then=count)

    def values_of_choices(self, k: int, t: Translation) -> list[str]:
        """See `Kind`. These are counts or scores."""
        (table,) = self.run.tables(k, k + 1, record_parts.limit(self.history))
        return [self.value_of(pair) for pair in self.offered(table)]

    def detail(self, part: str, t: Translation) -> Detail:
        """See `Kind`: the code of a block of steps, the charts, or a pair's count as a sum.

        part: "code-block", "charts", or "sum-k-left-right" with the ids of the pair.

        >>> from pages.runs.kinds import kind_of
        >>> from pages.state.defaults import defaults
        >>> run = defaults("hug").train()
        >>> part = f"sum-1-{run.ids['u']}-{run.ids['g']}"
        >>> kind_of(run).detail(part, Translation()).rpartition(" = ")[2]
        '20'
        """
        if part.startswith("code-"):
            which = int(part.removeprefix("code-"))
            return self.code_block(*record_parts.block_range(self.history, which), t)
        if part == "charts":
            return training_charts.record(self.history, t)
        k, left, right = map(int, part.split("-")[1:])
        return self.sum_of_pair(left, right, max(k - 1, 0), t)

    def code_block(self, first: int, end: int, t: Translation) -> CodeBlock:
        """Return the code with its values at the steps first .. end - 1.

        >>> from pages.runs.kinds import kind_of
        >>> from pages.state.defaults import defaults
        >>> kind_of(defaults("hug").train()).code_block(0, 3, Translation())["lines"][0][1]
        'def train('
        """
        steps: list[CodeStep] = [
            {
                "values": self.lines.values(self.code_values(table, t)),
                "note": describe_saved_work(self.history, table.k, table.size, t),
            }
            for table in self.run.tables(first, end, NAMED)
        ]
        return self.lines.record(first, steps, t)
