"""The files of an uploaded tokenizer as one stored file, and back.

The files are joined after a line that names each with its length. Earlier versions stored a single
file unchanged.
"""

import json
import re

HEADER = re.compile(rb"merge-by-merge: files (\[.{1,1000}\])\n")
# How earlier versions stored a vocab.json and its merges.txt.
OLD_HEADER = re.compile(rb"merge-by-merge: vocab\.json and merges\.txt, after (\d{1,10}) bytes\n")
MAX_NAME = 60  # characters of a file's name


def join(files: dict[str, bytes]) -> bytes:
    r"""Return the content of the stored file. files: file name -> content.

    >>> join({"tokenizer.json": b"{}"})
    b'merge-by-merge: files [["tokenizer.json", 2]]\n{}'
    >>> join({"a": b"12", "b": b"3"})
    b'merge-by-merge: files [["a", 2], ["b", 1]]\n123'
    """
    named = [[name[:MAX_NAME], len(data)] for name, data in sorted(files.items())]
    header = json.dumps(named, ensure_ascii=False).encode(errors="replace")
    return b"merge-by-merge: files %s\n" % header + b"".join(
        data for _, data in sorted(files.items())
    )


def split(data: bytes, name: str = "") -> dict[str, bytes]:
    """Return the files in a stored file: file name -> content. name: if it has none.

    >>> split(join({"b": b"3", "a": b"12"}))
    {'a': b'12', 'b': b'3'}
    >>> split(b"{}", "tokenizer.json")
    {'tokenizer.json': b'{}'}
    """
    if old := OLD_HEADER.match(data):
        middle = old.end() + int(old[1])
        return {"vocab.json": data[old.end() : middle], "merges.txt": data[middle:]}
    header = HEADER.match(data)
    if not header:
        return {name: data}
    files, start = {}, header.end()
    try:
        for each, length in json.loads(header[1]):
            files[str(each)] = data[start : start + int(length)]
            start += int(length)
    except (TypeError, ValueError, OverflowError, RecursionError):
        return {name: data}  # somebody else's file
    return files
