"""Fixtures for tests of the whole app: a server, a browser tab on it, and benchmarks of it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pytest

from tests.support.servers import ONE_BUTTON, ROOT, Server, one_button_app, serving
from tests.support.students import in_a_thread
from tests.support.tab import Tab


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server") / "log")
    yield server
    server.stop()


@pytest.fixture
def server(shared_server) -> Iterator[Server]:
    """The server that all tests share. It may not log errors during a test."""
    before = shared_server.log.stat().st_size
    yield shared_server
    assert not shared_server.complaints(before)


@pytest.fixture
def mortal_server(server) -> Iterator[Server]:
    """The server that all tests share, for a test that stops it. Ask for it before the tab."""
    yield server
    if server.process.poll() is not None:
        server.start()


@pytest.fixture
def tab(regular, server) -> Tab:
    """A tab for the shared server, in a browser with our files in its cache."""
    return regular(server)


@pytest.fixture(scope="session")
def one_button_server(tmp_path_factory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("one_button")
    with serving(folder / "log", one_button_app(folder / "app")) as server:
        yield server


@pytest.fixture
def command(server, request, monkeypatch, capsys) -> Callable[..., str]:
    """What a benchmark prints. It runs in this process: to load Streamlit takes a second.

    So does the start of a server, so it uses those of the tests, or else `own_servers`.
    """

    @contextmanager
    def shared(log: Path, folder: Path = ROOT, *arguments, **options) -> Iterator[Server]:
        if folder == ROOT:
            yield server
        elif (folder / "app.py").read_text() == ONE_BUTTON:
            yield request.getfixturevalue("one_button_server")
        else:
            with serving(log, folder, *arguments, **options) as another:
                yield another

    def run(module: ModuleType, *arguments: str, own_servers: bool = False) -> str:
        monkeypatch.setattr("sys.argv", [module.__name__, "--quick", *arguments])
        monkeypatch.setattr(module, "serving", serving if own_servers else shared)
        status = in_a_thread(module.main)
        said = capsys.readouterr().out
        assert not status, said
        return said

    return run
