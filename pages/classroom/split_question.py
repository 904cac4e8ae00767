"""How to split a word under Unigram, as a question to a class."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate, pairwise

import bpe
from bpe.unigram import Lattice
from pages.classroom.asked import Asked, Malformed
from pages.practice.unigram_mistakes import format_tokens
from pages.runs import runs
from pages.runs.runs import ready
from pages.stage.question import Question
from pages.stage.record import Record
from pages.stage.record_types import Content
from pages.stage.tokens import chip, probability, quoted, visible
from pages.state.settings import Settings
from pages.translations.language import Translation
from pages.unigram.contents import word_of

MAX_TIES = 50  # best segmentations, if they are equally probable
MAX_SPLITS = 8  # segmentations that get a bar of their own


def split_of(settings: Settings, word: str, t: Translation) -> "Split":
    """Return the question how to split a word under the vocabulary of a Unigram page.

    Raises bpe.InputError if no segmentation has a probability, and Waiting while a worker trains.
    """
    run = ready(runs.unigram_run_of(settings))
    lattice = word_of(settings.replace(word=word), run)[1].lattice
    if lattice.best is None or lattice.text != word:
        raise bpe.InputError("This vocabulary has no segmentation of this word.")
    prompt = t.gettext("Unigram: which segmentation of {word} is the most probable?")
    characters = [visible(each) for each in word]
    question = Question(prompt=prompt.format(word=quoted(word)))
    extra: Record = {"characters": characters}
    best = [each.tokens for each, _ in zip(lattice.ties(), range(MAX_TIES), strict=False)]
    return Split(question=question, extra=extra, lattice=lattice, right=best, t=t)


@dataclass(frozen=True, slots=True, kw_only=True)
class Split(Asked):
    """How to split a word into pieces. An answer is a list of gaps; gap i is after character i.

    right: the best segmentations; several if they are equally probable.
    """

    lattice: Lattice
    right: list[tuple[str, ...]]
    t: Translation

    @property
    def word(self) -> str:
        """The word."""
        return self.lattice.text

    def group(self, answer: object) -> str:
        """See `Asked`."""
        gaps = answer if isinstance(answer, list) else [None]
        if not all(type(each) is int and 0 < each < len(self.word) for each in gaps):
            raise Malformed
        return ",".join(map(str, sorted(set(gaps))))

    def has_group(self, group: str) -> bool:
        """See `Asked`."""
        gaps = group.split(",") if group else []
        known = list(map(str, range(1, len(self.word))))
        return set(gaps) <= set(known) and gaps == sorted(set(gaps), key=int)

    def groups(self, counts: Counter[str]) -> list[str]:
        """See `Asked`."""
        return [group for group, _ in counts.most_common(MAX_SPLITS)]

    def tokens(self, group: str) -> tuple[str, ...]:
        """The pieces of a group."""
        cuts = [0, *(int(each) for each in group.split(",") if each), len(self.word)]
        return tuple(self.word[a:b] for a, b in pairwise(cuts))

    def label(self, group: str) -> Content:
        """See `Asked`."""
        return [chip(token, {}) for token in self.tokens(group)]

    def is_right(self, group: str) -> bool:
        """See `Asked`."""
        return self.tokens(group) in self.right

    def reason(self, group: str) -> str:
        """See `Asked`."""
        return self.reason_for(self.tokens(group))

    def reason_for(self, tokens: tuple[str, ...]) -> str:
        """Why a segmentation is right or wrong."""
        best = self.lattice.best
        assert best
        found = self.lattice.segmentation(tokens)
        if found is None or not all(found.known):
            known = {arc.piece for arc in self.lattice.arcs if arc.known}
            token = next((each for each in tokens if each not in known), tokens[0])
            text = self.t.gettext("{token} is not in the vocabulary, or not in this word.")
            return text.format(token=quoted(token))
        if tokens in self.right:
            text = self.t.gettext("{product} = {value}. No other segmentation is more probable.")
            value = probability(found.probability)
            return text.format(product=f"p({format_tokens(tokens)})", value=value)
        text = self.t.gettext(
            "{tokens} has the probability {value}. The best segmentation has {best}."
        )
        values = probability(found.probability), probability(best.probability)
        return text.format(tokens=format_tokens(tokens), value=values[0], best=values[1])

    def bars(self, counts: Counter[str]) -> Record:
        """See `Asked`."""
        arcs = Counter[tuple[int, int]]()
        for group, votes in counts.items():
            for arc in arcs_of(self.tokens(group)):
                arcs[arc] += votes
        return {**Asked.bars(self, counts), "arcs": [[*arc, arcs[arc]] for arc in sorted(arcs)]}

    def solution(self) -> Record:
        """See `Asked`."""
        best = sorted({arc for tokens in self.right for arc in arcs_of(tokens)})
        explanation = self.reason_for(self.right[0])
        return {"right": [], "explanation": explanation, "feedback": [], "best": best}


def arcs_of(tokens: tuple[str, ...]) -> Iterable[tuple[int, int]]:
    """Return the arcs of a segmentation: where each of its pieces begins and ends.

    >>> list(arcs_of(("un", "hug")))
    [(0, 2), (2, 5)]
    """
    return pairwise(accumulate(map(len, tokens), initial=0))
