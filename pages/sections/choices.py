"""Controls with which a reader chooses one of several options. Their values are ids, never labels.

A browser sends the label of an option. If the options have changed since it drew the control,
Streamlit doesn't know the label and passes it on as the value. That must never become a setting.
"""

from collections.abc import Callable, Hashable, Mapping
from typing import TypeVar

import streamlit as st

T = TypeVar("T", bound=Hashable)


def choose(
    control: Callable[..., object],
    label: str,
    options: Mapping[T, str],
    now: T | None,
    key: str,
    take: Callable[..., None] | None = None,
    args: tuple[object, ...] = (),
    typed: Callable[[str], T] | None = None,
    **look: object,
) -> T | None:
    """Draw a control and return the id that it shows: one of the options, or `now`.

    control: for example `st.selectbox`; options: the label of each id; now: the id that is shown
    first, and again after a value that is not an option; take: is called after a valid choice,
    with `args`; typed: the value of a text that is not an option, if readers may type their own.
    """
    state = st.session_state
    if key not in state or not is_valid(state[key], options, now, typed):
        state[key] = now
    control(
        label,
        tuple(options),
        key=key,
        format_func=lambda value: options.get(value, str(value)),
        on_change=answer,
        args=(key, options, now, take, args, typed),
        **look,
    )
    return state[key] if is_valid(state[key], options, now, typed) else now


def answer(
    key: str,
    options: Mapping[T, str],
    now: T | None,
    take: Callable[..., None] | None,
    args: tuple[object, ...],
    typed: Callable[[str], T] | None,
) -> None:
    """Handle a change of a control: ignore a value that is not an option."""
    state = st.session_state
    if typed and isinstance(state[key], str) and state[key] not in options:
        state[key] = typed(state[key])
    if not is_valid(state[key], options, now, typed):
        state[key] = now
    elif take:
        take(*args)


def is_valid(
    value: object,
    options: Mapping[T, str],
    now: T | None,
    typed: Callable[[str], T] | None,
) -> bool:
    """Whether a control may have this value."""
    return value == now or value in options or (typed is not None and isinstance(value, str))
