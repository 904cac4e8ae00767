"""What the tests of the stage on a bare page share."""

from collections.abc import Iterator

import pytest

from tests.support.bare import BareServer, BareTab


@pytest.fixture(scope="session")
def server() -> Iterator[BareServer]:
    """The server of the bare page."""
    server = BareServer()
    yield server
    server.stop()


@pytest.fixture
def tab(regular, server) -> BareTab:
    """A tab for the bare page, in a browser with our files in its cache."""
    return regular(server)
