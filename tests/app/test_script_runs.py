"""What happens to a message if the next one arrives while the script takes it, on any host."""

from collections.abc import Iterator
from urllib.parse import parse_qs, quote

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.NewSession_pb2 import Config, NewSession

from pages.hosting.options import THEME
from pages.storage.typed import pack, unpack
from tests.support.servers import HOSTS, Server, hosted
from tests.support.students import Student, finish

LONG = "The cat sat on the mat.\n" * 800  # the callback that takes it reads all of it


@pytest.fixture(scope="module", params=HOSTS)
def server(request, tmp_path_factory) -> Iterator[Server]:
    with hosted(request.param, tmp_path_factory.mktemp(request.param)) as server:
        yield server


def test_two_changes_at_once_both_count(server):
    """As if a reader left a text by pressing another control, on a busy server."""

    async def visit() -> None:
        student = Student(server.url, f"corpus=own&text={quote(pack('a cat'))}&vocab=30")
        await student.open()
        text, _ = student.found("text_area", key="-choose_own_")
        number, _ = student.found("number_input", key="-choose_vocab_")
        first, second = BackMsg(), BackMsg()
        for message in (first, second):  # a browser sends the values of all controls
            message.rerun_script.widget_states.widgets.add(id=text).string_value = LONG
        second.rerun_script.widget_states.widgets.add(id=number).int_value = 31
        await student.send(first)
        await student.send(second)
        while parse_qs(student.link())["vocab"] != ["31"]:
            await student.finished()
        assert unpack(parse_qs(student.link())["text"][0]) == LONG
        await student.close()

    for _ in range(6):  # the second message does not always arrive during the callback
        finish(visit())
    assert not server.complaints()


class Newcomer(Student):
    """A student who notes what Streamlit says of a new session."""

    session_message = NewSession()

    def take(self, message: ForwardMsg) -> None:
        if message.WhichOneof("type") == "new_session":
            self.session_message = message.new_session
        super().take(message)


def test_options_of_a_host_change_nothing_that_the_app_needs(server):
    async def visit() -> None:
        student = Newcomer(server.url, "corpus=course")
        await student.open()
        said = student.session_message
        assert not said.config.gather_usage_stats
        assert not said.config.allow_run_on_save
        assert not said.config.hide_top_bar
        assert not said.config.hide_sidebar_nav
        assert said.config.toolbar_mode == Config.MINIMAL
        assert said.custom_theme.primary_color == ""
        assert said.custom_theme.light.primary_color == THEME["light"]["primaryColor"]
        assert said.custom_theme.dark.primary_color == THEME["dark"]["primaryColor"]
        await student.close()

    finish(visit())
    assert not server.complaints()
