"""Fixtures for tests of the whole app: a server, and a browser tab on it."""

from collections.abc import Iterator

import pytest

from tests.support.servers import Server
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
