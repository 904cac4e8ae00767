"""Detects unexpected errors on a page or in the log. A test that provokes one opts out."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from pages.hosting.errors import error_sentence
from pages.translations.language import LANGUAGES, translation

SENTENCES = {error_sentence(translation(lang)) for lang in LANGUAGES}


class ErrorLog:
    """All log records of errors or with a traceback, from any logger.

    It listens where records are made, because Streamlit's loggers don't pass all of them on.
    """

    def __init__(self) -> None:
        self.records: list[logging.LogRecord] = []
        self.expected = False  # whether a test provokes errors

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Collect records within the block, and drop earlier ones."""
        self.records, self.expected, make = [], False, logging.getLogRecordFactory()

        def hear(*args, **kwargs):
            record = make(*args, **kwargs)
            if record.levelno >= logging.ERROR or record.exc_info:
                self.records.append(record)
            return record

        logging.setLogRecordFactory(hear)
        try:
            yield
        finally:
            logging.setLogRecordFactory(make)

    def unexpected(self) -> list[str]:
        """The logged errors, unless the test provokes errors."""
        return [] if self.expected else [f"{r.name}: {r.getMessage()}" for r in self.records]


ERRORS = ErrorLog()


def mistakes(app) -> list[str]:
    """The unexpected errors that an AppTest page shows or the log contains."""
    shown = [str(each.proto) for each in app.exception]
    if not ERRORS.expected:
        shown += [each.value for each in app.error if each.value in SENTENCES]
    return shown + ERRORS.unexpected()
