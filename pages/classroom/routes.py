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

    POST {base}/class/{code}/state          {page, query, step, hides, pin, look, gather, leader,
                                             take, part}
                                            -> 204
        page: the path of any page of the registry. query: that of the
        page, without "?". Its `view` counts: "before" and "changed" as on the page; "predict": the
        lecturer asks before each step, so nothing says what the next one could be; "covered": a
        task asks what the page hides; "projector": a `section` is shown alone. step: from 0.
        Optional: hides: what a task covers, as in `guide_marks.js`; without it, all that can be
        covered. pin: null or a string of at most 200 characters that followers get unchanged;
        look: whether followers may look around (default: as it was); gather: true calls everybody
        back; leader: the name of the window that sends
        this. 409 if another one has led last, unless take is true. part: of the course or of a
        lesson, see `shown_part.parse_part`.
    POST {base}/class/{code}/question       one of
        {question: {kind: "predict", step}}       what Predict asks before a step; step: by default
                                                  the next one that has a question
        {question: {kind: "practice", skill, level, seed, index, words}}
                                                  skill: one of practice.ladder.SKILLS; level 1 to 3
        {question: {kind: "split", word}}         split a word into pieces; word: by default that of
                                                  the stage of a word, else required
        {question: {kind: "word", prompt}}        give me a word; prompt: by default ours
        {question: {kind: "own", form, prompt, choices, right, reasons, answers, why}}
                                                  the lecturer's own. form: "choice", "number" or
                                                  "text". right: indices of choices. reasons: one
                                                  for each choice, or none. answers: the accepted
                                                  ones. All but form and prompt can be left out
        {question: {kind: "part", part}}          the task of a part of the course, by its name
            -> 201 {id}
        {close: true}    no more votes           {reveal: true}   also closes
        {again: true}    a second vote; keeps the first
        {end: true}      the question disappears; if its answer was revealed, it stays in
                         the summary                                        -> 204
        {drop: ID}       removes a word from the queue
        {similar: true}  asks a question with the same skill and mistake, but other numbers -> {id}
        {leave_out: ID}  does not count the votes of a network, or counts them again
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
    state     {version, page, query, step, view, pin, look, asking, gathered, part, url, stage,
              head, block, late, notice, panels, leader}
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
              part: {title, sentences} of the part that is presented, or null
              panels: [{name, data}] of what the projector shows without a stage, for
                  `class_panels.js`; present together with stage
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
              own, part: {form, choices: [text] if form is "choice"}
              similar: whether it is like the question before
              Once revealed also {result}, see below.
    tally     {question, round, answered, here, bars, words, networks}
              With the key always, without only once revealed. bars: as in result; without the key,
              null below five voters. With the key only: words: [{id, text, count}], oldest first;
              networks: [{id, votes, phones, is_out}] with many more votes than phones.
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

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pages.classroom.following import Following
from pages.classroom.hub import Hub
from pages.classroom.leading import Leading
from pages.classroom.live import Live
from pages.classroom.opening import Opening
from pages.classroom.refusals import explained

Handler = Callable[[Request, Live], Awaitable[Response]]


class Classroom:
    """The routes of the classes of a hub, with their limits."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.opening = Opening(hub)
        self.leading = Leading(hub)
        self.following = Following(hub)

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
            "": (self.leading.close, "DELETE"),
            "/state": (self.leading.state, "POST"),
            "/question": (self.leading.question, "POST"),
            "/command": (self.leading.command, "POST"),
            "/events": (self.following.events, "GET"),
            "/answer": (self.following.answer, "POST"),
            "/result": (self.following.result, "POST"),
            "/summary": (self.leading.summary, "GET"),
            "/join": (self.leading.join, "GET"),
            "/pairing": (self.leading.pairing, "POST"),
            "/paired": (self.following.paired, "POST"),
            "/records/{run}/{lang}/{part}": (self.following.record, "GET"),
        }
        return [
            Route(base + "/class", explained(self.opening.open), methods=["POST"]),
            *(
                Route(path + end, explained(self.of_class(handler)), methods=[method])
                for end, (handler, method) in of_class.items()
            ),
        ]
