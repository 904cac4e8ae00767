"""Draws charts in a worker process, which ends when nobody has needed it for a while."""

import json
from collections.abc import Sequence
from typing import IO

from pages.charts.chart import Chart
from pages.charts.worker import MAX_SECONDS, dump
from pages.jobs.helper_loop import read_line
from pages.jobs.helper_process import HelperProcess

IDLE = 60.0  # seconds without a request, after which the process ends
MAX_WAIT = 60.0  # seconds that a request waits for others
MAX_WAITING = 8  # requests, the current one included


class Renderer(HelperProcess[Sequence[Chart], list[str]]):
    """A worker process, started when it is needed. It draws one request at a time."""

    def __init__(self, idle: float = IDLE) -> None:
        super().__init__(
            "pages.charts.worker",
            send,
            receive,
            max_seconds=MAX_SECONDS,
            idle=idle,
            max_wait=MAX_WAIT,
            max_waiting=MAX_WAITING,
        )

    def render(self, charts: Sequence[Chart]) -> list[str]:
        """Return the pictures of charts. Raises Unavailable."""
        return self.ask(charts)


def send(stream: IO[bytes], charts: Sequence[Chart]) -> None:
    r"""Write the charts to draw.

    >>> from io import BytesIO
    >>> stream = BytesIO()
    >>> send(stream, [])
    >>> stream.getvalue()
    b'[]\n'
    """
    stream.write(dump(charts))
    stream.flush()


def receive(stream: IO[bytes]) -> list[str]:
    r"""Read the pictures of charts. Raises EOFError if the process has ended.

    >>> from io import BytesIO
    >>> receive(BytesIO(b'["<svg/>"]\n'))
    ['<svg/>']
    """
    pictures: list[str] = json.loads(read_line(stream))
    return pictures


RENDERER = Renderer()
