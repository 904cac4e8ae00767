"""Tables, a chart and files that compare tokenizers."""

from pages.charts.chart import BarChart
from pages.encoding.line_chart import clip
from pages.settings.setting_names import alphabets
from pages.side_by_side.compared import Compared
from pages.side_by_side.tokenized import Counts, Tokenized
from pages.stage.record import sentences
from pages.stage.table_types import Column, TableData, TableRow
from pages.stage.tables import as_csv, table
from pages.stage.tokens import number, shorten, visible
from pages.translations.language import Translation
from pages.translations.sentences import ENGLISH

MAX_ROWS = 100  # lines in the table
MAX_BARS = 84  # in the chart: one for each line and tokenizer
MAX_TOKEN = 200  # characters of a token in a file


def totals(compared: Compared, t: Translation) -> TableData:
    """A table with a row for each tokenizer: its counts in all texts together.

    >>> from pages.side_by_side.column import Column
    >>> from pages.side_by_side.lines import Line
    >>> found = Tokenized("hug", ("h", "ug"), (0, 1), ((0, 1), (1, 3)), ("token", "token"))
    >>> compared = Compared((Column("A", "bpe", "", 2),), (Line("hug", "Line 1"),), ((found,),))
    >>> totals(compared, Translation())["rows"]
    [TableRow(cells=['A: BPE', '2', '1.50', '1.50', '0', '–'], mark='')]
    """
    rows: list[TableRow] = []
    for which, column in enumerate(compared.columns):
        found = compared.counts(which)
        pairs = zip(compared.agreements, compared.boundaries[which], strict=True)
        only = sum(len(agreement.single & boundaries) for agreement, boundaries in pairs)
        values = [
            number(found.tokens),
            f"{found.characters_per_token:.2f}",
            f"{found.bytes_per_token:.2f}",
            number(found.unknown),
            number(only) if len(compared.columns) > 1 else "–",
        ]
        rows.append(TableRow([column.name(t), *values]))
    columns = [
        Column("subject", t.gettext("Tokenizer")),
        Column("value", t.gettext("Tokens")),
        Column("value", t.gettext("Characters per token")),
        Column("value", t.gettext("Bytes per token")),
        Column("value", t.gettext("Unknown tokens")),
        Column("value", t.gettext("Boundaries only it has")),
    ]
    title = t.gettext("The tokenizers compared")
    return table(title, columns, rows)


def by_line(compared: Compared, t: Translation) -> TableData:
    """A table with a row for each text: the number of tokens of each tokenizer.

    If the texts are the same sentence in many languages, also how many times that of English.

    >>> from pages.side_by_side.column import Column
    >>> from pages.side_by_side.lines import Line
    >>> found = Tokenized("hug", ("h", "ug"), (0, 1), ((0, 1), (1, 3)), ("token", "token"))
    >>> compared = Compared((Column("A", "bpe", "", 2),), (Line("hug", "Line 1"),), ((found,),))
    >>> by_line(compared, Translation())["rows"]
    [TableRow(cells=['Line 1: hug', '3', '3', '2'], mark='')]
    """
    base = [each[0] for each in compared.results] if is_by_language(compared) else []
    rows: list[TableRow] = []
    for i, line in enumerate(compared.lines[:MAX_ROWS]):
        cells = [
            cost(found[i], base[n] if base else None) for n, found in enumerate(compared.results)
        ]
        size = [number(len(line.text)), number(len(line.text.encode()))]
        name = line.name if base else f"{line.name}: {clip(visible(line.text))}"
        rows.append(TableRow([name, *size, *cells]))
    columns = [
        Column("subject", t.gettext("Language") if base else t.gettext("Line")),
        Column("value", t.gettext("Characters")),
        Column("value", t.gettext("Bytes")),
        *(Column("value cost", column.name(t)) for column in compared.columns),
    ]
    title = t.gettext("What each language costs") if base else t.gettext("Tokens of each line")
    return table(title, columns, rows, notes(compared, bool(base), t))


def notes(compared: Compared, is_by_language: bool, t: Translation) -> str:
    """What the table of texts leaves out, and what its signs mean; empty if there is nothing."""
    first = ""
    if len(compared.lines) > MAX_ROWS:
        first = t.gettext("The table has the first {shown} of {all} lines.").format(
            shown=number(MAX_ROWS), all=number(len(compared.lines))
        )
    elif is_by_language:
        first = t.gettext("× compares the number of tokens with that of English.")
    unknown = [compared.counts(which).unknown for which in range(len(compared.columns))]
    star = cure = ""
    if any(unknown):
        star = t.gettext(
            "* marks a text with unknown tokens. They replace what the vocabulary cannot write, so "
            "such a number can look too small."
        )
    pairs = zip(compared.columns, unknown, strict=True)
    if any(many and each.kind == "bpe" and not each.source for each, many in pairs):
        cure = t.gettext("BPE has no unknown tokens with the alphabet “{alphabet}”.").format(
            alphabet=alphabets(t)["bytes"]
        )
    note = sentences(first, star, t) if first else star
    return sentences(note, cure, t) if cure else note


def is_by_language(compared: Compared) -> bool:
    """Whether the texts are the same sentence in many languages, English first."""
    return bool(compared.lines) and compared.lines[0].lang == ENGLISH


def cost(found: Tokenized, base: Tokenized | None) -> str:
    """The number of tokens of a text, compared with those of another; * if some are unknown.

    >>> one = Tokenized("hug", ("hug",), (0,), ((0, 3),), ("token",))
    >>> cost(one, None), cost(one, one)
    ('1', '1 (×1.0)')
    """
    written = number(len(found.tokens))
    if "unknown" in found.kinds:
        return written + "*"
    if base is None or not base.tokens or "unknown" in base.kinds:
        return written
    return f"{written} (×{len(found.tokens) / len(base.tokens):.1f})"


def chart(compared: Compared) -> BarChart | None:
    """A bar for each text and tokenizer; None if there is one text, or if there are too many.

    Each tokenizer has its color.

    >>> chart(Compared((), (), ())) is None
    True
    """
    wanted = len(compared.lines) * len(compared.columns)
    if len(compared.lines) < 2 or not 0 < wanted <= MAX_BARS:
        return None
    bars = []
    for line in range(len(compared.lines)):
        for n, column in enumerate(compared.columns):
            found = compared.results[n][line]
            name = "" if n else clip(compared.lines[line].name)
            bars.append((f"{name} {column.letter}".strip(), len(found.tokens)))
    return BarChart("", tuple(bars), len(compared.columns))


def counts_csv(compared: Compared, t: Translation) -> bytes:
    """The counts of every text under every tokenizer.

    >>> from pages.side_by_side.column import Column
    >>> from pages.side_by_side.lines import Line
    >>> found = Tokenized("hug", ("h", "ug"), (0, 1), ((0, 1), (1, 3)), ("token", "token"))
    >>> compared = Compared((Column("A", "bpe", "", 2),), (Line("hug", "Line 1"),), ((found,),))
    >>> counts_csv(compared, Translation()).decode().splitlines()[1]
    'Line 1,hug,A: BPE,3,3,2,0'
    """
    heads = [
        t.gettext("Line"),
        t.gettext("Text"),
        t.gettext("Tokenizer"),
        t.gettext("Characters"),
        t.gettext("Bytes"),
        t.gettext("Tokens"),
        t.gettext("Unknown tokens"),
    ]
    rows = []
    for column, line, found in compared.tokens():
        each = Counts.of([found])
        size = each.characters, each.bytes
        rows.append((line.name, line.text, column.name(t), *size, each.tokens, each.unknown))
    return as_csv(heads, rows)


def tokens_csv(compared: Compared, t: Translation) -> bytes:
    """Every token of every text under every tokenizer, with its id and its offsets.

    A long token is shortened, because an unknown one can stand in thousands of rows.

    >>> from pages.side_by_side.column import Column
    >>> from pages.side_by_side.lines import Line
    >>> found = Tokenized("hug", ("h", "ug"), (0, 1), ((0, 1), (1, 3)), ("token", "token"))
    >>> compared = Compared((Column("A", "bpe", "", 2),), (Line("hug", "Line 1"),), ((found,),))
    >>> tokens_csv(compared, Translation()).decode().splitlines()[2]
    'Line 1,A: BPE,ug,1,1,3,ug'
    """
    heads = [
        t.gettext("Line"),
        t.gettext("Tokenizer"),
        t.gettext("Token"),
        t.gettext("Id"),
        t.gettext("Start"),
        t.gettext("End"),
        t.gettext("Text"),
    ]
    rows = []
    for column, line, found in compared.tokens():
        for token, token_id, (start, end) in zip(
            found.tokens, found.ids, found.offsets, strict=True
        ):
            texts = shorten(token, MAX_TOKEN), shorten(line.text[start:end], MAX_TOKEN)
            rows.append((line.name, column.name(t), texts[0], token_id, start, end, texts[1]))
    return as_csv(heads, rows)
