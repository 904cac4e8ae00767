"""What was measured of a file, as tables and as a CSV file."""

from collections.abc import Sequence

from pages.side_by_side.measuring import Measured
from pages.stage.record_types import Column, TableData, TableRow
from pages.stage.tables import as_csv, table
from pages.stage.tokens import number, shorten, visible
from pages.translations.language import Translation

MAX_TOKEN = 40  # characters of a token in a table


def ratio(part: int, whole: int) -> str:
    """A quotient with two digits; – if it has no meaning.

    >>> ratio(7, 2), ratio(1, 0)
    ('3.50', '–')
    """
    return f"{part / whole:.2f}" if whole else "–"


def totals(measured: Sequence[Measured], t: Translation) -> TableData:
    """A table with a row for each tokenizer: what it makes of the whole text."""
    fewest = min(each.tally.tokens for each in measured)
    rows = [
        TableRow(
            [
                each.column.name(t),
                number(each.tally.tokens),
                f"×{ratio(each.tally.tokens, fewest)}",
                ratio(each.tally.bytes, each.tally.tokens),
                ratio(each.tally.tokens, each.tally.words),
                number(each.unused),
                number(each.tally.unknown),
            ]
        )
        for each in measured
    ]
    columns = [
        Column("subject", t.gettext("Tokenizer")),
        Column("value", t.gettext("Tokens")),
        Column("value", t.gettext("Cost")),
        Column("value", t.gettext("Bytes per token")),
        Column("value", t.gettext("Tokens per word")),
        Column("value", t.gettext("Unused tokens")),
        Column("value", t.gettext("Unknown tokens")),
    ]
    note = t.gettext(
        "Cost compares the number of tokens with the lowest one. Words are separated by white "
        "space. Each line is encoded alone, without its line break."
    )
    return table(t.gettext("The whole file"), columns, rows, note)


def frequent(measured: Sequence[Measured], t: Translation) -> TableData:
    """A table of the most frequent tokens of each tokenizer, side by side."""
    listed = [each.frequent for each in measured]
    rows = [
        TableRow([number(place + 1), *(cell_of(tokens, place) for tokens in listed)])
        for place in range(max(map(len, listed), default=0))
    ]
    columns = [
        Column("value", t.gettext("Place")),
        *(Column("value", each.column.name(t)) for each in measured),
    ]
    title = t.gettext("The most frequent tokens")
    return table(title, columns, rows)


def cell_of(tokens: Sequence[tuple[str, int]], place: int) -> str:
    """A token with its count; empty if there are fewer.

    >>> cell_of([("hug", 1200)], 0), cell_of([], 0)
    ('hug × 1,200', '')
    """
    if place >= len(tokens):
        return ""
    token, count = tokens[place]
    return f"{shorten(visible(token), MAX_TOKEN)} × {number(count)}"


def worst(measured: Sequence[Measured], t: Translation) -> TableData:
    """A table of the lines that take the most tokens per byte, for each tokenizer."""
    rows = [
        TableRow(
            [
                each.column.name(t),
                number(line.number),
                visible(line.start),
                number(line.tokens),
                ratio(line.bytes, line.tokens),
            ]
        )
        for each in measured
        for line in each.tally.worst[:5]
    ]
    columns = [
        Column("subject", t.gettext("Tokenizer")),
        Column("value", t.gettext("Line")),
        Column("listed", t.gettext("Text")),
        Column("value", t.gettext("Tokens")),
        Column("value", t.gettext("Bytes per token")),
    ]
    note = t.gettext("Only lines with at least 20 characters are listed.")
    title = t.gettext("The lines with the fewest bytes per token")
    return table(title, columns, rows, note)


def measured_csv(measured: Sequence[Measured], t: Translation) -> bytes:
    """All that was measured, one number in a row."""
    rows: list[tuple[object, ...]] = []
    for each in measured:
        tally, name = each.tally, each.column.name(t)
        for title, value in (
            (t.gettext("Lines"), tally.lines),
            (t.gettext("Characters"), tally.characters),
            (t.gettext("Bytes"), tally.bytes),
            (t.gettext("Words"), tally.words),
            (t.gettext("Tokens"), tally.tokens),
            (t.gettext("Bytes per token"), ratio(tally.bytes, tally.tokens)),
            (t.gettext("Tokens per word"), ratio(tally.tokens, tally.words)),
            (t.gettext("Unused tokens"), each.unused),
            (t.gettext("Unknown tokens"), tally.unknown),
        ):
            rows.append((name, title, "", value))
        title = t.gettext("The most frequent tokens")
        rows += [(name, title, token, count) for token, count in each.frequent]
        title = t.gettext("The lines with the fewest bytes per token")
        rows += [
            (name, title, f"{line.number}: {line.start}", ratio(line.bytes, line.tokens))
            for line in tally.worst
        ]
    heads = [t.gettext("Tokenizer"), t.gettext("Number"), t.gettext("Text"), t.gettext("Value")]
    return as_csv(heads, rows)
