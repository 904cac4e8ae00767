"""The stage of a BPE training, merge by merge."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import accumulate
from typing import ClassVar

from pages.jobs.memory import size_of
from pages.runs import by_hand_records as by_hand
from pages.runs.choice import FIRST, WordChoice
from pages.runs.kinds import only_step
from pages.runs.runs import TrainingRun
from pages.stage.by_hand_types import ByHandOffer, ByHandRecord
from pages.stage.counts import token_count
from pages.stage.record_types import NextLink, WatchedVersion
from pages.stage.table_types import TokenData
from pages.stage.tokens import visible
from pages.training import merges_by_hand, record_parts
from pages.training.corpus_words import WatchedState, watched_states
from pages.training.record_types import (
    CorpusBoardData,
    TrainingBlock,
    TrainingHead,
    TrainingSecrets,
    WordVersion,
)
from pages.training.tables import TrainingTables
from pages.translations.language import Translation

MERGES = 100  # that a step lists for a class; after more of them, it lists none


@dataclass(frozen=True)
class BpeTraining(TrainingTables):
    """A BPE training."""

    name: ClassVar[str] = "training"
    renderer: ClassVar[str] = "training.js"
    secrets: ClassVar[tuple[str, ...]] = ("merges",)
    has_choice: ClassVar[bool] = True

    run: TrainingRun

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

        >>> from pages.state.defaults import defaults
        >>> BpeTraining(defaults("hug").train()).revealed({"merges": ["one", "two"]}, 1)
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
        >>> from pages.state.defaults import defaults
        >>> BpeTraining(defaults("hug").train()).hide_answer(block)
        >>> block
        {'steps': [{'rows': []}], 'sums': {}}
        """
        step = only_step(block)
        step["rows"], block["sums"] = [], {}
        step.pop("more", None)

    def cover(self, late: TrainingSecrets, block: TrainingBlock, hides: Collection[str]) -> None:
        """See `Kind`.

        >>> from pages.state.defaults import defaults
        >>> kind = BpeTraining(defaults("hug").train())
        >>> late, block = {"merges": [1]}, kind.step(1, Translation())
        >>> kind.cover(late, block, ("pairs", "merge"))
        >>> late, block["steps"][0]["rows"], block["steps"][0]["merge"]
        ({'merges': []}, [], None)
        """
        step = only_step(block)
        if not {"pairs", "counts", "merge"}.isdisjoint(hides):
            step["facts"], step["values"] = [], []
        if not {"pairs", "counts"}.isdisjoint(hides):
            self.hide_answer(block)
        if "merge" in hides:
            step["merge"], late["merges"] = None, []
            step.pop("start", None)
        if "charts" in hides:
            step["values"] = []

    def links(self, t: Translation) -> list[NextLink]:
        """See `Kind`. A student of CS336, whose tie rule this is, has a trainer to check.

        >>> from pages.state.defaults import defaults
        >>> [link.text for link in BpeTraining(defaults("handout").train()).links(Translation())]
        ['Check your own trainer', 'Encode a new word']
        """
        encode = NextLink(t.gettext("Encode a new word"), "encode", {})
        if self.option == "greatest":
            return [NextLink(t.gettext("Check your own trainer"), "", {"section": "check"}), encode]
        return [encode, NextLink(t.gettext("Compare with Unigram"), "unigram", {"show": "both"})]

    def watched_states(self, text: str) -> list[WatchedState]:
        """Return the tokens of each word of a text at each step that changes them."""
        return watched_states(self.history, text)

    def watched(self, text: str, t: Translation) -> list[WatchedVersion]:
        """Return the watched sentence at each change.

        >>> from pages.state.defaults import defaults
        >>> BpeTraining(defaults("hug").train()).watched("hug bug", Translation())[-1]
        WatchedVersion(step=3, tokens=[9, 0, 7], total='3 tokens', starts=[1])
        """
        result: list[WatchedVersion] = []
        for k, words in self.watched_states(text):
            tokens = [self.run.ids.get(token, visible(token)) for word in words for token in word]
            starts = list(accumulate(map(len, words)))[:-1]
            result.append(WatchedVersion(k, tokens, token_count(len(tokens), t), starts))
        return result

    def offer(self, t: Translation) -> ByHandOffer | None:
        """See `Kind`.

        >>> from pages.state.defaults import defaults
        >>> BpeTraining(defaults("hug").train()).offer(Translation())["start"]
        'You are the trainer'
        """
        is_offered = merges_by_hand.is_offered(self.history)
        return by_hand.offer(merges_by_hand.start_label(t), t) if is_offered else None

    def by_hand(
        self, chosen: list[tuple[int, int]], t: Translation
    ) -> ByHandRecord[CorpusBoardData]:
        """See `Kind`."""
        return merges_by_hand.record(self.history, chosen, t)


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
