"""What the phones of a class do not get while a part of the course or of a lesson hides it.

hides: names of `guide_marks.js`, which covers the same on the projector.
"""

from collections.abc import Collection

from pages.stage.table_types import HeadlineData
from pages.unigram.record_types import (
    ComparedRecord,
    ComparedSecrets,
    LatticeRecord,
    LatticeSecrets,
    PieceRow,
    RoundRecord,
)

RISES = {"prune": (0, 1), "m_step": (0,)}  # places of the cells that say what a round has found
RESULTS = frozenset({"merge", "best", "result"})  # hides of what a step has found


def cover_round(step: RoundRecord, hides: Collection[str]) -> None:
    """Remove what a round has found. The pieces stay.

    >>> from pages.state.defaults import defaults
    >>> from pages.translations.language import Translation
    >>> from pages.unigram.training_records import record
    >>> step = record(defaults("hug").train_unigram(), 1, Translation())
    >>> cover_round(step, ("merge", "changes"))
    >>> step["facts"], step["rows"][0].cells, step["words"]
    ([], ['', ''], [])
    """
    if not RESULTS.isdisjoint(hides):
        step["title"], step["facts"] = "", []
    if not {"charts", "counts", *RESULTS}.isdisjoint(hides):
        step["values"] = []
    if "changes" in hides:
        places = RISES.get(step["kind"], ())
        step["rows"] = [without_cells(row, places) for row in step["rows"]]
        step["words"] = [each._replace(after=[]) for each in step["words"]]


def cover_lattice(late: LatticeSecrets, step: LatticeRecord, hides: Collection[str]) -> None:
    """Remove the best segmentations, or all of them. The arcs stay.

    >>> late, step = {"segmentations": {"rows": ["u g"]}}, {"best": ["ug"]}
    >>> cover_lattice(late, step, ("best", "result"))
    >>> late, step["best"]
    ({}, [])
    """
    if not RESULTS.isdisjoint(hides):
        cover_headline(step)
        late.pop("segmentations", None)
    if "best" in hides:
        step["best"] = []


def cover_comparison(late: ComparedSecrets, step: ComparedRecord, hides: Collection[str]) -> None:
    """Remove what is said of both results.

    >>> late, step = {"verdict": {"rank": "1"}}, {"rest": "hug"}
    >>> cover_comparison(late, step, ("result",))
    >>> late, step["rest"]
    ({}, '')
    """
    if not RESULTS.isdisjoint(hides):
        cover_headline(step)
        late.pop("verdict", None)


def without_cells(row: PieceRow, places: Collection[int]) -> PieceRow:
    """Return a row of the table of pieces without the cells at some places and what becomes of it.

    >>> from pages.stage.table_types import Chip
    >>> without_cells(PieceRow(7, Chip("ug", 3), ["0.1", "2"], "stays", 5), (0,))
    PieceRow(id=7, chip=Chip(text='ug', number=3), cells=['', '2'], mark='', trained=None)
    """
    if not places:
        return row
    cells = ["" if i in places else text for i, text in enumerate(row.cells)]
    return row._replace(cells=cells, mark="", trained=None)


def cover_headline(step: HeadlineData) -> None:
    """Remove what is large at a step, and its facts.

    >>> step = {"rest": "un hug", "facts": [1]}
    >>> cover_headline(step)
    >>> step
    {'rest': '', 'facts': []}
    """
    step.pop("parts", None)
    step["rest"], step["facts"] = "", []
