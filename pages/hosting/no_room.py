"""What a page shows if the server refuses its WebSocket because too many pages are open.

Streamlit alone would say "connecting" without an end. Its client tries again by itself. The page
asks whether it is refused by a plain request to the WebSocket's URL, so it also notices that a
proxy refuses it. It gets the sentence from here, because a proxy has none.
"""

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from pages.translations.language import known_language, preferred_language, translation

NO_STORE = {"Cache-Control": "no-store"}


def answer(has_room: bool) -> Response:
    """Return the answer to a plain request to the WebSocket's URL: 204, or 503 without room.

    >>> answer(True).status_code, answer(False).status_code
    (204, 503)
    """
    return Response(status_code=204 if has_room else 503, headers=NO_STORE)


def get_sentence(request: Request) -> Response:
    """Answer GET no_room?lang=... with what the page shows. Default: the browser's language."""
    accepted = request.headers.get("accept-language", "").partition(",")[0].partition(";")[0]
    lang = known_language(request.query_params.get("lang", "")) or preferred_language(accepted)
    sentence = translation(lang).gettext(
        "This page cannot connect, because too many pages of this app are open: on this server, or "
        "in your network. Close tabs that you do not need. This page tries again by itself."
    )
    return PlainTextResponse(sentence, headers=NO_STORE)


def route(path: str) -> Route:
    """Return the route of `get_sentence` under a path.

    >>> route("/stage").path
    '/stage/no_room'
    """
    return Route(path + "/no_room", get_sentence)
