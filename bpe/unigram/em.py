"""Unigram training by EM, stage by stage.

    seed        all characters, and what repeats
    e_step      how often each piece is expected, over all segmentations of all words
    m_step      probabilities from those counts; twice, then
    prune       a share of the pieces goes, until there are at most 1.1 times those asked for
    finalise    exactly those asked for, all characters among them

Source: Kudo 2018 (Subword Regularization), section 3.2; Hugging Face tokenizers' trainer.
But: what happens inside a stage is in `em_steps` and `em_prune`.
"""

from collections.abc import Collection, Mapping
from math import log

from bpe.corpus import Corpus
from bpe.unigram.em_prune import prune
from bpe.unigram.em_steps import State, e_step, finalise, m_step
from bpe.unigram.history import Progress, Round, Run
from bpe.unigram.model import Model
from bpe.unigram.watching import Watcher
from bpe.unigram.words import Words

ITERATIONS = 2  # E and M steps before each pruning


class _Trainer:
    """The state of a training between two stages, and the records of those behind it."""

    def __init__(
        self, corpus: Corpus, seeds: Mapping[str, int], vocab_size: int, quirks: Collection[str]
    ) -> None:
        self.quirks = quirks
        self.vocab_size = vocab_size
        self.target = vocab_size * 11 // 10
        scale = log(sum(seeds.values()))
        scores = {i: log(count) - scale for i, count in enumerate(seeds.values())}
        self.state = State(tuple(seeds), tuple(scores), scores)
        self.model = Model.from_counts(seeds)
        self.words = Words(corpus.counts, self.state.seeds)
        self.parts = Words(dict.fromkeys(seeds, 1), self.state.seeds)
        self.rounds = [Round(1, "seed", 0, self.model, self.model)]
        self.cycle = 1

    def record(self, stage: str, state: State, **told: object) -> None:
        """Keep a stage that led to this state, and go on from there."""
        before, cycle = self.state, self.cycle
        ids = {*before.order, *before.lost}
        gone = ids.difference(state.order, state.lost)
        model = self.model if state is before else state.model()
        removed = tuple(before.seeds[i] for i in before.order if i in gone)
        told = {"removed": removed, "lost": tuple(before.seeds[i] for i in state.lost)} | told
        number = len(self.rounds) + 1
        self.rounds.append(Round(number, stage, cycle, self.model, model, **told))  # type: ignore[arg-type]
        self.state, self.model = state, model
        if gone:
            self.words.drop(gone)
            self.parts.drop(gone)

    def expect(self) -> list[float]:
        """E step. Returns the expected count of each id."""
        loss, expected = e_step(self.words, self.state)
        self.record("e_step", self.state, loss=loss, expected=self.of_model(expected))
        return expected

    def maximise(self, expected: list[float]) -> None:
        """M step."""
        stay, plain = "lost_stay_lost" in self.quirks, "plain_shares" in self.quirks
        state = m_step(self.state, expected, stay, plain)
        self.record("m_step", state, expected=self.of_model(expected))

    def of_model(self, by_id: list[float]) -> tuple[float, ...]:
        """Numbers by id, in the order of the model's pieces."""
        return tuple(by_id[i] for i in (*self.state.order, *self.state.lost))

    def prune(self, share: float) -> None:
        """Down to a share of the pieces, but not below the target.

        One place is the unknown piece's, as in the libraries.
        """
        pieces = len(self.state.order) + 1
        size = max(self.target, int(pieces * (1 - share))) - 1
        count_all = "count_all_pieces" in self.quirks
        pruned = prune(self.words, self.parts, self.state, size, count_all)
        seeds, rises, left = self.state.seeds, pruned.rises, pruned.state.scores
        removed = sorted((i for i in rises if i not in left), key=rises.__getitem__)
        self.record(
            "prune",
            pruned.state,
            loss=pruned.loss,
            removable=tuple(seeds[i] for i in rises),
            rise=tuple(rises.values()),
            removed=tuple(seeds[i] for i in removed),
        )
        self.cycle += 1

    def done(self) -> bool:
        """Whether so few pieces are left that the rest is for `finalise`."""
        return len(self.state.order) < self.target

    def fraction(self) -> float:
        """The share of the training that is done: a pruning takes its share of what is left."""
        first, now = log(len(self.state.seeds) + 1), log(len(self.state.order) + 1)
        last = log(self.target)
        return min(1.0, max(0.0, (first - now) / (first - last))) if first > last else 1.0


def train(
    corpus: Corpus,
    seeds: Mapping[str, int],
    vocab_size: int,
    share: float,
    quirks: Collection[str],
    watcher: Watcher,
) -> Run:
    """From the seeds (piece -> count) to vocab_size pieces, or fewer where there are fewer."""
    trainer = _Trainer(corpus, seeds, vocab_size, quirks)

    def goes_on(stage: str) -> bool:
        pieces = len(trainer.model.pieces)
        return watcher.goes_on(Progress(stage, trainer.fraction(), pieces))

    stopped = "" if goes_on("seed") else "user"
    while not stopped:
        for _ in range(ITERATIONS):
            if not goes_on("e_step"):
                stopped = "user"
                break
            trainer.maximise(trainer.expect())
        if stopped or trainer.done():
            break
        if not goes_on("prune"):
            stopped = "user"
            break
        trainer.prune(share)
        if not trainer.rounds[-1].removed:
            break  # only characters are left, more than the target allows for
    if not stopped:
        rising = "lost_stay_lost" in quirks
        trainer.record("finalise", finalise(trainer.state, vocab_size, rising))
        stopped = "vocabulary" if len(trainer.model.pieces) == vocab_size else "no_pieces"
    return Run(corpus, "em", tuple(trainer.rounds), trainer.model, stopped)
