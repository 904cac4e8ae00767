"""The texts of the training page: controls, column heads and tour."""

from collections.abc import Sequence

from bpe import Run
from bpe.split_patterns import is_byte_level
from pages.runs.runs import TrainingRun
from pages.stage import prediction
from pages.stage.record import sentences, transport
from pages.stage.record_types import Option
from pages.stage.table_types import Column
from pages.training.record_types import PairLabels, TourLabels, TourStop, TrainingLabels
from pages.translations.language import Translation


def legend(run: TrainingRun, t: Translation) -> str:
    """The meaning of the symbols that a pre-tokenizer writes; empty if it writes none.

    >>> from pages.state.defaults import defaults
    >>> legend(defaults("course").train(), Translation())
    'Ġ stands for a space, usually the one before a word.'
    """
    split, alphabet = run.corpus.split, run.corpus.alphabet
    if split == "metaspace":
        return t.gettext("▁ marks the start of a word.")
    if not is_byte_level(split):
        return ""
    space, others = "", ""
    if "Ġ" in alphabet:
        space = t.gettext("Ġ stands for a space, usually the one before a word.")
    if "Ċ" in alphabet:
        space = sentences(space, t.gettext("Ċ stands for a line end."), t)
    beyond = (sign for sign in alphabet if sign > "\u0121" or "\u00a0" < sign < "\u0100")
    if byte := next(beyond, ""):  # 0x80 or above: part of a character of several bytes
        about = t.gettext("Signs such as {sign} each stand for one byte of another character.")
        others = about.format(sign=byte)
    return sentences(space, others, t)


def labels(run: Run, columns: Sequence[Column], t: Translation) -> TrainingLabels:
    """The texts of the controls and column heads. columns: of the pair table.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> labels(run, [], Translation())["stop"]
    'Next tie'
    """
    return {
        **transport(t.gettext("Training, step by step"), len(run.merges), t),
        **prediction.labels(t),
        **tour(t),
        "stop": t.gettext("Next tie"),
        "layer": t.gettext("The corpus before or after the merge"),
        "before": t.gettext("Before"),
        "after": t.gettext("After"),
        "only": t.gettext("Only changed words"),
        "nothing": t.gettext("No word changes at this step."),
        "words": t.gettext("Words to show"),
        "choices": [
            Option("first", t.gettext("First words")),
            Option("frequent", t.gettext("Most frequent")),
            Option("find", t.gettext("Words with…")),
        ],
        "find": t.gettext("Part of a word"),
        "page": t.gettext("{from}–{to} of {all}"),
        "earlier": t.gettext("Previous entries"),
        "later": t.gettext("Next entries"),
        "watched": t.gettext("Sentence"),
        "sentence": t.gettext("Sentence to watch"),
        "merges": t.gettext("Merges"),
        "vocabulary": t.gettext("Vocabulary"),
        "tree": t.gettext("How a token was made"),
        "merged": t.gettext("{pair}. Merge {k} turned each of them into {token}."),
        "some_left": t.gettext("{pair}. Some are gone after merge {k}."),
        "none_left": t.gettext("{pair}. None is left after merge {k}."),
        "pick": t.gettext("Pick a token to see the merges that made it."),
        "by": t.gettext("merge {rank}"),
        "none": t.gettext("There are no merges."),
        "csv": t.gettext("Pairs at step {k} as CSV"),
        "merges_csv": t.gettext("Merges as CSV"),
        "report": t.gettext("Report (HTML, works offline)"),
        **pair_labels(t),
        "columns": columns,
    }


def pair_labels(t: Translation) -> PairLabels:
    """The texts of a table of pairs.

    >>> pair_labels(Translation())["marks"]
    {'chosen': 'merged', 'tied': 'tied'}
    """
    return {
        "columns": pair_columns(t),
        "marks": {"chosen": t.gettext("merged"), "tied": t.gettext("tied")},
    }


def pair_columns(t: Translation) -> list[Column]:
    """The columns of a table of pairs."""
    return [
        Column("pair", t.gettext("Pair")),
        Column("count", t.gettext("Count")),
        Column("change", t.gettext("Change")),
        Column("mark", t.gettext("Status")),
    ]


def tour(t: Translation) -> TourLabels:
    """The labels of the tour and its stops.

    >>> [selector for selector, *_ in tour(Translation())["stops_of_tour"]]
    ['.forward', '.pairs', '.predict']
    """
    return {
        "tour": t.gettext("Take the tour"),
        "next": t.gettext("Next"),
        "done": t.gettext("Done"),
        "leave": t.gettext("Leave the tour"),
        "stops_of_tour": [
            TourStop(
                ".forward",
                t.gettext(
                    "Press the outlined button or the Right arrow key: it applies one merge."
                ),
                t.gettext("Tap the outlined button: it applies one merge."),
            ),
            TourStop(
                ".pairs",
                t.gettext(
                    "This table decides which pair is merged. Point at a pair to see how its "
                    "count adds up."
                ),
                t.gettext(
                    "This table decides which pair is merged. Tap a pair to see how its count "
                    "adds up."
                ),
            ),
            TourStop(
                ".predict",
                t.gettext("Ready? Press Predict, and guess each merge before you see it."),
                t.gettext("Ready? Tap Predict, and guess each merge before you see it."),
            ),
        ],
    }
