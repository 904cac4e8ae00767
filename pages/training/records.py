"""Records of a training for the stage: a head, and blocks of steps.

Tokens are ids; the head contains their texts. Sentences are complete and translated. BPE and
WordPiece have the same records; what differs is a method that `WordPieceTraining` overrides.
"""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from bpe import Run
from pages.runs.choice import FIRST, WordChoice
from pages.runs.kinds import Detail, Kind
from pages.runs.runs import TrainingRun
from pages.stage.prediction import CHOICES
from pages.stage.question import Choice, Form, Question, record_of
from pages.stage.record_types import Chip, Column, Content, Fact, TokenData
from pages.stage.source_lines import SourceLines
from pages.stage.tokens import isolated, meaning, number, visible
from pages.training import code, record_parts, training_charts
from pages.training.explanations import format_pair, why
from pages.training.introduction import about_first_tokens, introduction
from pages.training.labels import labels, pair_columns
from pages.training.pair_sums import Sums, explain_count
from pages.training.record_types import (
    CountedPair,
    MarkedPair,
    PairRow,
    TrainingBlock,
    TrainingHead,
    TrainingRecord,
    WordVersion,
)
from pages.translations.language import Translation


class TrainingRecords(Kind):
    """The records of a training. The methods up to `brief` are those of BPE.

    A table, its pairs and a merge are those of the run. lines: of the readable training.
    """

    lines: ClassVar[SourceLines] = code.LINES

    run: TrainingRun

    @property
    def history(self) -> Run:
        """The run as one of BPE, with the same merges."""
        return self.run.history

    def spelled(self, token_id: int) -> str:
        """Return a token as the page shows it."""
        return visible(self.run.vocab[token_id])

    def about_token(self, token_id: int, values: dict[str, str], t: Translation) -> str:
        """Return the meaning and the origin of a token. values: token, id and origin."""
        about = meaning(self.run.vocab[token_id], self.run.corpus.split, t)
        return t.gettext("{token}: {meaning}; id {id}, {origin}.").format(**values, meaning=about)

    def ids_of(self, pair: Any) -> tuple[int, int]:
        """Return the ids of a pair."""
        return self.history.ids[pair.left], self.history.ids[pair.right]

    def strength(self, pair: Any) -> float:
        """Return what the rule compares."""
        count: int = pair.count
        return count

    def value_of(self, pair: Any) -> str:
        """Return the same as a text."""
        return number(pair.count)

    def counts_of(self, pair: Any) -> tuple[int, ...]:
        """Return the counts in the sentence about a pair, its own first."""
        return (pair.count,)

    def columns(self, t: Translation) -> Sequence[Column]:
        """Return the columns of the pair table."""
        return pair_columns(t)

    def title_of_pairs(self, k: int, t: Translation) -> str:
        """Return the title of the pair table from which merge k is chosen."""
        return t.gettext("Counts before merge {k}").format(k=number(k))

    def note_on_pairs(self, t: Translation) -> str:
        """Return which pairs the table has if there are more: {shown} of {all}."""
        return t.gettext("The {shown} most frequent of {all} pairs.")

    def row(self, row: MarkedPair, pair: Any, highest: float) -> PairRow:
        """Return a row of the pair table. highest: the strength of the first pair."""
        return row if row.class_name or row.mark else CountedPair(*row[:3])

    def facts(self, k: int, t: Translation) -> list[Fact]:
        """Return the facts next to the equation."""
        return record_parts.facts(self.history, k, t)

    def about_first_tokens(self, t: Translation) -> str:
        """Return what the first tokens are."""
        return about_first_tokens(self.history, t)

    def explained(self, table: Any) -> Iterable[Any]:
        """Return the pairs of a step that have a sentence."""
        pairs: Iterable[Any] = table.leaders
        return pairs

    def sum_of_pair(self, left: int, right: int, j: int, t: Translation) -> str:
        """Return the sentence about a pair after j merges."""
        vocab = self.history.vocab
        return self.sum_of(left, right, j, self.history.count((vocab[left], vocab[right]), j), t)

    def sum_with(self, written: str, pair: Any, t: Translation) -> str:
        """Return the sentence about a pair. written: its count as a sum."""
        return written

    def why(self, table: Any, t: Translation) -> str:
        """Return why a pair was merged; at the last step, also why training ended."""
        return why(self.history, table, t)

    def brief(self, table: Any, t: Translation) -> str:
        """Return why a pair was merged, where there is no sum."""
        return self.why(table, t)

    def offered(self, table: Any) -> list[Any]:
        """Return the pairs to choose from, in alphabetical order."""
        return sorted(table.leaders[:CHOICES], key=lambda each: (each.left, each.right))

    def feedback(self, table: Any, pair: Any, written: str, t: Translation) -> str:
        """Return why another pair than the merged one is wrong. written: the sum of that one."""
        name = format_pair(pair)
        if pair.count == table.merge.count:
            return t.gettext("{pair} occurs just as often. {why}").format(
                pair=name, why=self.why(table, t)
            )
        return t.gettext("You chose {pair}, which has a count of {less}. {sum}").format(
            pair=name, less=number(pair.count), sum=written
        )

    def code_values(self, table: Any, t: Translation) -> dict[str, str]:
        """Return the values of the readable training at a step, by the start of their line."""
        return code.values(self.history, table, t)

    def sum_of(self, left: int, right: int, j: int, count: int, t: Translation) -> str:
        """Return a pair's count after j merges as a sum over words."""
        vocab = self.history.vocab
        pair, name = (vocab[left], vocab[right]), self.pair_name(left, right)
        return explain_count(self.run, pair, name, j, count, t)

    def pair_name(self, left: int, right: int) -> str:
        """Return a pair as a sentence shows it."""
        return f"{isolated(self.spelled(left))}+{isolated(self.spelled(right))}"

    def chip(self, token_id: int) -> Chip:
        """Return a token in its color."""
        history = self.history
        return Chip(self.spelled(token_id), history.first_ranks.get(history.vocab[token_id], 0))

    def describe(self, token_id: int, t: Translation) -> TokenData:
        """Return a token as the stage draws it, with its meaning and its origin in one line."""
        history = self.history
        values = {"token": isolated(self.spelled(token_id)), "id": number(token_id)}
        if token_id < len(history.special_tokens):
            about = t.gettext(
                "{token}: id {id}, a special token. It is added whole and is never split or merged."
            )
            return TokenData(*self.chip(token_id), about.format(**values))
        merge = history.made_by.get(history.vocab[token_id])
        origin = t.gettext("from the alphabet")
        if merge:
            left, right, _ = record_parts.ids_of(history, merge)
            origin = t.gettext("made by merge {rank} from {left} and {right}").format(
                rank=number(merge.rank),
                left=isolated(self.spelled(left)),
                right=isolated(self.spelled(right)),
            )
        about = self.about_token(token_id, values | {"origin": origin}, t)
        return TokenData(*self.chip(token_id), about)

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
        sums = Sums(self, t)
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

    def values_of_choices(self, k: int) -> list[str]:
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
            return code.block(self, *record_parts.block_range(self.history, which), t)
        if part == "charts":
            return training_charts.record(self.history, t)
        k, left, right = map(int, part.split("-")[1:])
        return self.sum_of_pair(left, right, max(k - 1, 0), t)
