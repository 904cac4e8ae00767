"""What the browser needs to mount a stage: the key of its records, and what it steps through.

A stage keeps its step while its subject stays the same; with another subject, it starts at its
first step. Subjects are the same on every server, so a reader who moves to another keeps the step.
"""

import hashlib

from pages.hosting.components import common
from pages.runs.kinds import Kind
from pages.runs.next_steps import next_steps
from pages.stage.record_types import StageData
from pages.state.settings import Settings
from pages.translations.language import translation


def shared(settings: Settings, stage: str, kind: Kind, run: str, subject: str) -> StageData:
    """Return what every stage needs. stage: its name in the browser; run: a key of records.

    step_param: the URL parameter of the step.
    """
    t = translation(settings.lang)
    return {
        "files": common()["files"],
        "stage": stage,
        "kind": kind.name,
        "renderer": kind.renderer,
        "styles": kind.styles,
        "has_choice": kind.has_choice,
        "run": run,
        "subject": subject,
        "step_param": "position",
        "lang": settings.lang,
        "text_lang": settings.corpus.language,
        "corpus": settings.corpus.name,
        "by_hand": kind.offer(t),
        "next_steps": next_steps(kind.links(t), t),
        "is_new_session": False,
        "load_error": t.gettext("Couldn't load this step. Check your connection."),
        "retry": t.gettext("Try again"),
    }


def training_subject(settings: Settings) -> str:
    """Return what the stage of the training page steps through: the corpus.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug")
    >>> training_subject(hug) == training_subject(hug.replace(vocab=9))
    True
    """
    return digest("training", settings.corpus.name, settings.corpus.own)


def digest(*parts: str) -> str:
    """Return a short name of some texts. The server answers no question about such a name.

    >>> digest("hug"), digest("a", "b") == digest("ab")
    ('c63b74d0a58c084e25e63c21', False)
    """
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:24]
