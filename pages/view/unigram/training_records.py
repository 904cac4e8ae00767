"""Records of a Unigram training for the stage: pieces and changed words, round by round.

Step 0 shows the seeds; step k is round k.
"""

import re
from collections.abc import Mapping
from itertools import islice

from bpe import unigram
from bpe.encoder import UNKNOWN
from bpe.unigram import Change, Model, Round, Segmentation
from pages.i18n.language import Translation
from pages.view import prediction
from pages.view.stage import Record, announcement, sentences, transport
from pages.view.tokens import (
    chip,
    isolated,
    logarithm,
    number,
    probability,
    quoted,
    shorten,
    visible,
)
from pages.view.unigram import (
    code,
    em_code,
    training_charts,
    training_explanations,
    worked_examples,
)
from pages.view.unigram.piece_numbers import piece_numbers

BLOCK = 8  # rounds in a block
PIECES = 300  # of a vocabulary, in the table
WORDS = 60  # in the table of words
SEARCHED = 2_000  # words that are searched for changes
LONG = 24  # characters of a word in a table
TERMS = 4  # words named in a sentence


def head(run: unigram.Run, t: Translation, lang: str) -> Record:
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
        "code": t.gettext("Code for step {k}"),
        "labels": labels(run, t),
    }


def labels(run: unigram.Run, t: Translation) -> Record:
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
            "": [["piece", t.gettext("Piece")], *columns("", t)],
            "e_step": [["piece", t.gettext("Piece")], *columns("e_step", t)],
            "m_step": [["piece", t.gettext("Piece")], *columns("m_step", t)],
            "prune": [["piece", t.gettext("Piece")], *columns("prune", t, run.method == "em")],
        },
        "word_columns": [
            ["subject", t.gettext("Word")],
            ["before", t.gettext("Segmentation before")],
            ["after", t.gettext("Segmentation after")],
        ],
        "marks": {"gone": t.gettext("removed"), "stays": t.gettext("kept")},
        "nothing": t.gettext("No segmentation changed in this step."),
        "csv": t.gettext("Pieces at step {k} as CSV"),
    }


def columns(kind: str, t: Translation, estimated: bool = False) -> list[list[str]]:
    """The columns after the piece, by the kind of round. estimated: whether its rises are.

    >>> [name for name, _ in columns("prune", Translation())]
    ['value', 'rise', 'mark']
    """
    share = ["value", t.gettext("Probability")]
    if kind == "prune":
        rise = t.gettext("Estimated rise") if estimated else t.gettext("Loss rises by")
        return [share, ["rise", rise], ["mark", t.gettext("Status")]]
    if kind == "e_step":
        return [share, ["rise", t.gettext("Expected count")], ["mark", ""]]
    if kind == "m_step":
        return [["rise", t.gettext("Expected count")], share, ["mark", t.gettext("Status")]]
    return [["rise", t.gettext("Count")], share, ["mark", ""]]


def has(run: unigram.Run, part: str) -> bool:
    """Whether a record of this name exists: the head, a block, its code, the charts, a removal.

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
    match = re.fullmatch(r"(?:code-)?([0-9]{1,8})", part)
    return match is not None and int(match[1]) * BLOCK <= len(run.rounds)


def block(run: unigram.Run, which: int, t: Translation) -> Record:
    """Block number `which`: BLOCK rounds.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> block(run, 0, Translation())["first"]
    0
    """
    first = which * BLOCK
    end = min(first + BLOCK, len(run.rounds) + 1)
    return {"first": first, "steps": [record(run, k, t) for k in range(first, end)]}


def record(run: unigram.Run, k: int, t: Translation) -> Record:
    """The record of step k.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> record(run, 0, Translation())["before"]
    'The vocabulary'
    """
    this = run.rounds[k - 1] if k else None
    kind = this.phase if this and this.phase in ("e_step", "m_step", "prune") else ""
    result: Record = {
        "kind": kind,
        "title": training_explanations.title(run, this, t),
        "facts": training_explanations.facts(run, k, t),
        "values": training_charts.values_at(run, k, t),
        "why": training_explanations.why(run, k, t),
        "before": training_explanations.table_title(this, t),
        "after": training_explanations.words_title(k, t),
        **pieces(run, k, t),
        **words(run, k, t),
        "example": worked_examples.example(run, k, t),
    }
    numbers, estimated = piece_numbers(run.seeds), run.method == "em"
    result["quiz"] = prediction.removal_question(this, numbers, t, estimated) if this else {}
    result["announce"] = announcement(k, len(run.rounds), str(result["why"]), t)
    return result


def pieces(run: unigram.Run, k: int, t: Translation) -> Record:
    """The table of pieces: {rows: [[id, chip, cells, mark]], more: how many are not shown}.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> pieces(run, 0, Translation())["rows"][0]
    [0, ['h', 0], ['15', '0.071429'], '']
    """
    this = run.rounds[k - 1] if k else None
    model = this.model if this else run.seeds
    rows = training_explanations.sorted_pieces(this, model)
    shown, numbers = rows[:PIECES], piece_numbers(run.seeds)
    result: Record = {"rows": [row(model, this, piece, numbers) for piece in shown]}
    if len(rows) > len(shown):
        result["more"] = t.gettext("The first {shown} of {all} pieces.").format(
            shown=number(len(shown)), all=number(len(rows))
        )
    return result


def row(model: Model, this: Round | None, piece: str, numbers: Mapping[str, int]) -> list[object]:
    """A row of the table: [id, chip, cells after the piece, mark]. numbers: see `piece_numbers`.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> row(run.seeds, None, "ug", piece_numbers(run.seeds))
    [4, ['ug', 5], ['20', '0.095238'], '']
    """
    piece_id, shown = model.ids[piece], chip(piece, numbers)
    share = probability(model.probability(piece))
    mark = ""
    if this and piece in this.gone:
        mark = "gone"
    if this and this.phase == "prune":
        rise = this.rises.get(piece)
        rise_cell = "–" if rise is None else training_explanations.rise_text(rise)
        return [piece_id, shown, [share, rise_cell], mark or "stays"]
    if this and this.expected:
        count = f"{this.expected[piece_id]:,.3f}"
        if this.phase == "e_step":
            return [piece_id, shown, [share, count], mark]
        after = "–" if mark else probability(this.result.probability(piece))
        return [piece_id, shown, [count, after], mark]
    count = f"{model.counts[piece_id]:g}" if model.counts else "–"
    return [piece_id, shown, [count, share], mark]


def words(run: unigram.Run, k: int, t: Translation) -> Record:
    """The words whose segmentation a round changed, or at step 0 all: [word, before, after].

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> words(run, 0, Translation())["words"][0]
    ['hug ×10', [['hug', 6]], []]
    """
    counts, numbers = run.corpus.counts, piece_numbers(run.seeds)
    if not k:
        first = list(islice(counts.items(), WORDS))
        rows = [
            [
                word_and_count(word, count),
                segmentation_chips(run.seeds.encode_word(word), numbers),
                [],
            ]
            for word, count in first
        ]
        return {"words": rows, "note": describe_hidden(len(first), len(counts), t)}
    this = run.rounds[k - 1]
    if this.model is this.result:
        return {"words": [], "note": ""}
    searched = dict(islice(counts.items(), SEARCHED))
    found = list(
        islice(
            unigram.changes(training_explanations.subset(run, searched), this.model, this.result),
            WORDS,
        )
    )
    note = ""
    if len(found) == WORDS or len(searched) < len(counts):
        note = t.gettext(
            "Only the first {searched} words are checked, and at most {most} are shown."
        )
        note = note.format(searched=number(len(searched)), most=number(WORDS))
    rows = [
        [
            word_and_count(each.word, each.count),
            segmentation_chips(each.before, numbers),
            segmentation_chips(each.after, numbers),
        ]
        for each in found
    ]
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


def word_and_count(word: str, count: int) -> str:
    """A word and its count.

    >>> word_and_count("hug", 10)
    'hug ×10'
    """
    return f"{shorten(visible(word), LONG)} ×{number(count)}"


def segmentation_chips(each: Segmentation | None, numbers: Mapping[str, int]) -> list[object]:
    """A segmentation as chips; the unknown token if there is none. numbers: see `chip`.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> segmentation_chips(run.seeds.encode_word("hug"), piece_numbers(run.seeds))
    [['hug', 6]]
    """
    if each is None:
        return [UNKNOWN]
    return [
        chip(token, numbers) if known else [visible(token), 0, "unknown"]
        for token, known in zip(each.tokens, each.known, strict=True)
    ]


def detail(run: unigram.Run, part: str, t: Translation) -> Record | str:
    """The charts, the code of a block, or what changes without a piece, with the rise in the loss.

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
    k, piece_id = map(int, part.split("-")[1:])
    model = run.rounds[k - 1].model
    piece = model.pieces[piece_id]
    if len(piece) == 1:
        return t.gettext(
            "{piece} is a single character. Some words could not be segmented without it, so it "
            "is never removed."
        ).format(piece=quoted(piece))
    found = list(unigram.changes_without(run.corpus, model, piece))
    total = sum(change.rise for change in found)
    if not found:
        return t.gettext(
            "No best segmentation uses {piece}. Nothing changes without it, so the rise is 0."
        ).format(piece=quoted(piece))
    terms = [term(change) for change in found[:TERMS]]
    more = len(found) - len(terms)
    if more:
        terms.append(
            t.ngettext("{more} more word", "{more} more words", more).format(more=number(more))
        )
    result = t.gettext("Without {piece}: {terms}. In total, the loss rises by {total}.").format(
        piece=quoted(piece),
        terms=t.gettext(", ").join(terms),
        total=training_explanations.rise_text(total),
    )
    if run.method == "em" and piece in run.rounds[k - 1].rises:
        remark = training_explanations.exact_and_estimate(run.rounds[k - 1], piece, t)
        return sentences(result, remark, t)
    return result


def term(change: Change) -> str:
    """A word in the sum of a rise: 10 hug → hu g (+12.3).

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> from pages.view.tokens import without_isolates
    >>> without_isolates(term(next(unigram.changes_without(run.corpus, run.seeds, "hug"))))
    '10 hug → h ug (+23.5138)'
    """
    after = " ".join(map(visible, change.after.tokens)) if change.after else UNKNOWN
    return (
        f"{number(change.count)} {quoted(change.word)} → {isolated(after)} "
        f"(+{logarithm(change.rise)})"
    )
