"""Values that browsers send for Streamlit's widgets: what no page of ours sends counts as not sent.

Streamlit gives its widgets, and our callbacks, whatever a browser says that their value is. A text
in place of a number then raises an error far away from here, and the session keeps it.
"""

import logging
import os
import traceback
from functools import wraps
from pathlib import Path
from typing import Any

from pages.hosting.streamlit_patches.improvements import expect, improvement, names_in

FORGED = "A widget has a value that no page of ours sends"
NUMBERS = {"int_value", "double_value"}  # a field of numbers declares one, and may get the other
LOG = logging.getLogger(__name__)
ROOT = Path(__file__).parents[3]
OURS = tuple(f"{ROOT / folder}{os.sep}" for folder in ("bpe", "pages"))


# Without it, a forged message logs errors of pages, each at another place.
@improvement("widgets' values of another type ignored", written_for="1.67")
def check_values() -> None:
    """Ignore a value of another type than the page has declared, and one that can't be read."""
    from streamlit.runtime.state.session_state import Serialized, WStates

    read = WStates.__getitem__
    expect({"widget_metadata", "deserializer", "WhichOneof"} <= names_in(read), "values are read")

    @wraps(read)
    def read_valid(self: WStates, name: str) -> Any:
        sent, declared = self.states.get(name), self.widget_metadata.get(name)
        if not isinstance(sent, Serialized) or declared is None:
            return read(self, name)
        kind = sent.value.WhichOneof("value")
        if kind not in (None, declared.value_type) and not {kind, declared.value_type} <= NUMBERS:
            LOG.warning(FORGED)
            raise KeyError(name)
        try:
            found = read(self, name)
        except Exception as error:
            if is_ours(error):
                raise
            LOG.warning(FORGED)
            raise KeyError(name) from None
        if kind is None:  # the reader has emptied the field; Streamlit would forget its type
            self.set_widget_metadata(declared)
        return found

    WStates.__getitem__ = read_valid  # type: ignore[method-assign]


def is_ours(error: Exception) -> bool:
    """Whether code of ours that Streamlit calls to read a value has raised an error.

    >>> is_ours(ValueError("of Streamlit"))
    False
    """
    frames = list(traceback.walk_tb(error.__traceback__))[1:]  # the first one is `read_valid`
    return any(frame.f_code.co_filename.startswith(OURS) for frame, _ in frames)
