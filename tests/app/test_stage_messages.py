"""Messages from the stage: which ones the server follows, and which it ignores."""

import pytest
from streamlit.testing.v1 import AppTest

LAST = 19


def follow(messages):
    """The step after each of several stage messages."""
    import streamlit as st

    from pages.state import session, stage_steps

    session.settings()
    st.session_state.trail = trail = []
    for value, last in messages:
        stage_steps.follow_step(value, "this", last)
        trail.append(session.current().step)
    st.session_state.sought = session.current().step_request


def steps_after(*values, last=LAST) -> list[int]:
    at = AppTest.from_function(follow, kwargs={"messages": [(value, last) for value in values]})
    at.query_params["step"] = "3"
    at.run(timeout=30)
    assert not at.exception
    assert at.session_state["sought"]["step"] == 3, "the stage is not sought in answer to a goto"
    return at.session_state["trail"]


def message(step, seq, run="this") -> dict:
    return {"run": run, "step": step, "seq": seq}


def test_step_message_is_followed():
    assert steps_after(message(7, 1), message(8, 2), message(0, 50)) == [7, 8, 0]


def test_old_message_is_ignored():
    assert steps_after(message(7, 9), message(8, 9), message(9, 8), message(5, 10)) == [7, 7, 7, 5]


def test_message_of_another_run_is_ignored():
    assert steps_after(message(7, 1, "other"), message(8, 1)) == [3, 8]
    assert steps_after(message(7, 1, None), message(7, 2, 5)) == [3, 3]


def test_step_message_is_clamped():
    steps = steps_after(message(LAST + 1, 1), message(-1, 2), message(10**30, 3), message(4, 4))
    assert steps == [LAST, 0, LAST, 4]


@pytest.mark.parametrize(
    "junk",
    [
        None,
        True,
        7,
        "7",
        [],
        {},
        [message(7, 1)],
        {"step": 7},
        {"seq": 7},
        {"step": 7, "seq": None},
        message(True, 1),
        message("7", 1),
        message(7.0, 1),
        message(7, 1.5),
        message(float("nan"), 1),
        message(None, 1),
        message([7], 1),
        message({"step": 7}, 1),
        message(7, True),
        message(7, "1"),
        message(7, -1),
    ],
    ids=repr,
)
def test_malformed_message_is_ignored(junk):
    steps = steps_after(junk, message(5, 1))
    assert steps == [3, 5]
    assert all(type(step) is int for step in steps)
