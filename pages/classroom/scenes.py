"""The `state` events of a class: where the lecturer is, with what phones draw there."""

from collections.abc import Sequence

from pages.classroom.frames import Frame, frames_of
from pages.classroom.listeners import Scene
from pages.classroom.record_types import FollowerStep, SceneData
from pages.classroom.saved_class import State
from pages.classroom.shown_part import shown_part
from pages.runs.runs import Waiting
from pages.translations.language import translation


def scenes_of(
    state: State, is_asking: bool, langs: Sequence[str], shows: object
) -> tuple[dict[str, Scene], bool]:
    """Return the events by language, and whether their stage is complete.

    is_asking: whether the lecturer asks for the next step. shows: see `Scene`. While a worker
    trains, the events say so instead of a stage.

    >>> scenes, is_complete = scenes_of(State(version=7), False, ["en"], 7)
    >>> scenes["en"].data["step"], is_complete
    (0, True)
    """
    try:
        frames, is_complete = frames_of(state.place, langs, is_asking), True
    except Waiting:
        frames, is_complete = {lang: frame_without_run(state, lang) for lang in langs}, False
    scenes = {}
    for lang, frame in frames.items():
        data: SceneData = {
            "version": state.version,
            "page": state.place.page,
            "query": state.place.query,
            "step": state.place.step,
            "pin": state.pin,
            "look": state.look,
            "asking": is_asking or state.place.asks,
            "gathered": state.gathered,
            "part": shown_part(state.part, lang),
            **frame.step,
        }
        stage = {"stage": frame.stage, "head": frame.head, "panels": data.pop("panels", [])}
        leads = {"leader": state.leader}
        scenes[lang] = Scene(state.version, data, stage, frame.name, leads, shows)
        _ = scenes[lang].compressed
    return scenes, is_complete


def frame_without_run(state: State, lang: str) -> Frame:
    """Return the frame of a place whose run is being trained.

    >>> frame_without_run(State(), "en").step["notice"]
    'The training is still running.'
    """
    step: FollowerStep = {
        "query": state.place.query,
        "step": state.place.step,
        "url": state.place.url(state.place.query),
        "notice": translation(lang).gettext("The training is still running."),
    }
    return Frame("", None, {}, step)
