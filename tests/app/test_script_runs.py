"""What happens to a message if the next one arrives while the script takes it."""

from urllib.parse import parse_qs, quote

from streamlit.proto.BackMsg_pb2 import BackMsg

from pages.corpora.typed import pack, unpack
from tests.support.servers import serving
from tests.support.students import Student, finish

LONG = "The cat sat on the mat.\n" * 800  # the callback that takes it reads all of it


def test_two_changes_at_once_both_count(tmp_path):
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

    with serving(tmp_path / "log") as server:
        for _ in range(6):  # the second message does not always arrive during the callback
            finish(visit())
        assert not server.complaints()
