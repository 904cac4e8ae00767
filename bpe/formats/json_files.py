"""Reads JSON files from users within limits, and rejects them with a reason."""

import json
import re
from collections.abc import Mapping
from typing import Any, NoReturn, TypeVar

from bpe.errors import InputError

MAX_BYTES = 40_000_000  # Gemma 3's file has 33 million
# Limits for commas and opening brackets keep the parsed values from taking too much memory.
MAX_COMMAS = 3_000_000
MAX_BRACKETS = 1_000_000
MAX_DIGITS = 30  # of a number
SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")  # how a character or half of one is written
MAX_LENGTH = 40  # characters of a number that is read as Hugging Face does
MAX_EXACT = 19  # digits that 64 bits can hold
MAX_POWER = 300

T = TypeVar("T", str, int, bool, dict, list)  # type: ignore[type-arg]
Json = Mapping[str, Any]


def check_size(data: object) -> bytes:
    """Return the bytes. Raise InputError if they are too many, or not bytes.

    >>> check_size("not bytes")
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: Pass the file as bytes, not as str.
    """
    if not isinstance(data, bytes):
        raise InputError("Pass the file as bytes, not as {kind}.", kind=type(data).__name__)
    if len(data) > MAX_BYTES:
        raise InputError(
            "The file is {size} MB. The limit is {most} MB. Use a smaller file.",
            size=len(data) // 1_000_000,
            most=MAX_BYTES // 1_000_000,
        )
    return data


def read_text(data: object) -> str:
    """The text of a file. Raises InputError if it is too large or not UTF-8.

    >>> read_text(b"u g")
    'u g'
    """
    try:
        return check_size(data).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            "The file is not UTF-8: byte {place} cannot be read. Save it again as UTF-8.",
            place=error.start + 1,
        ) from None


def read_json(data: object) -> Json:
    """The JSON object of a file. Raises InputError for anything else, or beyond the limits.

    >>> read_json(b'{"a": 1}')
    {'a': 1}
    """
    text = read_text(data)
    brackets = text.count("[") + text.count("{")
    if brackets > MAX_BRACKETS or text.count(",") > MAX_COMMAS:
        raise InputError(
            "The file contains too many values for a tokenizer file. Use another file."
        )
    try:
        found = json.loads(
            text, parse_constant=_reject_constant, parse_int=_parse_int, parse_float=parse_float
        )
    except InputError:
        raise
    except json.JSONDecodeError as error:
        raise InputError(
            "The file is not valid JSON. The error is at line {line}, column {column}. Correct "
            "it, or use another file.",
            line=error.lineno,
            column=error.colno,
        ) from None
    except RecursionError:
        raise InputError("The file's JSON is nested too deeply. Use another file.") from None
    if not isinstance(found, dict):
        raise InputError("The file must contain a JSON object. Use another file.")
    if SURROGATE.search(text):
        check_unicode(found)
    return found


def check_unicode(found: Json) -> None:
    r"""Raise InputError if a text in an object has half of a surrogate pair.

    >>> check_unicode({"a": "\ud800"})
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: The file contains half of a surrogate pair...
    """
    try:
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise InputError(
            "The file contains half of a surrogate pair, which is not valid text. Use another file."
        ) from None


def parse_float(text: str) -> float:
    """A number as Hugging Face tokenizers read it. The scores of paths that tie depend on it.

    Their parser, serde_json, rounds twice: all digits as one number, then its quotient.

    >>> parse_float("-5.2982956741719756"), float("-5.2982956741719756")
    (-5.298295674171976, -5.2982956741719756)
    """
    if len(text) > MAX_LENGTH:
        return float(text)
    number, _, exponent = text.lower().partition("e")
    whole, _, part = number.lstrip("-").partition(".")
    power = int(exponent or 0) - len(part)
    if len(whole + part) > MAX_EXACT or abs(power) > MAX_POWER:
        return float(text)
    rounded, scale = float(int(whole + part)), float(f"1e{abs(power)}")
    found = rounded * scale if power > 0 else rounded / scale
    return -found if number.startswith("-") else found


def _reject_constant(name: str) -> NoReturn:
    raise InputError(
        "The file contains {name}, which is not a valid number in JSON. Use another file.",
        name=name,
    )


def _parse_int(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise InputError(
            "The file contains a number with {count} digits, which is too long. Use another file.",
            count=len(digits),
        )
    return int(digits)


def field(data: Json, name: str, kind: type[T], default: T | None = None) -> T:
    """The field of an object, or the default if it is absent or null.

    Raises InputError for a value of another type, or if it is absent and there is no default.

    >>> field({"unk_token": "<unk>"}, "unk_token", str)
    '<unk>'
    >>> field({}, "dropout", int, 0)
    0
    """
    value = data.get(name)
    if value is None and default is not None:
        return default
    if value is None:
        raise InputError("In the file, {name} is missing. Use another file.", name=name)
    if type(value) is not kind:
        raise InputError(
            "In the file, {name} has the wrong type. It must be {kind}. Use another file.",
            name=name,
            kind=kind.__name__,
        )
    return value


def items(data: Json, name: str) -> list[Json]:
    """The field of an object as a list of objects. Raises InputError for anything else.

    >>> items({"decoders": [{"type": "Fuse"}]}, "decoders")
    [{'type': 'Fuse'}]
    """
    found = field(data, name, list)
    for item in found:
        if not isinstance(item, dict):
            raise InputError(
                "In the file, {name} must contain only objects. Use another file.", name=name
            )
    return found


def unsupported(name: str, kind: object) -> InputError:
    """The error for an unsupported part of a file, without which the tokens would differ.

    >>> str(unsupported("normalizer", "Custom")).partition(".")[0]
    "The file's normalizer Custom is not supported"
    """
    return InputError(
        "The file's {name} {kind} is not supported. Without it the tokens would differ, so the "
        "file cannot be loaded. Use another file.",
        name=name,
        kind=str(kind)[:60],
    )
