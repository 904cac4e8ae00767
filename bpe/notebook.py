"""Plain HTML for notebooks: tables and tokens, escaped and limited in size."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import islice

from bpe.short_repr import cut

MAX_ROWS = 20
MAX_TOKENS = 200
MAX_TEXT = 60  # characters of a token or a cell
MAX_NOTE = 300  # characters of a sentence
TOKEN = "display:inline-block;white-space:pre;border:1px solid;padding:0 0.2em;margin:1px"


def cell(value: object) -> str:
    """A value as escaped text.

    >>> cell("<b>"), cell(0.5), cell(None)
    ('&lt;b&gt;', '0.5', '')
    """
    return escape(cut(str(value), MAX_TEXT)) if value is not None else ""


def table(headers: Sequence[str], rows: Iterable[Sequence[object]], size: int) -> str:
    """A table of at most MAX_ROWS rows. size: how many rows there are in all.

    >>> table(["token"], [["<s>"]], 1)
    '<table><tr><th>token</th></tr><tr><td>&lt;s&gt;</td></tr></table>'
    """
    head = "".join(f"<th>{cell(header)}</th>" for header in headers)
    body = "".join(
        "<tr>" + "".join(f"<td>{cell(value)}</td>" for value in row) + "</tr>"
        for row in islice(rows, MAX_ROWS)
    )
    more = f"<p>… and {size - MAX_ROWS:,} more</p>" if size > MAX_ROWS else ""
    return f"<table><tr>{head}</tr>{body}</table>{more}"


def facts(values: Mapping[str, object]) -> str:
    """A table of named values, without those that are empty.

    >>> facts({"tokens": 7, "decoder": ""})
    '<table><tr><th>tokens</th><td>7</td></tr></table>'
    """
    rows = (
        f"<tr><th>{cell(name)}</th><td>{cell(value)}</td></tr>"
        for name, value in values.items()
        if value not in ("", None)
    )
    return f"<table>{''.join(rows)}</table>"


def token_row(tokens: Sequence[str]) -> str:
    """Tokens in boxes, at most MAX_TOKENS of them.

    >>> token_row(["h", "ug"]).count("<span"), token_row(["a"] * 300).endswith("… and 100 more</p>")
    (2, True)
    """
    boxes = "".join(f'<span style="{TOKEN}">{cell(token)}</span>' for token in tokens[:MAX_TOKENS])
    more = f" … and {len(tokens) - MAX_TOKENS:,} more" if len(tokens) > MAX_TOKENS else ""
    return f"<p>{boxes}{more}</p>"


def notes(sentences: Sequence[str]) -> str:
    """Sentences as paragraphs, at most MAX_ROWS of them.

    >>> notes(["Padding is not applied."])
    '<p>Padding is not applied.</p>'
    """
    return "".join(f"<p>{escape(cut(each, MAX_NOTE))}</p>" for each in sentences[:MAX_ROWS])


def title(text: str) -> str:
    """A line of bold text.

    >>> title("Step 1")
    '<p><b>Step 1</b></p>'
    """
    return f"<p><b>{escape(text)}</b></p>"
