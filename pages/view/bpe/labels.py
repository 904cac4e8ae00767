"""The texts of the page of training: its controls, column heads and tour."""

from bpe import Run
from pages.i18n.language import Translation
from pages.view import prediction
from pages.view.stage import Record, transport


def legend(run: Run, t: Translation) -> str:
    """What the signs mean that a pre-tokenizer writes; empty where it writes none."""
    beyond = (sign for sign in run.corpus.alphabet if sign > "\u0121" or "\u00a0" < sign < "\u0100")
    byte = next(beyond, "")  # of 0x80 and above: a part of a character that has several
    return {
        "gpt2": t.gettext(
            "Ġ stands for a space; signs such as {sign} are single bytes of other characters."
        ).format(sign=byte)
        if byte
        else t.gettext("Ġ stands for a space."),
        "metaspace": t.gettext("▁ marks where a word begins."),
    }.get(run.corpus.split, "")


def labels(run: Run, t: Translation) -> Record:
    """The texts of the controls and column heads."""
    return {
        **transport(t.gettext("The training, step by step"), len(run.merges), t),
        **prediction.labels(t),
        **tour(t),
        "stop": t.gettext("Next tie"),
        "layer": t.gettext("The corpus before or after the merge"),
        "before": t.gettext("Before"),
        "after": t.gettext("After"),
        "only": t.gettext("Only what changed"),
        "nothing": t.gettext("No word changes at this step."),
        "words": t.gettext("Which words"),
        "choices": [
            ["first", t.gettext("First words")],
            ["frequent", t.gettext("Most frequent")],
            ["find", t.gettext("Words with…")],
        ],
        "find": t.gettext("Part of a word"),
        "page": t.gettext("{from}–{to} of {all}"),
        "earlier": t.gettext("Earlier entries"),
        "later": t.gettext("Later entries"),
        "watched": t.gettext("Watched"),
        "merges": t.gettext("Merges"),
        "vocabulary": t.gettext("Vocabulary"),
        "tree": t.gettext("How a token was made"),
        "pick": t.gettext("Pick a token to see the merges that made it."),
        "by": t.gettext("merge {rank}"),
        "none": t.gettext("No merge was made."),
        **pair_labels(t),
    }


def pair_labels(t: Translation) -> Record:
    """The texts of a table of pairs."""
    return {
        "columns": [
            ["pair", t.gettext("Pair")],
            ["count", t.gettext("Count")],
            ["change", t.gettext("Change")],
            ["mark", t.gettext("Choice")],
        ],
        "marks": {"chosen": t.gettext("merged"), "tied": t.gettext("tied")},
    }


def tour(t: Translation) -> Record:
    """The labels of the tour, and what it points at: [place, sentence]."""
    return {
        "tour": t.gettext("Take the tour"),
        "next": t.gettext("Next"),
        "done": t.gettext("Done"),
        "leave": t.gettext("Leave the tour"),
        "stops_of_tour": [
            [
                ".forward",
                t.gettext("Press this button, or the Right key: one merge is made at a time."),
            ],
            [".merge", t.gettext("Here is the merge: two tokens that become one.")],
            [
                ".pairs",
                t.gettext("This table decided it. Point at a pair: its count is written out."),
            ],
            [".corpus", t.gettext("The corpus, as the merge rewrote it. What is new is framed.")],
            [
                ".predict",
                t.gettext(
                    "Ready? Predict the next merge yourself. The corpus and the vocabulary size "
                    "are chosen on the left."
                ),
            ],
        ],
    }
