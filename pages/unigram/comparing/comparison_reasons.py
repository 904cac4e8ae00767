"""Why BPE and Unigram segment a word differently, by kind of reason.

The kind follows from the merges that BPE applied, from the pieces that training left to Unigram,
and from the probabilities of both segmentations. Every view takes its sentences from here.
"""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import NamedTuple

from bpe import Encoder, Merge, Run, unigram
from bpe.encoder import UNKNOWN
from bpe.records import Pair
from bpe.unigram import Lattice, Model, Segmentation
from pages.stage.counts import word_count
from pages.stage.record import sentences
from pages.stage.tokens import listing, number, pair_name, probability, quoted
from pages.translations.language import Translation
from pages.unigram.comparing.missing_pieces import Missing, describe_all
from pages.unigram.record_types import ComparisonGroup

Spans = Sequence[tuple[int, int]]


class Reason(NamedTuple):
    """Why two segmentations of a word differ. kind: see `explanations`; text: of this word."""

    kind: str
    text: str


class Unmade(NamedTuple):
    """The pair with which BPE would begin to make a piece, and its count after the last merge."""

    pair: Pair
    occurrences: int


@dataclass(frozen=True, slots=True)
class ComparedWord:
    """A word under both methods, with what decides why its segmentations differ.

    tokens: of BPE, as the word spells them. joined: the merges that BPE applied, each with the
    place in the word where it joined two tokens. known: the tokens of BPE, at least those that are
    asked for. model: of Unigram; lattice: of the word under it. missing: the tokens of BPE that are
    not pieces of it. unmade: the pieces of Unigram here that no merge of BPE makes. last: the last
    merge that BPE has learned.
    """

    tokens: tuple[str, ...]
    joined: Sequence[tuple[Merge, int]]
    known: Container[str]
    model: Model
    lattice: Lattice
    missing: Mapping[str, Missing]
    unmade: Mapping[str, Unmade] = field(default_factory=dict)
    last: Merge | None = None


def unmade_pieces(run: Run, encoder: Encoder, pieces: Iterable[str]) -> dict[str, Unmade]:
    """With what BPE would begin to make some pieces; those that it makes are left out.

    encoder: the run's, with the merges that it applies.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("unigram-en").replace(vocab=15).train()
    >>> unmade_pieces(run, run.encoder(), ["re", "st"])
    {'re': Unmade(pair=('r', 'e'), occurrences=14)}
    """
    found = {}
    for piece in pieces:
        tokens = [piece[start:end] for start, end in encoder.encode_word(piece).spans]
        if len(tokens) > 1:
            pair = tokens[0], tokens[1]
            found[piece] = Unmade(pair, run.count(pair, encoder.last))
    return found


def reason(word: ComparedWord, t: Translation, is_brief: bool = False) -> Reason:
    """Why Unigram segments a word differently from BPE. is_brief: for a table with counts.

    >>> model = Model.from_counts({"p": 5, "u": 4, "g": 1, "pug": 5})
    >>> word = ComparedWord(("pug",), (), {"pug"}, model, model.lattice("pug"), {})
    >>> reason(word, Translation()).kind
    'same'
    """
    best = word.lattice.best
    ours, theirs = unknown_to_bpe(word), unknown_to_unigram(word)
    if best is None or ours or theirs:
        if best and spans(word.tokens) == spans([text for text, _ in best.fused()]):
            return Reason("same", "")
        return Reason("unknown", describe_unknown(ours, theirs, t))
    if word.tokens == best.tokens:
        return Reason("same", "")
    choice = word.lattice.segmentation(word.tokens)
    missing = describe_only_unigrams(word, best, t, is_brief)
    needed = {token: why for token, why in word.missing.items() if why.would_use}
    if needed:
        if is_brief:  # the counts are in the rows of another group
            missing = name_only_unigrams(word, best, t)
        return Reason("removed", sentences(describe_all(needed, t), missing, t))
    if choice and unigram.equal(choice.log_probability, best.log_probability):
        text = t.gettext("Both have the probability {value}.")
        return Reason("tie", text.format(value=probability(best.probability)))
    if crossing := find_crossing(word, best):
        merge, token = crossing
        if choice and is_rare(token, best, word.model):
            return Reason("rare", describe_rare(token, choice, best, word.model, t))
        # Without the piece, no other order of the merges would help.
        kind = "missing" if missing else "order"
        return Reason(kind, sentences(describe_crossing(merge, t), missing, t))
    if missing:
        return Reason("missing", missing)
    return Reason("order", describe_gap(word, best, t))


def only_unigrams(word: ComparedWord, best: Segmentation) -> list[str]:
    """The pieces of Unigram's segmentation that no merge of BPE makes."""
    return [piece for piece in dict.fromkeys(best.tokens) if piece not in word.known]


def name_only_unigrams(word: ComparedWord, best: Segmentation, t: Translation) -> str:
    """That BPE lacks some of Unigram's pieces; empty if it has all of them."""
    found = [quoted(each) for each in only_unigrams(word, best)]
    return t.gettext("BPE has no {pieces}.").format(pieces=listing(found, t)) if found else ""


def describe_only_unigrams(
    word: ComparedWord, best: Segmentation, t: Translation, is_brief: bool
) -> str:
    """Why no merge of BPE makes some of Unigram's pieces; empty if BPE has all of them.

    The pair with which BPE would begin to make a piece was not as frequent as others.
    """
    found = {piece: word.unmade.get(piece) for piece in only_unigrams(word, best)}
    unmade = list(dict.fromkeys(each for each in found.values() if each))
    last = word.last
    if not unmade or last is None:
        return name_only_unigrams(word, best, t)
    left = [each for each in unmade if each.occurrences]
    tied = [each for each in left if each.occurrences == last.count]
    form, shown = "{pair}", tied[:1] or unmade
    if not left:
        text = t.gettext("BPE has no {pieces}: other merges have used the tokens of {pairs}.")
    elif tied:
        text = t.gettext(
            "BPE has no {pieces}: {pairs} has the same count as its last merge ({least}), so the "
            "tie rule decided."
        )
    elif is_brief:
        form, shown = "{pair} ({count})", left
        text = t.ngettext(
            "BPE has no {pieces}: {pairs} is rarer than merge {rank} ({least}).",
            "BPE has no {pieces}: {pairs} are rarer than merge {rank} ({least}).",
            len(left),
        )
    else:
        form, shown = t.gettext("{pair} (count {count} by then)"), left
        text = t.ngettext(
            "BPE stopped after a merge with the count {least}. {pairs} was rarer, so BPE has "
            "no {pieces}.",
            "BPE stopped after a merge with the count {least}. {pairs} were rarer, so BPE has "
            "no {pieces}.",
            len(left),
        )
    pairs = [
        form.format(pair=pair_name(*each.pair), count=number(each.occurrences)) for each in shown
    ]
    said = text.format(
        pieces=listing([quoted(each) for each in found], t),
        pairs=listing(pairs, t),
        least=number(last.count),
        rank=number(last.rank),
    )
    counts, ids = word.model.counts, word.model.ids
    was_more = counts and any(
        each and counts[ids[p]] > each.occurrences for p, each in found.items()
    )
    if is_brief or not left or not was_more:
        return said
    return sentences(said, t.gettext("At other places, earlier merges had used these tokens."), t)


def spans(tokens: Iterable[str]) -> tuple[tuple[int, int], ...]:
    """Where the tokens of a word begin and end.

    >>> spans(("un", "hug"))
    ((0, 2), (2, 5))
    """
    return tuple(pairwise(accumulate(map(len, tokens), initial=0)))


def unknown_to_bpe(word: ComparedWord) -> list[str]:
    """The characters of a word that are not in the vocabulary of BPE."""
    found = (each for each in word.tokens if len(each) == 1 and each not in word.known)
    return list(dict.fromkeys(found))


def unknown_to_unigram(word: ComparedWord) -> list[str]:
    """The characters of a word that no piece of Unigram covers.

    >>> model = Model.from_counts({"u": 4, "g": 1})
    >>> unknown_to_unigram(ComparedWord((), (), (), model, model.lattice("dogg"), {}))
    ['d', 'o']
    """
    covered = {
        place for arc in word.lattice.arcs if arc.known for place in range(arc.start, arc.end)
    }
    found = (each for place, each in enumerate(word.lattice.text) if place not in covered)
    return list(dict.fromkeys(found))


def describe_unknown(ours: list[str], theirs: list[str], t: Translation) -> str:
    """Which characters each method does not know.

    >>> from pages.stage.tokens import without_isolates
    >>> without_isolates(describe_unknown(["d", "o"], ["d", "o"], Translation()))
    'Neither vocabulary has d and o.'
    """
    texts = (
        (ours if ours == theirs else [], t.gettext("Neither vocabulary has {characters}.")),
        (ours if ours != theirs else [], t.gettext("The vocabulary of BPE lacks {characters}.")),
        (
            theirs if ours != theirs else [],
            t.gettext("The vocabulary of Unigram lacks {characters}."),
        ),
    )
    made = ""
    for found, text in texts:
        if found:
            named = listing([quoted(each) for each in found], t)
            made = sentences(made, text.format(characters=named), t)
    return made


def how_unknown(is_whole: bool, t: Translation) -> str:
    """How both methods write what is unknown. is_whole: whether Unigram gives up the whole word.

    >>> how_unknown(False, Translation()).partition(",")[0]
    'BPE writes one [UNK] for each unknown character'
    """
    if is_whole:
        return t.gettext(
            "BPE writes one {unknown} for each unknown character. Unigram writes one for the whole "
            "word here, as the code of the Hugging Face chapters does. Libraries write one for "
            "adjacent unknown characters and keep the pieces around them."
        ).format(unknown=UNKNOWN)
    return t.gettext(
        "BPE writes one {unknown} for each unknown character, and Unigram one for adjacent unknown "
        "characters, as in the libraries."
    ).format(unknown=UNKNOWN)


def find_crossing(word: ComparedWord, best: Segmentation) -> tuple[Merge, str] | None:
    """The first merge over the end of a piece, and the token that it is in; None without one.

    >>> from pages.state.defaults import defaults
    >>> merge = defaults("hug").train().merges[0]
    >>> model = Model.from_counts({"p": 5, "u": 4, "g": 1, "pu": 5})
    >>> word = ComparedWord(("p", "ug"), [(merge, 2)], (), model, model.lattice("pug"), {})
    >>> found, token = find_crossing(word, word.lattice.best)
    >>> found.token, token
    ('ug', 'ug')
    """
    ends = {end for _, end in spans(best.tokens)}
    for merge, middle in word.joined:
        if middle in ends:
            own = zip(word.tokens, spans(word.tokens), strict=True)
            return merge, next(token for token, (start, end) in own if start < middle < end)
    return None


def describe_crossing(merge: Merge, t: Translation) -> str:
    """A merge over the end of a piece.

    >>> from pages.stage.tokens import without_isolates
    >>> from pages.state.defaults import defaults
    >>> without_isolates(describe_crossing(defaults("hug").train().merges[0], Translation()))
    'Merge 1 joins u+g (count 20), and Unigram splits there.'
    """
    return t.gettext("Merge {rank} joins {pair} (count {count}), and Unigram splits there.").format(
        rank=number(merge.rank),
        pair=pair_name(merge.left, merge.right),
        count=number(merge.count),
    )


def describe_gap(word: ComparedWord, best: Segmentation, t: Translation) -> str:
    """The pair without a merge inside a piece that is also a token of BPE."""
    own = spans(word.tokens)
    first, last = next(piece for piece in spans(best.tokens) if piece not in own)
    inside = [
        token
        for token, (start, end) in zip(word.tokens, own, strict=True)
        if first <= start and end <= last
    ]
    return t.gettext("BPE has no merge for {pair}.").format(pair=pair_name(*inside[:2]))


def is_rare(token: str, best: Segmentation, model: Model) -> bool:
    """Whether a piece is rarer than most pieces, and than all of a segmentation.

    >>> model = Model.from_counts({"a": 3, "b": 3, "ab": 1, "c": 3, "bc": 3})
    >>> best = model.lattice("abc").best
    >>> best.tokens, is_rare("ab", best, model), is_rare("b", best, model)
    (('a', 'bc'), True, False)
    """
    own = model.probability(token)
    more = sum(model.probability(piece) > own for piece in model.pieces)
    return 2 * more > len(model.pieces) and all(own < model.probability(p) for p in best.tokens)


def describe_rare(
    token: str, choice: Segmentation, best: Segmentation, model: Model, t: Translation
) -> str:
    """The rare piece among the tokens of BPE, and the products.

    >>> from pages.stage.tokens import without_isolates
    >>> model = Model.from_counts({"a": 3, "b": 3, "ab": 1, "c": 3, "bc": 3})
    >>> lattice = model.lattice("abc")
    >>> choice = lattice.segmentation(("ab", "c"))
    >>> without_isolates(describe_rare("ab", choice, lattice.best, model, Translation()))
    'ab is rare (0.076923): the product is 0.017751, not 0.053254.'
    """
    return t.gettext("{token} is rare ({share}): the product is {value}, not {best}.").format(
        token=quoted(token),
        share=probability(model.probability(token)),
        value=probability(choice.probability),
        best=probability(best.probability),
    )


def explanations(t: Translation) -> dict[str, tuple[str, str]]:
    """The kinds of reasons: a title for so many words, and one sentence.

    >>> list(explanations(Translation()))
    ['removed', 'order', 'rare', 'missing', 'unknown', 'tie', 'same']
    """
    return {
        "removed": (
            t.gettext("A token that only BPE has: {words}"),
            t.gettext("Unigram can only use the pieces that its training has kept."),
        ),
        "order": (
            t.gettext("The order of the merges: {words}"),
            t.gettext("BPE applies its merges in the order of training and never undoes one."),
        ),
        "rare": (
            t.gettext("A rare piece: {words}"),
            t.gettext(
                "Unigram could use the tokens of BPE, too. But one of them is rarer than most "
                "pieces and than all of Unigram’s pieces here, and their product is smaller."
            ),
        ),
        "missing": (
            t.gettext("A piece that only Unigram has: {words}"),
            t.gettext(
                "BPE merged other pairs, with at least the same counts. Unigram's training kept "
                "these pieces."
            ),
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


def groups(reasons: Iterable[Reason], t: Translation) -> list[ComparisonGroup]:
    """The kinds of reasons of some words, each with its number of words and one sentence.

    >>> [each.title for each in groups([Reason("order", ""), Reason("same", "")], Translation())]
    ['The order of the merges: 1 word', 'The same tokens: 1 word']
    """
    counts = Counter(each.kind for each in reasons)
    return [
        ComparisonGroup(kind, title.format(words=word_count(counts[kind], t)), why)
        for kind, (title, why) in explanations(t).items()
        if counts[kind]
    ]
