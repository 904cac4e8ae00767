"""The blocks of a large run's report: compressed records of its steps, made by another process."""

import json
from dataclasses import dataclass
from typing import IO

import bpe
from bpe import wordpiece
from pages.jobs import messages
from pages.jobs.helper_loop import read_line
from pages.jobs.helper_process import HelperProcess
from pages.report.report_worker import MAX_SECONDS

IDLE = 30.0  # seconds without a request, after which the process ends
MAX_WAIT = 60.0  # seconds that a request waits for others
MAX_WAITING = 20  # requests, the current one included


@dataclass(frozen=True, slots=True)
class BlocksRequest:
    """Which blocks to make: the first `count` of a run.

    words, find: which words of the corpus they show, as in Settings.
    """

    run: bpe.Run | wordpiece.Run
    lang: str
    words: str
    find: str
    count: int


def send(stream: IO[bytes], request: BlocksRequest) -> None:
    """Write a request."""
    line = json.dumps([request.lang, request.words, request.find, request.count])
    stream.write(line.encode() + b"\n")
    messages.send(stream, request.run)


def receive(stream: IO[bytes]) -> list[str]:
    r"""Read the blocks, each encoded in base64. Raises EOFError if the process has ended.

    >>> from io import BytesIO
    >>> receive(BytesIO(b"aHVn\ncHVn\nend\n"))
    ['aHVn', 'cHVn']
    """
    blocks: list[str] = []
    while (line := read_line(stream)) != b"end":
        blocks.append(line.decode())
    return blocks


PROCESS = HelperProcess(
    "pages.report.report_worker",
    send,
    receive,
    max_seconds=MAX_SECONDS,
    idle=IDLE,
    max_wait=MAX_WAIT,
    max_waiting=MAX_WAITING,
)
