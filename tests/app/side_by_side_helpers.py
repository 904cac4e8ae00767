"""What the tests of tokenizers side by side share."""

import json
from base64 import b64encode

from pages.side_by_side import compute as side_by_side
from pages.side_by_side.compared import Compared
from pages.side_by_side.entry import PAGE
from pages.side_by_side.lines import (
    Line,
)
from pages.translations.language import Translation

T = Translation()


def compare(settings, texts) -> tuple[Compared, list[side_by_side.Member]]:
    lines = tuple(Line(text, f"Line {i}") for i, text in enumerate(texts, 1))
    return side_by_side.compare(side_by_side.members(settings), lines)


def opened_first():
    start = PAGE.start_in("en")
    assert start
    return start


def small_file(**more: object) -> bytes:
    model = {"vocab": {"a": 0, "aa": 1, "?": 2}, "merges": ["a a"], "unk_token": "?"}
    return json.dumps({"model": model, **more}).encode()


STALE = "0123456789abcdef01234567"


def tiktoken_lines(ranks: dict[bytes, int]) -> bytes:
    """A tiktoken file."""
    return b"\n".join(b64encode(token) + b" %d" % rank for token, rank in ranks.items())
