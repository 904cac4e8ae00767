"""How to split a word under Unigram, as a question to a class."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate, pairwise

import bpe
from bpe.unigram import Lattice
from pages.classroom.asked import Asked, Malformed
from pages.practice.presentation import fact
from pages.practice.questions import Fact
from pages.practice.unigram_mistakes import format_tokens
from pages.runs import runs
from pages.runs.runs import ready
from pages.stage.question import Question
from pages.stage.record import Record
from pages.stage.table_types import Content
from pages.stage.tokens import chip, listing, probability, quoted, visible
from pages.state.settings import Settings
from pages.translations.language import Translation
from pages.unigram.contents import word_of
from pages.unigram.paths import write_product
from pages.unigram.word import Word

MAX_TIES = 50  # best segmentations, if they are equally probable
MAX_SPLITS = 8  # segmentations that get a bar of their own


def split_of(settings: Settings, word: str, t: Translation) -> "Split":
    """Return the question how to split a word under the vocabulary that the page uses.

    It shows this vocabulary and the probabilities of the pieces in the word. Raises bpe.InputError
    if no segmentation has a probability, and Waiting while a worker trains.
    """
    run = ready(runs.unigram_run_of(settings))
    shown = word_of(settings.replace(word=word), run)[1]
    lattice = shown.lattice
    if lattice.best is None:
        raise bpe.InputError("This vocabulary has no segmentation of this word.")
    prompt = t.gettext("Unigram: which segmentation of {word} is the most probable?")
    prompt = prompt.format(word=quoted(shown.text))
    pieces = dict.fromkeys(arc.piece for arc in lattice.arcs if arc.known)
    title = t.gettext("The pieces in this word and their probabilities ({vocabulary})").format(
        vocabulary=shown.vocabulary_name(t)
    )
    rows = tuple(((piece,), probability(shown.model.probability(piece))) for piece in pieces)
    record: Record = {
        "field": None,
        "lang": settings.lang,
        "text_lang": settings.corpus.language,
        "kind": t.gettext("Best segmentation"),
        "prompt": prompt,
        "facts": [fact(Fact(title, (), rows, "words"), shown.numbers)],
    }
    extra: Record = {"characters": [visible(each) for each in shown.text], "record": record}
    best = [each.tokens for each, _ in zip(lattice.ties(), range(MAX_TIES), strict=False)]
    question = Question(prompt=prompt)
    return Split(question=question, extra=extra, shown=shown, right=best, t=t)


@dataclass(frozen=True, slots=True, kw_only=True)
class Split(Asked):
    """How to split a word into pieces. An answer is a list of gaps; gap i is after character i.

    right: the best segmentations; several if they are equally probable.
    """

    shown: Word
    right: list[tuple[str, ...]]
    t: Translation

    @property
    def lattice(self) -> Lattice:
        """The lattice of the word."""
        return self.shown.lattice

    @property
    def word(self) -> str:
        """The word."""
        return self.shown.text

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
            missing = [quoted(each) for each in dict.fromkeys(tokens) if each not in known]
            return self.t.ngettext(
                "This vocabulary does not have the piece {pieces}.",
                "This vocabulary does not have these pieces: {pieces}.",
                len(missing),
            ).format(pieces=listing(missing, self.t))
        if tokens in self.right:
            text = self.t.gettext("{tokens}: {product}. No other segmentation is more probable.")
            product = write_product(self.shown.model, found)
            return text.format(tokens=format_tokens(tokens), product=product)
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
