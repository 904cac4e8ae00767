"""The HTTP routes of the files that the stage offers: tables as CSV, and the report.

They are made on request.
"""

import re

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import bpe
from bpe import unigram
from pages.i18n.language import Translation, known_language, translation
from pages.jobs.helper_process import Unavailable
from pages.serving.html_report import file_name, report
from pages.serving.records import TURNS
from pages.serving.runs import RUNS, TrainingRun
from pages.serving.steppable import Content
from pages.serving.turns import Busy, Turns, visitor
from pages.state.corpus import CORPORA, OWN_FILE
from pages.state.url import from_query
from pages.view import tables

# A report of a large run takes seconds, in another process; it is as large as all of its records.
REPORTS = Turns(max_running=1, max_waiting=20, max_per_client=10)
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
        return None if content is None else table(content, kind, step, translation(lang))

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


def table(content: Content, kind: str, k: int | None, t: Translation) -> tuple[str, bytes] | None:
    """Return the tie rule, the algorithm or the method of a run, and a table as CSV.

    kind: "merges", or with a step k "pairs" or "pieces". Returns None if the content has no such
    table, or no step k.

    >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), 6)
    >>> option, data = table(run, "pairs", 1, Translation())
    >>> option, data.decode("utf-8-sig").splitlines()[1]
    ('first', 'u,g,15')
    >>> table(run, "pairs", 9, Translation())
    """
    if isinstance(content, TrainingRun):
        option = content.ties if isinstance(content, bpe.Run) else "wordpiece"
        if kind == "merges" and k is None:
            return option, tables.merges_csv(content, t)
        if kind == "pairs" and k is not None and k <= len(content.merges):
            return option, tables.pairs_csv(content, k, t)
        return None
    if k is None:
        return None
    if kind == "pieces" and isinstance(content, unigram.Run) and k <= len(content.rounds):
        return content.method, tables.pieces_csv(content, k, t)
    return None


async def get_report(request: Request) -> Response:
    """Answer GET downloads/{run}/report.html, with 404 if the run is not in the cache.

    Query: that of the page, which describes the run and what the stage shows. The run's key proves
    that whoever asks has seen the run; otherwise, a guessed text could be confirmed.
    """
    key, query = request.path_params["run"], request.query_params

    def find_report() -> tuple[str, bytes] | None:
        settings, _, _ = from_query(query)  # in the thread, because it reads a learner's text
        run = RUNS.find(key) if key == settings.key else None
        if not isinstance(run, TrainingRun):
            return None
        return file_name(settings), report(run, settings)

    try:
        found = await REPORTS.run(visitor(request), find_report)
    except (Busy, Unavailable):
        return BUSY
    if found is None:
        return Response(status_code=404)
    name, body = found
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(body, 200, headers, "text/html")


def routes(path: str) -> tuple[Route, Route]:
    """Return the routes of `get_report` and `get_download` under a path.

    >>> [each.path for each in routes("/stage")]
    ['/stage/downloads/{run}/report.html', '/stage/downloads/{run}/{lang}/{name}']
    """
    return (
        Route(path + "/downloads/{run}/report.html", get_report),
        Route(path + "/downloads/{run}/{lang}/{name}", get_download),
    )
