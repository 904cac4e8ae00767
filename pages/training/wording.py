"""What the records of a training say about its tokens and pairs.

BPE and WordPiece have the same records. What differs is a method that `WordPieceTraining`
overrides.
"""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from bpe import Run
from pages.runs.kinds import Kind
from pages.runs.runs import TrainingRun
from pages.stage.prediction import CHOICES
from pages.stage.source_lines import SourceLines
from pages.stage.table_types import Chip, Column, Fact, TokenData
from pages.stage.tokens import isolated, meaning, number, visible
from pages.training import code, record_parts
from pages.training.explanations import format_pair, why
from pages.training.introduction import about_first_tokens
from pages.training.labels import pair_columns
from pages.training.pair_sums import explain_count
from pages.training.record_types import CountedPair, MarkedPair, PairRow
from pages.translations.language import Translation


class TrainingWording(Kind):
    """What a training says about its tokens and pairs. These are the methods of BPE.

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
        return t.gettext("{pair} has a count of {less}. {sum}").format(
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
