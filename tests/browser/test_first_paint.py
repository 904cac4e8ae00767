"""What opening a link costs, and the benchmark that measures it."""

import subprocess
import sys

from tests.benchmarks.first_paint import LAPTOP, LINK, STEP, Page, visit
from tests.support.servers import ROOT

MOST_REQUESTS = 115
MOST_BYTES = 1_400_000


def test_first_visit_needs_few_requests_and_bytes(chromium, server):
    opened = visit(chromium, Page("app", server, LINK, STEP))
    assert opened.requests <= MOST_REQUESTS
    assert opened.received <= MOST_BYTES


def test_second_visit_loads_almost_nothing(chromium, server):
    assert visit(chromium, Page("app", server, LINK, STEP), warm=True).received < 20_000


def test_modules_are_loaded_with_the_page(visitor, server):
    """No module of ours is first discovered through another one."""
    tab = visitor(server, **LAPTOP)
    requested: list[str] = []
    tab.page.on("request", lambda request: requested.append(request.url))
    tab.open(LINK[1:])
    first_record = next(i for i, url in enumerate(requested) if "/records/" in url)
    late = [url for url in requested[first_record:] if url.endswith((".js", ".css"))]
    assert not late


def test_benchmark_runs():
    done = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.first_paint", "--quick"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.returncode, done.stdout + done.stderr
    assert "| warm cache |" in done.stdout
