"""What the page says of merges that were compared with a training."""

from collections.abc import Mapping, Sequence

import bpe
from pages.stage.table_types import Column, Content, Part, TableData, TableRow
from pages.stage.tables import table
from pages.stage.tokens import chip, number
from pages.training.trainer_check import CheckReply, DifferenceData, PlaceData, Sentence
from pages.translations.language import Translation
from pages.translations.markdown import fill


def read_merges(reply: CheckReply, t: Translation) -> str:
    """How many merges were read, and from what.

    >>> read_merges(CheckReply("Python", 6), Translation())
    'Read 6 merges (Python).'
    """
    return t.ngettext(
        "Read {merges} merge ({source}).", "Read {merges} merges ({source}).", reply.merges
    ).format(merges=number(reply.merges), source=reply.source)


def verdict(reply: CheckReply, t: Translation) -> str:
    """The result in one sentence, as Markdown.

    >>> verdict(CheckReply("Python", 6), Translation())
    'All 6 merges are the same as those of this training.'
    """
    difference = reply.difference
    if difference is None:
        return t.ngettext(
            "Your only merge is the same as that of this training.",
            "All {merges} merges are the same as those of this training.",
            reply.merges,
        ).format(merges=number(reply.merges))
    return as_markdown(difference.remarks[0], t)


def as_markdown(remark: Sentence, t: Translation) -> str:
    r"""A sentence about the merges with its values.

    >>> as_markdown(("{text} has {count}", {"text": "a_b", "count": 1200}), Translation())
    'a\\_b has 1,200'
    """
    sentence, values = remark
    numbered = {
        key: number(value) if isinstance(value, int) else value for key, value in values.items()
    }
    return fill(t.gettext(sentence), numbered)


def details(difference: DifferenceData, t: Translation) -> list[str]:
    """What else is known of the first difference, as sentences in Markdown."""
    found = [as_markdown(remark, t) for remark in difference.remarks[1:]]
    if difference.yours_later and difference.yours_later < difference.rank:
        found.append(
            t.gettext(
                "Your trainer merges this pair a second time: it was merge {rank}. So its count "
                "was not lowered."
            ).format(rank=number(difference.yours_later))
        )
    elif difference.yours_later:
        found.append(
            t.gettext("The training learns your pair later, as merge {rank}.").format(
                rank=number(difference.yours_later)
            )
        )
    if difference.expected_later:
        found.append(
            t.gettext("Your trainer learns the expected pair later, as merge {rank}.").format(
                rank=number(difference.expected_later)
            )
        )
    return found


def causes(difference: DifferenceData, merges: int, t: Translation) -> list[str]:
    """The likely causes as sentences in Markdown, with how many merges each explains if not all."""
    found = []
    for sentence, values, agrees, complete, joint in difference.causes:
        cause = as_markdown((sentence, values), t)
        if joint:
            both = t.gettext("With both changes, the training learns all of your {all} merges.")
            cause = f"{cause} {both.format(all=number(merges))}"
        if not complete:
            explained = t.ngettext(
                "With this change, the training learns only the first of your {all} merges.",
                "With this change, the training learns the first {agrees} of your {all} merges.",
                agrees,
            ).format(agrees=number(agrees), all=number(merges))
            cause = f"{cause} {explained}"
        found.append(cause)
    return found


def needed(run: bpe.Run, t: Translation) -> str:
    """How many merges the vocabulary size needs.

    >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10}), vocab_size=4)
    >>> needed(run, Translation())
    'A vocabulary of 4 needs 1 merge here.'
    """
    merges, vocab = len(run.merges), len(run.vocab)
    return t.ngettext(
        "A vocabulary of {vocab} needs {merges} merge here.",
        "A vocabulary of {vocab} needs {merges} merges here.",
        merges,
    ).format(vocab=number(vocab), merges=number(merges))


def heading(difference: DifferenceData, t: Translation) -> str:
    """The heading of the causes. The first one explains most merges."""
    found = len(difference.causes)
    if difference.explained == "part":
        return t.ngettext(
            "Possible cause, but it explains only a part of your merges",
            "Possible causes, but each explains only a part of your merges",
            found,
        )
    return t.ngettext("Likely cause", "Likely causes, the best one first", found)


def about_causes(difference: DifferenceData, merges: int, t: Translation) -> str:
    """What is true of all listed causes; a sentence that says so if none was found."""
    if not difference.causes:
        return t.gettext(
            "None of the usual causes explains this difference. Check the settings in the sidebar "
            "first: the corpus, the pre-tokenization and the tie rule must be yours."
        )
    if difference.explained == "part":
        return t.gettext("Perhaps there are several mistakes. Correct one, and compare again.")
    if not all(complete for _, _, _, complete, _ in difference.causes):
        return ""
    return t.ngettext(
        "With this change, the training learns all of your {all} merges.",
        "Each of these changes alone makes the training learn all of your {all} merges. More "
        "merges would tell them apart.",
        len(difference.causes),
    ).format(all=number(merges))


def pairs_table(difference: DifferenceData, ranks: Mapping[str, int], t: Translation) -> TableData:
    """The two pairs, each with its count and the first words that contain it.

    ranks: token -> the number that decides its color.
    """
    sides = (
        (
            t.gettext("yours"),
            difference.yours,
            difference.yours_count,
            difference.yours_places,
        ),
        (
            t.gettext("expected"),
            difference.expected,
            difference.expected_count,
            difference.expected_places,
        ),
    )
    rows = []
    for name, pair, count, places in sides:
        if pair is None:
            continue
        cells: list[Content] = [
            name,
            [chip(pair[0], ranks), " + ", chip(pair[1], ranks)],
            number(count),
            line_of(places, ranks, t),
        ]
        rows.append(TableRow(cells))
    columns = [
        Column("part", t.gettext("Trainer")),
        Column("part", t.gettext("Pair")),
        Column("size", t.gettext("Count")),
        Column("listed", t.gettext("First words with it")),
    ]
    title = t.gettext("Merge {rank}").format(rank=number(difference.rank))
    return table(title, columns, rows)


def line_of(places: Sequence[PlaceData], ranks: Mapping[str, int], t: Translation) -> list[Part]:
    """Words as their tokens, each with its count, in one line."""
    line: list[Part] = []
    for count, tokens in places:
        if line:
            line.append(t.gettext(", "))
        line += [*(chip(token, ranks) for token in tokens), f" × {number(count)}"]
    return line
