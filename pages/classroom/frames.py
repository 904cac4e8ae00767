"""The stage of a place at its step, for followers in several languages.

What all steps of a stage share is prepared once for each language, and so is what all languages
share at a step: a class of 300 may step twice per second.
"""

import gzip
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import bpe
from pages.classroom.places import Place
from pages.classroom.record_types import FollowerStep
from pages.resources.cache import SingleFlightCache
from pages.runs import records, runs
from pages.runs.choice import FIRST, parse_choice
from pages.runs.kinds import Content, kind_of, only_step
from pages.runs.pages import BY_PATH
from pages.stage.record import at_step
from pages.stage.record_types import Head, StageData, StepRecord
from pages.stage.table_types import PanelData, TokenData
from pages.state.settings import Settings
from pages.state.url import query_of
from pages.translations.language import translation

MAX_PREPARED = 16_000_000  # characters of heads; one of 50,000 tokens has 10 million
MAX_PANELS = 4_000_000


@dataclass(frozen=True, slots=True)
class Frame:
    """The stage at a step, or panels. name: of what stays and is sent once to each reader."""

    name: str
    stage: StageData | None
    head: Mapping[str, object]
    step: FollowerStep


@dataclass(frozen=True, slots=True)
class Prepared:
    """What all steps of a stage share, in a language.

    late: the parts of its head that show later steps. tokens: those of a training, by id; no thread
    changes them, and they weigh what they take in the head. size: the characters of the whole head.
    """

    settings: Settings
    query: str
    data: StageData
    head: Head[Any]
    late: Mapping[str, object]
    size: int
    tokens: dict[int, TokenData]


@dataclass(frozen=True, slots=True)
class Panels:
    """What a place without a stage shows. size: its characters."""

    panels: Sequence[PanelData]
    size: int

    @classmethod
    def of(cls, panels: Sequence[PanelData]) -> "Panels":
        """Return panels with their size."""
        return cls(panels, len(json.dumps(panels, ensure_ascii=False)))


# Uploaded tokenizers ask another process, so as many as want to may wait for it.
PANELS: SingleFlightCache[Panels] = SingleFlightCache(
    MAX_PANELS, lambda each: each.size, max_making=100
)
PREPARED: SingleFlightCache[Prepared] = SingleFlightCache(MAX_PREPARED, lambda each: each.size)


def frames_of(place: Place, langs: Iterable[str], is_asking: bool = False) -> dict[str, Frame]:
    """Return what followers draw at a place, by language. Raises Waiting while a worker trains.

    The `step` of a frame also has the query and the link in this language. is_asking: whether the
    lecturer asks for the next step; then nothing says what it could be.

    >>> frame = frames_of(Place("", "corpus=hug", 2), ["en"])["en"]
    >>> frame.stage["kind"], frame.step["block"]["first"], sorted(frame.head)[:3]
    ('training', 2, ['charts', 'choice', 'code'])
    """
    shared: object = None  # by all languages
    frames: dict[str, Frame] = {}
    for lang in langs:
        frames[lang], shared = frame_of(place, lang, is_asking, shared)
    return frames


def frame_of(
    place: Place, lang: str, is_asking: bool = False, shared: object = None
) -> tuple[Frame, object]:
    """Return what a follower draws in a language, and what other languages share.

    shared: what another language has returned.
    """
    t = translation(lang)
    try:
        prepared, content = prepare(place, lang)
    except bpe.InputError as refused:
        error = t.gettext(refused.sentence).format(**refused.values)
        return without_stage(place, lang, error), None
    if prepared is None or content is None:
        return with_panels(place, lang), None
    data, head = prepared.data, prepared.head
    last = head["last"]
    k = min(place.step, last)
    kind, view = kind_of(content), prepared.settings.view
    choice = parse_choice(view.words, view.find)
    if shared is None:
        shared = kind.shared_at(k, choice)
    block = kind.step(k, t, choice, shared)
    step: StepRecord = only_step(block)
    step.pop("quiz", None)
    kind.complete(block, head, k, t, prepared.tokens)
    if is_asking or place.asks:
        step |= {"why": "", "announce": at_step(k, last, t)}
    if is_asking:
        kind.hide_answer(block)
    late = {**kind.revealed(prepared.late, k)}
    kind.cover(late, block, place.hidden)
    name = f"{place.page} {data['run']} {data['kind']} {data['subject']} {prepared.query}"
    frame = Frame(
        f"{name} {' '.join(place.hidden)}",  # what is no longer hidden needs another stage
        data,
        head,
        {
            "query": prepared.query,
            "url": place.url(prepared.query, f"&{data['step_param']}={k}"),
            "step": k,
            "view": place.layers,
            "block": block,
            "late": late,
            "hides": place.hidden,
        },
    )
    return frame, shared


def without_stage(place: Place, lang: str, error: str) -> Frame:
    """Return the frame of a place that has no stage. error: why, if it should have one."""
    t, query = translation(lang), query_of(place.settings(lang))
    title = t.gettext("The lecturer shows “{page}” on the projector.").format(page=place.title(t))
    url = place.url(query)
    step: FollowerStep = {
        "query": query,
        "url": url,
        "step": 0,
        "view": [],
        "notice": error or title,
    }
    return Frame("", None, {}, step)


def with_panels(place: Place, lang: str) -> Frame:
    """Return the frame of a place without a stage: what else it shows, or only what it is.

    Raises Waiting while a worker trains. While a task covers results, nothing of them is sent, only
    what they are about.

    >>> frame = with_panels(Place("unigram", "corpus=hug&show=comparison"), "en")
    >>> [each["name"] for each in frame.step["panels"]]
    ['comparison']
    """
    t, settings = translation(lang), place.settings(lang)
    target = BY_PATH[place.page].target(settings)
    shown = target and (target.covered if place.is_covered else target.panels)
    if not shown:
        return without_stage(place, lang, "")
    make = partial(shown, settings, t)
    key = (place.page, place.query, lang, place.is_covered)
    try:
        found = PANELS.get(key, lambda: Panels.of(make()))
    except bpe.InputError as refused:
        return without_stage(place, lang, t.gettext(refused.sentence).format(**refused.values))
    frame = without_stage(place, lang, "")
    if not found.panels:
        return frame
    del frame.step["notice"]
    frame.step["panels"] = found.panels
    return replace(frame, name=f"{place.page} {place.query} {place.is_covered}")


def prepare(place: Place, lang: str) -> tuple[Prepared | None, Content | None]:
    """Return what all steps of a stage share, and what it steps through; None without a stage.

    Raises Waiting while a worker trains, and bpe.InputError if the settings cannot be used.
    """
    key = place.page, place.query, lang
    known = PREPARED.find(key)
    content = runs.RUNS.find(known.data["run"]) if known else None
    if known and content:
        return known, content
    settings = place.settings(lang)
    shown = None if place.hides_stage else BY_PATH[place.page].shown
    found = shown(settings) if shown else None
    if found is None:
        return None, None
    data, content = found
    return PREPARED.get(key, lambda: prepared_of(settings, data, content)), content


def prepared_of(settings: Settings, data: StageData, content: Content) -> Prepared:
    """Return what all steps of a stage share.

    data: of the stage, as the lecturer's page has it. The watched text would show later merges.
    """
    view, lang, kind = settings.view, settings.lang, kind_of(content)
    choice = parse_choice(view.words, view.find) if kind.has_choice else FIRST
    packed = records.serialized(content, data["run"], lang, "head", choice)
    text = gzip.decompress(packed)
    head = json.loads(text)
    tokens = dict(enumerate(head["tokens"])) if isinstance(head.get("tokens"), list) else {}
    late = {name: head.pop(name) for name in kind.secrets}
    kind.withhold(head, late)
    stage: StageData = {**data, "watch": []} if "watch" in data else data
    return Prepared(settings, query_of(settings), stage, head, late, len(text), tokens)
