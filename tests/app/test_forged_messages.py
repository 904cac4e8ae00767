"""Messages that no page of ours sends: the page goes on, and the log has one line and no text."""

import asyncio
import json
import logging
from collections.abc import Iterator

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.state.common import WidgetMetadata
from streamlit.runtime.state.session_state import WStates
from websockets.exceptions import ConnectionClosed

from pages.hosting import log_limits, streamlit_patches
from pages.hosting.streamlit_patches.widget_values import FORGED
from pages.storage import typed
from pages.storage.typed import pack
from tests.support.servers import Server, serving
from tests.support.students import Student, finish, in_a_thread

QUERY = "corpus=course&vocab=60&lang=en"
TEXT = "a text of the client"


@pytest.fixture(scope="module")
def server(tmp_path_factory) -> Iterator[Server]:
    """A server, which may not log errors or what a client says. In the end, a page still opens."""
    with serving(tmp_path_factory.mktemp("server") / "log") as server:
        yield server
        finish(Student(server.url).open())
        assert not server.complaints()
        assert TEXT not in server.log.read_text()


def forge(server: Server, *makes) -> None:
    """Send forged messages from an open page; then change a setting of it.

    makes: functions that return the next message for the student.
    """

    async def visit() -> None:
        student = Student(server.url, QUERY)
        await student.open()
        for make in makes:
            await student.run(make(student))
        await student.change("vocab", 61)
        await student.close()

    finish(visit())


VALUES = {
    "true": {"bool_value": True},
    "large": {"double_value": 1e300},
    "no number": {"double_value": float("nan")},
    "integer": {"int_value": -(2**63)},
    "text": {"string_value": TEXT},
    "bytes": {"bytes_value": b"\xff\xfe"},
    "JSON": {"json_value": json.dumps({"value": TEXT, "__proto__": []})},
    "no JSON": {"json_value": TEXT},
    "deep JSON": {"json_value": "[" * 10_000},
    "event": {"json_trigger_value": json.dumps({"event": TEXT, "value": [TEXT]})},
    "deep event": {"json_trigger_value": "[" * 10_000},
    "numbers": {"int_array_value": {"data": [2**62]}},
    "decimals": {"double_array_value": {"data": [float("inf")]}},
    "texts": {"string_array_value": {"data": [TEXT]}},
    "files": {"file_uploader_state_value": {"uploaded_file_info": [{"file_id": TEXT}]}},
    "chat": {"chat_input_value": {"data": TEXT}},
    "text of a button": {"string_trigger_value": {"data": TEXT}},
}


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_value_for_all_widgets(server, value):
    """Each widget of the page gets it, whatever its type is. The page can still be used."""

    def make(student: Student) -> BackMsg:
        message = BackMsg()
        for name in student.elements:
            message.rerun_script.widget_states.widgets.add(id=name, **value)
        return message

    forge(server, make, make)


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_value_for_events_of_components(server, value):
    """The same for what our components send."""

    def make(student: Student) -> BackMsg:
        message = BackMsg()
        for name, (kind, _, _) in student.elements.items():
            if kind == "bidi_component":
                events = f"$$STREAMLIT_INTERNAL_KEY_{name}__events"
                message.rerun_script.widget_states.widgets.add(id=events, **value)
        return message

    forge(server, make, make)


@pytest.mark.parametrize("page", ["", "encode", "tokenizers"])
def test_files_that_the_server_does_not_have(server, page):
    """A page that is open while its server is replaced can name such files too."""

    async def visit() -> None:
        own = f"corpus=own&text={pack('a b')}&compared=lines&lang=en"
        student = Student(server.url, own, page)
        await student.open()
        message = BackMsg()
        for name, (kind, _, _) in student.elements.items():
            if kind == "file_uploader":
                message.rerun_script.widget_states.widgets.add(id=name, **VALUES["files"])
        assert message.rerun_script.widget_states.widgets
        await student.run(message)
        await student.close()

    finish(visit())


def test_names_of_another_session(server):
    """What Streamlit could have made, but has not for this page."""

    def make(student: Student) -> BackMsg:
        message = BackMsg()
        for name in (f"$$ID-{'0' * 32}-x", f"$$ID-{'0' * 32}-None", "$$STREAMLIT_INTERNAL_KEY_x"):
            message.rerun_script.widget_states.widgets.add(id=name, string_value=TEXT)
        return message

    forge(server, make)


def closes(server: Server, message: bytes) -> bool:
    """Whether a message closes the WebSocket of a page."""

    async def visit() -> bool:
        student = Student(server.url, QUERY)
        await student.open()
        assert student.socket
        await student.socket.send(message)
        try:
            await student.finished()
        except ConnectionClosed:
            return True
        return False

    return in_a_thread(lambda: asyncio.run(visit()))


def test_names_that_streamlit_does_not_make(server):
    """Streamlit logs those that it does not know, or fails."""
    fragment, request, session, widget = BackMsg(), BackMsg(), BackMsg(), BackMsg()
    fragment.rerun_script.fragment_id = TEXT
    request.backend_operation_request.request_id = TEXT
    session.backend_operation_request.session_id = TEXT
    widget.rerun_script.widget_states.widgets.add(id=TEXT, string_value=TEXT)
    for each in (fragment, request, session, widget):
        assert closes(server, each.SerializeToString())


def test_text_that_is_not_utf_8(server):
    """A protobuf with such a text is none. The bytes are not in the log."""
    message = BackMsg()
    message.rerun_script.query_string = "xyz"
    wrong = message.SerializeToString().replace(b"xyz", b"\xff\xfe\x80")

    before = server.log.stat().st_size
    assert closes(server, wrong)
    assert server.log.read_bytes()[before:].isascii()


def read_value(json_value: str, deserializer=str) -> None:
    """Read the value of a widget as Streamlit does."""
    streamlit_patches.install()
    metadata = WidgetMetadata(
        id="a", deserializer=deserializer, serializer=str, value_type="json_value", fragment_id=None
    )
    states = WStates()
    states.set_widget_metadata(metadata)
    states.set_widget_from_proto(WidgetState(id="a", json_value=json_value))
    states["a"]


@pytest.mark.parametrize("value", ["[" * 100_000, TEXT])
def test_value_that_cannot_be_read_counts_as_not_sent(value, caplog):
    with pytest.raises(KeyError):
        read_value(value)
    assert caplog.messages == [FORGED]


def test_error_of_our_own_code_that_reads_a_value_is_raised():
    with pytest.raises(ValueError, match="damaged"):
        read_value('"not packed"', typed.unpack)


def test_log_takes_half_characters():
    """They come from wrong bytes in names, or from JSON."""
    half = b"\xff".decode(errors="surrogateescape")
    record = logging.LogRecord("", logging.INFO, "", 0, "No file %s", (half,), None)
    assert log_limits.LogLimit().filter(record)
    assert record.getMessage() == "No file \\udcff"
