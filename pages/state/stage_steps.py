"""The steps of the stages: how the URL contains them, and what the stages report."""

from pages.state.session import (
    PAGES_WITH_POSITION,
    current,
    request_position,
    request_step,
)
from pages.state.settings import VIEWS, WORDS
from pages.state.url import PARSERS


def step_params() -> dict[str, dict[str, object]]:
    """The steps in the URL, by parameter: the run, its step, and the last request."""
    session = current()
    settings = session.settings
    params: dict[str, dict[str, object]] = {
        "step": {"run": settings.key, "step": session.step, "seek": session.step_request}
    }
    if session.page in PAGES_WITH_POSITION:
        params["position"] = {
            "run": session.position_run,
            "step": settings.view.position,
            "seek": session.position_request,
        }
    return params


def clamp_step(last: int) -> None:
    """Go back to the last step of a run that has fewer, as the stage does by itself."""
    session = current()
    if session.step > last:
        if session.is_from_link:
            session.is_from_link = False
            session.step_beyond = (session.step, last)
            request_step(last)
        session.step = last


def clamp_position(last: int) -> None:
    """Go back to the last position of a stage that has fewer."""
    if current().settings.view.position > last:
        request_position(last)


def follow_step(message: object, run: str, last: int) -> None:
    """Follow the stage of a BPE training. message: what it sent."""
    step = parse_step_message(message, run, last)
    if step is not None:
        current().step = step


def follow_position(message: object, run: str, last: int) -> None:
    """Follow a stage of another page: its step is the setting `position`."""
    session = current()
    position = parse_step_message(message, run, last)
    if position is not None:
        session.settings = session.settings.replace(position=position)


def parse_step_message(message: object, run: str, last: int) -> int | None:
    """The step in a message of a stage, {step, seq, run}.

    None for anything else, an older message, or one of another run.
    """
    if not isinstance(message, dict) or message.get("run", run) != run:
        return None
    session = current()
    step, seq = message.get("step"), message.get("seq")
    if type(step) is not int or type(seq) is not int or seq <= session.message_seq:
        return None
    session.message_seq = seq
    return max(0, min(last, step))


def follow_views(message: object) -> None:
    """Follow the switches of a stage. message: a list of VIEWS."""
    if isinstance(message, list):
        session = current()
        view = tuple(name for name in VIEWS if name in message)
        session.settings = session.settings.replace(view=view)


def follow_words(message: object) -> None:
    """Follow the choice of the words that a stage shows. message: {words, find}."""
    if isinstance(message, dict) and message.get("words") in WORDS:
        session = current()
        try:
            find = PARSERS["find"](str(message.get("find", "")))
        except ValueError:
            return
        session.settings = session.settings.replace(words=message["words"], find=find)
