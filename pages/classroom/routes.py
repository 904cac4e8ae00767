"""The HTTP routes of a live class. Bodies are JSON; {base} is the app's base path, mostly "".

Errors are plain sentences, in the language of `?lang=` or of the browser: 400 for a malformed body
or an answer that cannot be read, 403 for a wrong key, 404 for an unknown code,
409 for what is not possible now, 413 for a body that is too large, 429 for too many requests, 503
for too many classes or followers. The key travels only in the header `Authorization: Bearer {key}`.
Codes have 6 characters; lower case is accepted.

**Classes**

    POST {base}/class                       {} -> 201 {code, key}
    POST {base}/class                       with the key: {code, saved} -> 200 {code, key, version}
        Restores a class that the server has forgotten. `saved` is the last `saved` event. What the
        server knows counts if it is newer, so a browser may do this at any time. 403 unless the key
        belongs to the code. The code is a slow hash of the key.
    DELETE {base}/class/{code}              with the key -> 204
    GET {base}/class/{code}/join?url=URL    like GET join of the stage -> {url, short, image}
                                            URL: of the class, as the lecturer's browser knows it
    POST {base}/class/{code}/pairing        with the key: {url}, as for join -> {url, image} for a
                                            second device that leads; a token is in url's fragment
    POST {base}/class/{code}/paired         {token} -> 200 {key}; the token is valid for ten minutes
    GET {base}/class/{code}/summary?lang=ko with the key -> {questions: [question], homework}

**Leading** (with the key)

    POST {base}/class/{code}/state          {page, query, step, pin, look, gather, leader, take}
                                            -> 204
        page: the path of any page of the registry. query: that of the
        page, without "?". Its `view` counts: "before" and "changed" as on the page; "predict": the
        lecturer asks before each step, so nothing says what the next one could be; "projector": a
        `section` is shown alone. step: from 0. Optional: pin: null or a string of at most 200
        characters that followers get unchanged; look: whether followers may look around (default:
        as it was); gather: true calls everybody back; leader: the name of the window that sends
        this. 409 if another one has led last, unless take is true.
    POST {base}/class/{code}/question       one of
        {question: {kind: "predict", step}}       what Predict asks before a step; step: by default
                                                  the next one that has a question
        {question: {kind: "practice", skill, level, seed, index, words}}
                                                  skill: one of practice.ladder.SKILLS; level 1 to 3
        {question: {kind: "split", word}}         split a word into pieces; word: by default that of
                                                  the stage of a word, else required
        {question: {kind: "word"}}                give me a word
            -> 201 {id}
        {close: true}    no more votes           {reveal: true}   also closes
        {again: true}    a second vote; keeps the first
        {end: true}      the question disappears; it stays in the summary    -> 204
        {drop: ID}       removes a word from the queue
    POST {base}/class/{code}/command        {command} -> 204; a string of at most 40 characters that
                                            the other devices with the key get (the remote)

**Following**

    GET {base}/class/{code}/events?lang=ko  text/event-stream, see below. The language is optional.
        A phone that comes back sends its voter in the header `Voter`.
    POST {base}/class/{code}/answer         {voter, question, answer} -> 204. voter: from `hello`.
        question: its id. answer: for choices, the index from 0; for typed answers, a string; for
        split, a list of gaps (see below); for word, a string. Changeable until closed; 409 after.
    POST {base}/class/{code}/result?lang=ko {question, answer} -> 200 {right, reason}, once revealed
        (409 before). Only needed for typed answers and split words: phones know their own answer.
    GET {base}/class/{code}/records/{run}/{lang}/{part}
        Like the records of the stage, for looking around. 403 while that is not allowed, or the
        answer to a question is not revealed, or the lecturer asks before each step.

**Events.** Each has `id: {version}`; `data` is JSON. On connecting, `hello`, `state`, `question`
and `here` come first. A slow reader gets only the latest of each kind.

    hello     {code, version, voter, leads}
              voter: who votes. Keep the first one, also after reconnecting, because a new voter
              is a new vote. Empty if the phone's address has had too many. leads: whether the key
              was sent
    state     {version, page, query, step, view, pin, look, asking, gathered, url, stage, head,
              block, late, notice, leader}
              query: the lecturer's, with this follower's language. url: the same place in the full
              app, as a relative link from /class/CODE. gathered: grows with each gathering.
              look: whether followers may look around, if nothing is asked. asking: whether the
              lecturer asks for the next step; then nothing says what it could be. view: some of
              "before" and "changed". leader: only with the key.
              The rest is what the page needs to draw this step, in its language. It is left out
              with the key, because the lecturer's page draws its stage itself.
              stage: the data of the stage (as a component gets it), or null if the page has no
                  stage. Only present if it differs from what this reader has.
              head: the head of the records, present together with stage. Without what reveals
                  later steps. Its `tokens` are an object by id, see block.
              block: {first, steps: [one], words, sums} like a block of the records, with the step
                  alone (words begin one step earlier), and for a BPE training `tokens`:
                  {id: token} to add to those of the head.
              late: parts of the head to set now, because they are no longer secret: merges so far
                  (of a BPE training only up to step 100), second, and at the last step the
                  result, the verdict and the segmentations.
              notice: a sentence to show instead while there is nothing to draw: a worker trains, or
                  the lecturer shows a page without a stage.
    question  {id, kind, state, round, ask, ...} or {id: null} when there is none.
              state: "open", "closed", "revealed". round: 1 or 2.
              predict: {choices: [parts]}, parts as in `quiz`; step: the step that answers it
              practice: {form: "typed" | "choice", record: as Practice shows a question, hint, join,
                  choices: [text] if form is "choice"}
              split: {characters: [text]}: n characters have n - 1 gaps; an answer is the sorted
                  list of the gaps that are boundaries, gap i is after character i (from 1)
              word: {max: 30}
              Once revealed also {result}, see below.
    tally     {question, round, answered, here, bars, words}
              With the key always, without only once revealed. bars: null below five voters, else
              as in result. words: [{id, text, count}] only with the key, oldest first.
    here      {count}
    saved     with the key only: an opaque string with what restores this class. Keep the latest.
    problem   with the key only: {failed}: the kinds of events that our server fails to make, so
              phones stay on an old step; an empty list once they have come
    command   with the key only: {command, number}; all come, in order
    end       {} the class was deleted

**Result** of a question, in the reader's language:

    {right: [index], explanation, rounds: [{answered, bars}], feedback: [text], answer}
        answer: of typed answers and choices of Practice, as text
    bars: null below five voters, else a list of {label, votes, right, reason}
        predict and choice: one per choice, in order; label: parts of the choice; value: its true
            count or score as text, if it has one
        typed: the right answer first, one per known mistake, most votes first, then other answers
        split: one per segmentation, and next to bars `arcs`: [[start, end, votes]]
    feedback: for choices, one text per choice
    For split also {best: [[start, end]]}.
"""

import os
from collections.abc import Awaitable, Callable
from functools import partial
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from pages.classroom import codes
from pages.classroom.hub import Hub
from pages.classroom.listeners import Listener
from pages.classroom.live import Live
from pages.classroom.opening import Opening
from pages.classroom.places import parse_pin, parse_place
from pages.classroom.questions import specify
from pages.classroom.refusals import (
    NO_STORE,
    Refused,
    explained,
    key_of,
    language_of,
    must_lead,
    read,
    too_many,
)
from pages.classroom.saved_class import parse_leader
from pages.classroom.streams import EventStream, can_be_compressed
from pages.classroom.summary import homework
from pages.hosting import invite, network_address
from pages.resources.rates import Rate
from pages.resources.turns import client_of
from pages.runs import records

MAX_BODY = 4_000  # bytes
MAX_STATE = 40_000  # bytes of where the lecturer is
MAX_FOLLOWERS = 1_000  # of a class in this process
MAX_LEADERS = 10  # devices with the key
MAX_LISTENERS = 3_000  # of all classes in this process
MAX_STREAMS_PER_ADDRESS = 1_000  # of these, unless STREAMS says otherwise; a school may share one
STREAMS = "MERGE_BY_MERGE_STREAMS_PER_ADDRESS"
MAX_COMMAND = 40  # characters
MANY = 5  # classes of an address; if it has more, each of them may do less
CHANGES = ("close", "reveal", "again", "end")
VOTER = "voter"  # the header with who votes, of a phone that comes back

Handler = Callable[[Request, Live], Awaitable[Response]]


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


class Classroom:
    """The routes of the classes of a hub, with their limits."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.opening = Opening(hub)
        # By address, which a whole school may share.
        self.joining = Rate(per_second=30, burst=1_500)
        self.answers = Rate(per_second=200, burst=1_500)
        # By voter, and by class.
        self.of_voter = Rate(per_second=1, burst=20)
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
            leader = parse_leader(body.get("leader", ""))
        except ValueError:
            raise Refused(400, "This request is malformed.") from None
        leads_now = live.room.state.leader
        if leader and leads_now not in ("", leader) and body.get("take") is not True:
            raise Refused(409, "Another window leads this class now.")
        look = bool(body["look"]) if isinstance(body.get("look"), bool) else None
        live.room.lead(place, pin, look, body.get("gather") is True, leader)
        live.mark("state")
        await self.hub.save(live, "state")
        return Response(status_code=204)

    async def question(self, request: Request, live: Live) -> Response:
        """Answer POST question: ask, close, reveal, ask again, end, or drop a word."""
        self.must_ask_slowly(request, live)
        body = await read(request, MAX_BODY)
        if "question" in body:
            spec = await live.run(partial(specify, body["question"], live.room.state.place))
            await live.asking.check(spec)
            poll = live.room.open(spec)
            answer: Response = JSONResponse({"id": poll.id}, 201, NO_STORE)
        else:
            word = body.get("drop")
            command = next((each for each in CHANGES if body.get(each) is True), "")
            if isinstance(word, str) and len(word) < 20:
                live.room.change("drop", word)
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
        command = (await read(request, MAX_BODY)).get("command")
        if not isinstance(command, str) or not 0 < len(command) <= MAX_COMMAND:
            raise Refused(400, "This request is malformed.")
        live.room.touch()
        live.say(command)
        await self.hub.store.say(live.room.code, command)
        return Response(status_code=204)

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
        body = await read(request, MAX_BODY)
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
        body = await read(request, MAX_BODY)
        if not self.answers.take(client_of(request)):
            raise too_many()
        question, answer, lang = body.get("question"), body.get("answer"), language_of(request)
        verdict = await live.asking.verdict(question, answer, lang)
        return JSONResponse(verdict, headers=NO_STORE)

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
        url = (await read(request, MAX_BODY)).get("url", "")
        must_be_url_of(url, live, request)
        token = codes.new_token()
        await self.hub.store.hand_over(live.room.code, codes.hash_of(token), str(key_of(request)))
        own = f"{url}#pair={token}"
        address = network_address.reachable_url(own, invite.address_for(request))
        image = await live.run(partial(network_address.qr_code, address)) if address else None
        return JSONResponse({"url": address, "image": image}, headers=NO_STORE)

    async def paired(self, request: Request, live: Live) -> Response:
        """Answer POST paired: the key, for the token of another device."""
        if not self.answers.take(client_of(request)):
            raise too_many()
        token = (await read(request, MAX_BODY)).get("token")
        name = codes.hash_of(token) if isinstance(token, str) else ""
        key = await self.hub.store.take_over(live.room.code, name)
        if not codes.is_key(key, live.room.key_hash):
            raise Refused(403, "This QR code is too old. Show a new one on your other device.")
        return JSONResponse({"key": key}, headers=NO_STORE)

    async def record(self, request: Request, live: Live) -> Response:
        """Answer GET records: a record for a follower who looks around."""
        if not live.room.may_look:
            raise Refused(403, "You can't look around now.")
        return await records.get_record(request)

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

    def of_class(self, handler: Handler) -> Callable[[Request], Awaitable[Response]]:
        """Return a handler that first finds the class."""

        async def handle(request: Request) -> Response:
            return await handler(request, await self.opening.find(request))

        return handle

    def routes(self, base: str) -> list[Route]:
        """Return the routes under a base path.

        >>> [route.path for route in Classroom(Hub()).routes("/app")][:2]
        ['/app/class', '/app/class/{code}']
        """
        path = base + "/class/{code}"
        of_class = {
            "": (self.close, "DELETE"),
            "/state": (self.state, "POST"),
            "/question": (self.question, "POST"),
            "/command": (self.command, "POST"),
            "/events": (self.events, "GET"),
            "/answer": (self.answer, "POST"),
            "/result": (self.result, "POST"),
            "/summary": (self.summary, "GET"),
            "/join": (self.join, "GET"),
            "/pairing": (self.pairing, "POST"),
            "/paired": (self.paired, "POST"),
            "/records/{run}/{lang}/{part}": (self.record, "GET"),
        }
        return [
            Route(base + "/class", explained(self.opening.open), methods=["POST"]),
            *(
                Route(path + end, explained(self.of_class(handler)), methods=[method])
                for end, (handler, method) in of_class.items()
            ),
        ]
