"""Why BPE and Unigram segment a word differently, by kind of reason."""

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from functools import reduce
from itertools import accumulate
from typing import NamedTuple

from bpe import unigram
from bpe.unigram import Model
from pages.stage.record import sentences
from pages.stage.tokens import number, probability, quoted
from pages.translations.language import Translation

KINDS = ("order", "rare", "missing", "tie")


class Reason(NamedTuple):
    """Why two segmentations of a word differ. kind: one of KINDS; empty if they are the same."""

    kind: str
    text: str


def reason(
    word: str, ours: Sequence[str], model: Model, known: Container[str], t: Translation
) -> Reason:
    """Why Unigram segments a word otherwise than BPE. known: the tokens of BPE.

    >>> model = Model.from_counts({"a": 3, "b": 3, "ab": 1, "c": 3, "bc": 3})
    >>> reason("abc", ("ab", "c"), model, {"ab", "bc"}, Translation()).kind
    'rare'
    >>> reason("abc", ("a", "b", "c"), model, {"ab"}, Translation()).kind
    'missing'
    """
    lattice = model.lattice(word)
    best = lattice.best
    if best is None:
        return Reason("missing", t.gettext("a character is unknown to Unigram"))
    if tuple(ours) == best.tokens:
        return Reason("", "")
    choice = lattice.segmentation(tuple(ours))
    if choice and unigram.equal(choice.log_probability, best.log_probability):
        return Reason("tie", t.gettext("both are equally probable"))
    if token := crossing(ours, best.tokens):
        if token in model.ids:
            text = t.gettext("{token} is rare: probability {value}")
            value = probability(model.probability(token))
            return Reason("rare", text.format(token=quoted(token), value=value))
        text = t.gettext("BPE merged {token} early and keeps it")
        return Reason("order", text.format(token=quoted(token)))
    unmade = [piece for piece in best.tokens if piece not in ours]
    for piece in unmade:
        if piece not in known:
            text = t.gettext("no merge of BPE makes {piece}")
            return Reason("missing", text.format(piece=quoted(piece)))
    text = t.gettext("BPE's earlier merges lead past {piece}")
    return Reason("order", text.format(piece=quoted(unmade[0])))


def crossing(ours: Sequence[str], theirs: Sequence[str]) -> str:
    """The first token of BPE that goes over the end of a piece of Unigram; empty if none does.

    >>> crossing(("u", "nd", "er"), ("un", "d", "er"))
    'nd'
    """
    ends = set(accumulate(map(len, theirs)))
    start = 0
    for token in ours:
        if ends & set(range(start + 1, start + len(token))):
            return token
        start += len(token)
    return ""


def summary(reasons: Iterable[Reason], t: Translation) -> str:
    """How many words differ for each kind of reason; empty if none differs.

    >>> summary([Reason("order", ""), Reason("order", ""), Reason("", "")], Translation())
    'Greedy order: 2.'
    """
    counts = Counter(each.kind for each in reasons)
    names = {
        "order": t.gettext("Greedy order: {count}."),
        "rare": t.gettext("A rare piece: {count}."),
        "missing": t.gettext("A piece that only one has: {count}."),
        "tie": t.gettext("Tie: {count}."),
    }
    found = [names[each].format(count=number(counts[each])) for each in KINDS if counts[each]]
    return reduce(lambda text, each: sentences(text, each, t), found) if found else ""
