"""Why BPE and Unigram segment a word differently, by kind of reason.

The kind follows from the merges that BPE applied and from the probabilities of both segmentations.
"""

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from bpe import Merge, unigram
from bpe.encoding import EncodedWord
from bpe.unigram import Lattice, Model, Segmentation
from pages.stage.counts import word_count
from pages.stage.tokens import number, pair_name, probability, quoted
from pages.translations.language import Translation
from pages.unigram.record_types import ComparisonGroup

Spans = Sequence[tuple[int, int]]


class Reason(NamedTuple):
    """Why two segmentations of a word differ. kind: see `groups`; text: empty if they do not."""

    kind: str
    text: str


def reason(
    ours: EncodedWord,
    merges: Sequence[Merge],
    known: Container[str],
    lattice: Lattice,
    model: Model,
    t: Translation,
) -> Reason:
    """Why Unigram segments a word otherwise than BPE.

    ours: the word under BPE. merges: of BPE, by rank. known: the tokens of BPE. lattice: of the
    word under Unigram's model.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> model = Model.from_counts({"p": 5, "u": 4, "g": 1, "pug": 5})
    >>> pug = run.encoder().encode_word("pug")
    >>> reason(pug, run.merges, run.ids, model.lattice("pug"), model, Translation()).kind
    'same'
    """
    best = lattice.best
    if best is not None and tuple(ours.spans) == spans(best.tokens):
        return Reason("same", "")
    in_bpe, in_unigram = None not in ours.ids, best is not None and all(best.known)
    if best is None or not (in_bpe and in_unigram):
        return Reason("unknown", describe_unknown(in_bpe, in_unigram, t))
    has_all = all(token in model.ids for token in ours.tokens)
    choice = lattice.segmentation(ours.tokens) if has_all else None
    if choice and unigram.equal(choice.log_probability, best.log_probability):
        text = t.gettext("both have the probability {value}")
        return Reason("tie", text.format(value=probability(best.probability)))
    if choice and (text := describe_rare(choice, best, model, t)):
        return Reason("rare", text)
    if text := describe_crossing(ours, merges, best, t):
        return Reason("order", text)
    missing = [piece for piece in best.tokens if piece not in known]
    if missing:
        text = t.gettext("no merge of BPE makes {piece}")
        return Reason("missing", text.format(piece=quoted(missing[0])))
    return Reason("order", describe_gap(ours, best, t))


def spans(tokens: Iterable[str]) -> tuple[tuple[int, int], ...]:
    """Where the tokens of a word begin and end.

    >>> spans(("un", "hug"))
    ((0, 2), (2, 5))
    """
    return tuple(pairwise(accumulate(map(len, tokens), initial=0)))


def describe_unknown(in_bpe: bool, in_unigram: bool, t: Translation) -> str:
    """Who does not know a character of the word.

    >>> describe_unknown(True, False, Translation())
    'a character is unknown to Unigram'
    """
    if in_bpe:
        return t.gettext("a character is unknown to Unigram")
    if in_unigram:
        return t.gettext("a character is unknown to BPE")
    return t.gettext("a character is unknown to both")


def describe_crossing(
    ours: EncodedWord, merges: Sequence[Merge], best: Segmentation, t: Translation
) -> str:
    """The first merge over the end of a piece; empty if there is none.

    >>> from pages.stage.tokens import without_isolates
    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> best = Model.from_counts({"p": 5, "u": 4, "g": 1, "pu": 5}).lattice("pug").best
    >>> pug = run.encoder().encode_word("pug")
    >>> without_isolates(describe_crossing(pug, run.merges, best, Translation()))
    'merge 1 joins u+g (count 20), and Unigram splits there'
    """
    ends = {end for _, end in spans(best.tokens)}
    crossing = next((each.rank for each in ours.trace if each.middle in ends), None)
    if crossing is None:
        return ""
    merge = merges[crossing - 1]
    text = t.gettext("merge {rank} joins {pair} (count {count}), and Unigram splits there")
    return text.format(
        rank=number(merge.rank),
        pair=pair_name(merge.left, merge.right),
        count=number(merge.count),
    )


def describe_gap(ours: EncodedWord, best: Segmentation, t: Translation) -> str:
    """The pair without a merge inside a piece that is also a token of BPE."""
    first, last = next(piece for piece in spans(best.tokens) if piece not in ours.spans)
    inside = [
        token
        for token, (start, end) in zip(ours.tokens, ours.spans, strict=True)
        if first <= start and end <= last
    ]
    return t.gettext("BPE has no merge for {pair}").format(pair=pair_name(*inside[:2]))


def describe_rare(choice: Segmentation, best: Segmentation, model: Model, t: Translation) -> str:
    """The piece of BPE that is rarer than all of Unigram's, and the products; empty without one.

    >>> from pages.stage.tokens import without_isolates
    >>> model = Model.from_counts({"a": 3, "b": 3, "ab": 1, "c": 3, "bc": 3})
    >>> lattice = model.lattice("abc")
    >>> choice = lattice.segmentation(("ab", "c"))
    >>> without_isolates(describe_rare(choice, lattice.best, model, Translation()))
    'ab is rare (0.076923): the product is 0.017751, not 0.053254'
    """
    rarest = min(choice.tokens, key=model.probability)
    if model.probability(rarest) >= min(map(model.probability, best.tokens)):
        return ""
    return t.gettext("{token} is rare ({share}): the product is {value}, not {best}").format(
        token=quoted(rarest),
        share=probability(model.probability(rarest)),
        value=probability(choice.probability),
        best=probability(best.probability),
    )


def groups(reasons: Iterable[Reason], t: Translation) -> list[ComparisonGroup]:
    """The kinds of reasons of some words, each with its number of words and one sentence.

    >>> [each.title for each in groups([Reason("order", ""), Reason("same", "")], Translation())]
    ['Greedy order: 1 word', 'The same tokens: 1 word']
    """
    counts = Counter(each.kind for each in reasons)
    kinds = {
        "order": (
            t.gettext("Greedy order: {words}"),
            t.gettext(
                "BPE applies its merges in order and never undoes one, so it cannot reach "
                "Unigram’s segmentation."
            ),
        ),
        "rare": (
            t.gettext("A rare piece: {words}"),
            t.gettext(
                "Unigram could use the tokens of BPE, too. But one of them is rarer than all of "
                "Unigram’s pieces here, and their product is smaller."
            ),
        ),
        "missing": (
            t.gettext("A piece that only Unigram has: {words}"),
            t.gettext("BPE never made it. Unigram had it among its first pieces and kept it."),
        ),
        "unknown": (
            t.gettext("An unknown character: {words}"),
            t.gettext("A method can only write characters that are in its vocabulary."),
        ),
        "tie": (
            t.gettext("Tie: {words}"),
            t.gettext("Both segmentations are equally probable, and Unigram keeps one of them."),
        ),
        "same": (
            t.gettext("The same tokens: {words}"),
            t.gettext("BPE’s merges lead to the most probable segmentation."),
        ),
    }
    return [
        ComparisonGroup(kind, title.format(words=word_count(counts[kind], t)), why)
        for kind, (title, why) in kinds.items()
        if counts[kind]
    ]
