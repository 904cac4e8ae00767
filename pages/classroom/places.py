"""Where the lecturer of a class is: a page, its settings, a step, and what the stage shows."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode

from pages.runs.pages import BY_PATH, title_of
from pages.state.settings import VIEWS, Settings
from pages.state.url import from_query
from pages.translations.language import Translation

MAX_QUERY = 30_000  # characters; a typed text in a link has 8,000 before it is quoted
MAX_FIELDS = 100  # of a query
MAX_PIN = 200  # characters
LAYERS = ("before", "changed")  # views that followers have too
OF_LECTURER = ("lesson", "part")  # parameters that no follower gets
COVERED = "covered"  # the lecturer's page hides results, because a task asks for them
# What it can hide, as in `guide_marks.js`. "changes" is what a part of a lesson hides in addition.
HIDES = (
    *("counts", "pairs", "merge", "corpus", "unknown", "best", "result", "charts", "costs"),
    *("rules", "later", "unexplained", "changes"),
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where the lecturer is: a page, its query without the views, a step from 0, and the views.

    hides: what of the page is hidden, if the views have COVERED.
    """

    page: str = ""
    query: str = ""
    step: int = 0
    view: tuple[str, ...] = ()
    hides: tuple[str, ...] = ()

    def settings(self, lang: str) -> Settings:
        """The settings of the query, in a language.

        >>> Place("", "corpus=hug&vocab=9&lang=ko").settings("en").corpus.name
        'hug'
        """
        pairs = dict(parse_qsl(self.query, keep_blank_values=True, max_num_fields=MAX_FIELDS))
        found = from_query(pairs, lang)[0].replace(lang=lang)
        # A step belongs to the class. On a page without a stage, it is the number of a question.
        return found.replace(position=0) if BY_PATH[self.page].stage else found

    @property
    def layers(self) -> list[str]:
        """What followers see of the corpus.

        >>> Place(view=("before", "projector")).layers
        ['before']
        """
        return [each for each in LAYERS if each in self.view]

    @property
    def predicts(self) -> bool:
        """Whether the lecturer asks before each step."""
        return "predict" in self.view

    @property
    def is_covered(self) -> bool:
        """Whether results are hidden until a task is answered.

        >>> Place(view=("covered",)).is_covered
        True
        """
        return COVERED in self.view

    @property
    def asked_at(self) -> tuple[str, int | None]:
        """The corpus in the list of corpora, and the step; None without a stage.

        >>> Place("", "corpus=hug", 3).asked_at, Place("practice", "corpus=hug").asked_at
        (('hug', 3), ('', None))
        """
        page, settings = BY_PATH[self.page], self.settings("en")
        target = page.target(settings)
        if (not page.stage and target is None) or (target and target.is_whole):
            return "", None
        has_stage = page.stage_of(settings) and not self.hides_stage
        return settings.corpus.listed, self.step if has_stage else None

    @property
    def hidden(self) -> tuple[str, ...]:
        """What of the page is hidden: all that can be, if the lecturer's page does not say what.

        >>> Place(view=("covered",), hides=("pairs",)).hidden, Place(hides=("pairs",)).hidden
        (('pairs',), ())
        """
        return (self.hides or HIDES) if self.is_covered else ()

    @property
    def asks(self) -> bool:
        """Whether later steps would answer what the lecturer asks.

        >>> Place(view=("predict",)).asks, Place(view=("before",)).asks
        (True, False)
        """
        return self.predicts or self.is_covered

    @property
    def hides_stage(self) -> bool:
        """Whether the projector shows a section alone, without the stage above it.

        >>> Place(query="section=rules", view=("projector",)).hides_stage
        True
        """
        return "projector" in self.view and bool(self.settings("en").view.section)

    def url(self, query: str, more: str = "") -> str:
        """The link to the place from the follower's page, with this query.

        >>> Place("encode").url("corpus=hug", "&position=3")
        '../encode?corpus=hug&position=3'
        """
        view = f"&{urlencode({'view': ' '.join(self.layers)})}" if self.layers else ""
        return f"../{self.page}?{query}{more}{view}"

    def title(self, t: Translation) -> str:
        """The title of what the projector shows, if that is not a stage.

        >>> Place("unigram", "show=text").title(Translation()), Place("course").title(Translation())
        ('Free text', 'Hugging Face, recomputed')
        """
        return title_of(self.page, self.settings("en"), t)


def parse_place(values: Mapping[str, object]) -> Place:
    """Return a place from outside. Raises ValueError if a value is not possible.

    The views may be in the query, as in a URL, or alone. The lecturer's lesson is left out: it has
    the notes and all answers, and followers get the query.

    >>> parse_place({"page": "unigram", "query": "corpus=hug", "step": 3}).step
    3
    >>> parse_place({"page": "", "query": "corpus=hug&view=before+x", "step": 3}).view
    ('before',)
    >>> parse_place({"page": "", "query": "lesson=eNo&corpus=hug&part=1", "step": 3}).query
    'corpus=hug'
    """
    page, query, step, view = (values.get(name) for name in ("page", "query", "step", "view"))
    if not isinstance(query, str) or not query.isascii() or len(query) > MAX_QUERY:
        raise ValueError("no query")
    parse_qsl(query, max_num_fields=MAX_FIELDS)  # ValueError for too many
    if not isinstance(page, str) or page not in BY_PATH:
        raise ValueError("no page")
    if type(step) is not int or not 0 <= step < 10**6:
        raise ValueError("no step")
    found = list(view) if isinstance(view, list | tuple) else []
    fields = [(each.partition("=")[0], each) for each in query.split("&")]
    for _, text in parse_qsl("&".join(each for name, each in fields if name == "view")):
        found += text.split()
    parts = [each for name, each in fields if name not in ("view", *OF_LECTURER)]
    views = tuple(each for each in (*VIEWS, COVERED) if each in found)
    named = values.get("hides")
    hides = tuple(each for each in HIDES if isinstance(named, list | tuple) and each in named)
    return Place(page, "&".join(parts), step, views, hides)


def parse_pin(pin: object) -> str | None:
    """Return what the lecturer has pinned. Raises ValueError if it is not a short text.

    >>> parse_pin("u g"), parse_pin(None)
    ('u g', None)
    """
    if pin is None or (isinstance(pin, str) and len(pin) <= MAX_PIN):
        return pin
    raise ValueError("no pin")
