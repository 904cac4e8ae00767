"""The HTTP route of the tables that follow the step, as CSV files, made on request."""

import re

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import bpe
from bpe import unigram
from pages.i18n.language import LANGUAGES, Translation, translation
from pages.serving.runs import RUNS
from pages.serving.steppable import Content
from pages.state.corpus import CORPORA, OWN_FILE
from pages.view import tables

NAME = re.compile(r"(pairs|pieces)-([0-9]{1,8})\.csv")


def get_download(request: Request) -> Response:
    """Answer GET downloads/{run}/{lang}/{name}, with 404 for a table that does not exist.

    name: "pairs-k.csv" for the pairs at step k of a BPE run, "pieces-k.csv" for the pieces at step
    k of a Unigram run. Query: corpus, the name of the corpus, for the name of the file.
    """
    key, lang, name = (request.path_params[part] for part in ("run", "lang", "name"))
    match, content = NAME.fullmatch(name), RUNS.find(key)
    if match is None or content is None or lang not in LANGUAGES:
        return Response(status_code=404)
    found = table(content, match[1], int(match[2]), translation(lang))
    if found is None:
        return Response(status_code=404)
    option, data = found
    corpus = request.query_params.get("corpus", "")
    parts = [match[1], corpus if corpus in (*CORPORA, OWN_FILE) else "", option, "step", match[2]]
    headers = {
        "Cache-Control": "private, max-age=3600",
        "Content-Disposition": f'attachment; filename="{"-".join(filter(None, parts))}.csv"',
    }
    return Response(data, 200, headers, "text/csv")


def table(content: Content, kind: str, k: int, t: Translation) -> tuple[str, bytes] | None:
    """Return the tie rule or the method of a run, and a table of its step k as CSV.

    kind: "pairs" or "pieces". Returns None if the content has no such table, or no step k.

    >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), 6)
    >>> option, data = table(run, "pairs", 1, Translation())
    >>> option, data.decode("utf-8-sig").splitlines()[1]
    ('first', 'u,g,15')
    >>> table(run, "pairs", 9, Translation())
    """
    if kind == "pairs" and isinstance(content, bpe.Run) and k <= len(content.merges):
        return content.ties, tables.pairs_csv(content, k, t)
    if kind == "pieces" and isinstance(content, unigram.Run) and k <= len(content.rounds):
        return content.method, tables.pieces_csv(content, k, t)
    return None


def route(path: str) -> Route:
    """Return the route of `get_download` under a path.

    >>> route("/stage").path
    '/stage/downloads/{run}/{lang}/{name}'
    """
    return Route(path + "/downloads/{run}/{lang}/{name}", get_download)
