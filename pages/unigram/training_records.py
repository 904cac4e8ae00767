"""Records of a Unigram training for the stage: pieces and changed words, round by round.

Step 0 shows the seeds; step k is round k.
"""

import re

from bpe import unigram
from pages.stage import prediction
from pages.stage.chart_types import ChartsRecord
from pages.stage.question import record_of
from pages.stage.record import announcement, transport
from pages.stage.record_types import Block, CodeBlock
from pages.stage.table_types import Column
from pages.stage.tokens import number
from pages.translations.language import Translation
from pages.unigram import (
    code,
    em_code,
    expected_shares,
    loss_terms,
    training_charts,
    training_explanations,
    worked_examples,
)
from pages.unigram.em_questions import step_question
from pages.unigram.questions import removal_question
from pages.unigram.record_types import (
    PieceTable,
    RoundRecord,
    RoundsHead,
    RoundsLabels,
    WordChanges,
)
from pages.unigram.round_tables import SEARCHED, UNUSED, WORDS, RoundTables, has_reasons

BLOCK = 8  # rounds in a block
KINDS = ("", "e_step", "m_step", "prune", "finalize")  # of tables; "" shows the seeds


def head(run: unigram.Run, t: Translation, lang: str) -> RoundsHead:
    """The head: the data shared by all rounds.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> head(run, Translation(), "en")["last"]
    5
    """
    return {
        "kind": "rounds",
        "lang": lang,
        "last": len(run.rounds),
        "size": BLOCK,
        "stops": [],
        "dir": "ltr",
        "charts": training_charts.headings(run, t),
        "question_covers": "words" if run.method == "em" else "pieces",
        "code": t.gettext("Code for step {k}"),
        "labels": labels(run, t),
    }


def labels(run: unigram.Run, t: Translation) -> RoundsLabels:
    """The texts of the controls and column heads.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> labels(run, Translation())["transport"]
    'Steps'
    """
    return {
        **transport(t.gettext("The training, round by round"), len(run.rounds), t),
        **prediction.labels(t),
        "stop": "",
        "columns": {
            kind: [Column("piece", t.gettext("Piece")), *columns(run, kind, t)] for kind in KINDS
        },
        "first_columns": [
            Column("subject", t.gettext("Word × count")),
            Column("before", t.gettext("Segmentation")),
        ],
        "word_columns": [
            Column("subject", t.gettext("Word × count")),
            Column("before", t.gettext("Segmentation before")),
            Column("after", t.gettext("Segmentation after")),
        ],
        "marks": {"gone": t.gettext("removed"), "stays": t.gettext("kept")},
        "nothing": t.gettext("No segmentation changed in this step."),
        "csv": t.gettext("Pieces at step {k} as CSV"),
    }


def columns(run: unigram.Run, kind: str, t: Translation) -> list[Column]:
    """The columns after the piece, by the kind of round.

    >>> from pages.state.defaults import defaults
    >>> [name for name, _ in columns(defaults("hug").train_unigram(), "prune", Translation())]
    ['rise', 'reason', 'mark']
    """
    share = Column("value", t.gettext("Probability"))
    status = Column("mark", t.gettext("Status"))
    if kind == "prune":
        estimated = run.method == "em"
        rise = t.gettext("Estimated rise") if estimated else t.gettext("Loss rises by")
        reason = t.gettext("What replaces it") if estimated else t.gettext("Because of these words")
        why = [Column("reason", reason)] if has_reasons(run) else []
        return [Column("rise", rise), *why, status]
    if kind == "e_step":
        return [share, Column("rise", t.gettext("Expected count"))]
    if kind == "m_step":
        removes = any(each.gone for each in run.rounds if each.phase == "m_step")
        return [Column("rise", t.gettext("Expected count")), share, *([status] if removes else [])]
    if kind == "finalize":
        return [share, Column("value", t.gettext("In the end")), status]
    is_weight = run.seeding == "repeated"  # as `why_seeds` says
    return [Column("rise", t.gettext("Weight") if is_weight else t.gettext("Piece count")), share]


def has(run: unigram.Run, part: str) -> bool:
    """Whether a record of this name exists: the head, a block, its code, the charts, a number.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> has(run, "0"), has(run, "9")
    (True, False)
    """
    if part in ("head", "charts"):
        return True
    if match := re.fullmatch(r"without-([0-9]{1,6})-([0-9]{1,8})", part):
        k, piece = map(int, match.groups())
        return 0 < k <= len(run.rounds) and piece < len(run.rounds[k - 1].model.pieces)
    if match := re.fullmatch(r"loss-([0-9]{1,6})", part):
        k = int(match[1])
        return 0 < k <= len(run.rounds) and run.rounds[k - 1].loss is not None
    if match := re.fullmatch(r"shares-([0-9]{1,6})-([0-9]{1,6})", part):
        k, word = map(int, match.groups())
        is_shared = 0 < k <= len(run.rounds) and run.rounds[k - 1].phase == "e_step"
        return is_shared and word < min(expected_shares.WORDS, len(run.corpus.counts))
    match = re.fullmatch(r"(?:code-)?([0-9]{1,8})", part)
    return match is not None and int(match[1]) * BLOCK <= len(run.rounds)


def block(run: unigram.Run, which: int, t: Translation) -> Block[RoundRecord]:
    """Block number `which`: BLOCK rounds.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> block(run, 0, Translation())["first"]
    0
    """
    first = which * BLOCK
    end = min(first + BLOCK, len(run.rounds) + 1)
    return {"first": first, "steps": [record(run, k, t) for k in range(first, end)]}


def record(
    run: unigram.Run, k: int, t: Translation, tables: RoundTables | None = None
) -> RoundRecord:
    """The record of step k. tables: those of the step, if another language has them already.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> record(run, 0, Translation())["before"]
    'The vocabulary'
    """
    tables = tables or RoundTables(run, k)
    this = tables.round
    kind = this.phase if this and this.phase in KINDS else ""
    why, estimated = training_explanations.why(run, k, t), run.method == "em"
    asked = None
    if this:
        asked = removal_question(this, tables.numbers, t, estimated) or step_question(
            run, this, tables.numbers, t
        )
    return {
        "kind": kind,
        "title": training_explanations.title(run, this, t),
        "facts": training_explanations.facts(run, k, t),
        "values": training_charts.values_at(run, k, t),
        "why": why,
        "before": training_explanations.table_title(this, t),
        "after": training_explanations.words_title(k, t),
        **pieces(tables, t),
        **words(tables, t),
        "shares": expected_shares.picture(run, k, t),
        "example": worked_examples.example(run, k, t, tables.lattice),
        "quiz": record_of(asked),
        "announce": announcement(k, len(run.rounds), why, t),
    }


def pieces(tables: RoundTables, t: Translation) -> PieceTable:
    """The table of pieces.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> pieces(RoundTables(run, 0), Translation())["rows"][0]
    PieceRow(id=3, chip=Chip(text='hu', number=11), cells=['15', '0.071429'], mark='', trained=None)
    """
    unused = t.gettext("no word uses it")
    rows = [
        row._replace(cells=[unused if cell == UNUSED else cell for cell in row.cells])
        for row in tables.pieces
    ]
    every = len(tables.model.pieces)
    result: PieceTable = {"rows": rows}
    if every > len(rows):
        result["more"] = t.gettext("The first {shown} of {all} pieces.").format(
            shown=number(len(rows)), all=number(every)
        )
    return result


def words(tables: RoundTables, t: Translation) -> WordChanges:
    """The words whose segmentation a round changed, or at step 0 all.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> words(RoundTables(run, 0), Translation())["words"][0]
    WordChange(word='hug ×10', before=[Chip(text='hug', number=3)], after=[])
    """
    this, rows, every = tables.round, tables.words, len(tables.run.corpus.counts)
    if this is None:
        return {"words": rows, "note": describe_hidden(len(rows), every, t)}
    note = ""
    if this.model is not this.result and (len(rows) == WORDS or every > SEARCHED):
        note = t.gettext(
            "Only the first {searched} words are checked, and at most {most} are shown."
        )
        note = note.format(searched=number(min(SEARCHED, every)), most=number(WORDS))
    return {"words": rows, "note": note}


def describe_hidden(shown: int, every: int, t: Translation) -> str:
    """How many words are shown; empty if all are.

    >>> describe_hidden(200, 1000, Translation())
    'The first 200 of 1,000 words.'
    """
    if shown == every:
        return ""
    return t.gettext("The first {shown} of {all} words.").format(
        shown=number(shown), all=number(every)
    )


def detail(run: unigram.Run, part: str, t: Translation) -> CodeBlock | ChartsRecord | str:
    """The charts, the code of a block, or what a number is made of.

    This is the loss, how much it rises without a piece, or the expected count of a piece.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> detail(run, "without-1-0", Translation()).partition(".")[0][-21:]
    'is a single character'
    """
    if part == "charts":
        return training_charts.record(run, t)
    if part.startswith("code-"):
        first = int(part.removeprefix("code-")) * BLOCK
        draw = em_code.block if run.method == "em" else code.round_block
        return draw(run, first, min(first + BLOCK, len(run.rounds) + 1), t)
    if part.startswith("loss-"):
        return loss_terms.write_loss(run, int(part.removeprefix("loss-")), t)
    k, piece_id = map(int, part.split("-")[1:])
    if part.startswith("shares-"):
        return expected_shares.write_shares(run, k, piece_id, t)
    this = run.rounds[k - 1]
    piece = this.model.pieces[piece_id]
    if this.phase in ("e_step", "m_step"):
        return expected_shares.write_count(run, k, piece, t)
    return loss_terms.write_rise(run, k, piece, t)
