"""The files that a reader has uploaded: each upload is read once, and its memory released."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TypeVar

from streamlit.runtime.uploaded_file_manager import UploadedFile

import bpe
from pages.hosting.streamlit_patches.uploads import release_uploads
from pages.jobs import tokenizer_file
from pages.resources import client
from pages.resources.turns import NO_LIMIT, Turns
from pages.settings import widgets
from pages.state import session
from pages.storage import file_store
from pages.translations.language import Translation

T = TypeVar("T")
# Reading a text takes up to 16 times its size for a moment, so texts are read one after the other.
READING = Turns(max_running=1, at_once=NO_LIMIT)


def turn_to_read() -> AbstractContextManager[bool]:
    """Return a context in which this script may read an uploaded text.

    >>> with turn_to_read() as has_turn:
    ...     has_turn
    True
    """
    return READING.turn(client.of_script()[1])


def pop_uploads(field: str) -> list[UploadedFile]:
    """The files in an upload field, which is then emptied; none if it was emptied before.

    Streamlit reports another change when its files are released. Of a file that the server no
    longer has, for example after it was replaced, Streamlit has only the name of its place.
    """
    files: list[object] = widgets.value(widgets.upload_key(field)) or []
    if files:
        widgets.controls().uploads += 1
    return [each for each in files if isinstance(each, UploadedFile)]


def read_uploads(
    field: str, read: Callable[[list[UploadedFile]], T], control: str = ""
) -> T | None:
    """Return what a function reads from the files in an upload field; None without files.

    If the function raises bpe.InputError, the page shows it, and None is returned. control: see
    `session.show_error`.
    """
    files = pop_uploads(field)
    if not files:
        return None
    try:
        return read(files)
    except bpe.InputError as error:
        session.show_error(error, control)
        return None
    finally:
        release_uploads(files)


def upload_label(t: Translation) -> str:
    """The label of a field that takes the files of a tokenizer.

    >>> upload_label(Translation()).partition(" (")[0]
    'Upload a tokenizer'
    """
    return t.gettext(
        "Upload a tokenizer (tokenizer.json, a SentencePiece .model, a tiktoken file, "
        "tekken.json, vocab.txt, merges.txt, or vocab.json and merges.txt)"
    )


def upload_help(t: Translation) -> str:
    """What to do about a tokenizer that is too large for such a field.

    >>> upload_help(Translation()).partition(".")[0]
    'The limit is 20 MB'
    """
    return t.gettext(
        "The limit is {most} MB. If a tokenizer.json is larger, save it without indentation, or "
        "upload the SentencePiece or tiktoken file of the same tokenizer."
    ).format(most=file_store.most_bytes() // 1_000_000)


def keep_tokenizer(files: list[UploadedFile]) -> str:
    """Store a tokenizer and return its name. Raises bpe.InputError if it cannot be used."""
    return tokenizer_file.keep({file.name: file.getvalue() for file in files})
