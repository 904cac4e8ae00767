"""The stages of the training page: BPE and WordPiece, merge by merge."""

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

import bpe
from bpe import wordpiece
from pages.jobs.memory import size_of
from pages.runs import by_hand_records as by_hand
from pages.runs.choice import FIRST, WordChoice
from pages.runs.kinds import Detail, Kind, Kinds, only_step
from pages.stage.prediction import CHOICES
from pages.stage.record_types import ByHandOffer, ByHandRecord, NextLink, TokenData
from pages.stage.tokens import chip, describe_token, number
from pages.training import merges_by_hand, record_parts, tables, wordpiece_records, wordpiece_tokens
from pages.training import records as bpe_records
from pages.training.record_types import (
    CorpusBoardData,
    TrainingBlock,
    TrainingHead,
    TrainingSecrets,
    WordVersion,
)
from pages.training.wordpiece_explanations import score_text
from pages.training.wordpiece_question import choices
from pages.translations.language import Translation

MERGES = 100  # that a step lists for a class; after more of them, it lists none


class Training(Kind):
    """What the trainings of BPE and WordPiece have in common."""

    name: ClassVar[str] = "training"
    renderer: ClassVar[str] = "training.js"
    secrets: ClassVar[tuple[str, ...]] = ("merges",)
    has_choice: ClassVar[bool] = True

    run: bpe.Run | wordpiece.Run

    @property
    @abstractmethod
    def history(self) -> bpe.Run:
        """The run as one of BPE, with the same merges."""

    @abstractmethod
    def describe(self, token_id: int, t: Translation) -> TokenData:
        """Return a token as the stage draws it."""

    @property
    def last(self) -> int:
        """See `Kind`."""
        return len(self.run.merges)

    @property
    def size(self) -> int:
        """See `Kind`."""
        return size_of(self.run)

    def has(self, part: str) -> bool:
        """See `Kind`."""
        return record_parts.has(self.history, part)

    def block_at(self, k: int) -> int:
        """See `Kind`."""
        return k // record_parts.BLOCK

    def shared_at(self, k: int, choice: WordChoice = FIRST) -> list[list[WordVersion]]:
        """See `Kind`. These are the words at the step."""
        return record_parts.versions_of_words(self.run, k, k + 1, choice)

    def withhold(self, head: dict[str, object], late: TrainingSecrets) -> None:
        """See `Kind`. Each step has its own tokens, and few merges."""
        head["tokens"], late["merges"] = {}, late["merges"][:MERGES]

    def revealed(self, late: TrainingSecrets, k: int) -> TrainingSecrets:
        """See `Kind`.

        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10}), 5)
        >>> BpeTraining(run).revealed({"merges": ["one", "two"]}, 1)
        {'merges': ['one']}
        """
        return {"merges": late["merges"][:k] if k <= MERGES else []}

    def complete(
        self,
        block: TrainingBlock,
        head: TrainingHead,
        k: int,
        t: Translation,
        known: dict[int, TokenData],
    ) -> None:
        """See `Kind`. Adds the tokens of the step, by id.

        >>> from pages.state.defaults import defaults
        >>> block = {"steps": [{"merge": [6, 1, 7], "rows": []}], "words": []}
        >>> kind = BpeTraining(defaults("hug").train())
        >>> kind.complete(block, {"words": []}, 1, Translation(), {})
        >>> sorted(block["tokens"])
        ['1', '6', '7']
        """
        ids = set(shown_ids(block, head))
        if k <= MERGES:
            ids |= {self.history.ids[merge.token] for merge in self.history.merges[:k]}
        for i in ids - known.keys():
            known[i] = self.describe(i, t)
        block["tokens"] = {str(i): known[i] for i in sorted(ids)}

    def hide_answer(self, block: TrainingBlock) -> None:
        """See `Kind`.

        >>> block = {"steps": [{"rows": [1], "more": "1 more"}], "sums": {"1 2": []}}
        >>> BpeTraining(bpe.train(bpe.Corpus.from_counts({"hug": 10}), 5)).hide_answer(block)
        >>> block
        {'steps': [{'rows': []}], 'sums': {}}
        """
        step = only_step(block)
        step["rows"], block["sums"] = [], {}
        step.pop("more", None)

    def links(self, t: Translation) -> list[NextLink]:
        """See `Kind`."""
        return [
            NextLink(t.gettext("Encode a new word"), "encode", {}),
            NextLink(t.gettext("Compare with Unigram"), "unigram", {"show": "both"}),
        ]

    def table(self, name: str, k: int | None, t: Translation) -> tuple[str, bytes] | None:
        """See `Kind`. Told from others by the tie rule or the algorithm.

        >>> kind = BpeTraining(bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), 6))
        >>> option, data = kind.table("pairs", 1, Translation())
        >>> option, data.decode("utf-8-sig").splitlines()[1]
        ('first', 'u,g,15')
        >>> kind.table("pairs", 9, Translation())
        """
        if name == "merges" and k is None:
            return self.option, tables.merges_csv(self.run, t)
        if name == "pairs" and k is not None and k <= self.last:
            return self.option, tables.pairs_csv(self.run, k, t)
        return None

    @property
    def option(self) -> str:
        """What tells the tables of this training from others."""
        return "wordpiece"


@dataclass(frozen=True, slots=True)
class BpeTraining(Training):
    """A BPE training."""

    run: bpe.Run

    @property
    def history(self) -> bpe.Run:
        """See `Training`."""
        return self.run

    @property
    def option(self) -> str:
        """See `Training`."""
        return self.run.ties

    def head(self, t: Translation, lang: str, choice: WordChoice = FIRST) -> TrainingHead:
        """See `Kind`.

        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), 6)
        >>> BpeTraining(run).head(Translation(), "en")["last"]
        2
        """
        return bpe_records.head(self.run, t, lang, choice)

    def block(self, which: int, t: Translation, choice: WordChoice = FIRST) -> TrainingBlock:
        """See `Kind`."""
        return bpe_records.block(self.run, which, t, choice)

    def detail(self, part: str, t: Translation) -> Detail:
        """See `Kind`."""
        return bpe_records.detail(self.run, part, t)

    def step(
        self,
        k: int,
        t: Translation,
        choice: WordChoice = FIRST,
        shared: list[list[WordVersion]] | None = None,
    ) -> TrainingBlock:
        """See `Kind`."""
        return bpe_records.steps(self.run, k, k + 1, t, choice, shared)

    def values_of_choices(self, k: int) -> list[str]:
        """See `Kind`. These are counts.

        >>> from pages.state.defaults import defaults
        >>> BpeTraining(defaults("hug").train()).values_of_choices(1)
        ['4', '5', '15', '17', '20', '16']
        """
        (table,) = self.run.tables(k, k + 1, record_parts.limit(self.run))
        leaders = sorted(table.leaders[:CHOICES], key=lambda each: (each.left, each.right))
        return [number(each.count) for each in leaders]

    def describe(self, token_id: int, t: Translation) -> TokenData:
        """See `Training`.

        >>> from pages.state.defaults import defaults
        >>> BpeTraining(defaults("hug").train()).describe(7, Translation())[:2]
        ('ug', 1)
        """
        token = chip(self.run.vocab[token_id], self.run.first_ranks)
        return TokenData(*token, describe_token(self.run, token_id, t))

    def offer(self, t: Translation) -> ByHandOffer | None:
        """See `Kind`.

        >>> from pages.state.defaults import defaults
        >>> BpeTraining(defaults("hug").train()).offer(Translation())["start"]
        'You are the trainer'
        """
        is_offered = merges_by_hand.is_offered(self.run)
        return by_hand.offer(merges_by_hand.start_label(t), t) if is_offered else None

    def by_hand(
        self, chosen: list[tuple[int, int]], t: Translation
    ) -> ByHandRecord[CorpusBoardData]:
        """See `Kind`."""
        return merges_by_hand.record(self.run, chosen, t)


@dataclass(frozen=True, slots=True)
class WordPieceTraining(Training):
    """A WordPiece training."""

    run: wordpiece.Run

    @property
    def history(self) -> bpe.Run:
        """See `Training`."""
        return self.run.history

    def head(self, t: Translation, lang: str, choice: WordChoice = FIRST) -> TrainingHead:
        """See `Kind`.

        >>> run = wordpiece.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), 6)
        >>> WordPieceTraining(run).head(Translation(), "en")["last"]
        2
        """
        return wordpiece_records.head(self.run, t, lang, choice)

    def block(self, which: int, t: Translation, choice: WordChoice = FIRST) -> TrainingBlock:
        """See `Kind`."""
        return wordpiece_records.block(self.run, which, t, choice)

    def detail(self, part: str, t: Translation) -> Detail:
        """See `Kind`."""
        return wordpiece_records.detail(self.run, part, t)

    def step(
        self,
        k: int,
        t: Translation,
        choice: WordChoice = FIRST,
        shared: list[list[WordVersion]] | None = None,
    ) -> TrainingBlock:
        """See `Kind`."""
        return wordpiece_records.steps(self.run, k, k + 1, t, choice, shared)

    def values_of_choices(self, k: int) -> list[str]:
        """See `Kind`. These are scores."""
        (scored,) = self.run.tables(k, k + 1, record_parts.limit(self.history))
        return [score_text(pair.score) for pair in choices(scored)]

    def describe(self, token_id: int, t: Translation) -> TokenData:
        """See `Training`."""
        return wordpiece_tokens.token(self.run, token_id, t)


def shown_ids(block: TrainingBlock, head: TrainingHead) -> Iterable[int]:
    """Yield the ids of the tokens that a step shows, some of them several times.

    >>> block = {"steps": [{"merge": [6, 1, 7], "rows": []}], "words": []}
    >>> sorted(shown_ids(block, {"words": [[[1, 2]]]}))
    [1, 1, 2, 6, 7]
    """
    step = only_step(block)
    yield from step.get("merge") or ()
    for left, right, *_ in step["rows"]:
        yield from (left, right)
    for tokens, *_ in head["words"]:
        yield from tokens
    for versions in block["words"]:
        for version in versions:
            yield from version.tokens
    for before, after, *_ in step.get("changed", ()):
        yield from before
        yield from after


KINDS: Kinds = {bpe.Run: BpeTraining, wordpiece.Run: WordPieceTraining}
