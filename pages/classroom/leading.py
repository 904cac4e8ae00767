"""What the lecturer's devices ask of a class, most of it with the key. See `routes`."""

from functools import partial
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pages.classroom import codes
from pages.classroom.hub import Hub
from pages.classroom.live import Live
from pages.classroom.places import parse_pin, parse_place
from pages.classroom.questions import specify
from pages.classroom.refusals import (
    NO_STORE,
    Refused,
    key_of,
    language_of,
    must_lead,
    read,
    too_many,
)
from pages.classroom.saved_class import parse_leader
from pages.classroom.shown_part import parse_part
from pages.classroom.summary import homework
from pages.hosting import invite, network_address
from pages.resources.rates import Rate

MAX_QUESTION = 16_000  # bytes of a question
MAX_STATE = 40_000  # bytes of where the lecturer is
MAX_COMMAND = 40  # characters
MANY = 5  # classes of an address; if it has more, each of them may do less
CHANGES = ("close", "reveal", "again", "end")


def must_be_url_of(url: object, live: Live, request: Request) -> None:
    """Raise Refused if this is not the URL of a class on this server.

    What is before /class/CODE, only browsers know: a proxy may have removed it from the request.
    """
    if isinstance(url, str) and invite.is_own_url(url, request.headers):
        parts = urlsplit(url)
        is_plain = not parts.query and not parts.fragment
        if is_plain and parts.path.upper().endswith(f"/CLASS/{live.room.code}"):
            return
    raise Refused(400, "This is not the URL of a page of this server.")


class Leading:
    """The handlers of what the lecturer's devices ask, with their limits by class."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.leading = Rate(per_second=30, burst=100)
        self.questions = Rate(per_second=2, burst=40)  # all that were asked are sent with each

    async def close(self, request: Request, live: Live) -> Response:
        """Answer DELETE: end the class."""
        must_lead(request, live)
        await self.hub.delete(live)
        return Response(status_code=204)

    async def state(self, request: Request, live: Live) -> Response:
        """Answer POST state: where the lecturer is now."""
        self.must_lead_slowly(request, live)
        body = await read(request, MAX_STATE)
        try:
            place, pin = parse_place(body), parse_pin(body.get("pin"))
            leader, part = parse_leader(body.get("leader", "")), parse_part(body.get("part"))
        except ValueError:
            raise Refused(400, "This request is malformed.") from None
        leads_now = live.room.state.leader
        if leader and leads_now not in ("", leader) and body.get("take") is not True:
            raise Refused(409, "Another window leads this class now.")
        look = bool(body["look"]) if isinstance(body.get("look"), bool) else None
        live.room.lead(place, pin, look, body.get("gather") is True, leader, part)
        live.mark("state")
        await self.hub.save(live, "state")
        return Response(status_code=204)

    async def question(self, request: Request, live: Live) -> Response:
        """Answer POST question: ask, close, reveal, ask again, end, or leave something out."""
        self.must_ask_slowly(request, live)
        body = await read(request, MAX_QUESTION)
        if body.get("similar") is True:
            poll = live.room.open(await live.asking.similar(language_of(request)))
            answer: Response = JSONResponse({"id": poll.id}, 201, NO_STORE)
        elif "question" in body:
            spec = await live.run(partial(specify, body["question"], live.room.state.place))
            await live.asking.check(spec)
            poll = live.room.open(spec)
            answer = JSONResponse({"id": poll.id}, 201, NO_STORE)
        else:
            word, network = body.get("drop"), body.get("leave_out")
            command = next((each for each in CHANGES if body.get(each) is True), "")
            if isinstance(word, str) and len(word) < 20:
                live.room.change("drop", word)
            elif isinstance(network, str) and len(network) == codes.NETWORK:
                live.room.change("leave_out", network)
            elif command:
                live.room.change(command)
            else:
                raise Refused(400, "This request is malformed.")
            answer = Response(status_code=204)
        live.mark("question")
        await self.hub.save(live, "polls")
        return answer

    async def command(self, request: Request, live: Live) -> Response:
        """Answer POST command: pass it on to the lecturer's other devices."""
        self.must_lead_slowly(request, live)
        command = (await read(request)).get("command")
        if not isinstance(command, str) or not 0 < len(command) <= MAX_COMMAND:
            raise Refused(400, "This request is malformed.")
        live.room.touch()
        live.say(command)
        await self.hub.store.say(live.room.code, command)
        return Response(status_code=204)

    async def summary(self, request: Request, live: Live) -> Response:
        """Answer GET summary: all questions with their results."""
        self.must_ask_slowly(request, live)
        questions = await live.asking.summary(language_of(request))
        room = live.room
        answer = {"questions": questions, "homework": homework(room.code, room.state.place)}
        return JSONResponse(answer, headers=NO_STORE)

    async def join(self, request: Request, live: Live) -> Response:
        """Answer GET join: the address of the class and its QR code."""
        url = request.query_params.get("url", "")
        must_be_url_of(url, live, request)
        return JSONResponse(await invite.invitation(url, request), headers=NO_STORE)

    async def pairing(self, request: Request, live: Live) -> Response:
        """Answer POST pairing: the address that makes another device lead, and its QR code.

        The fragment, which browsers send to no server, has a token for the key, because the
        browser's history keeps it. After some minutes, it is worth nothing.
        """
        self.must_lead_slowly(request, live)
        url = (await read(request)).get("url", "")
        must_be_url_of(url, live, request)
        token = codes.new_token()
        await self.hub.store.hand_over(live.room.code, codes.hash_of(token), str(key_of(request)))
        own = f"{url}#pair={token}"
        address = network_address.reachable_url(own, invite.address_for(request))
        image = await live.run(partial(network_address.qr_code, address)) if address else None
        return JSONResponse({"url": address, "image": image}, headers=NO_STORE)

    def must_lead_slowly(self, request: Request, live: Live) -> None:
        """Raise Refused without the key, or for too many requests."""
        must_lead(request, live)
        code = live.room.code
        if not self.leading.take(code, max(1, self.hub.number_next_to(code) // MANY)):
            raise too_many()

    def must_ask_slowly(self, request: Request, live: Live) -> None:
        """Raise Refused without the key, or for too many questions."""
        must_lead(request, live)
        code = live.room.code
        if not self.questions.take(code, max(1, self.hub.number_next_to(code) // MANY)):
            raise too_many()
