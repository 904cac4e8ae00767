"""A header, some flat arrays and a text as bytes, and apart again: how runs cross processes.

The header is JSON, the text UTF-8. Nothing in it is ever run, as a pickle would be. But: it is no
format to keep; both sides are of one version.
"""

import json
from array import array
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any

HEAD = 8  # bytes that hold the length of the header


def pack(
    header: Mapping[str, object], arrays: "Sequence[array[Any]]", strings: Sequence[str]
) -> bytes:
    """All of it as bytes."""
    arrays = [array("q", map(len, strings)), *arrays]
    kinds = [[part.typecode, len(part)] for part in arrays]
    head = json.dumps({**header, "arrays": kinds}).encode()
    body = [part.tobytes() for part in arrays]
    return b"".join([len(head).to_bytes(HEAD), head, *body, "".join(strings).encode()])


def unpack(data: bytes) -> tuple[dict[str, Any], "list[array[Any]]", list[str]]:
    """Header, arrays and strings again.

    >>> unpack(pack({"a": 1}, [array("d", [0.5])], ["hug", "pug"]))[1:]
    ([array('d', [0.5])], ['hug', 'pug'])
    """
    view = memoryview(data)
    start = HEAD + int.from_bytes(view[:HEAD])
    header = json.loads(bytes(view[HEAD:start]))
    arrays: list[array[Any]] = []
    for code, length in header["arrays"]:
        part: array[Any] = array(code)
        end = start + length * part.itemsize
        part.frombytes(view[start:end])
        arrays.append(part)
        start = end
    lengths, *rest = arrays
    text = str(view[start:], "utf-8")
    strings = [text[a:b] for a, b in pairwise(accumulate(lengths, initial=0))]
    return header, rest, strings
