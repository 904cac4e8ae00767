"""What the three free modes share: the reader chooses in place of the algorithm, then compares.

The reader merges pairs, fills in a lattice or removes pieces. Each mode has a record that follows
from the choices so far; `pages/stage/by_hand_panel.js` draws it.
"""

from pages.i18n.language import Translation
from pages.view.stage import Record


def labels(t: Translation) -> Record:
    """The labels of the buttons.

    >>> labels(Translation())["undo"]
    'Undo'
    """
    return {
        "undo": t.gettext("Undo"),
        "restart": t.gettext("Start again"),
        "compare": t.gettext("Compare with the algorithm"),
        "hide": t.gettext("Hide the comparison"),
    }


def offer(start: str, t: Translation) -> Record:
    """What the stage needs before the mode is opened. start: the label of the button.

    >>> offer("You are the trainer", Translation())["leave"]
    'Back to the steps'
    """
    return {
        "start": start,
        "leave": t.gettext("Back to the steps"),
        "failed": t.gettext("Couldn't load this step. Check your connection."),
        "retry": t.gettext("Try again"),
    }


def table(title: str, columns: list[list[str]], rows: list[list[object]]) -> Record:
    """A table without a note. columns: [CSS class, title]. rows: [cells, mark].

    >>> table("Your merges", [["rank", "Merge"]], [[["1"], ""]])["rows"]
    [[['1'], '']]
    """
    return {"title": title, "columns": columns, "rows": rows, "note": ""}
