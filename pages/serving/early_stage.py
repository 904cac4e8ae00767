"""The stage of a link before Streamlit has started: the route that a page asks for it first.

Streamlit needs most of the time from a link to the first painted step. If the server has the run
already, the page draws the step at once; when Streamlit has started, it takes over this stage.
"""

import gzip
import hashlib
import json

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import bpe
from bpe import wordpiece
from pages.i18n.language import preferred_language
from pages.serving import stage_data
from pages.serving.records import RECORDS
from pages.serving.runs import RUNS
from pages.state.settings import Settings
from pages.state.url import from_query
from pages.view.bpe.corpus_words import FIRST
from pages.view.bpe.record_parts import BLOCK

MAX_QUERY = 2_000  # characters; a longer one contains a text, and takes longer to read


def get_early_stage(request: Request) -> Response:
    """Answer GET early with the data of the training's stage, with 204 if there is no run yet.

    Query: that of the page, and the locale of the browser. It never starts a training. A reader's
    own corpus gets 204 too: whoever guesses a private text must not learn that it is here.
    """
    if len(request.url.query) > MAX_QUERY:
        return Response(status_code=204)
    lang = preferred_language(request.query_params.get("locale"))
    settings = from_query(request.query_params, lang)[0].without_stage()
    run = None if settings.corpus.is_own else RUNS.find(settings.key)
    if not isinstance(run, bpe.Run | wordpiece.Run):
        return Response(status_code=204)
    data = json.dumps(stage_data.of_training(settings, run))
    step = request.query_params.get("step", "")
    block = int(step) // BLOCK if step.isascii() and step.isdigit() else 0
    body = f'{{"data": {data}, "records": {cached_records(settings, block)}}}'.encode()
    etag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    headers = {"Cache-Control": "private, no-cache", "ETag": etag}
    if request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers=headers)
    headers["Content-Encoding"] = "gzip"
    return Response(gzip.compress(body, 4, mtime=0), 200, headers, "application/json")


def cached_records(settings: Settings, block: int) -> str:
    """Return the head of a run and a block of its steps as JSON, by URL; no record is made here.

    >>> from pages.state.defaults import defaults
    >>> cached_records(defaults("hug").replace(vocab=13), 999)
    '{}'
    """
    found = {
        f"records/{settings.key}/{settings.lang}/{part}": RECORDS.find(
            (settings.key, settings.lang, part, FIRST)
        )
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
