"""A process that measures a stored text with tokenizers, so that the server answers meanwhile.

    python -m pages.side_by_side.measuring_worker

Only `pages.side_by_side.measuring` starts it. It answers requests until the end of its input. Each
is a line of JSON, see `measuring.Part`; the run of a tokenizer that it does not know follows.
"""

import json
import sys
from collections import Counter, OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from typing import Any

import bpe
from bpe import unigram, wordpiece
from bpe.measuring import Meter
from pages.jobs import messages
from pages.jobs.helper_loop import answer_lines
from pages.jobs.stored_tokenizer import StoredTokenizer
from pages.jobs.tokenizer_loading import load
from pages.jobs.tokenizer_worker import needs_too_much_memory
from pages.resources.machine import scaled

MAX_MEMORY = scaled(1_000_000_000)  # bytes of data
MAX_SECONDS = 20  # for one part
MAX_METERS = 4  # that are kept; as many as a page compares
PART = 200_000  # bytes of a text; a part goes on to the end of its last line
LAST_LINE = 100_000  # bytes, at most, by which it does; a longer line counts as several


class Meters:
    """The tokenizers that measured last, by key."""

    def __init__(self) -> None:
        self.kept: OrderedDict[str, Meter] = OrderedDict()

    def get(self, request: Mapping[str, Any]) -> Meter | None:
        """Return the meter of a request; None if its run is needed first."""
        key = request["key"]
        meter = self.kept.get(key)
        if meter is None and request["run"]:
            run = messages.receive(sys.stdin.buffer)
            assert isinstance(run, messages.Run)
            meter = meter_of(run, request["specials"])
        elif meter is None and request["tokenizer"]:
            stored = StoredTokenizer(**request["tokenizer"])
            meter = Meter(load(stored).encoder, request["specials"])
        if meter is not None:
            self.kept[key] = meter
            self.kept.move_to_end(key)
            if len(self.kept) > MAX_METERS:
                self.kept.popitem(last=False)
        return meter

    def answer(self, line: bytes) -> Iterable[bytes]:
        """Return the reply to a request, as a line: see `measuring.Reply`."""
        request = json.loads(line)
        reply: dict[str, Any]
        try:
            meter = self.get(request)
            reply = {"missing": True} if meter is None else measure(meter, request)
        except bpe.InputError as error:
            reply = {"error": [error.sentence, error.values]}
        except MemoryError:
            self.kept.clear()
            refused = needs_too_much_memory()
            reply = {"error": [refused.sentence, refused.values]}
        return [json.dumps(reply).encode()]


def meter_of(run: messages.Run, specials: bool = False) -> Meter:
    """Return the meter of a tokenizer that was trained here.

    >>> from pages.state.defaults import defaults
    >>> meter_of(defaults("hug").train_unigram()).measure(["hug"]).tokens
    1
    """
    if isinstance(run, unigram.Run):
        return Meter(run)
    assert isinstance(run, bpe.Run | wordpiece.Run)
    return Meter(run.encoder(), specials)


def measure(meter: Meter, request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tally of the part of a file that starts at a line, and where the next starts.

    Raises bpe.InputError if the text can't be encoded, or was deleted.
    """
    try:
        with open(request["path"], "rb") as file:
            file.seek(request["start"])
            data = file.read(PART)
            data += file.readline(LAST_LINE)
            while (more := file.read(1)) and more[0] & 0xC0 == 0x80:
                data += more  # of a character whose first byte is in this part
    except OSError:
        raise bpe.InputError("This text is no longer on this server. Upload it again.") from None
    lines = data.decode(errors="replace").removesuffix("\n").split("\n")
    tally = meter.measure(lines, request["line"])
    as_dict = {**asdict(replace(tally, counts=Counter())), "counts": tally.counts}
    return {"tally": as_dict, "next": request["start"] + len(data)}


if __name__ == "__main__":
    answer_lines(Meters().answer, MAX_MEMORY, MAX_SECONDS)
