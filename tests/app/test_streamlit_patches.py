"""The app on a Streamlit in which something is renamed or moved that an improvement replaces."""

import sys
from collections.abc import Iterator

import pytest

from pages.hosting.streamlit_patches import improvements
from tests.support.servers import Server
from tests.support.students import Student, finish

# By improvement: what makes Streamlit look as if its makers had moved what is replaced.
WRAP = "user = {0}; {0} = lambda *args, **options: user(*args, **options)"
FILES = """
import shutil, tempfile
from pathlib import Path
from pages.hosting.streamlit_patches import index_html
copy = Path(tempfile.mkdtemp())
shutil.copytree(index_html.STATIC / "static" / "js", copy / "static" / "js")
shutil.copy(index_html.STATIC / "index.html", copy)
index_html.STATIC = copy
"""
BREAKS = {
    "components without pandas": "from streamlit.components.v2.bidi_component import serialization"
    "\n" + WRAP.format("serialization._extract_dataframes_from_dict"),
    "icon and logo without NumPy and Pillow": "from streamlit.commands import logo, page_config\n"
    + WRAP.format("page_config._get_favicon_string"),
    "script runs that take all of their message": "from streamlit.runtime import app_session\n"
    + WRAP.format("app_session.ScriptRunner._enqueue_forward_msg"),
    "sessions without open files of their own": "from streamlit.runtime import app_session\n"
    + WRAP.format("app_session._close_script_event_loop"),
    "widgets' values of another type ignored": "from streamlit.runtime.state import session_state\n"
    + WRAP.format("session_state.WStates.__getitem__"),
    "uploads in memory counted and released": "from streamlit.runtime import "
    "memory_uploaded_file_manager as m\ndel m.MemoryUploadedFileManager.remove_file",
    "errors logged without their messages, and not too often": "import pages.hosting."
    "streamlit_patches.logs as logs\nlogs.NOISY = ('streamlit.elsewhere',)",
    "the app's config.toml read also under uvicorn": "import pages.hosting.streamlit_patches."
    "configuration as c\nc.config = object()",
    "embedded pages that know that they are": "from streamlit.runtime.scriptrunner_utils."
    "script_run_context import ScriptRunContext\n"
    "del ScriptRunContext.__dataclass_fields__['query_string']",
    "our own parts in the HTML of a page": FILES
    + "page = copy / 'index.html'\npage.write_text(page.read_text().replace('<head>', '<HEAD>'))",
    "Streamlit's modules for controls loaded early": FILES
    + "[each.unlink() for each in (copy / 'static' / 'js').glob('Selectbox.*')]",
    "no request to a wrong address of the server": FILES
    + "[each.write_text('') for each in (copy / 'static' / 'js').glob('index.*')]",
}


class BrokenServer(Server):
    """A server whose process first breaks something in Streamlit."""

    breaks = ""

    @property
    def command(self) -> list[str]:
        start = f"import uvicorn\nuvicorn.run('app:app', port={self.port})"
        return [sys.executable, "-c", f"{self.breaks}\n{start}"]


@pytest.fixture(params=BREAKS)
def broken(request, tmp_path, monkeypatch) -> Iterator[tuple[str, Server]]:
    monkeypatch.setattr(BrokenServer, "breaks", BREAKS[request.param])
    server = BrokenServer(tmp_path / "log")
    yield request.param, server
    server.stop()


def test_app_runs_without_an_improvement_and_names_it(broken):
    what, server = broken

    async def visit() -> None:
        student = Student(server.url, "corpus=course&vocab=40&step=3")
        await student.open()
        assert student.component("stage")
        await student.change("vocab", 41)
        await student.close()

    finish(visit())
    assert server.get("/?corpus=course")[0] == 200
    log = server.log.read_text()
    assert log.count("off is “") == 1
    assert f"off is “{what}”, written for 1.67 (" in log
    assert not server.complaints()


def test_every_improvement_is_on_here():
    assert not improvements.OFF
    assert {each.what for each in improvements.ALL} == set(BREAKS)
