"""A process that makes the blocks of a large run's report, so that the server answers meanwhile.

    python -m pages.report.report_worker

Only `pages.report.report_blocks` starts it. It answers requests until the end of its input.
"""

import base64
import json
import sys

from pages.jobs import messages, process_limits
from pages.resources.machine import scaled
from pages.runs.choice import parse_choice
from pages.runs.kinds import compressed_record
from pages.training.kind import KINDS
from pages.translations.language import translation

MAX_MEMORY = scaled(1_000_000_000)  # bytes of data
MAX_SECONDS = 180  # for one report


def main() -> None:
    """Answer requests until the end of the input: see `pages.report.report_blocks`."""
    # The server's thread that starts this process does not wait for it.
    process_limits.end_with_parent(has_lasting_parent_thread=False)
    process_limits.lower_priority()
    process_limits.limit_data(MAX_MEMORY)
    while line := sys.stdin.buffer.readline():
        process_limits.limit_seconds(MAX_SECONDS + 10)  # the server has its own limit
        lang, words, find, count = json.loads(line)
        run = messages.receive(sys.stdin.buffer)
        kind = KINDS[type(run)](run)
        t, choice = translation(lang), parse_choice(words, find)
        for block in range(count):
            record = compressed_record(kind, str(block), t, lang, choice)
            sys.stdout.buffer.write(base64.b64encode(record) + b"\n")
        sys.stdout.buffer.write(b"end\n")
        sys.stdout.buffer.flush()
        process_limits.limit_seconds(0)


if __name__ == "__main__":
    main()
