"""The values of Streamlit's widgets, by widget key: the only module that reads and sets them."""

from typing import Any

import streamlit as st


def has_value(key: str) -> bool:
    """Whether Streamlit knows a value of a widget, drawn or not."""
    return key in st.session_state


def value(key: str) -> Any:
    """The value of a widget. Raises KeyError if Streamlit doesn't know one."""
    return st.session_state[key]


def value_or(key: str, default: object) -> Any:
    """The value of a widget, or the default if Streamlit doesn't know one."""
    return st.session_state.get(key, default)


def text(key: str) -> str:
    """The text in a field; empty if Streamlit doesn't know one."""
    return str(value_or(key, "") or "")


def set_value(key: str, new: object) -> None:
    """Make a widget show a value. Call it before the widget is drawn."""
    st.session_state[key] = new


def forget(key: str) -> None:
    """Forget the value of a widget, if Streamlit knows one."""
    st.session_state.pop(key, None)
