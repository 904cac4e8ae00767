"""The HTTP routes of a live class. Bodies are JSON; {base} is the app's base path, mostly "".

Errors are plain sentences: 400 for a malformed body, 403 for a wrong key, 404 for an unknown code,
409 for what is not possible now, 413 for a body that is too large, 429 for too many requests, 503
for too many classes or followers. The key travels only in the header `Authorization: Bearer {key}`.
Codes have 6 characters; lower case is accepted.

**Classes**

    POST {base}/class                       {} -> 201 {code, key}
    POST {base}/class                       with the key: {code, saved} -> 200 {code, key, version}
        Restores a class that the server has forgotten. `saved` is the last `saved` event. If the
        server knows the class, `saved` is ignored, so a browser may do this at any time. 403 unless
        the key belongs to the code. The code is a slow hash of the key.
    DELETE {base}/class/{code}              with the key -> 204
    GET {base}/class/{code}/join?url=URL    like GET join of the stage, for the class's address; URL:
                                            that of the lecturer's page -> {url, short, image}
    GET {base}/class/{code}/summary?lang=ko with the key -> {questions: [question]}, see below

**Leading** (with the key)

    POST {base}/class/{code}/state          {page, query, step, pin, look, gather} -> 204
        page: "" (training), "encode", "unigram". query: that of the page, without "?". step: from 0.
        Optional: pin: null or a string of at most 200 characters that followers get unchanged;
        look: whether followers may look around (default: as it was); gather: true calls everybody
        back.
    POST {base}/class/{code}/question       one of
        {question: {kind: "predict", step}}       what Predict asks before a step; step: by default
                                                  the next one that has a question
        {question: {kind: "practice", skill, level, seed, index}}
                                                  skill: a key of quiz.draw.KINDS; level 1 to 3
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

    GET {base}/class/{code}/events?lang=ko  text/event-stream, see below. The language is optional
    POST {base}/class/{code}/answer         {voter, question, answer} -> 204. voter: from `hello`.
        question: its id. answer: for choices, the index from 0; for typed answers, a string; for
        split, a list of gaps (see below); for word, a string. Changeable until closed; 409 after.
    POST {base}/class/{code}/result         {voter, question} -> 200 {answer, right, reason}, once
        revealed (409 before); only needed for typed answers. answer null: has not voted.
    GET {base}/class/{code}/records/{run}/{lang}/{part}
        Like the records of the stage, for looking around. 403 while that is not allowed or a
        question is open.

**Events.** Each has `id: {version}`; `data` is JSON. On connecting, `hello`, `state`, `question` (if
there is one) and `here` come first. A slow reader gets only the latest of each kind.

    hello     {code, version, voter, leads}
              voter: proves a vote; keep the first one (also after reconnecting), because a new voter
              is a new vote. leads: whether the key was sent
    state     {version, page, query, step, pin, look, gathered, url, stage, head, block, late, notice}
              query: the lecturer's, with this follower's language. url: the same place in the full
              app, as a relative link from /class/CODE. gathered: grows with each gathering.
              The rest is what the page needs to draw this step, in its language:
              stage: the data of the stage (as a component gets it; `stage.run` names it), or null if
                  the page has no stage. Only present if it differs from what this reader has.
              head: the head of the records, present together with stage. Without what reveals
                  later steps. Its `tokens` are an object by id, see block.
              block: {first, steps: [one], words, sums} like a block of the records, with the step
                  alone (words begin one step earlier) and `tokens`: {id: token} to add to those of
                  the head; {merges} in the same way: [rank - 1, merge] of this step.
              late: parts of the head to set now, because they are no longer secret (at the last
                  step); absent otherwise.
              notice: a sentence to show instead while there is nothing to draw (training).
    question  {id, kind, state, round, ask, ...} or {id: null} when there is none.
              state: "open", "closed", "revealed". round: 1 or 2.
              predict: {choices: [parts]}, parts as in `quiz`; step: the step that answers it
              practice: {form: "typed" | "choice", record: as Practice shows a question, hint, join,
                  choices: [text] if form is "choice"}
              split: {characters: [text], run}: n characters have n - 1 gaps; an answer is the sorted
                  list of the gaps that are cut, gap i is after character i (from 1)
              word: {max: 30}
              Once revealed also {result}, see below.
    tally     {question, round, answered, here, bars, words}
              With the key always, without only once revealed. bars: null below five voters, else
              as in result. words: [{id, text, count}] only with the key, oldest first.
    here      {count}
    saved     with the key only: an opaque string with what restores this class. Keep the latest.
    command   with the key only: {command, number}; all come, in order
    end       {} the class was deleted

**Result** of a question, in the reader's language:

    {right: [index], explanation, rounds: [{answered, bars}], feedback: [text]}
    bars: null below five voters, else a list of {label, votes, right, reason}
        predict and choice: one per choice, in order; label: parts of the choice; value: its true
            count or score as text, if it has one
        typed: the right answer first, one per known mistake, most votes first, then other answers
        split: one per segmentation with known reason; and `arcs`: [[start, end, votes]] next to bars
    feedback: for choices, one text per choice
    For split also {best: [[start, end]]}.
"""
