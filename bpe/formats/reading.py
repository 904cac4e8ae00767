"""Files that are not ours: read with limits, and refused with a reason.

But: what a tokenizer's file means is told in `huggingface`.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar

from bpe.errors import InputError

MOST_BYTES = 40_000_000  # Gemma 3's file has 33 million
# Of commas and of opening brackets, so that a file cannot become far more values than bytes.
MOST_COMMAS = 3_000_000
MOST_BRACKETS = 1_000_000
MOST_DIGITS = 30  # of a number

T = TypeVar("T", str, int, bool, dict, list)  # type: ignore[type-arg]
Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Remark:
    """Something a file asks for that is not done, as a sentence and the values in it."""

    sentence: str
    values: tuple[tuple[str, object], ...] = ()

    def __str__(self) -> str:
        return self.sentence.format(**dict(self.values))


def check_size(data: object) -> bytes:
    """The bytes themselves, if they are not too many; else InputError."""
    if not isinstance(data, bytes):
        raise InputError("Pass the file as bytes, not as {kind}.", kind=type(data).__name__)
    if len(data) > MOST_BYTES:
        raise InputError(
            "The file is {size} MB. The limit is {most} MB. Use a smaller file.",
            size=len(data) // 1_000_000,
            most=MOST_BYTES // 1_000_000,
        )
    return data


def read_text(data: object) -> str:
    """A file as text. Raises InputError for one that is too large or is no UTF-8."""
    try:
        return check_size(data).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            "The file is not UTF-8: byte {place} cannot be read. Save it again as UTF-8.",
            place=error.start + 1,
        ) from None


def read_json(data: object) -> Json:
    """A file's JSON object. Raises InputError for anything else."""
    text = read_text(data)
    brackets = text.count("[") + text.count("{")
    if brackets > MOST_BRACKETS or text.count(",") > MOST_COMMAS:
        raise InputError("The file contains too many values for a tokenizer file.")
    try:
        found = json.loads(text, parse_constant=_refuse_constant, parse_int=_whole)
    except InputError:
        raise
    except json.JSONDecodeError as error:
        raise InputError(
            "The file is not valid JSON. The error is at line {line}, column {column}.",
            line=error.lineno,
            column=error.colno,
        ) from None
    except RecursionError:
        raise InputError("The file's JSON is nested too deeply.") from None
    if not isinstance(found, dict):
        raise InputError("The file must contain a JSON object.")
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise InputError("The file contains {name}, which is not a valid number in JSON.", name=name)


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise InputError(
            "The file contains a number with {count} digits, which is too long.", count=len(digits)
        )
    return int(digits)


def field(data: Json, name: str, kind: type[T], default: T | None = None) -> T:
    """A field of an object; the default where it is absent or null and there is a default.

    Raises InputError for a value of another kind, named as Python names it.
    """
    value = data.get(name)
    if value is None and default is not None:
        return default
    if value is None:
        raise InputError("In the file, {name} is missing.", name=name)
    if type(value) is not kind:
        raise InputError(
            "In the file, {name} has the wrong type. It must be {kind}.",
            name=name,
            kind=kind.__name__,
        )
    return value


def items(data: Json, name: str) -> list[Json]:
    """A field that is a list of objects."""
    found = field(data, name, list)
    for item in found:
        if not isinstance(item, dict):
            raise InputError("In the file, {name} must contain only objects.", name=name)
    return found


def unsupported(name: str, kind: object) -> InputError:
    """The refusal of a part without which the tokens would be others."""
    return InputError(
        "The file's {name} {kind} is not supported. Without it the tokens would differ, so the "
        "file cannot be loaded.",
        name=name,
        kind=str(kind)[:60],
    )
