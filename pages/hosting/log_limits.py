"""Limits on the log: a client can neither fill the disk nor write lines of its own."""

import logging
import time
from collections.abc import Callable, Iterator

from streamlit.runtime.media_file_storage import MediaFileStorageError

MOST = 20  # records of the same kind per period
PERIOD = 60  # seconds
MAX_KINDS = 1_000
MAX_LENGTH = 4_000  # characters of a record, and of its traceback
# A message that is not one of Streamlit's; where that was found is always the same.
MALFORMED = (
    "Error deserializing back message",
    "Failed to deserialize component state from frontend: %s",
)
NO_FILE = "A download was pressed that the page no longer has; the reader can press it again"
CONTROLS = {number: f"\\x{number:02x}" for number in (*range(32), 127, *range(128, 160))}
# What begins a line elsewhere, or changes the direction of what follows.
MARKS = {n: f"\\u{n:04x}" for n in (0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A))}
LINES = {**CONTROLS, **MARKS, ord("\n"): "\n    "}


class LogLimit(logging.Filter):
    """Lets MOST records of the same kind pass per period; the last says that others follow.

    Records are of the same kind if the same place in the code makes them.

    >>> limit = LogLimit(now=lambda: 0.0)
    >>> sum(limit.filter(logging.makeLogRecord({"msg": "Wrong"})) for _ in range(200)) == MOST
    True
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.now = now
        self.began = now()
        self.counts: dict[tuple[str, str, int], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is logged.

        It has no traceback if a message is malformed, or if a download is pressed while the page
        gets another file.
        """
        if self.now() - self.began >= PERIOD:
            self.began = self.now()
            self.counts.clear()
        kind = (record.name, record.pathname, record.lineno)
        if kind not in self.counts and len(self.counts) >= MAX_KINDS:
            kind = ("", "", 0)
        count = self.counts[kind] = self.counts.get(kind, 0) + 1
        if count > MOST:
            return False
        error = record.exc_info[1] if record.exc_info else None
        if is_old_file(error):
            record.msg, record.args = NO_FILE, ()
        if is_old_file(error) or record.msg in MALFORMED:
            record.exc_info = record.exc_text = None
        more = " (more of this kind are not logged for a while)" if count == MOST else ""
        record.msg, record.args = plain(record.getMessage()) + more, ()
        if record.exc_info and not record.exc_text:
            record.exc_text = plain(logging.Formatter().formatException(record.exc_info))
        return True


def is_old_file(error: BaseException | None) -> bool:
    """Whether a download was pressed whose function the page no longer has.

    Other errors of this kind are ours, for example if the function fails: they are logged.

    >>> is_old_file(MediaFileStorageError("Deferred file 1a2b not found"))
    True
    """
    return isinstance(error, MediaFileStorageError) and str(error).startswith("Deferred file ")


def plain(text: str) -> str:
    r"""Return a text for the log: its other lines are indented, so nobody can forge one.

    Halves of characters, as wrong bytes of UTF-8 become, are written out: not all logs take them.

    >>> plain("No page a\nINFO b\x1b[0m\n")
    'No page a\n    INFO b\\x1b[0m'
    >>> plain(b"a\xff".decode(errors="surrogateescape"))
    'a\\udcff'
    """
    cut = text if len(text) <= MAX_LENGTH else f"{text[:500]} ... {text[500 - MAX_LENGTH :]}"
    return cut.strip().translate(LINES).encode(errors="backslashreplace").decode()


def handlers() -> Iterator[logging.Handler]:
    """Yield all handlers that write the log.

    >>> logging.lastResort in handlers()
    True
    """
    for logger in (logging.root, *logging.root.manager.loggerDict.values()):
        if isinstance(logger, logging.Logger):
            yield from logger.handlers
    if logging.lastResort:
        yield logging.lastResort


def install() -> None:
    """Limit what is logged, whichever part of the server logs it."""
    for handler in handlers():
        if not any(isinstance(each, LogLimit) for each in handler.filters):
            handler.addFilter(LogLimit())
