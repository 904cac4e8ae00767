"""Reading requests of a class, and refusing those that are not possible."""

import json
from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

import bpe
from pages.classroom import codes
from pages.classroom.asked import Malformed, Unreadable
from pages.classroom.live import Live
from pages.classroom.store import StoreUnavailable
from pages.resources.turns import Busy
from pages.runs.runs import Waiting
from pages.translations.language import known_language, preferred_language, translation

MAX_BODY = 4_000  # bytes
NO_STORE = {"Cache-Control": "no-store"}


class Refused(Exception):
    """A request that is refused: a status, and a sentence that says why."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status, self.sentence = status, sentence


def too_many() -> Refused:
    """Return the refusal of too many requests.

    >>> too_many().status
    429
    """
    return Refused(429, "Too many requests from your network. Wait a minute, then try again.")


def explained(
    handler: Callable[[Request], Awaitable[Response]],
) -> Callable[[Request], Awaitable[Response]]:
    """Return a handler that answers with a sentence if a request is refused."""

    async def handle(request: Request) -> Response:
        t = translation(language_of(request))
        try:
            return await handler(request)
        except Refused as refused:
            status, sentence = refused.status, t.gettext(refused.sentence)
        except bpe.InputError as error:
            status = 400 if isinstance(error, Unreadable) else 409
            sentence = t.gettext(error.sentence).format(**error.values)
        except Malformed:
            status, sentence = 400, t.gettext("This request is malformed.")
        except Waiting:
            status, sentence = 409, t.gettext("The training is still running.")
        except (Busy, StoreUnavailable):
            status, sentence = 503, t.gettext("The server is busy. Try again in a few seconds.")
        headers = {**NO_STORE, **({"Retry-After": "5"} if status in (429, 503) else {})}
        return PlainTextResponse(sentence + "\n", status, headers)

    return handle


def language_of(request: Request) -> str:
    """Return the language that a request asks for, or else that of the browser."""
    if lang := known_language(request.query_params.get("lang", "")):
        return lang
    return preferred_language(request.headers.get("accept-language", "").partition(",")[0])


async def read(request: Request, most: int = MAX_BODY) -> dict[str, object]:
    """Return the JSON object in a request's body; an empty body is an empty object."""
    return parse(await receive(request, most))


async def receive(request: Request, most: int) -> bytes:
    """Return a request's body. Raises Refused if it has more bytes than `most`."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise Refused(413, "This request is too large.")
    return bytes(body)


def parse(body: bytes) -> dict[str, object]:
    """Return the JSON object in a body; an empty body is an empty object. Raises Refused.

    >>> parse(b'{"step": 3}'), parse(b"")
    ({'step': 3}, {})
    """
    try:
        found = json.loads(body or b"{}")
        json.dumps(found, ensure_ascii=False).encode()  # no lone surrogates
    except (ValueError, RecursionError):
        raise Refused(400, "This request is malformed.") from None
    if not isinstance(found, dict):
        raise Refused(400, "This request is malformed.")
    return found


def key_of(request: Request) -> str | None:
    """Return the key in the header of a request; None without one."""
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    return key if scheme.lower() == "bearer" and key else None


def must_lead(request: Request, live: Live) -> None:
    """Raise Refused unless a request has the key of the class."""
    if not codes.is_key(key_of(request), live.room.key_hash):
        raise Refused(403, "This is not the key of the class.")


def parse_code(value: object) -> str:
    """Return a code in a body. Raises Refused."""
    code = codes.parse_code(value) if isinstance(value, str) else None
    if code is None:
        raise Refused(400, "There is no class with this code. Check the code.")
    return code
