"""What was measured of a file, as tables and as a CSV file."""

from collections.abc import Sequence
from decimal import Decimal

from pages.charts.chart import BarChart
from pages.encoding.line_chart import clip
from pages.side_by_side.measuring import Measured
from pages.stage.table_types import Column, TableData, TableRow
from pages.stage.tables import as_csv, table
from pages.stage.tokens import number, shorten, visible
from pages.state.settings import ComparisonSettings
from pages.translations.language import Translation

MAX_TOKEN = 40  # characters of a token in a table
NO_PRICES = ComparisonSettings()


def ratio(part: int, whole: int) -> str:
    """A quotient with two digits; – if it has no meaning.

    >>> ratio(7, 2), ratio(1, 0)
    ('3.50', '–')
    """
    return f"{part / whole:.2f}" if whole else "–"


def money(amount: float) -> str:
    """An amount of money, with two digits, or more if it is small.

    >>> money(1234.5), money(0.000123), money(0)
    ('1,234.50', '0.00012', '0.00')
    """
    if amount >= 0.1 or not amount:
        return f"{amount:,.2f}"
    return format(Decimal(f"{amount:.2g}"), "f")


def prices(each: Measured, price: str) -> tuple[str, str]:
    """What the measured text costs, and what 1 MB of it costs; – if there is no price.

    price: of a million tokens.

    >>> from pages.side_by_side.column import Column
    >>> from bpe.measuring import Tally
    >>> measured = Measured(Column("A", "bpe", "", 9), "gpt2", "", Tally(tokens=500, bytes=2_000))
    >>> prices(measured, "2.0"), prices(measured, "")
    (('0.001', '0.50'), ('–', '–'))
    """
    tally = each.tally
    if not price or not tally.bytes:
        return "–", "–"
    amount = float(price) * tally.tokens
    return money(amount / 1_000_000), money(amount / tally.bytes)


def chart(measured: Sequence[Measured], t: Translation) -> BarChart:
    """A bar for each tokenizer: how many bytes of the text a token has."""
    bars = tuple(
        (clip(each.column.name(t)), each.tally.bytes / max(each.tally.tokens, 1))
        for each in measured
    )
    return BarChart("", bars, len(bars))


def totals(
    measured: Sequence[Measured], t: Translation, compared: ComparisonSettings = NO_PRICES
) -> TableData:
    """A table with a row for each tokenizer: what it makes of the whole text.

    compared: has the prices that the reader entered.
    """
    fewest = min(each.tally.tokens for each in measured)
    has_prices = any(compared.price_of(each.name) for each in measured)
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
                *(prices(each, compared.price_of(each.name)) if has_prices else ()),
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
    if has_prices:
        titles = t.gettext("Price of this text"), t.gettext("Price of 1 MB")
        columns += [Column("value", title) for title in titles]
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


def measured_csv(
    measured: Sequence[Measured], t: Translation, compared: ComparisonSettings = NO_PRICES
) -> bytes:
    """All that was measured, one number in a row. compared: has the prices."""
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
        price = compared.price_of(each.name)
        if price:
            of_text, of_megabyte = prices(each, price)
            rows += [
                (name, t.gettext("Price of a million tokens"), "", price),
                (name, t.gettext("Price of this text"), "", of_text),
                (name, t.gettext("Price of 1 MB"), "", of_megabyte),
            ]
        title = t.gettext("The most frequent tokens")
        rows += [(name, title, token, count) for token, count in each.frequent]
        title = t.gettext("The lines with the fewest bytes per token")
        rows += [
            (name, title, f"{line.number}: {line.start}", ratio(line.bytes, line.tokens))
            for line in tally.worst
        ]
    heads = [t.gettext("Tokenizer"), t.gettext("Number"), t.gettext("Text"), t.gettext("Value")]
    return as_csv(heads, rows)
