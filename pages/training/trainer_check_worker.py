"""A process that compares merges with a training, so that the server answers meanwhile.

    python -m pages.training.trainer_check_worker

Only `pages.training.trainer_check` starts it. It answers requests until the end of its input.
"""

import io
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import bpe
from bpe.comparing import Place
from bpe.formats.merge_lists import read_merges
from pages.jobs import stored_files
from pages.jobs.helper_loop import answer_lines
from pages.resources.machine import scaled
from pages.storage.typed import COUNTS_HEADER, read_counts

MAX_MEMORY = scaled(1_000_000_000)  # bytes of data
MAX_SECONDS = 60  # for one comparison, with all causes
NUMBERS = ("rank", "yours_count", "expected_count", "tied", "yours_later", "expected_later")


def compare(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the reply to a request. See `trainer_check.CheckRequest` and `CheckReply`.

    Raises bpe.InputError if the merges or the corpus cannot be used.
    """
    files = stored_files.split(Path(request["merges"]).read_bytes(), "merges")
    found = read_merges(files)
    if not found.merges:
        raise bpe.InputError("There are no merges in this list.")
    difference = bpe.compare_merges(found.merges, texts_of(request), **request["settings"])
    reply = {"source": found.source, "merges": len(found.merges), "difference": None}
    if difference:
        reply["difference"] = as_dict(difference)
    return reply


def texts_of(request: Mapping[str, Any]) -> Iterable[str] | bpe.Corpus:
    """Return the texts of a request, or the corpus if it is a list of word counts."""
    settings = request["settings"]
    counts, texts = request["counts"], request["texts"]
    if counts is None and not request["paths"]:
        return list(texts)
    if counts is None:
        data = b"\n".join(Path(path).read_bytes() for path in request["paths"])
        data = data[: request["max_bytes"]]
        if not data.startswith(COUNTS_HEADER) and request["is_whole"]:
            return [data.decode("utf-8", "ignore").replace("\r\n", "\n")]
        if not data.startswith(COUNTS_HEADER):
            return lines_of(data)
        counts = read_counts(data[len(COUNTS_HEADER) :].decode())
    split, normalization = settings.pop("split"), settings.pop("normalization")
    return bpe.Corpus.from_counts(counts, split, normalization)


def lines_of(data: bytes) -> Iterator[str]:
    r"""Yield the lines of a text one by one, because a large text can have millions.

    >>> list(lines_of(b"hug\r\n\npug"))
    ['hug', '', 'pug']
    """
    for line in io.BytesIO(data):
        yield line.decode("utf-8", "ignore").rstrip("\r\n")


def as_dict(difference: bpe.Difference) -> dict[str, Any]:
    """Return a difference without its training, as JSON can have it."""
    return {
        **{name: getattr(difference, name) for name in NUMBERS},
        "yours": difference.yours,
        "expected": difference.expected,
        "yours_places": list(map(as_list, difference.yours_places)),
        "expected_places": list(map(as_list, difference.expected_places)),
        "remarks": [[each.sentence, dict(each.values)] for each in difference.remarks],
        "causes": [
            [
                each.remark.sentence,
                dict(each.remark.values),
                each.agrees,
                each.complete,
                each.joint,
            ]
            for each in difference.causes
        ],
        "explained": difference.explained,
        "has_untried": bool(difference.untried),
    }


def as_list(place: Place) -> list[object]:
    """Return a place as JSON can have it."""
    return [place.count, place.tokens]


def answer(line: bytes) -> list[bytes]:
    """Return the reply to a line with a request, as a line."""
    try:
        reply = compare(json.loads(line))
    except bpe.InputError as error:
        reply = {"error": [error.sentence, error.values]}
    return [json.dumps(reply).encode()]


if __name__ == "__main__":
    answer_lines(answer, MAX_MEMORY, MAX_SECONDS)
