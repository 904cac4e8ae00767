"""The lines with which a helper process answers; `helper_process` is the server's side of it."""

import sys
from collections.abc import Callable, Iterable
from typing import IO

from pages.jobs import process_limits

GRACE = 10  # seconds that an answer may take longer than the server waits


def answer_lines(
    answer: Callable[[bytes], Iterable[bytes]], max_bytes: int, max_seconds: int
) -> None:
    """Answer each line of the standard input with lines, until the input ends.

    max_bytes: of data in memory. max_seconds: for one answer, by the limit of the server.
    """
    # The server's thread that starts this process does not wait for it.
    process_limits.end_with_parent(has_lasting_parent_thread=False)
    process_limits.lower_priority()
    process_limits.limit_data(max_bytes)
    while line := sys.stdin.buffer.readline():
        process_limits.limit_seconds(max_seconds + GRACE)
        for each in answer(line):
            sys.stdout.buffer.write(each + b"\n")
        sys.stdout.buffer.flush()
        process_limits.limit_seconds(0)


def read_line(stream: IO[bytes]) -> bytes:
    r"""Return a line of an answer. Raises EOFError if the process has ended.

    >>> from io import BytesIO
    >>> read_line(BytesIO(b"[]\n"))
    b'[]'
    """
    line = stream.readline()
    if not line.endswith(b"\n"):
        raise EOFError
    return line[:-1]
