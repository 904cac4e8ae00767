"""Reading requests of a class, and refusing those that are not possible."""

import json
from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

import bpe
from pages.classroom import codes
from pages.classroom.live import Live
from pages.classroom.stages import Waiting
from pages.classroom.store import StoreUnavailable
from pages.serving.turns import Busy
from pages.view.stage import Record

NO_STORE = {"Cache-Control": "no-store"}


class Refused(Exception):
    """A request that is refused: a status, and a sentence that says why."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status, self.sentence = status, sentence


def explained(
    handler: Callable[[Request], Awaitable[Response]],
) -> Callable[[Request], Awaitable[Response]]:
    """Return a handler that answers with a sentence if a request is refused."""

    async def handle(request: Request) -> Response:
        try:
            return await handler(request)
        except Refused as refused:
            status, sentence = refused.status, refused.sentence
        except bpe.InputError as error:
            status, sentence = 409, str(error)
        except Waiting:
            status, sentence = 409, "The training is still running. Try again later."
        except (Busy, StoreUnavailable):
            status, sentence = 503, "The server is busy. Try again in a few seconds."
        headers = {**NO_STORE, **({"Retry-After": "5"} if status in (429, 503) else {})}
        return PlainTextResponse(sentence + "\n", status, headers)

    return handle


def too_many(what: str) -> Refused:
    """Return the refusal of too many requests.

    >>> too_many("codes").sentence
    'Too many codes from this network. Wait a minute, then try again.'
    """
    return Refused(429, f"Too many {what} from this network. Wait a minute, then try again.")


async def read(request: Request, most: int) -> Record:
    """Return the JSON object in a request's body; an empty body is an empty object."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise Refused(413, "This request is too large.")
    try:
        found = json.loads(body or b"{}")
        json.dumps(found, ensure_ascii=False).encode()  # no lone surrogates
    except (ValueError, RecursionError):
        raise Refused(400, "The body is not JSON.") from None
    if not isinstance(found, dict):
        raise Refused(400, "The body is not a JSON object.")
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
        raise Refused(400, "A code has six letters and digits.")
    return code
