"""The stage of a link before Streamlit has started: the route that a page asks for it first.

Streamlit needs most of the time from a link to the first painted step. If the server has the run
already, the page draws the step at once; when Streamlit has started, it takes over this stage.
"""

import gzip
import hashlib
import json
from collections.abc import Mapping
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pages.hosting.compressed import compressed_json
from pages.resources.turns import Busy, Turns, visitor
from pages.runs.choice import FIRST
from pages.runs.kinds import kind_of
from pages.runs.pages import BY_PATH
from pages.runs.records import RECORDS
from pages.state.url import from_query
from pages.translations.language import preferred_language

MAX_QUERY = 2_000  # characters; a longer one contains a text, and takes longer to read
TURNS = Turns(max_running=2, max_waiting=100, max_per_client=50)


async def get_early_stage(request: Request) -> Response:
    """Answer GET early with the data of a page's stage, with 204 if there is no run yet.

    Query: that of the page, its path, and the locale of the browser. It never starts a training.
    If too many requests wait, it answers 204 too: the stage then comes with the page.
    """
    if len(request.url.query) > MAX_QUERY:
        return Response(status_code=204)
    try:
        packed = await TURNS.run(visitor(request), partial(early_stage, request.query_params))
    except Busy:
        packed = None
    if packed is None:
        return Response(status_code=204)
    # A weak ETag, because the answer has the same one without compression.
    etag = f'W/"{hashlib.sha256(packed).hexdigest()[:20]}"'
    headers = {"Cache-Control": "private, no-cache", "ETag": etag}
    if request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers={**headers, "Vary": "Accept-Encoding"})
    return await compressed_json(request, packed, headers)


def early_stage(query: Mapping[str, str]) -> bytes | None:
    """Return the data and the records of a page's stage, compressed; None if there is no run yet.

    A reader's own corpus counts as not there: whoever guesses a private text must not learn that it
    is here.

    >>> early_stage({"page": "no such page"})
    """
    settings = from_query(query, preferred_language(query.get("locale")))[0].without_stage()
    page = BY_PATH.get(query.get("page", ""))
    early = page.early if page and not settings.corpus.is_own else None
    found = early(settings) if early else None
    if page is None or found is None:
        return None
    data, content = found
    step = query.get(page.step_param, "")
    block = kind_of(content).block_at(int(step) if step.isascii() and step.isdigit() else 0)
    records = cached_records(data["run"], settings.lang, block)
    text = f'{{"data": {json.dumps(data)}, "records": {records}}}'
    return gzip.compress(text.encode(), 4, mtime=0)


def cached_records(key: str, lang: str, block: int) -> str:
    """Return the head of a run and a block of its steps as JSON, by URL; no record is made here.

    >>> cached_records("no such run", "en", 999)
    '{}'
    """
    found = {
        f"records/{key}/{lang}/{part}": RECORDS.find((key, lang, part, FIRST))
        for part in ("head", str(block))
    }
    texts = (f'"{url}": {gzip.decompress(of).decode()}' for url, of in found.items() if of)
    return f"{{{', '.join(texts)}}}"


def route(path: str) -> Route:
    """Return the route of `get_early_stage` under a path.

    >>> route("/stage").path
    '/stage/early'
    """
    return Route(path + "/early", get_early_stage)
