"""The HTTP route of the tables that the stage offers as CSV. They are made on request."""

import re

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pages.resources.turns import Busy, visitor
from pages.runs.kinds import kind_of
from pages.runs.records import TURNS
from pages.runs.runs import RUNS
from pages.state.corpus import CORPORA, OWN_FILE
from pages.translations.language import known_language, translation

BUSY = Response(status_code=503, headers={"Retry-After": "5"})
NAME = re.compile(r"(merges|pairs|pieces)(?:-([0-9]{1,8}))?\.csv")


async def get_download(request: Request) -> Response:
    """Answer GET downloads/{run}/{lang}/{name}, with 404 for a table that does not exist.

    name: "merges.csv" or "pairs-k.csv" for the pairs at step k of a BPE run, "pieces-k.csv" for the
    pieces at step k of a Unigram run. Query: corpus, the name of the corpus, for the file's name.
    """
    key, lang, name = (request.path_params[part] for part in ("run", "lang", "name"))
    match, lang = NAME.fullmatch(name), known_language(lang)
    if match is None or not lang:
        return Response(status_code=404)
    kind, step = match[1], int(match[2]) if match[2] else None

    def find_table() -> tuple[str, bytes] | None:
        content = RUNS.find(key)
        return None if content is None else kind_of(content).table(kind, step, translation(lang))

    try:
        found = await TURNS.run(visitor(request), find_table)
    except Busy:
        return BUSY
    if found is None:
        return Response(status_code=404)
    option, data = found
    corpus = request.query_params.get("corpus", "")
    parts = [kind, corpus if corpus in (*CORPORA, OWN_FILE) else "", option]
    parts += ["step", str(step)] if step is not None else []
    headers = {
        "Cache-Control": "private, max-age=3600",
        "Content-Disposition": f'attachment; filename="{"-".join(filter(None, parts))}.csv"',
    }
    return Response(data, 200, headers, "text/csv")


def route(path: str) -> Route:
    """Return the route of `get_download` under a path.

    >>> route("/stage").path
    '/stage/downloads/{run}/{lang}/{name}'
    """
    return Route(path + "/downloads/{run}/{lang}/{name}", get_download)
