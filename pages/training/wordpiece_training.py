"""The stage of a WordPiece training: that of BPE, with scores next to the counts."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, ClassVar

from bpe.wordpiece import Encoder, Merge, Run, ScoredPair, ScoreTable, reference
from pages.stage.by_hand_types import ByHandOffer
from pages.stage.counts import token_count, word_count
from pages.stage.prediction import CHOICES
from pages.stage.source_lines import SourceLines, named
from pages.stage.table_types import Column, Fact
from pages.stage.tables import Table
from pages.stage.tokens import meaning, number, without_isolates
from pages.training import code
from pages.training import record_types as records
from pages.training import wordpiece_explanations as explanations
from pages.training.bpe_training import BpeTraining
from pages.training.corpus_words import MAX_WATCHED, WatchedState
from pages.training.tables import ROWS
from pages.training.wordpiece_explanations import format_pair, score_text, spelled, written_score
from pages.translations.language import Translation


@dataclass(frozen=True)
class WordPieceTraining(BpeTraining):
    """A WordPiece training. Its tables are `ScoreTable`s, and its pairs `ScoredPair`s."""

    lines: ClassVar[SourceLines] = SourceLines.of(reference.pair_scores, reference.train)

    run: Run

    @property
    def option(self) -> str:
        """See `TrainingTables`."""
        return "wordpiece"

    def spelled(self, token_id: int) -> str:
        """See `TrainingWording`."""
        return spelled(self.run.vocab[token_id])

    def about_token(self, token_id: int, values: dict[str, str], t: Translation) -> str:
        """See `TrainingWording`.

        >>> from pages.state.defaults import defaults, with_algorithm
        >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
        >>> without_isolates(WordPieceTraining(run).describe(8, Translation()).description)
        '##gs: inside a word, the characters U+0067 U+0073; id 8, made by merge 1 from ##g and ##s.'
        """
        name, marked = self.run.vocab[token_id], self.history.vocab[token_id]
        is_inside = name == self.run.prefix + marked
        text = marked if is_inside else name
        return t.gettext("{token}: {place}, {meaning}; id {id}, {origin}.").format(
            **values,
            place=t.gettext("inside a word") if is_inside else t.gettext("at the start of a word"),
            meaning=meaning(text, self.run.corpus.split, t),
        )

    def ids_of(self, pair: ScoredPair) -> tuple[int, int]:
        """See `TrainingWording`."""
        return pair.left_id, pair.right_id

    def strength(self, pair: Any) -> float:
        """See `TrainingWording`. This is the score."""
        score: float = pair.score
        return score

    def value_of(self, pair: Any) -> str:
        """See `TrainingWording`."""
        return score_text(pair.score)

    def counts_of(self, pair: ScoredPair) -> tuple[int, ...]:
        """See `TrainingWording`."""
        return pair.count, pair.left_count, pair.right_count

    def columns(self, t: Translation) -> list[Column]:
        """See `TrainingWording`.

        >>> from pages.state.defaults import defaults, with_algorithm
        >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
        >>> [name for name, _ in WordPieceTraining(run).columns(Translation())]
        ['pair', 'count', 'score', 'change', 'mark']
        """
        pair, count, *others = super().columns(t)
        return [pair, count, Column("score", t.gettext("Score")), *others]

    def title_of_pairs(self, k: int, t: Translation) -> str:
        """See `TrainingWording`."""
        return t.gettext("Scores before merge {k}").format(k=number(k))

    def note_on_pairs(self, t: Translation) -> str:
        """See `TrainingWording`."""
        return t.gettext("The {shown} of {all} pairs with the highest scores.")

    def row(self, row: records.MarkedPair, pair: ScoredPair, highest: float) -> records.PairRow:
        """See `TrainingWording`."""
        return records.ScoredPair(
            *row, score_text(pair.score), round(100 * pair.score / highest, 1)
        )

    def facts(self, k: int, t: Translation) -> list[Fact]:
        """See `TrainingWording`."""
        first, *others = super().facts(k, t)
        if not k:
            return [first]
        score = score_text(self.run.merges[k - 1].score)
        return [Fact(t.gettext("score {score}").format(score=score), "count"), *others]

    def about_first_tokens(self, t: Translation) -> str:
        """See `TrainingWording`."""
        return t.gettext("At first, each character is a token. Inside a word, it starts with ##.")

    def explained(self, table: ScoreTable) -> list[ScoredPair]:
        """See `TrainingWording`."""
        return [*table.leaders, *([table.frequent] if table.frequent else [])]

    def sum_of_pair(self, left: int, right: int, j: int, t: Translation) -> str:
        """See `TrainingWording`."""
        pair = self.history.vocab[left], self.history.vocab[right]
        count = self.history.count(pair, j)
        if not count:
            return self.pair_name(left, right)
        scored = self.run.scored_pair(pair, count, self.run.marked_token_counts(j))
        return self.sum_with(self.sum_of(left, right, j, count, t), scored, t)

    def sum_with(self, written: str, pair: ScoredPair, t: Translation) -> str:
        """See `TrainingWording`.

        >>> from pages.state.defaults import defaults, with_algorithm
        >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
        >>> pair = ScoredPair("h", "##u", 5, 4, 10, 10, 31)
        >>> WordPieceTraining(run).sum_with("h+##u: 10 hug = 10", pair, Translation())
        'h+##u: 10 hug = 10. Score: 10 / (10 × 31) = 0.03226'
        """
        return t.gettext("{sum}. Score: {score}").format(sum=written, score=written_score(pair))

    def why(self, table: ScoreTable, t: Translation) -> str:
        """See `TrainingWording`."""
        return explanations.why(self.run, table, t)

    def brief(self, table: Any, t: Translation) -> str:
        """See `TrainingWording`."""
        return explanations.highest(table, table.merge, t)

    def offered(self, table: ScoreTable) -> list[ScoredPair]:
        """See `TrainingWording`. These are the highest scores, and the highest count.

        >>> from pages.state.defaults import defaults, with_algorithm
        >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
        >>> (table,) = run.tables(1, 2, 2)
        >>> [(pair.left, pair.right) for pair in WordPieceTraining(run).offered(table)]
        [('##g', '##s'), ('##u', '##g'), ('h', '##u')]
        """
        leaders, frequent = table.leaders[:CHOICES], table.frequent
        known = {self.ids_of(pair) for pair in leaders}
        if frequent and self.ids_of(frequent) not in known:
            leaders = [*leaders[: CHOICES - 1], frequent]
        return sorted(leaders, key=lambda pair: (pair.left, pair.right))

    def feedback(self, table: ScoreTable, pair: ScoredPair, written: str, t: Translation) -> str:
        r"""See `TrainingWording`.

        >>> from pages.state.defaults import defaults, with_algorithm
        >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
        >>> (table,) = run.tables(1, 2, 5)
        >>> kind = WordPieceTraining(run)
        >>> kind.feedback(table, table.frequent, "", Translation()).partition(",")[0]
        '\u2068##u\u2069+\u2068##g\u2069 has the highest count'
        """
        merge = table.merge
        assert merge
        if pair.score == merge.score:
            about = t.gettext("{pair} has the same score. {why}")
        elif table.frequent and merge.count < pair.count == table.frequent.count:
            about = t.gettext(
                "{pair} has the highest count, but the product of its tokens' counts is larger, "
                "too. So its score is lower: {score}. {why}"
            )
        else:
            about = t.gettext("The score of {pair} is lower: {score}. {why}")
        return about.format(
            pair=format_pair(pair), score=written_score(pair), why=self.brief(table, t)
        )

    def code_values(self, table: ScoreTable, t: Translation) -> dict[str, str]:
        """See `TrainingWording`.

        >>> from pages.state.defaults import defaults, with_algorithm
        >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
        >>> (table,) = run.tables(1, 2, 1)
        >>> WordPieceTraining(run).code_values(table, Translation())["merges.append("]
        '1: 0.05'
        """
        history, merge = self.history, table.merge
        if merge is None:
            return {
                "splits = {w: ": word_count(len(self.run.words), t),
                "alphabet = ": token_count(len(history.first_tokens), t),
                "vocab = list(dict.fromkeys([*special": token_count(history.vocab_sizes[0], t),
                "merges = ": "[]",
            }
        return {
            **code.values_of_merge(history, table.k, t),
            "return {pair: ": written_score(merge),
            "scores = pair_scores": code.pair_count(table.size, t),
            "left, right = max(": f"{named(merge.left)}, {named(merge.right)}",
            "token = ": named(merge.token),
            "merges.append(": f"{number(table.k)}: {score_text(merge.score)}",
        }

    def watched_states(self, text: str) -> list[WatchedState]:
        """See `BpeTraining`. WordPiece takes the longest match under the vocabulary of each step.

        A word without a match is one unknown token.
        """
        encoder = self.run.encoder()
        words = [each.word for each in encoder.pre_tokenizer(text, False)] if text else []
        if not words or sum(map(len, words)) > MAX_WATCHED:
            return []
        versions = [dict(self.word_versions(encoder, word)) for word in words]
        shown: list[tuple[str, ...]] = [() for _ in words]
        states: list[WatchedState] = []
        for k in sorted(set().union(*versions)):
            shown = [version.get(k, old) for version, old in zip(versions, shown, strict=True)]
            states.append((k, shown))
        return states

    def word_versions(self, encoder: Encoder, word: str) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Yield a word's tokens from each step on that changes them.

        >>> from pages.state.defaults import defaults, with_algorithm
        >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
        >>> next(WordPieceTraining(run).word_versions(run.encoder(), "hug"))
        (0, ('h', '##u', '##g'))
        """
        ranks: dict[str, int] = {}
        for start in range(len(word) if len(word) <= encoder.max_word else 0):
            prefix = encoder.prefix if start else ""
            for end in range(start + 1, min(len(word), start + encoder.longest) + 1):
                token = prefix + word[start:end]
                if token in self.run.ids:
                    ranks[token] = self.chip(self.run.ids[token]).number
        last: tuple[str, ...] = ()
        for k in sorted({0, *ranks.values()}):
            known = {token: self.run.ids[token] for token, rank in ranks.items() if rank <= k}
            tokens = replace(encoder, ids=known).encode_word(word).tokens
            if tokens != last:
                yield k, tokens
            last = tokens

    def offer(self, t: Translation) -> ByHandOffer | None:
        """See `Kind`."""
        return None

    def heads_of_merges(self, t: Translation) -> list[str]:
        """See `TrainingTables`."""
        more = [t.gettext("Count of left"), t.gettext("Count of right"), t.gettext("Score")]
        return [*super().heads_of_merges(t), *more]

    def row_of_merge(self, merge: Merge) -> tuple[object, ...]:
        """See `TrainingTables`."""
        row = super().row_of_merge(merge)
        return *row, merge.left_count, merge.right_count, merge.score

    def heads_of_pairs(self, t: Translation) -> list[str]:
        """See `TrainingTables`."""
        return [*super().heads_of_pairs(t), t.gettext("Score")]

    def pairs(self, j: int) -> Iterable[tuple[str, str, *tuple[float, ...]]]:
        """See `TrainingTables`."""
        return ((*pair, *numbers) for pair, numbers in self.run.pairs(j).items())

    def alphabet(self, t: Translation) -> Table:
        """See `TrainingTables`.

        >>> from pages.state.defaults import defaults, with_algorithm
        >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
        >>> WordPieceTraining(run).alphabet(Translation())[1][1]
        (1, '##g')
        """
        rows = list(enumerate(map(spelled, self.run.vocab[: self.history.vocab_sizes[0]])))
        return [t.gettext("Id"), t.gettext("Token")], rows

    def about_alphabet(self, t: Translation) -> str:
        """See `TrainingTables`."""
        return t.gettext(
            "A character at the start of a word and the same character inside a word are two "
            "tokens. A word with any other character is unknown as a whole."
        )

    def remaining_pairs(self, t: Translation) -> Table:
        """See `TrainingTables`.

        >>> from pages.state.defaults import defaults, with_algorithm
        >>> run = with_algorithm(defaults("hug"), "wordpiece").replace(vocab=9).train_wordpiece()
        >>> WordPieceTraining(run).remaining_pairs(Translation())[1][0][1:]
        (15, 0.027777777777777776)
        """
        rows = [
            (without_isolates(explanations.pair_name(left, right)), *numbers)
            for left, right, *numbers in islice(self.pairs(len(self.run.merges)), ROWS)
        ]
        return [t.gettext("Pair"), t.gettext("Count"), t.gettext("Score")], rows

    def ended(self, t: Translation) -> str:
        """See `TrainingTables`."""
        return explanations.ended(self.run, t)
