"""What the phones of a class show of the sections of the encoding page."""

from pages.encoding import decoding, decoding_report, merge_orders
from pages.encoding.contents import options_of, ready_encoder_of, text_of
from pages.encoding.decode_section import shown_ids, tokenizer_of
from pages.runs.runs import Waiting
from pages.stage.table_types import Column, PanelData, StaticTablesData, TableData, TableRow
from pages.stage.tokens import shorten
from pages.state.settings import Settings
from pages.translations.language import Translation


def of_orders(settings: Settings, t: Translation) -> list[PanelData]:
    """Return the two merge orders. Raises Waiting and bpe.InputError.

    >>> from pages.state.defaults import defaults
    >>> (panel,) = of_orders(defaults("hug"), Translation())
    >>> panel["name"], len(panel["data"]["tables"])
    ('tables', 3)
    """
    encoder = ready_encoder_of(settings)
    shown = text_of(settings, encoder)
    if shown.has_merges:
        specials = options_of(settings).specials
        return [tables(merge_orders.comparison(shown, encoder, specials, t))]
    note = t.gettext("This tokenizer applies no merges, so they have no order.")
    title = t.gettext("Merge order: by rank, or rule by rule")
    return [{"name": "text", "data": {"title": title, "lines": [note]}}]


def of_decoding(settings: Settings, t: Translation) -> list[PanelData]:
    """Return the ids, the text that they decode to, and their tokens. Raises as `of_orders`.

    >>> from pages.state.defaults import defaults
    >>> (panel,) = of_decoding(defaults("hug").replace(ids="3"), Translation())
    >>> [row.cells for row in panel["data"]["tables"][0]["rows"]]
    [['3', 'n']]
    """
    encoder = ready_encoder_of(settings)
    tokenizer = tokenizer_of(settings, encoder)
    if tokenizer is None:
        raise Waiting
    ids = shown_ids(settings, tokenizer, encoder)
    decoded = decoding.decode(tokenizer, decoding.parse_ids(ids))
    first: TableData = {
        "title": t.gettext("Decode: from ids to text"),
        "columns": [
            Column("subject", t.gettext("Ids, separated by spaces")),
            Column("subject", t.gettext("Decoded")),
        ],
        "rows": [TableRow([ids, shorten(decoded.text, decoding.MAX_SHOWN)])],
        "note": " ".join(decoding_report.notes(decoded, t)),
    }
    more = decoding_report.table(decoded, t)["tables"] if decoded.tokens else []
    return [tables({"tables": [first, *more]})]


def tables(data: StaticTablesData) -> PanelData:
    """Return tables as a panel.

    >>> tables({"tables": []})
    {'name': 'tables', 'data': {'tables': []}}
    """
    return {"name": "tables", "data": {**data}}
