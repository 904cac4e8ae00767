"""The HTTP route by which the stage fetches records: a run's head, then blocks of steps.

Runs are immutable, so each record is serialized once per run and language and then cached for
everybody. The kind of a stage decides what a record contains.
"""

import asyncio
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pages.hosting.compressed import compressed_json
from pages.jobs.helper_process import Unavailable
from pages.resources.cache import SingleFlightCache
from pages.resources.machine import scaled
from pages.resources.turns import Busy, Turns, visitor
from pages.runs.choice import FIRST, WordChoice, parse_choice
from pages.runs.kinds import Content, compressed_record, kind_of
from pages.runs.runs import RUNS
from pages.translations.language import known_language, translation

RECORDS: SingleFlightCache[bytes] = SingleFlightCache(scaled(100_000_000), len)
TURNS = Turns(max_running=2, max_waiting=200, max_per_client=100)  # records, and tables as CSV


def serialized(
    content: Content, key: str, lang: str, part: str, choice: WordChoice = FIRST
) -> bytes:
    """Return a compressed record from the cache; make it first if it is not there.

    key: the key of the content, for the cache. part: "head", the number of a block, or a detail.

    >>> import gzip, json
    >>> import bpe
    >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), 6)
    >>> json.loads(gzip.decompress(serialized(run, "a key", "en", "head")))["last"]
    2
    """
    make = partial(compressed_record, kind_of(content), part, translation(lang), lang, choice)
    return RECORDS.get((key, lang, part, choice), make)


async def get_record(request: Request) -> Response:
    """Answer GET records/{run}/{lang}/{part}, with 404 for a run that is not in the cache.

    part: "head", the number of a block, or a detail that the view names.
    Query: words and find, as in Settings. Answers 503 if too many records are being made.
    """
    key, lang, part = (request.path_params[name] for name in ("run", "lang", "part"))
    lang = known_language(lang)
    if RUNS.future(key) is None or not lang:
        return Response(status_code=404)
    choice = parse_choice(*(request.query_params.get(name, "") for name in ("words", "find")))
    body: bytes | None
    try:
        if cached := RECORDS.future((key, lang, part, choice)):
            made = await asyncio.wrap_future(cached)
            body = made[0]
        else:
            work = partial(find_record, key, lang, part, choice)
            body = await TURNS.run(visitor(request), work)
    except (Busy, Unavailable):
        return Response(status_code=503, headers={"Retry-After": "1"})
    if body is None:
        return Response(status_code=404)
    return await compressed_json(request, body, {"Cache-Control": "private, max-age=3600"})


def find_record(key: str, lang: str, part: str, choice: WordChoice) -> bytes | None:
    """Return a record of a run in the cache, or None if there is no such run or record."""
    content = RUNS.find(key)
    if content is None or not kind_of(content).has(part):
        return None
    return serialized(content, key, lang, part, choice)


def route(path: str) -> Route:
    """Return the route of `get_record` under a path.

    >>> route("/stage").path
    '/stage/records/{run}/{lang}/{part}'
    """
    return Route(path + "/records/{run}/{lang}/{part}", get_record)
