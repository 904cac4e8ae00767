"""What the app must know of each page. Each page says it in its `entry.py`.

`pages.registry` fills BY_PATH, so that nothing here or above knows a page by its name.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from pages.hosting.first_paint import FirstPaint
from pages.runs import renderers
from pages.runs.kinds import KINDS, Content, Kinds
from pages.stage.question import Question
from pages.stage.record_types import StageData
from pages.stage.table_types import PanelData
from pages.state.settings import Settings
from pages.translations.language import Translation

Shown = tuple[StageData, Content]  # the data of a stage, and what it steps through


class Part(Protocol):
    """What others need of a part of the course."""

    @property
    def title(self) -> str:
        """Its title."""
        ...

    @property
    def sentences(self) -> Sequence[str]:
        """Its text."""
        ...

    @property
    def task(self) -> Question:
        """Its question."""
        ...

    @property
    def in_class(self) -> Question | None:
        """What a class is asked in its place."""
        ...


def nothing(settings: Settings, t: Translation) -> None:
    """Draw nothing: the sidebar of a page without settings of its own."""


@dataclass(frozen=True, slots=True)
class Target:
    """What can be presented of a page: its view, or a section below its stage.

    method: of Unigram, if it shows only that. is_there: whether the settings have it. panels:
    without a stage, the same content for the phones of a class. It raises Waiting while a worker
    trains, and bpe.InputError if the settings cannot be used. is_whole: whether it is a whole page
    of text, which no other site may show in a frame. covered: what of the panels is shown while a
    task asks for the rest. lines: of text that a screen must have for all that it shows, so a
    lecturer cannot enlarge it further.
    """

    name: str
    title: Callable[[Translation], str]
    show: str = ""
    section: str = ""
    method: str = ""
    is_there: Callable[[Settings], bool] = lambda settings: True
    panels: Callable[[Settings, Translation], Sequence[PanelData]] | None = None
    covered: Callable[[Settings, Translation], Sequence[PanelData]] | None = None
    is_whole: bool = False
    lines: int = 31

    @property
    def has_steps(self) -> bool:
        """Whether it shows the stage."""
        return self.panels is None


@dataclass(frozen=True, slots=True)
class Page:
    """A page.

    path: in the URL. script: below `pages/`. sidebar: draws its settings. files: of ours, which the
    browser should load first. stage: the name under which the browser keeps its step, empty without
    a stage; shown: the data of the stage and what it steps through, None for a view without one;
    early: the same for what is computed already. targets: what can be presented. start: the
    settings of a link without settings, by language. is_part: whether a part of a lesson can be
    here; hides: what such a part can hide. needs_upload: whether a link needs a file that the
    server keeps. on_paper: what the stage shows at a step, as a line of text. kinds: those of its
    stages. drawers: the scripts that draw the panels of its targets, by the name of the panel.
    find_part: the part of the course with a name, in a language, about words of another one; None
    if there is no such part.
    in_language: texts of the ready lecture in a language; None for other texts.
    """

    path: str
    script: str
    title: Callable[[Translation], str]
    sidebar: Callable[[Settings, Translation], None] = nothing
    files: tuple[str, ...] = ()
    stage: str = ""
    shown: Callable[[Settings], Shown | None] | None = None
    early: Callable[[Settings], Shown | None] | None = None
    step_param: str = "position"
    targets: tuple[Target, ...] = ()
    start: Callable[[str], Settings] | None = None
    is_part: bool = True
    hides: tuple[str, ...] = ()
    needs_upload: Callable[[Settings], bool] = lambda settings: False
    on_paper: Callable[[Settings, int, bool, Translation], str] = lambda *_: ""
    kinds: Kinds = field(default_factory=dict)
    drawers: Mapping[str, str] = field(default_factory=dict)
    find_part: Callable[[str, str, str], Part | None] = lambda name, lang, words: None
    in_language: Callable[[Sequence[str], str], Sequence[str] | None] = lambda texts, lang: None

    @property
    def has_methods(self) -> bool:
        """Whether some of its targets show only one method of Unigram.

        >>> BY_PATH["unigram"].has_methods, BY_PATH["encode"].has_methods
        (True, False)
        """
        return any(each.method for each in self.targets)

    @property
    def has_view(self) -> bool:
        """Whether the setting `show` chooses what the page shows.

        >>> BY_PATH["unigram"].has_view, BY_PATH["encode"].has_view
        (True, False)
        """
        return any(each.show for each in self.targets)

    @property
    def first_paint(self) -> FirstPaint:
        """What the HTML of the page loads first.

        >>> BY_PATH["encode"].first_paint.has_stage
        True
        """
        return FirstPaint(self.path, self.files, bool(self.stage), self.early is not None)

    def start_in(self, lang: str) -> Settings | None:
        """Return the settings of a link without settings, in a language; None: the default.

        >>> BY_PATH["unigram"].start_in("ko").corpus.name
        'unigram-ko'
        """
        return self.start(lang) if self.start else None

    def target(self, settings: Settings) -> Target | None:
        """Return what of the page would be presented; None if it cannot be presented.

        >>> BY_PATH[""].target(Settings().replace(section="rules")).name
        'rules'
        >>> BY_PATH["lesson"].target(Settings())
        """
        show = settings.view.show if self.has_view else ""
        for section in (settings.view.section, ""):
            for each in self.targets:
                is_same = (each.show, each.section) == (show, section)
                is_same = is_same and each.method in ("", settings.unigram.method)
                if is_same and each.is_there(settings):
                    return each
        return None

    def stage_of(self, settings: Settings) -> str:
        """Return the name of the stage that the page has with these settings; empty without one.

        >>> pieces = BY_PATH["unigram"]
        >>> pieces.stage_of(Settings()), pieces.stage_of(Settings().replace(show="text"))
        ('unigram', '')
        """
        target = self.target(settings.replace(section=""))
        return self.stage if target is None or target.has_steps else ""


BY_PATH: dict[str, Page] = {}  # by path, in the order of the menu; filled by `pages.registry`


def register(*pages: Page) -> None:
    """Make pages and their kinds of stages known."""
    for page in pages:
        BY_PATH[page.path] = page
        KINDS.update(page.kinds)
    drawers = (each for page in BY_PATH.values() for each in page.drawers.items())
    renderers.write(KINDS.values(), {"tables": "static_tables.js", **dict(drawers)})


def find_part(name: str, lang: str, words: str = "") -> Part | None:
    """Return the part of the course with this name; None if there is no such part.

    words: the language of the words that it is about, by default the same.

    >>> find_part("no such part", "en")
    """
    found = (page.find_part(name, lang, words) for page in BY_PATH.values())
    return next((part for part in found if part), None)


def in_language(texts: Sequence[str], lang: str) -> Sequence[str]:
    """Return texts of the ready lecture in a language; other texts as they are.

    >>> in_language(("Another lesson", "Look."), "ko")
    ('Another lesson', 'Look.')
    """
    found = (page.in_language(texts, lang) for page in BY_PATH.values())
    return next((each for each in found if each), texts)


def title_of(path: str, settings: Settings, t: Translation) -> str:
    """Return the title of what a page shows with these settings.

    >>> title_of("unigram", Settings().replace(show="text"), Translation())
    'Free text'
    """
    page = BY_PATH[path]
    target = page.target(settings)
    return page.title(t) if target is None or target.has_steps else target.title(t)
