"""The by-hand mode of the lattice: the reader chooses at each position, as Viterbi does."""

from collections.abc import Sequence
from math import exp

from bpe.unigram import Arc, Candidate, Segmentation, equal
from bpe.unigram.own_path import OwnPath, choose_path
from pages.runs import by_hand_records as by_hand
from pages.stage.by_hand_types import ByHandComparison, ByHandRecord
from pages.stage.record import sentences
from pages.stage.table_types import ChipData, Column, Content, Fact, MarkedChip, TableData, TableRow
from pages.stage.tables import table
from pages.stage.tokens import chip, number, probability, visible
from pages.translations.language import Translation
from pages.unigram.record_types import LatticeBoardData, LatticeCandidate, PictureRecord
from pages.unigram.word import Word


def is_offered(shown: Word) -> bool:
    """Whether the word has several segmentations to choose from.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> [is_offered(Word.after(run, text, 0)) for text in ("hug", "h", "xyz")]
    [True, False, False]
    """
    return shown.lattice.count > 1


def start_label(t: Translation) -> str:
    """The label of the button that opens the mode.

    >>> start_label(Translation())
    'Segment it yourself'
    """
    return t.gettext("Segment it yourself")


def record(shown: Word, starts: Sequence[int], t: Translation) -> ByHandRecord[LatticeBoardData]:
    """What the mode shows after the choices at the first positions.

    starts: where the chosen last piece starts, for each position. Raises bpe.InputError for an
    impossible choice.

    >>> from pages.state.defaults import defaults
    >>> shown = Word.after(defaults("hug").train_unigram(), "hug", 0)
    >>> [start for start, *_ in record(shown, [0], Translation())["board"]["candidates"]]
    [0, 1]
    """
    own = choose_path(shown.lattice, starts)
    return {
        "title": start_label(t),
        "about": t.gettext(
            "Go through the positions from left to right. At each one, choose the piece that ends "
            "the best segmentation up to there: multiply the two probabilities, and take the "
            "largest product."
        ),
        "facts": facts(own, t),
        "said": said(shown, own, t),
        "chosen": len(own.winners),
        "is_done": not own.candidates,
        "list": own_table(shown, own, t),
        "comparison": comparison(shown, own, t),
        "labels": by_hand.labels(t),
        "board": {
            "picture": picture(shown, own),
            "title": heading(own, t),
            "candidates": [
                LatticeCandidate(
                    each.arc.start,
                    candidate_chips(shown, own, each),
                    candidate_product(shown, each),
                )
                for each in own.candidates
            ],
        },
    }


def heading(own: OwnPath, t: Translation) -> str:
    """The question at the next position.

    >>> from pages.state.defaults import defaults
    >>> shown = Word.after(defaults("hug").train_unigram(), "hug", 0)
    >>> heading(choose_path(shown.lattice, [0]), Translation())
    'Which segmentation up to position 2 is the best?'
    """
    if not own.candidates:
        return ""
    return t.gettext("Which segmentation up to position {position} is the best?").format(
        position=number(own.candidates[0].arc.end)
    )


def picture(shown: Word, own: OwnPath) -> PictureRecord:
    """The parts of the arcs in the picture, by index: see `lattice_picture.js`.

    >>> from pages.state.defaults import defaults
    >>> shown = Word.after(defaults("hug").train_unigram(), "hug", 0)
    >>> picture(shown, choose_path(shown.lattice, [0]))
    {'rows': [], 'won': [0], 'path': [], 'candidates': [1, 2], 'now': 2}
    """
    index = shown.arc_indices
    result: PictureRecord = {
        "rows": [],
        "won": [index[each.arc.start, each.arc.end] for each in own.winners],
        "path": [],
        "candidates": [index[each.arc.start, each.arc.end] for each in own.candidates],
    }
    if own.candidates:
        return result | {"now": own.candidates[0].arc.end}
    arcs = arcs_to(own, len(shown.text))
    return result | {"path": [index[arc.start, arc.end] for arc in arcs]}


def arcs_to(own: OwnPath, end: int) -> list[Arc]:
    """The arcs of the chosen segmentation up to a position, from left to right.

    >>> from pages.state.defaults import defaults
    >>> shown = Word.after(defaults("hug").train_unigram(), "hug", 0)
    >>> [arc.piece for arc in arcs_to(choose_path(shown.lattice, [0, 1]), 2)]
    ['h', 'u']
    """
    by_end = {each.arc.end: each.arc for each in own.winners}
    arcs = []
    while end:
        arcs.append(by_end[end])
        end = by_end[end].start
    return arcs[::-1]


def chips(shown: Word, arcs: Sequence[Arc]) -> list[ChipData]:
    """Arcs as chips.

    >>> from pages.state.defaults import defaults
    >>> shown = Word.after(defaults("hug").train_unigram(), "hug", 0)
    >>> chips(shown, shown.lattice.arcs[:1])
    [Chip(text='h', number=0)]
    """
    return [
        chip(arc.piece, shown.numbers)
        if arc.known
        else MarkedChip(visible(arc.piece), 0, "unknown")
        for arc in arcs
    ]


def candidate_chips(shown: Word, own: OwnPath, candidate: Candidate) -> list[ChipData]:
    """The chosen segmentation before a candidate's piece, and the piece.

    >>> from pages.state.defaults import defaults
    >>> shown = Word.after(defaults("hug").train_unigram(), "hug", 0)
    >>> own = choose_path(shown.lattice, [0])
    >>> [len(candidate_chips(shown, own, each)) for each in own.candidates]
    [1, 2]
    """
    return chips(shown, [*arcs_to(own, candidate.arc.start), candidate.arc])


def candidate_product(shown: Word, candidate: Candidate) -> str:
    """The product that the reader works out.

    >>> from pages.state.defaults import defaults
    >>> shown = Word.after(defaults("hug").train_unigram(), "hug", 0)
    >>> candidate_product(shown, shown.lattice.positions[1].candidates[1])
    '0.071429 × 0.171429'
    """
    factors = [candidate.before - shown.model.origin, candidate.arc.log_probability]
    return " × ".join(probability(exp(each)) for each in factors[not candidate.arc.start :])


def chance(shown: Word, total: float) -> str:
    """A sum of logarithms as a probability.

    >>> from pages.state.defaults import defaults
    >>> chance(Word.after(defaults("hug").train_unigram(), "hug", 0), -2.0)
    '0.135335'
    """
    return probability(exp(total - shown.model.origin))


def facts(own: OwnPath, t: Translation) -> list[Fact]:
    """The number of positions with a choice.

    >>> from pages.state.defaults import defaults
    >>> shown = Word.after(defaults("hug").train_unigram(), "hug", 0)
    >>> facts(choose_path(shown.lattice, [0]), Translation())
    [Fact(text='position 1 of 3', class_name='id')]
    """
    done, last = number(len(own.winners)), number(len(own.ends))
    return [Fact(t.gettext("position {k} of {last}").format(k=done, last=last), "id")]


def said(shown: Word, own: OwnPath, t: Translation) -> str:
    """The product of the last choice; empty before the first.

    >>> from pages.state.defaults import defaults
    >>> shown = Word.after(defaults("hug").train_unigram(), "hug", 0)
    >>> said(shown, choose_path(shown.lattice, [0]), Translation())
    'Up to position 1, your product is 0.071429.'
    """
    if not own.winners:
        return ""
    last = own.winners[-1]
    result = t.gettext("Up to position {position}, your product is {product}.").format(
        position=number(last.arc.end), product=chance(shown, last.total)
    )
    if own.candidates:
        return result
    return sentences(result, t.gettext("The word is segmented. Compare now."), t)


def columns(t: Translation) -> list[Column]:
    """The first columns of both tables.

    >>> [name for name, _ in columns(Translation())]
    ['position', 'segmentation', 'value']
    """
    return [
        Column("position", t.gettext("Up to")),
        Column("segmentation", t.gettext("Your segmentation")),
        Column("value", t.gettext("Probability")),
    ]


def own_cells(shown: Word, own: OwnPath, winner: Candidate) -> list[Content]:
    """The cells of a choice: its position, the segmentation up to it, its probability.

    >>> from pages.state.defaults import defaults
    >>> shown = Word.after(defaults("hug").train_unigram(), "hug", 0)
    >>> own = choose_path(shown.lattice, [0])
    >>> own_cells(shown, own, own.winners[0])
    ['1 h', [Chip(text='h', number=0)], '0.071429']
    """
    end = winner.arc.end
    label = f"{number(end)} {visible(shown.text[end - 1])}"
    return [label, chips(shown, arcs_to(own, end)), chance(shown, winner.total)]


def own_table(shown: Word, own: OwnPath, t: Translation) -> TableData:
    """The choices so far as a table.

    >>> from pages.state.defaults import defaults
    >>> shown = Word.after(defaults("hug").train_unigram(), "hug", 0)
    >>> own_table(shown, choose_path(shown.lattice, [0]), Translation())["title"]
    'Your best segmentation up to each position'
    """
    rows = [TableRow(own_cells(shown, own, each)) for each in own.winners]
    title = t.gettext("Your best segmentation up to each position")
    return table(title, columns(t), rows)


def comparison(shown: Word, own: OwnPath, t: Translation) -> ByHandComparison:
    """The reader's choices next to those of Viterbi, and what they cost.

    >>> from pages.state.defaults import defaults
    >>> shown = Word.after(defaults("hug").train_unigram(), "hug", 0)
    >>> [mark for _, mark in comparison(shown, choose_path(shown.lattice, [0, 1]), Translation())[
    ...     "rows"]]
    ['', 'tied']
    """
    rows: list[TableRow] = []
    for winner in own.winners:
        best, theirs = best_at(shown, winner.arc.end)
        cells = [
            *own_cells(shown, own, winner),
            [
                chip(token, shown.numbers) if known else MarkedChip(visible(token), 0, "unknown")
                for token, known in zip(best.tokens, best.known, strict=True)
            ],
            chance(shown, theirs),
        ]
        rows.append(TableRow(cells, "" if equal(winner.total, theirs) else "tied"))
    heads = [
        *columns(t),
        Column("segmentation", t.gettext("Viterbi's segmentation")),
        Column("value", t.gettext("Probability")),
    ]
    title = t.gettext("Your choices next to those of Viterbi")
    return {
        **table(title, heads, rows),
        "said": verdict(shown, own, t),
        "chart": None,
    }


def best_at(shown: Word, end: int) -> tuple[Segmentation, float]:
    """Viterbi's segmentation up to a position that has one, and its score.

    >>> from pages.state.defaults import defaults
    >>> best_at(Word.after(defaults("hug").train_unigram(), "hug", 0), 2)[0].tokens
    ('hu',)
    """
    best, winner = shown.lattice.best_at[end - 1], shown.lattice.positions[end - 1].winner
    assert best
    assert winner
    return best, winner.total


def verdict(shown: Word, own: OwnPath, t: Translation) -> str:
    """Whether the reader's segmentation is the best, or how much less probable it is.

    >>> from pages.state.defaults import defaults
    >>> shown = Word.after(defaults("hug").train_unigram(), "hug", 0)
    >>> verdict(shown, choose_path(shown.lattice, [0, 1]), Translation())
    'Up to position 2, your segmentation has the probability 0.012245, and the best has 0.071429.'
    """
    if not own.winners:
        return ""
    last = own.winners[-1]
    _, theirs = best_at(shown, last.arc.end)
    values = {
        "position": number(last.arc.end),
        "mine": chance(shown, last.total),
        "best": chance(shown, theirs),
    }
    if equal(last.total, theirs):
        return t.gettext(
            "Up to position {position}, no segmentation is better than yours. Its probability is "
            "{mine}."
        ).format(**values)
    return t.gettext(
        "Up to position {position}, your segmentation has the probability {mine}, and the best "
        "has {best}."
    ).format(**values)
