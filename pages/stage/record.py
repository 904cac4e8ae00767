"""Texts that every stage needs: labels of the controls, and announcements for screen readers."""

from pages.stage.record_types import Option, Plural, PresentLabels, Shortcut, TransportLabels
from pages.stage.tokens import number
from pages.translations.language import Translation

Record = dict[str, object]  # JSON data for a component, or a part of it


def sentences(why: str, end: str, t: Translation) -> str:
    """Two sentences, joined; the second may be empty.

    >>> sentences("One.", "Two.", Translation()), sentences("One.", "", Translation())
    ('One. Two.', 'One.')
    """
    return t.gettext("{why} {end}").format(why=why, end=end).strip()


def announcement(k: int, last: int, why: str, t: Translation) -> str:
    """The screen reader announcement of a step.

    >>> announcement(1, 4, "u+g is merged.", Translation())
    'Step 1 of 4. u+g is merged.'
    """
    return t.gettext("{title}. {why}").format(title=at_step(k, last, t), why=why)


def at_step(k: int, last: int, t: Translation) -> str:
    """The step, without what happens in it.

    >>> at_step(1, 4, Translation())
    'Step 1 of 4'
    """
    return t.gettext("Step {step} of {last}").format(step=number(k), last=number(last))


def transport(stage: str, last: int, t: Translation) -> TransportLabels:
    """The labels of the controls. stage: the accessible name of the stage; last: its last step.

    >>> transport("Training", 4, Translation())["title"]
    'Step {step} of 4'
    """
    return {
        "stage": stage,
        "transport": t.gettext("Steps"),
        "first": t.gettext("To the beginning (Home)"),
        "back": t.gettext("One step back (Left)"),
        "play": t.gettext("Play (Space)"),
        "pause": t.gettext("Pause (Space)"),
        "forward": t.gettext("One step forward (Right)"),
        "last": t.gettext("To the last step (End)"),
        "step": t.gettext("Step"),
        "title": t.gettext("Step {step} of {last}").format(step="{step}", last=number(last)),
        "present": present_labels(t),
        "keys": t.gettext("Keyboard shortcuts"),
        "close": t.gettext("Close"),
        "shortcuts": [
            Shortcut("→  Page Down", t.gettext("one step forward")),
            Shortcut("←  Page Up", t.gettext("one step back")),
            Shortcut("Home  End", t.gettext("to the beginning, to the end")),
            Shortcut(t.gettext("Space"), t.gettext("play and pause")),
            Shortcut("A … F", t.gettext("choose an answer")),
            Shortcut("↑  ↓", t.gettext("move between rows in a focused table")),
            Shortcut("Tab", t.gettext("to the next control")),
            Shortcut("Esc", t.gettext("clear the highlight")),
            Shortcut("+  −  .", t.gettext("while presenting: larger, smaller, blank screen")),
            Shortcut("?", t.gettext("show these shortcuts")),
        ],
        "jump": t.gettext("Go to"),
        "speed": t.gettext("Speed"),
        "speeds": [
            Option(seconds, t.gettext("{seconds} s").format(seconds=seconds))
            for seconds in ("2", "1", "0.5", "0.2")
        ],
    }


def present_labels(t: Translation) -> PresentLabels:
    """The texts of presenting: of the bar, and of what does not fit.

    >>> present_labels(Translation())["more_rows"]
    Plural(one='1 more row', many='{n} more rows')
    """
    return {
        "present": t.gettext("Present"),
        "leave": t.gettext("Leave (Esc)"),
        "full_screen": t.gettext("Full screen"),
        "larger": t.gettext("Larger (+)"),
        "smaller": t.gettext("Smaller (−)"),
        "blank": t.gettext("The screen is blank. Press any key."),
        "bar": t.gettext("Settings of the presentation"),
        "page": t.gettext("Page"),
        "corpus": t.gettext("Corpus"),
        "word": t.gettext("Word"),
        "type_word": t.gettext("Type a word"),
        "step": t.gettext("Step"),
        "more_rows": Plural(t.gettext("1 more row"), t.gettext("{n} more rows")),
        "more_words": Plural(t.gettext("1 more word"), t.gettext("{n} more words")),
        "more_pieces": Plural(t.gettext("1 more piece"), t.gettext("{n} more pieces")),
        "more_tokens": Plural(t.gettext("1 more token"), t.gettext("{n} more tokens")),
    }
