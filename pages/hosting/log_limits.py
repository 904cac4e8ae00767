"""A limit on how often the same message is logged, so that a client cannot fill the disk."""

import logging
import time
from collections.abc import Callable

from pages.hosting.streamlit_patches.logs import NOISY

MOST = 20  # records of the same kind per period
PERIOD = 60  # seconds
MAX_KINDS = 1_000
LOGGERS = (*NOISY, "uvicorn.error", "pages.storage.shared_texts", "pages.classroom.redis_store")
# A message that is not one of Streamlit's; where that was found is always the same.
MALFORMED = "Error deserializing back message"


class LogLimit(logging.Filter):
    """Lets MOST records of the same kind pass per period; the last says that others follow.

    Records are of the same kind if they have the same message without its values.

    >>> limit = LogLimit(now=lambda: 0.0)
    >>> sum(limit.filter(logging.makeLogRecord({"msg": "Wrong"})) for _ in range(200)) == MOST
    True
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.now = now
        self.began = now()
        self.counts: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is logged. A malformed message is logged without its traceback."""
        if record.msg == MALFORMED:
            record.exc_info = record.exc_text = None
        if self.now() - self.began >= PERIOD:
            self.began = self.now()
            self.counts.clear()
        kind = str(record.msg)[:100] if len(self.counts) < MAX_KINDS else ""
        count = self.counts[kind] = self.counts.get(kind, 0) + 1
        if count == MOST:
            record.msg = f"{record.getMessage()} (more of this kind are not logged for a while)"
            record.args = ()
        return count <= MOST


def install() -> None:
    """Limit the loggers whose messages a client can cause."""
    for name in LOGGERS:
        logger = logging.getLogger(name)
        if not any(isinstance(each, LogLimit) for each in logger.filters):
            logger.addFilter(LogLimit())
