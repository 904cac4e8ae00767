"""The by-hand mode of a Unigram training: the reader removes pieces, then compares them with
the course's method."""

from collections.abc import Sequence

from bpe import unigram
from bpe.unigram import Model
from bpe.unigram.own_pruning import Removal, removable, remove_cheapest, remove_pieces
from pages.charts.chart import Point
from pages.runs import by_hand_records as by_hand
from pages.stage.by_hand_types import ByHandChart, ByHandComparison, ByHandRecord
from pages.stage.record import sentences
from pages.stage.table_types import Column, Content, Fact, TableData, TableRow
from pages.stage.tables import table
from pages.stage.tokens import chip, number, probability, quoted
from pages.translations.language import Translation
from pages.unigram.piece_numbers import piece_numbers
from pages.unigram.record_types import BoardPiece, PiecesBoardData
from pages.unigram.round_tables import segmentation_chips, word_and_count
from pages.unigram.training_explanations import rise_text

MAX_PIECES = 60
MAX_CHARACTERS = 200  # of all different words


def is_offered(run: unigram.Run) -> bool:
    """Whether the corpus and the vocabulary are small enough, and there is something to remove.

    >>> from pages.state.defaults import defaults
    >>> [is_offered(defaults(name).train_unigram()) for name in ("hug", "course")]
    [True, False]
    """
    return (
        run.seeds.counts is not None
        and len(run.seeds.pieces) <= MAX_PIECES
        and sum(map(len, run.corpus.counts)) <= MAX_CHARACTERS
        and limit(run) > 0
    )


def limit(run: unigram.Run) -> int:
    """How many pieces the reader removes: as many as the training.

    >>> from pages.state.defaults import defaults
    >>> limit(defaults("hug").train_unigram())
    5
    """
    return len(run.seeds.pieces) - len(run.model.pieces)


def start_label(t: Translation) -> str:
    """The label of the button that opens the mode.

    >>> start_label(Translation())
    'You are the trainer'
    """
    return t.gettext("You are the trainer")


def record(
    run: unigram.Run, chosen: Sequence[int], t: Translation
) -> ByHandRecord[PiecesBoardData]:
    """What the mode shows after some removals.

    chosen: ids of pieces. Raises ValueError for too many pieces, and bpe.InputError for a piece
    that cannot be removed.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> record(run, [run.seeds.ids["hu"]], Translation())["facts"][1]
    Fact(text='loss 165.2081', class_name='id')
    """
    if len(chosen) > limit(run) or any(each >= len(run.seeds.pieces) for each in chosen):
        raise ValueError("no such pieces to remove")
    removals = remove_pieces(run.corpus, run.seeds, [run.seeds.pieces[each] for each in chosen])
    model, numbers = model_after(run, removals), piece_numbers(run)
    is_open = frozenset(() if is_done(run, removals) else removable(model))
    return {
        "title": start_label(t),
        "about": about(run, t),
        "facts": facts(run, removals, t),
        "said": said(run, removals, t),
        "chosen": len(removals),
        "is_done": is_done(run, removals),
        "list": own_table(run, removals, t),
        "comparison": comparison(run, removals, t),
        "labels": by_hand.labels(t),
        "board": {
            "title": t.gettext("The vocabulary: choose a piece to remove it")
            if is_open
            else t.gettext("The vocabulary"),
            "pieces": [
                BoardPiece(
                    i,
                    chip(piece, numbers),
                    probability(model.probability(piece)) if piece in model.ids else "–",
                    "gone" if piece not in model.ids else "open" if piece in is_open else "fixed",
                )
                for i, piece in enumerate(run.seeds.pieces)
            ],
            "fixed": t.gettext("{piece} stays, because single characters are never removed.")
            if is_open
            else "",
            "words": table(
                t.gettext("The words under this vocabulary"),
                [
                    Column("subject", t.gettext("Word")),
                    Column("segmentation", t.gettext("Best segmentation")),
                ],
                [
                    TableRow(
                        [
                            word_and_count(word, count),
                            segmentation_chips(model.encode_word(word), numbers),
                        ]
                    )
                    for word, count in run.corpus.counts.items()
                ],
            ),
        },
    }


def model_after(run: unigram.Run, removals: Sequence[Removal]) -> Model:
    """The model after the removals.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> model_after(run, ()) is run.seeds
    True
    """
    return removals[-1].model if removals else run.seeds


def about(run: unigram.Run, t: Translation) -> str:
    """What to do.

    >>> from pages.state.defaults import defaults
    >>> about(defaults("hug").train_unigram(), Translation()).partition(":")[0]
    'Remove 5 pieces, one by one'
    """
    return t.ngettext(
        "Remove {count} piece: one that the words hardly need. Try to keep the loss low. Single "
        "characters always stay.",
        "Remove {count} pieces, one by one: those that the words hardly need. Try to keep the "
        "loss low. Single characters always stay.",
        limit(run),
    ).format(count=number(limit(run)))


def loss_after(run: unigram.Run, removals: Sequence[Removal]) -> float:
    """The loss after the removals.

    >>> from pages.state.defaults import defaults
    >>> round(loss_after(defaults("hug").train_unigram(), ()), 3)
    169.803
    """
    return removals[-1].loss if removals else unigram.loss(run.corpus, run.seeds)


def facts(run: unigram.Run, removals: Sequence[Removal], t: Translation) -> list[Fact]:
    """The number of removed pieces and the loss.

    >>> from pages.state.defaults import defaults
    >>> facts(defaults("hug").train_unigram(), (), Translation())[0]
    Fact(text='removed 0 of 5', class_name='vocab')
    """
    done, last = number(len(removals)), number(limit(run))
    loss = f"{loss_after(run, removals):,.4f}"
    return [
        Fact(t.gettext("removed {k} of {last}").format(k=done, last=last), "vocab"),
        Fact(t.gettext("loss {loss}").format(loss=loss), "id"),
    ]


def said(run: unigram.Run, removals: Sequence[Removal], t: Translation) -> str:
    """What the last removal did; empty before the first.

    >>> from pages.state.defaults import defaults
    >>> from pages.stage.tokens import without_isolates
    >>> run = defaults("hug").train_unigram()
    >>> removals = remove_pieces(run.corpus, run.seeds, ["hu"])
    >>> without_isolates(said(run, removals, Translation())).partition(".")[0]
    'Without hu, the loss rises by 0'
    """
    if not removals:
        return ""
    last = removals[-1]
    result = t.gettext(
        "Without {piece}, the loss rises by {rise}. Then the other pieces share its probability, "
        "and the loss goes from {before} to {after}."
    ).format(
        piece=quoted(last.piece),
        rise=rise_text(last.rise),
        before=f"{loss_after(run, removals[:-1]):,.4f}",
        after=f"{last.loss:,.4f}",
    )
    end = t.gettext("There is nothing left to remove. Compare now.")
    return sentences(result, end if is_done(run, removals) else "", t)


def is_done(run: unigram.Run, removals: Sequence[Removal]) -> bool:
    """Whether the reader has removed as many pieces as the training.

    >>> from pages.state.defaults import defaults
    >>> is_done(defaults("hug").train_unigram(), ())
    False
    """
    return len(removals) == limit(run)


def cells(removal: Removal, numbers: dict[str, int]) -> list[Content]:
    """The cells of a removal: the piece, the rise, the loss afterwards.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> cells(remove_pieces(run.corpus, run.seeds, ["hu"])[0], {})
    [[Chip(text='hu', number=0)], '0', '165.2081']
    """
    return [[chip(removal.piece, numbers)], rise_text(removal.rise), f"{removal.loss:,.4f}"]


def own_table(run: unigram.Run, removals: Sequence[Removal], t: Translation) -> TableData:
    """The reader's removals as a table.

    >>> from pages.state.defaults import defaults
    >>> own_table(defaults("hug").train_unigram(), (), Translation())["title"]
    'Your removals'
    """
    numbers = piece_numbers(run)
    rows = [TableRow([number(k), *cells(each, numbers)]) for k, each in enumerate(removals, 1)]
    columns = [
        Column("rank", t.gettext("Removal")),
        Column("piece", t.gettext("Piece")),
        Column("rise", t.gettext("Rise in the loss")),
        Column("log", t.gettext("Loss afterwards")),
    ]
    return table(t.gettext("Your removals"), columns, rows)


def comparison(run: unigram.Run, removals: Sequence[Removal], t: Translation) -> ByHandComparison:
    """The reader's removals next to those of the course's method, and what they cost.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> removals = remove_pieces(run.corpus, run.seeds, ["hug"])
    >>> comparison(run, removals, Translation())["said"]
    'Loss after 1 removal: 187.9808 yours, 165.2081 of the algorithm. Your choices cost 22.7727.'
    """
    numbers = piece_numbers(run)
    others = remove_cheapest(run.corpus, run.seeds, len(removals))
    rows = [
        TableRow([number(k), *cells(mine, numbers), *cells(theirs, numbers)])
        for k, (mine, theirs) in enumerate(zip(removals, others, strict=False), 1)
    ]
    columns = [
        Column("rank", t.gettext("Removal")),
        Column("piece", t.gettext("Your piece")),
        Column("rise", t.gettext("Rise in the loss")),
        Column("log", t.gettext("Loss afterwards")),
        Column("piece", t.gettext("Piece with the smallest rise")),
        Column("rise", t.gettext("Rise in the loss")),
        Column("log", t.gettext("Loss afterwards")),
    ]
    title = t.gettext("Your removals next to those of the algorithm")
    said = verdict(run, removals, others, t)
    return {
        **table(title, columns, rows),
        "said": said,
        "chart": chart(run, removals, others, t),
    }


def chart(
    run: unigram.Run, mine: Sequence[Removal], theirs: Sequence[Removal], t: Translation
) -> ByHandChart | None:
    """The loss after each removal; None before the first.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> removals = remove_pieces(run.corpus, run.seeds, ["hug"])
    >>> [round(loss) for _, loss in chart(run, removals, removals, Translation())["lines"][0][1]]
    [170, 188]
    """
    if not mine:
        return None
    title, x_title = t.gettext("Loss after each removal"), t.gettext("Removal")
    return by_hand.chart(title, x_title, losses(run, mine), losses(run, theirs), t)


def losses(run: unigram.Run, removals: Sequence[Removal]) -> list[Point]:
    """The loss after 0, 1, ... removals.

    >>> from pages.state.defaults import defaults
    >>> [(k, round(loss)) for k, loss in losses(defaults("hug").train_unigram(), ())]
    [(0, 170)]
    """
    return [(k, loss_after(run, removals[:k])) for k in range(len(removals) + 1)]


def verdict(
    run: unigram.Run, mine: Sequence[Removal], theirs: Sequence[Removal], t: Translation
) -> str:
    """What the reader's removals cost or save, and why they can save something.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> verdict(run, (), (), Translation())
    'Loss after 0 removals: 169.8028 yours, 169.8028 of the algorithm. Your choices cost nothing.'
    """
    k, my_loss, their_loss = len(mine), loss_after(run, mine), loss_after(run, theirs)
    result = t.ngettext(
        "Loss after {k} removal: {mine} yours, {theirs} of the algorithm.",
        "Loss after {k} removals: {mine} yours, {theirs} of the algorithm.",
        k,
    ).format(k=number(k), mine=f"{my_loss:,.4f}", theirs=f"{their_loss:,.4f}")
    difference = f"{abs(my_loss - their_loss):,.4f}"
    if rise_text(my_loss - their_loss) == "0":
        return sentences(result, t.gettext("Your choices cost nothing."), t)
    if my_loss > their_loss:
        cost = t.gettext("Your choices cost {difference}.").format(difference=difference)
        return sentences(result, cost, t)
    saved = t.gettext("Your choices save {difference}.").format(difference=difference)
    return sentences(sentences(result, saved, t), why_better(mine, theirs, t), t)


def why_better(mine: Sequence[Removal], theirs: Sequence[Removal], t: Translation) -> str:
    """Why the reader's removals can lead to a lower loss: what differs at the first other piece.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> mine = remove_pieces(run.corpus, run.seeds, ["ug"])
    >>> why_better(mine, remove_cheapest(run.corpus, run.seeds, 1), Translation())[-54:]
    'But with each removal, the other probabilities change.'
    """
    my_first, their_first = next(
        (one, other) for one, other in zip(mine, theirs, strict=True) if one.piece != other.piece
    )
    if my_first.loss >= their_first.loss:
        return t.gettext("The algorithm looks only one removal ahead.")
    unchanged = t.gettext(
        "The rises are computed with unchanged probabilities. But with each removal, the other "
        "probabilities change."
    )
    if rise_text(my_first.rise - their_first.rise) != "0":
        return unchanged
    tied = t.gettext(
        "{mine} and {theirs} had the same rise, {rise}, so the order in the table decided for the "
        "algorithm."
    ).format(
        mine=quoted(my_first.piece),
        theirs=quoted(their_first.piece),
        rise=rise_text(their_first.rise),
    )
    return sentences(tied, unchanged, t)
