"""What works without the key: following a class, answering, and becoming a device that leads.

The lecturer's devices read the events too, with the key. See `routes`.
"""

import os

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pages.classroom import codes
from pages.classroom.hub import Hub
from pages.classroom.listeners import Listener
from pages.classroom.live import Live
from pages.classroom.refusals import (
    NO_STORE,
    Refused,
    key_of,
    language_of,
    must_lead,
    read,
    too_many,
)
from pages.classroom.streams import EventStream, can_be_compressed
from pages.resources.rates import Rate
from pages.resources.turns import client_of
from pages.runs import records

MAX_FOLLOWERS = 1_000  # of a class in this process
MAX_LEADERS = 10  # devices with the key
MAX_LISTENERS = 3_000  # of all classes in this process
MAX_STREAMS_PER_ADDRESS = 1_000  # of these, unless STREAMS says otherwise; a school may share one
STREAMS = "MERGE_BY_MERGE_STREAMS_PER_ADDRESS"
VOTER = "voter"  # the header with who votes, of a phone that comes back


def max_streams() -> int:
    """Return how many event streams an address may have in this process.

    >>> max_streams()
    1000
    """
    return int(os.environ.get(STREAMS) or MAX_STREAMS_PER_ADDRESS)


def most_of_class() -> int:
    """Return how many event streams of one class an address may have, so that others have room.

    >>> most_of_class()
    600
    """
    return -(-max_streams() * 3 // 5)


class Following:
    """The handlers of what works without the key, with their limits."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        # By address, which a whole school may share.
        self.joining = Rate(per_second=30, burst=1_500)
        self.answers = Rate(per_second=200, burst=1_500)
        self.of_voter = Rate(per_second=1, burst=20)

    async def events(self, request: Request, live: Live) -> Response:
        """Answer GET events with a stream."""
        key = key_of(request)
        leads = key is not None
        if leads:
            must_lead(request, live)
        address = client_of(request)
        if not self.joining.take(address):
            raise too_many()
        own = sum(each.phones.streams[address] for each in self.hub.classes.values())
        if not leads and own >= max_streams():
            raise Refused(429, "Too many phones from your network follow classes. Try again later.")
        number = sum(len(each.listeners) for each in self.hub.classes.values())
        same = len(live.listeners) - live.followers if leads else live.followers
        most = MAX_LEADERS if leads else MAX_FOLLOWERS
        has_share = leads or live.phones.streams[address] < most_of_class()
        if number >= MAX_LISTENERS or same >= most or not has_share:
            raise Refused(503, "This class is full.")
        compresses = can_be_compressed(request.headers)
        voter = request.headers.get(VOTER, "")
        listener = Listener(language_of(request), leads, compresses, address, voter)
        headers = {"Content-Encoding": "gzip"} if listener.compresses else {}
        headers |= {**NO_STORE, "Vary": "Accept-Encoding"}
        return EventStream(listener, live.join, live.leave, headers)

    async def answer(self, request: Request, live: Live) -> Response:
        """Answer POST answer: count a vote."""
        body = await read(request)
        voter = body.get("voter")
        if voter == "":  # see `Phones.voter_of`; the phone shows why, and doesn't try again
            raise Refused(400, "This class is full.")
        if not codes.is_voter(voter, live.room.key_hash):
            raise Refused(403, "Join the class before you answer.")
        if not self.of_voter.take(str(voter)) or not self.answers.take(client_of(request)):
            raise too_many()
        question, answer, lang = body.get("question"), body.get("answer"), language_of(request)
        await live.asking.vote(question, str(voter), answer, lang)
        live.mark_later("tally")
        return Response(status_code=204)

    async def result(self, request: Request, live: Live) -> Response:
        """Answer POST result: whether an answer is right, once that is no secret."""
        body = await read(request)
        if not self.answers.take(client_of(request)):
            raise too_many()
        question, answer, lang = body.get("question"), body.get("answer"), language_of(request)
        verdict = await live.asking.verdict(question, answer, lang)
        return JSONResponse(verdict, headers=NO_STORE)

    async def paired(self, request: Request, live: Live) -> Response:
        """Answer POST paired: the key, for the token of another device."""
        if not self.answers.take(client_of(request)):
            raise too_many()
        token = (await read(request)).get("token")
        name = codes.hash_of(token) if isinstance(token, str) else ""
        key = await self.hub.store.take_over(live.room.code, name)
        if not codes.is_key(key, live.room.key_hash):
            raise Refused(
                403,
                "This QR code was used already, or it is too old. Show a new one on your other "
                "device.",
            )
        return JSONResponse({"key": key}, headers=NO_STORE)

    async def record(self, request: Request, live: Live) -> Response:
        """Answer GET records: a record for a follower who looks around."""
        if not live.room.may_look:
            raise Refused(403, "You can't look around now.")
        return await records.get_record(request)
