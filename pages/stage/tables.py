"""Tables as records, and as CSV files whose cells a spreadsheet never runs as formulas."""

import csv
import io
from collections.abc import Iterable, Sequence
from itertools import chain

from pages.stage.table_types import Column, TableData, TableRow

Table = tuple[list[str], Sequence[Sequence[object]]]  # the column heads and the rows
# What can start a formula; in some languages, also signs of full width.
FORMULA_STARTS = ("=", "+", "-", "@", "\0", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def table(title: str, columns: list[Column], rows: list[TableRow], note: str = "") -> TableData:
    """A table for `static_tables.js` and the by-hand modes."""
    return {"title": title, "columns": columns, "rows": rows, "note": note}


def escape_formula(cell: object) -> object:
    """The cell, with a leading ' if a spreadsheet would run it as a formula.

    >>> escape_formula("=1+1"), escape_formula("＝1"), escape_formula("low"), escape_formula(-3)
    ("'=1+1", "'＝1", 'low', -3)
    """
    if isinstance(cell, str) and cell.startswith(FORMULA_STARTS):
        return "'" + cell
    return cell


def as_csv(heads: list[str], rows: Iterable[tuple[object, ...]]) -> bytes:
    """A table as CSV in UTF-8 with a byte order mark, which spreadsheets need.

    >>> as_csv(["Word", "Count"], [("hug", 10)]).decode("utf-8-sig").splitlines()
    ['Word,Count', 'hug,10']
    """
    file = io.StringIO()
    lines = chain([heads], rows)
    csv.writer(file).writerows([escape_formula(cell) for cell in line] for line in lines)
    return file.getvalue().encode("utf-8-sig")
