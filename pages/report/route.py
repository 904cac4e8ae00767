"""The HTTP route of the report, which is made on request."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pages.jobs.helper_process import Unavailable
from pages.report.html_report import file_name, report
from pages.resources.turns import Busy, Turns, visitor
from pages.runs.runs import RUNS, TrainingRun
from pages.state.url import from_query

# A report of a large run takes seconds, in another process; it is as large as all of its records.
REPORTS = Turns(max_running=1, max_waiting=20, max_per_client=10)
BUSY = Response(status_code=503, headers={"Retry-After": "5"})


async def get_report(request: Request) -> Response:
    """Answer GET downloads/{run}/report.html, with 404 if the run is not in the cache.

    Query: that of the page, which describes the run and what the stage shows. The run's key proves
    that the reader has seen the run; otherwise, a guessed text could be confirmed.
    """
    key, query = request.path_params["run"], request.query_params

    def find_report() -> tuple[str, bytes] | None:
        settings, _, _ = from_query(query)  # in the thread, because it reads a learner's text
        run: TrainingRun | None = RUNS.find(key) if key == settings.key else None
        return (file_name(settings), report(run, settings)) if run else None

    try:
        found = await REPORTS.run(visitor(request), find_report)
    except (Busy, Unavailable):
        return BUSY
    if found is None:
        return Response(status_code=404)
    name, body = found
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(body, 200, headers, "text/html")


def route(path: str) -> Route:
    """Return the route of `get_report` under a path.

    >>> route("/stage").path
    '/stage/downloads/{run}/report.html'
    """
    return Route(path + "/downloads/{run}/report.html", get_report)
