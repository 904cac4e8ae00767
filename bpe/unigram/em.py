"""Unigram training by EM, phase by phase.

    seed        start with all characters and repeated substrings
    e_step      compute the expected count of each piece, over all segmentations of all words
    m_step      compute probabilities from these counts; E and M step are done twice, then
    prune       remove a share of the pieces; repeat until at most 1.1 x the requested size is left
    finalize    reduce to the requested size: keep all characters and the most probable pieces

The phases are in `em_steps` and `em_prune`.
Source: Kudo 2018 (Subword Regularization), section 3.2; Hugging Face tokenizers' UnigramTrainer.
"""

from collections.abc import Callable, Collection, Mapping
from math import log

from bpe.corpus import Corpus
from bpe.unigram.em_prune import prune
from bpe.unigram.em_steps import State, e_step, finalize, m_step
from bpe.unigram.model import Model
from bpe.unigram.packed_words import PackedWords
from bpe.unigram.run import Progress, Round, Run

ITERATIONS = 2  # E and M steps before each pruning


class _Trainer:
    """The state of a training between two phases, and the rounds so far.

    words: the words of the corpus. parts: the seeds as words, to segment a piece without itself.
    target: the number of pieces at which pruning ends. cycle: see `Round`.
    """

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
        self.words = PackedWords(corpus.counts, self.state.seeds)
        self.parts = PackedWords(dict.fromkeys(seeds, 1), self.state.seeds)
        self.rounds = [Round(1, "seed", 0, self.model, self.model)]
        self.cycle = 1

    def record(self, phase: str, state: State, **fields: object) -> None:
        """Record a phase that led to this state, and continue from it. fields: of the Round."""
        before, cycle = self.state, self.cycle
        ids = {*before.order, *before.lost}
        gone = ids.difference(state.order, state.lost)
        model = self.model if state is before else state.model()
        removed = tuple(before.seeds[i] for i in before.order if i in gone)
        lost = tuple(before.seeds[i] for i in state.lost)
        fields = {"removed": removed, "lost": lost} | fields
        number = len(self.rounds) + 1
        self.rounds.append(Round(number, phase, cycle, self.model, model, **fields))  # type: ignore[arg-type]
        self.state, self.model = state, model
        if gone:
            self.words.drop(gone)
            self.parts.drop(gone)

    def expect(self) -> list[float]:
        """Do an E step. Returns the expected count of each id."""
        loss, expected = e_step(self.words, self.state)
        self.record("e_step", self.state, loss=loss, expected=self.of_model(expected))
        return expected

    def maximize(self, expected: list[float]) -> None:
        """Do an M step with the expected counts."""
        lost_stay_lost, plain = "lost_stay_lost" in self.quirks, "plain_shares" in self.quirks
        state = m_step(self.state, expected, lost_stay_lost, plain)
        self.record("m_step", state, expected=self.of_model(expected))

    def of_model(self, by_id: list[float]) -> tuple[float, ...]:
        """The numbers, given by id, in the order of the model's pieces."""
        return tuple(by_id[i] for i in (*self.state.order, *self.state.lost))

    def prune(self, share: float) -> None:
        """Remove a share of the pieces, but keep the target.

        The unknown piece counts as a piece, as in the libraries.
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
        """Whether pruning is finished, so that `finalize` comes next."""
        return len(self.state.order) < self.target

    def fraction(self) -> float:
        """The share of the training that is done, 0 .. 1, on a logarithmic scale of the size.

        On this scale all prunings are equal, because each removes a share of the pieces.
        """
        first, now = log(len(self.state.seeds) + 1), log(len(self.state.order) + 1)
        last = log(self.target)
        return min(1.0, max(0.0, (first - now) / (first - last))) if first > last else 1.0


def train(
    corpus: Corpus,
    seeds: Mapping[str, int],
    vocab_size: int,
    share: float,
    quirks: Collection[str],
    should_continue: Callable[[Progress], bool],
) -> Run:
    """Train from the seeds (piece -> count) to vocab_size pieces, or fewer useful ones.

    share: the share of the pieces that a pruning removes. quirks: see `training`. should_continue:
    called before each phase; False stops the training.

    >>> corpus, seeds = Corpus.from_counts({"hug": 10}), {"h": 10, "u": 10, "g": 10, "ug": 20}
    >>> train(corpus, seeds, 4, 0.25, (), lambda now: True).model.pieces
    ('h', 'u', 'ug', 'g')
    """
    trainer = _Trainer(corpus, seeds, vocab_size, quirks)

    def continues(phase: str) -> bool:
        pieces = len(trainer.model.pieces)
        return should_continue(Progress(phase, trainer.fraction(), pieces))

    stopped = "" if continues("seed") else "user"
    while not stopped:
        for _ in range(ITERATIONS):
            if not continues("e_step"):
                stopped = "user"
                break
            trainer.maximize(trainer.expect())
        if stopped or trainer.done():
            break
        if not continues("prune"):
            stopped = "user"
            break
        trainer.prune(share)
        if not trainer.rounds[-1].removed:
            break  # only characters are left, and they are more than the target
    if not stopped:
        rising, in_table_order = "lost_stay_lost" in quirks, "finalize_in_order" in quirks
        final = finalize(trainer.state, vocab_size, rising, in_table_order)
        trainer.record("finalize", final)
        stopped = "vocabulary" if len(trainer.model.pieces) == vocab_size else "no_pieces"
    return Run(corpus, "em", tuple(trainer.rounds), trainer.model, stopped)
