"""The HTTP route of the by-hand modes: what follows from the choices that a reader made so far."""

import json
import re
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pages.resources.turns import Busy, Turns, visitor
from pages.runs.kinds import Content, kind_of
from pages.runs.runs import RUNS
from pages.stage.by_hand_types import ByHandRecord
from pages.translations.language import Translation, known_language, translation

CHOICE = r"[0-9]{1,4}(?:-[0-9]{1,4})?"
CHOICES = re.compile(rf"(?:{CHOICE}(?:,{CHOICE}){{0,59}})?")
TURNS = Turns(max_running=1, max_waiting=200, max_per_client=100)


def record(content: Content, choices: str, t: Translation) -> ByHandRecord[Any]:
    """Return what follows from choices: "left-right" pairs of ids, or numbers, with commas.

    Raises ValueError for choices that are not possible.

    >>> from pages.state.defaults import defaults
    >>> record(defaults("hug").train(), "6-1,2-7", Translation())["chosen"]
    2
    """
    kind = kind_of(content)
    if kind.offer(t) is None or not CHOICES.fullmatch(choices):
        raise ValueError("no such choices")
    parts = [tuple(map(int, part.split("-"))) for part in choices.split(",") if part]
    return kind.by_hand([(part[0], part[-1]) for part in parts], t)


async def get_by_hand(request: Request) -> Response:
    """Answer GET by_hand/{run}/{lang}?chosen=... with the record of the by-hand mode.

    Answers 404 for a run that is not in the cache, 400 for choices that are not possible, and 503
    if too many requests wait.
    """
    key, lang = request.path_params["run"], known_language(request.path_params["lang"])
    if RUNS.future(key) is None or not lang:
        return Response(status_code=404)
    choices = request.query_params.get("chosen", "")
    try:
        body = await TURNS.run(visitor(request), partial(serialized, key, lang, choices))
    except Busy:
        return Response(status_code=503, headers={"Retry-After": "1"})
    except ValueError:
        return Response(status_code=400)
    if body is None:
        return Response(status_code=404)
    headers = {"Cache-Control": "private, max-age=3600"}
    return Response(body, 200, headers, "application/json")


def serialized(key: str, lang: str, choices: str) -> bytes | None:
    """Return the record as JSON; None if the run is not in the cache.

    >>> serialized("no such run", "en", "")
    """
    content = RUNS.find(key)
    if content is None:
        return None
    found = record(content, choices, translation(lang))
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()


def route(path: str) -> Route:
    """Return the route of `get_by_hand` under a path.

    >>> route("/stage").path
    '/stage/by_hand/{run}/{lang}'
    """
    return Route(path + "/by_hand/{run}/{lang}", get_by_hand)
