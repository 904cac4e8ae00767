"""The records of a live class."""

from collections.abc import Mapping, Sequence
from typing import Any, NotRequired, TypedDict

from pages.classroom.shown_part import ShownPart
from pages.stage.record_types import Block
from pages.stage.table_types import PanelData


class FollowerStep(TypedDict):
    """What a follower shows."""

    query: str
    step: int
    url: str  # the same place in the full app
    view: NotRequired[Sequence[str]]  # what the stage shows of the corpus: "before", "changed"
    block: NotRequired[Block[Any]]
    hides: NotRequired[Sequence[str]]  # what a part hides, and the page has not got
    late: NotRequired[Mapping[str, object]]  # the parts of a head that show later steps
    notice: NotRequired[str]  # instead of a stage
    panels: NotRequired[Sequence[PanelData]]  # what else than a stage the lecturer shows


class SceneData(FollowerStep):
    """What the lecturer shows."""

    version: int
    page: str
    pin: str | None  # what the lecturer has pinned: "pair 3 5", "token 7"
    look: bool  # whether followers may look around, if nothing is asked
    asking: bool  # whether the lecturer asks for the next step
    part: ShownPart | None  # of the course or a lesson, which the lecturer presents
    gathered: int  # grows each time the lecturer calls everybody back


class Hello(TypedDict):
    """What a reader of the events gets first."""

    code: str
    version: int
    voter: str
    leads: bool
    homework: str  # the query of the practice questions that stay after the class
