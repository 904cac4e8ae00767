"""The values of Streamlit's widgets, by widget key: the only module that reads and sets them."""

from typing import Any

import streamlit as st


def has_value(key: str) -> bool:
    """Whether Streamlit knows a value of a widget, drawn or not."""
    return key in st.session_state


def value(key: str, default: object = None) -> Any:
    """The value of a widget, or the default if Streamlit doesn't know one."""
    return st.session_state.get(key, default)


def sent(component: str, name: str) -> Any:
    """What a component has sent under a name.

    None if the reader went to another page in the same moment: Streamlit calls the callback, but
    has forgotten the component of the old page.
    """
    return getattr(value(component), name, None)


def text(key: str) -> str:
    """The text in a field; empty if Streamlit doesn't know one."""
    return str(value(key) or "")


def set_value(key: str, new: object) -> None:
    """Make a widget show a value. Call it before the widget is drawn."""
    st.session_state[key] = new


def show_again(key: str, last: str) -> None:
    """Make a widget show its last value before it is drawn, if Streamlit has forgotten it.

    Streamlit forgets the values of widgets that are not drawn for a while. last: empty if none.
    """
    if last and not has_value(key):
        set_value(key, last)


def keep(key: str) -> None:
    """Keep the value of a widget that was drawn, if the script is about to open another page.

    `st.switch_page` forgets the values of all widgets, but the browser still shows them.
    """
    if has_value(key):
        set_value(key, value(key))


def forget(key: str) -> None:
    """Forget the value of a widget, if Streamlit knows one."""
    st.session_state.pop(key, None)
