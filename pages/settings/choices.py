"""Controls with which a reader chooses one of several options. Their values are ids, never labels.

A browser sends the label of an option. If the options have changed since it drew the control,
Streamlit doesn't know the label and passes it on as the value. That must never become a setting.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from pages.settings import widgets

T = TypeVar("T", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Options(Generic[T]):
    """What a reader can choose.

    labels: id -> label. shown: the id that is shown first, and after an invalid value. on_choice:
    is called after a valid choice. parse: turns text that is not an option into a value, if readers
    may type their own.

    >>> Options({"en": "English", "ko": "한국어"}, "en").is_valid("Englisch")
    False
    """

    labels: Mapping[T, str]
    shown: T | None
    on_choice: Callable[[], None] | None = None
    parse: Callable[[str], T] | None = None

    def is_valid(self, value: object) -> bool:
        """Whether a control may have this value."""
        is_known = value == self.shown or value in self.labels
        return is_known or (self.parse is not None and isinstance(value, str))


def choose(
    control: Callable[..., object], label: str, options: Options[T], key: str, **look: object
) -> T | None:
    """Draw a control and return the id that it shows.

    control: for example `st.selectbox`; look: further arguments of it.
    """
    if not widgets.has_value(key) or not options.is_valid(widgets.value(key)):
        widgets.set_value(key, options.shown)
    elif options.parse:
        widgets.set_value(key, widgets.value(key))  # so a typed id is shown by its label
    control(
        label,
        tuple(options.labels),
        key=key,
        **default_of(control, options, widgets.value(key)),
        format_func=lambda value: options.labels.get(value, str(value)),
        on_change=take_choice,
        args=(options, key),
        **look,
    )
    value: T = widgets.value(key)
    return value if options.is_valid(value) else options.shown


def default_of(
    control: Callable[..., object], options: Options[T], value: T | None
) -> dict[str, object]:
    """Return the argument that makes a new control show a value.

    Streamlit sends a value that was set in its state only once, and not at all if another run
    follows at once; it always sends the default.

    >>> import streamlit as st
    >>> default_of(st.selectbox, Options({"en": "English", "ko": "한국어"}, "en"), "ko")
    {'index': 1}
    >>> default_of(st.pills, Options({"en": "English", "ko": "한국어"}, "en"), "ko")
    {'default': 'ko'}
    """
    if value is None or value not in options.labels:
        return {}
    if control.__name__ in ("segmented_control", "pills"):
        return {"default": value}
    return {"index": list(options.labels).index(value)}


def take_choice(options: Options[T], key: str) -> None:
    """Handle a change of a control: ignore a value that is not an option."""
    value = widgets.value(key, options.shown)
    if options.parse and isinstance(value, str) and value not in options.labels:
        value = options.parse(value)
        widgets.set_value(key, value)
    if not options.is_valid(value):
        widgets.set_value(key, options.shown)
    elif options.on_choice:
        options.on_choice()
