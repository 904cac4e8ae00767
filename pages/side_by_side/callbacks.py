"""What happens when a reader changes which tokenizers are compared, or on what."""

from streamlit.runtime.uploaded_file_manager import UploadedFile

import bpe
from pages.jobs.chosen_tokenizers import MAX_COMPARED, parse_price, with_value
from pages.settings import widgets
from pages.settings.uploads import keep_tokenizer, read_uploads
from pages.state import session
from pages.state.settings import Settings
from pages.storage import file_store

MAX_MEGABYTES = 10  # of a file whose lines are compared, and which can be measured


def add(name: str) -> None:
    """Add a tokenizer, unless there are as many as possible."""
    old = session.settings()
    names = dict.fromkeys((*old.comparison.tokenizers, name))
    if len(names) <= MAX_COMPARED:
        session.change(old.replace(tokenizers=tuple(names)))


def remove(name: str) -> None:
    """Remove a tokenizer."""
    old = session.settings()
    kept = tuple(each for each in old.comparison.tokenizers if each != name)
    patterns = with_value(old.comparison.patterns, name, "")
    prices = with_value(old.comparison.prices, name, "")
    session.change(old.replace(tokenizers=kept, patterns=patterns, prices=prices))


def take_size(name: str, size: int) -> None:
    """Take a vocabulary size. name: of the setting."""
    session.change(session.settings().replace(**{name: size}))


def show_reasons() -> None:
    """Open the text under BPE and Unigram, with a reason for each word that differs."""
    session.change(session.settings().replace(show="text"))
    session.current().page_to_open = "unigram"


def take_pattern(name: str, lang: str) -> None:
    """Take the pattern of a tokenizer. name: of the tokenizer."""
    old, pattern = session.settings(), widgets.entered(f"pattern_of_{name}", lang)
    session.change(old.replace(patterns=with_value(old.comparison.patterns, name, pattern)))


def take_price(name: str, lang: str) -> None:
    """Take the price of a million tokens of a tokenizer; none if the field is empty."""
    old, price = session.settings(), widgets.entered(f"price_of_{name}", lang).strip()
    try:
        parse_price(price or "0")
    except ValueError:
        session.show_error(bpe.InputError("Type a price as a number, such as 2.50."))
    else:
        session.change(old.replace(prices=with_value(old.comparison.prices, name, price)))


def add_uploaded() -> None:
    """Add an uploaded tokenizer."""
    name = read_uploads("compared_tokenizer", keep_tokenizer)
    if name:
        add(name)


def take_lines() -> None:
    """Take an uploaded file whose lines are compared."""
    name = read_uploads("compared_lines", keep_lines)
    if name:
        session.change(session.settings().replace(lines=name, compared="lines"))


def keep_lines(files: list[UploadedFile]) -> str:
    """Store the text of files and return its name. Raises bpe.InputError if it is too large."""
    size = sum(file.size for file in files)
    if size > MAX_MEGABYTES * 1_000_000:
        raise bpe.InputError(
            "This upload is {size} MB. The limit is {most} MB. Upload only a part of it.",
            size=-(-size // 1_000_000),
            most=MAX_MEGABYTES,
        )
    return file_store.keep(file_store.decode_texts([file.getvalue() for file in files]).encode())


def drop_lines() -> None:
    """Remove the file whose lines are compared."""
    session.change(session.settings().replace(lines=""))


def texts_of_file(settings: Settings) -> str:
    """The text of the file whose lines are compared; empty if there is none.

    Raises bpe.InputError if the server no longer keeps it.
    """
    name = settings.comparison.lines
    path = file_store.path_of(name) if name else None
    if name and path is None:
        raise bpe.InputError("This text is no longer on this server. Upload it again.")
    if path is None:
        return ""
    with path.open("rb") as file:
        return file.read(MAX_MEGABYTES * 1_000_000).decode(errors="replace")
