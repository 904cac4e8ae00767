"""How EM shares the count of a word over its segmentations, and what a piece gets of it.

Next to it is Viterbi's hard choice, which gives the whole count to the best segmentation.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from math import exp
from typing import NamedTuple

from bpe import unigram
from bpe.unigram import Model, Round, Segmentation, sum_up
from pages.stage.tokens import chip, isolated, number, probability, quoted, visible
from pages.translations.language import Translation
from pages.unigram.piece_numbers import piece_numbers
from pages.unigram.record_types import NoTable, SharePart, ShareRow, SharesPicture
from pages.unigram.round_tables import word_and_count

SHARED = 100  # segmentations of a word
DRAWN = 6  # of them, in a picture
WORDS = 16  # whose shares are drawn
PIECES = 20  # whose shares are added up in a picture
LEAST = 0.005  # a share that has two decimals
TERMS = 3  # words in a sentence
NAMED = 2  # segmentations of a word in a sentence about a piece
LISTED = 5  # in a sentence about the word


class Share(NamedTuple):
    """A segmentation of a word, and the share of the word's count that it gets."""

    segmentation: Segmentation
    share: float


def shares(model: Model, word: str, most: int = SHARED) -> list[Share]:
    """The most probable segmentations of a word, each with its share. most: how many at most.

    >>> model = Model.from_counts({"a": 1, "b": 1, "ab": 2})
    >>> [(each.segmentation.tokens, each.share) for each in shares(model, "ab")]
    [(('ab',), 0.888888888889), (('a', 'b'), 0.111111111111)]
    """
    lattice = model.lattice(word)
    if lattice.best is None:
        return []
    total = sum_up(lattice).log_sum
    return [
        Share(each, round(exp(each.log_probability - total), 12))
        for each in islice(lattice.segmentations(), most)
    ]


def uses(run: unigram.Run, model: Model, piece: str) -> Iterator[tuple[str, int, list[Share]]]:
    """The words with segmentations that use a piece: the word, its count, and these.

    >>> import bpe
    >>> run = unigram.train(bpe.Corpus.from_counts({"ab": 2}), vocab_size=2, seeds="substrings")
    >>> [word for word, _, _ in uses(run, run.seeds, "a")]
    ['ab']
    """
    for word, count in run.corpus.counts.items():
        if piece in word:
            found = [each for each in shares(model, word) if piece in each.segmentation.tokens]
            if found:
                yield word, count, found


def write_count(run: unigram.Run, k: int, piece: str, t: Translation) -> str:
    r"""The expected count of a piece in step k as a sum over words.

    >>> from pages.state.defaults import defaults, with_method
    >>> run = with_method(defaults("unigram-en"), "em").train_unigram()
    >>> text = write_count(run, 2, "ar", Translation())
    >>> text.replace("\u2068", "").replace("\u2069", "")[:32]
    'ar: 7 art (ar t 8%: 0.527) + 4 s'
    """
    this = run.rounds[k - 1]
    found = list(islice(uses(run, this.model, piece), TERMS + 1))
    terms = []
    for word, count, each_share in found[:TERMS]:
        listed = t.gettext(", ").join(
            f"{isolated(' '.join(map(visible, each.segmentation.tokens)))} {each.share:.0%}"
            for each in each_share[:NAMED]
        )
        total = count * sum(
            each.share * each.segmentation.tokens.count(piece) for each in each_share
        )
        term = t.gettext("{count} {word} ({segmentations}: {total})")
        terms.append(
            term.format(
                count=number(count),
                word=quoted(word),
                segmentations=listed,
                total=f"{total:.3f}",
            )
        )
    more = ["…"] if len(found) > TERMS else []
    return t.gettext("{piece}: {sum} = {total} expected.").format(
        piece=quoted(piece),
        sum=" + ".join([*terms, *more]),
        total=f"{this.expected_counts[piece]:,.3f}",
    )


def write_shares(run: unigram.Run, k: int, i: int, t: Translation) -> str:
    r"""How step k of EM shares the count of word i over its segmentations.

    >>> from pages.stage.tokens import without_isolates
    >>> from pages.state.defaults import defaults, with_method
    >>> run = with_method(defaults("unigram-en"), "em").train_unigram()
    >>> without_isolates(write_shares(run, 2, 0, Translation()))[:35]
    'The count of art is 7. The probabil'
    """
    word, count = list(run.corpus.counts.items())[i]
    found = shares(run.rounds[k - 1].model, word)
    total = probability(found[0].segmentation.probability / found[0].share) if found else "0"
    listed = [
        t.gettext("{tokens}: {count} × {value} / {total} = {amount}").format(
            tokens=isolated(" ".join(map(visible, each.segmentation.tokens))),
            count=number(count),
            value=probability(each.segmentation.probability),
            total=total,
            amount=f"{count * each.share:.3f}",
        )
        for each in found[:LISTED]
    ]
    if len(found) > LISTED:
        listed.append("…")
    text = t.gettext(
        "The count of {word} is {count}. The probabilities of its segmentations add up to {total}. "
        "They share it: {list}."
    )
    return text.format(
        word=quoted(word), count=number(count), total=total, list=t.gettext("; ").join(listed)
    )


def picture(run: unigram.Run, k: int, t: Translation) -> SharesPicture | NoTable:
    """The picture of step k of EM: how words share their counts, or what pieces get of them.

    >>> from pages.state.defaults import defaults, with_method
    >>> run = with_method(defaults("unigram-en"), "em").train_unigram()
    >>> [len(picture(run, k, Translation()).get("rows", ())) for k in range(4)]
    [0, 0, 12, 18]
    """
    this = run.rounds[k - 1] if k else None
    if this is None:
        return {}
    if this.phase == "e_step":
        return {
            "title": t.gettext("Each word shares its word count"),
            "about": t.gettext(
                "A bar is the count of a word, and its parts are segmentations. Point at one, or "
                "tap it, to see the sums."
            ),
            "hard": t.gettext("Bold: the best one. Viterbi would give it all (dark line)."),
            "rows": rows_of_words(run, this.model),
        }
    if this.phase == "m_step" and len(run.corpus.counts) <= WORDS:
        return {
            "title": t.gettext("Each piece adds up its shares"),
            "about": t.gettext("A bar is the expected count of a piece, and its parts are words."),
            "hard": t.gettext(
                "Dark line and gray number: its count if only the best segmentations counted."
            ),
            "rows": rows_of_pieces(run, this),
        }
    return {}


def write_amount(amount: float) -> str:
    """A share with two decimals; one that they cannot show is not written as none.

    >>> write_amount(0.126), write_amount(0.004)
    ('0.13', '<0.01')
    """
    return f"{amount:.2f}" if amount >= LEAST else f"<{2 * LEAST:.2f}"


def rows_of_words(run: unigram.Run, model: Model) -> list[ShareRow]:
    """A bar for each of the first words, with its segmentations; one part is the rest.

    Words with few segmentations come first, those with only one last. Of two with as many, the
    first is that of whose count most goes to other segmentations than the best one.
    """
    numbers = piece_numbers(run)
    rows: list[tuple[tuple[bool, int, float], ShareRow]] = []
    for i, (word, count) in enumerate(islice(run.corpus.counts.items(), WORDS)):
        found = shares(model, word, DRAWN + 1)
        parts = [
            SharePart(
                [chip(token, numbers) for token in each.segmentation.tokens],
                each.share,
                write_amount(count * each.share),
                not rank,
            )
            for rank, each in enumerate(found[:DRAWN])
        ]
        if len(found) > DRAWN:
            rest = 1 - sum(each.share for each in found[:DRAWN])
            parts.append(SharePart("…", rest, write_amount(count * rest), False))
        row = ShareRow(word_and_count(word, count), parts, "", 1.0, "", f"word {i}")
        others = count * (1 - found[0].share) if found else 0.0
        rows.append(((len(found) < 2, len(found), -others), row))
    return [row for _, row in sorted(rows, key=lambda each: each[0])]


def rows_of_pieces(run: unigram.Run, this: Round) -> list[ShareRow]:
    """A bar for each piece, with the words that use it, by expected count."""
    expected, hard = this.expected_counts, Counter[str]()
    for word, count in run.corpus.counts.items():
        best = this.model.lattice(word).best
        for token in best.tokens if best else ():
            hard[token] += count
    widest = max([*expected.values(), *hard.values()])
    numbers = piece_numbers(run)
    rows = []
    for piece in sorted(expected, key=lambda each: -expected[each])[:PIECES]:
        parts = []
        for word, count, found in uses(run, this.model, piece):
            amount = sum(
                count * each.share * each.segmentation.tokens.count(piece) for each in found
            )
            parts.append(SharePart(visible(word), amount / widest, write_amount(amount), False))
        rows.append(
            ShareRow(
                [chip(piece, numbers)],
                parts,
                f"{expected[piece]:.2f}",
                hard[piece] / widest,
                number(hard[piece]),
                str(this.model.ids[piece]),
            )
        )
    return rows
