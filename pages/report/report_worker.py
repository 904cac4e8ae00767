"""A process that makes the blocks of a large run's report, so that the server answers meanwhile.

    python -m pages.report.report_worker

Only `pages.report.report_blocks` starts it. It answers requests until the end of its input.
"""

import base64
import json
import sys
from collections.abc import Iterator

from pages.jobs import messages
from pages.jobs.helper_loop import answer_lines
from pages.resources.machine import scaled
from pages.runs.choice import parse_choice
from pages.runs.kinds import compressed_record
from pages.training.kind import KINDS
from pages.translations.language import translation

MAX_MEMORY = scaled(1_000_000_000)  # bytes of data
MAX_SECONDS = 180  # for one report


def blocks(line: bytes) -> Iterator[bytes]:
    """Yield the blocks of a report, and then "end". The run comes after the line of the request."""
    lang, words, find, count = json.loads(line)
    run = messages.receive(sys.stdin.buffer)
    kind = KINDS[type(run)](run)
    t, choice = translation(lang), parse_choice(words, find)
    for block in range(count):
        yield base64.b64encode(compressed_record(kind, str(block), t, lang, choice))
    yield b"end"


if __name__ == "__main__":
    answer_lines(blocks, MAX_MEMORY, MAX_SECONDS)
