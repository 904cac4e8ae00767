"""Opening, restoring and finding classes, with their limits for each address."""

from functools import partial

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pages.classroom import codes
from pages.classroom.hub import Hub, TooMany
from pages.classroom.limits import Guesses
from pages.classroom.live import Live
from pages.classroom.refusals import NO_STORE, Refused, key_of, parse, parse_code, receive, too_many
from pages.classroom.saved_class import MAX_SAVED
from pages.resources.rates import Rate
from pages.resources.turns import client_of, visitor

SMALL = 4_000  # bytes of a body that is parsed at once
WRONG_KEY = "This is not the key of the class."


class Opening:
    """Opens and finds the classes of a hub. A whole school may share an address.

    Whoever guesses codes or keys is refused after a while, but the key of a class, and a new class,
    are not, also from the same address.
    """

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.guesses = Guesses(Rate(per_second=0.5, burst=60))
        self.openings = Rate(per_second=0.2, burst=20)
        self.restoring = Rate(per_second=10, burst=40)  # where that costs a slow hash

    async def open(self, request: Request) -> Response:
        """Answer POST class: begin a class, or restore one with its key."""
        address, key = client_of(request), key_of(request)
        if key is None and not self.openings.take(address):
            raise too_many()
        data = await receive(request, MAX_SAVED)
        if len(data) > SMALL:
            body = await self.hub.turns.run(visitor(request), partial(parse, data))
        else:
            body = parse(data)
        try:
            if "code" not in body and key is None:
                code, key = await self.hub.open(address, visitor(request))
                return self.answer(request, 201, {"code": code, "key": key})
            return await self.reopen(request, body, key)
        except TooMany:
            raise Refused(503, "There are too many classes. Try again later.") from None

    async def reopen(self, request: Request, body: dict[str, object], key: str | None) -> Response:
        """Restore a class with its key. Raises Refused, and TooMany."""
        address, code = client_of(request), parse_code(body.get("code"))
        saved = body.get("saved", "")
        if key is None or len(key) > codes.MAX_KEY or not isinstance(saved, str):
            raise Refused(403, WRONG_KEY)
        is_cheap = code in self.hub.classes or not codes.is_slow()
        if not is_cheap and not self.restoring.take(address):
            raise too_many()
        try:
            live = await self.hub.reopen(code, key, saved, address, visitor(request))
        except ValueError:
            raise Refused(400, "This class can't be restored: what was saved is damaged.") from None
        if live is None:
            raise Refused(403, WRONG_KEY)
        answer = {"code": code, "key": key, "version": live.room.version}
        return self.answer(request, 200, answer)

    def answer(self, request: Request, status: int, answer: dict[str, object]) -> Response:
        """Return the answer about a class that was opened. Its address can always find it."""
        code = str(answer["code"])
        self.guesses.note(client_of(request), code, exists=True)
        headers = {**NO_STORE, "Location": f"{request.url.path}/{code}"}  # see haproxy.cfg
        return JSONResponse(answer, status, headers)

    async def find(self, request: Request) -> Live:
        """Return the class that the path of a request names. Raises Refused."""
        address, key = client_of(request), key_of(request)
        code = codes.parse_code(request.path_params["code"])
        may_try = self.guesses.may_try(address, code or "")
        if not may_try and key is None:
            raise too_many()
        live = await self.hub.find(code) if code else None
        if not may_try and (live is None or not codes.is_key(key, live.room.key_hash)):
            raise too_many()
        self.guesses.note(address, code or "", live is not None)
        if live is None:
            raise Refused(404, "There is no class with this code. Check the code.")
        return live
