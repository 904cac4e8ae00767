"""A word that a Unigram model segments, position by position."""

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

from bpe import normalize, unigram
from bpe.byte_characters import byte_level
from bpe.unigram import Candidate
from pages.stage.counts import piece_count
from pages.stage.tokens import number
from pages.state.settings import MAX_WORD
from pages.translations.language import Translation
from pages.unigram.piece_numbers import ids_in, numbers_in

LONGEST = 12  # characters of the word that is shown if the reader gives none
INTRO = 3  # steps before Viterbi: two segmentations multiplied out, and all of them


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What a tokenizer from a file makes of a word.

    pieces: how many the tokenizer has; a model may have only those that occur in the word. path:
    the segmentation that it chooses. tokens: what this becomes, with unknown tokens or bytes.
    """

    pieces: int
    path: tuple[str, ...]
    tokens: tuple[str, ...]


@dataclass(frozen=True)
class Word:
    """A word and a Unigram model: the one after some rounds of training, or one from a file.

    Step 0 is the lattice. The steps to `intro` multiply out two segmentations and list all of them.
    The next n steps are the positions of a word of n characters. The later steps trace the best
    path back from the end, one piece per step. numbers: of its pieces, see `piece_numbers`. ids: of
    those that the vocabulary has in the end. vocabulary: of the tokenizer, if it is from a file.
    phase: see `phase_after`. method: of the training.
    """

    text: str
    rounds: int
    model: unigram.Model
    numbers: Mapping[str, int] = field(default_factory=dict, compare=False)
    ids: Mapping[str, int] = field(default_factory=dict, compare=False)
    vocabulary: Vocabulary | None = None
    phase: str = ""
    method: str = "course"

    @classmethod
    def after(cls, run: unigram.Run, text: str, rounds: int) -> "Word":
        """The word under the vocabulary after so many rounds of a training.

        >>> from pages.state.defaults import defaults
        >>> run = defaults("hug").train_unigram()
        >>> len(Word.after(run, "hug", 0).model.pieces), len(Word.after(run, "hug", 2).model.pieces)
        (15, 13)
        """
        model = run.rounds[rounds - 1].result if rounds else run.seeds
        numbers, ids = numbers_in(text, run), ids_in(text, run.model)
        phase = phase_after(run, rounds)
        return cls(text, rounds, model, numbers, ids, phase=phase, method=run.method)

    def vocabulary_name(self, t: Translation) -> str:
        """Which vocabulary segments the word: see the function of this name. EM is named.

        >>> from pages.state.defaults import defaults, with_method
        >>> settings = defaults("hug")
        >>> for each in (settings, with_method(settings, "em")):
        ...     Word.after(each.train_unigram(), "hug", 2).vocabulary_name(Translation())
        'after step 2: 13 pieces'
        'EM, after step 2: 15 pieces'
        """
        name = vocabulary_name(self.rounds, self.phase, len(self.model.pieces), t)
        return (
            t.gettext("EM, {vocabulary}").format(vocabulary=name) if self.method == "em" else name
        )

    @cached_property
    def lattice(self) -> unigram.Lattice:
        """The lattice of the word.

        >>> from pages.state.defaults import defaults
        >>> run = defaults("hug").train_unigram()
        >>> shown = Word.after(run, "hug", 0)
        >>> shown.lattice.count
        4
        """
        return self.model.lattice(self.text)

    @cached_property
    def backtrace(self) -> tuple[Candidate, ...]:
        """The candidates on the best path, from the end to the beginning.

        >>> from pages.state.defaults import defaults
        >>> run = defaults("hug").train_unigram()
        >>> [winner.arc.piece for winner in Word.after(run, "unhug", 0).backtrace]
        ['hug', 'un']
        """
        return self.lattice.trace_back()

    @cached_property
    def arc_indices(self) -> dict[tuple[int, int], int]:
        """(start, end) -> the index of that arc in the lattice.

        >>> from pages.state.defaults import defaults
        >>> run = defaults("hug").train_unigram()
        >>> shown = Word.after(run, "hug", 0)
        >>> len(shown.arc_indices), shown.arc_indices[0, 1]
        (6, 0)
        """
        return {(arc.start, arc.end): i for i, arc in enumerate(self.lattice.arcs)}

    @property
    def size(self) -> int:
        """About how many bytes of memory the word takes, with the tables of its model.

        >>> from pages.state.defaults import defaults
        >>> run = defaults("hug").train_unigram()
        >>> Word.after(run, "unhug", 0).size < 20_000
        True
        """
        return 200 * len(self.model.pieces) + 500 * len(self.text) * (len(self.text) + 1)

    @property
    def last(self) -> int:
        """The last step.

        >>> from pages.state.defaults import defaults
        >>> run = defaults("hug").train_unigram()
        >>> Word.after(run, "unhug", 0).last
        10
        """
        return self.intro + self.viterbi_steps

    @property
    def intro(self) -> int:
        """The number of steps before Viterbi: see `intro_steps`.

        >>> from pages.state.defaults import defaults
        >>> run = defaults("hug").train_unigram()
        >>> Word.after(run, "unhug", 0).intro
        3
        """
        return intro_steps(self.lattice)

    @property
    def viterbi_steps(self) -> int:
        """The number of steps of Viterbi: forward to each position, and back along the best path.

        >>> from pages.state.defaults import defaults
        >>> run = defaults("hug").train_unigram()
        >>> Word.after(run, "unhug", 0).viterbi_steps
        7
        """
        return len(self.text) + len(self.backtrace)


def phase_after(run: unigram.Run, step: int) -> str:
    """What the last of so many steps of a training was: its phase, or "" at step 0.

    At the end of the training it is "trained".

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> [phase_after(run, step) for step in (0, 1, 5)]
    ['', 'prune', 'trained']
    """
    if not step:
        return ""
    return "trained" if step == len(run.rounds) else run.rounds[step - 1].phase


def different_models(run: unigram.Run) -> Iterator[tuple[int, unigram.Model]]:
    """The step and the model after it, for the seeds and each step that changes the model.

    An E step only counts.

    >>> from pages.state.defaults import defaults, with_method
    >>> run = with_method(defaults("unigram-en"), "em").train_unigram()
    >>> [each.phase for each in run.rounds][:4], [step for step, _ in different_models(run)][:3]
    (['seed', 'e_step', 'm_step', 'e_step'], [0, 3, 5])
    """
    yield 0, run.seeds
    for this in run.rounds:
        if this.phase not in ("seed", "e_step") or this is run.rounds[-1]:
            yield this.number, this.result


def vocabulary_name(step: int, phase: str, pieces: int, t: Translation) -> str:
    """Which vocabulary segments a word: after how many steps of the training, and its size.

    phase: see `phase_after`.

    >>> [vocabulary_name(3, phase, 2, Translation()) for phase in ("prune", "m_step", "trained")]
    ['after step 3: 2 pieces', 'after step 3 (M step): 2 pieces', 'after training: 2 pieces']
    """
    names = {
        "": t.gettext("before training: {pieces}"),
        "m_step": t.gettext("after step {number} (M step): {pieces}"),
        "trained": t.gettext("after training: {pieces}"),
    }
    name = names.get(phase) or t.gettext("after step {number}: {pieces}")
    return name.format(number=number(step), pieces=piece_count(pieces, t))


def intro_steps(lattice: unigram.Lattice) -> int:
    """The number of steps before Viterbi: 0 if there are no two segmentations to compare.

    >>> model = unigram.Model.from_counts({"u": 36, "g": 20, "ug": 20})
    >>> intro_steps(model.lattice("ug")), intro_steps(model.lattice("u"))
    (3, 0)
    """
    return INTRO if lattice.count > 1 else 0


def first_clause(text: str) -> str:
    """The text up to its first punctuation mark, at most LONGEST characters.

    >>> first_clause("下雨了，雨不大。")
    '下雨了'
    """
    ends = (i for i, each in enumerate(text) if i and unicodedata.category(each)[0] in "PZ")
    return text[: min(next(ends, LONGEST), LONGEST)]


def choose_word(run: unigram.Run, word: str, rounds: int) -> tuple[str, int]:
    """The word as the pieces spell it, and the number of rounds, at most those of the run.

    An empty word selects a long word of the corpus. A word of the corpus is used unchanged. Any
    other word is normalized and written as the pre-tokenizer would write it.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> choose_word(run, "", 9), choose_word(run, "mug", 0)
    (('hugs', 5), ('mug', 0))
    """
    counts, split = run.corpus.counts, run.corpus.split
    if not word:
        shorter = [each for each in islice(counts, 500) if len(each) <= LONGEST]
        word = max(shorter, key=len, default=first_clause(next(iter(counts))))
    elif word not in counts:
        word = normalize(word, run.corpus.normalization)
        if split == "gpt2":
            word = byte_level(word)
        elif split == "metaspace":
            word = word.replace(" ", "▁")
    return word[:MAX_WORD], min(rounds, len(run.rounds))
